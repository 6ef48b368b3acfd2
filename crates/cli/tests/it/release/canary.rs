//! Secrets are planted everywhere, and searched for in everything that every command prints and writes.

mod planted;

use std::os::unix::fs::PermissionsExt;
use std::time::Duration;

use skeg_test_cluster::wait_until;

use planted::{Grove, LIVE, TOKEN, VALUE};

/// The output formats of a plan.
const PLANS: &[&[&str]] = &[
    &[],
    &["-o", "json"],
    &["-o", "yaml"],
    &["-o", "markdown"],
    &["-o", "html"],
    &["--show-order"],
    &["--show-order=dot"],
    &["--show-order=mermaid"],
    &["--diff-context-lines", "3", "--show-insignificant-diffs"],
    &["-o", "json", "--show-insignificant-diffs"],
];
/// The output formats of records.
const TABLES: &[&[&str]] = &[&["-o", "table"], &["-o", "json"], &["-o", "yaml"]];
const PROGRESS: &[&str] = &["auto", "live", "json", "none"];

#[test]
fn what_is_deployed_is_not_told() {
    let grove = Grove::new("canary-deploys");
    grove.chart("templates/nothing.yaml", "");
    for form in PLANS {
        grove.plan("install", &[&["./shop", "--save-graph-to", "graph.dot"], *form].concat()).ended(0);
        grove.is_clean("graph.dot");
    }
    let files = ["--save-report-to", "report.json", "--save-graph-to", "graph.mmd"];
    let ran = grove.release("install", &[&["./shop"], &files[..]].concat()).ended(0);
    ran.says("Welcome: <hidden>").says("trace:   sent ");
    ["report.json", "graph.mmd"].iter().for_each(|file| grove.is_clean(file));
    grove.site.kubectl(&["patch", "secret", "texts", "-p", &format!("{{\"stringData\":{{\"live\":\"{LIVE}\"}}}}")]);

    // A change is hidden on both sides: before and after.
    grove.chart("templates/more.yaml", "{kind: ConfigMap, apiVersion: v1, metadata: {name: more}}");
    let changed = ["./shop", "--set", "password=canary-changed-0815"];
    for form in PLANS {
        grove.plan("install", &[&changed, *form].concat()).ended(0);
    }
    grove
        .plan("install", &[&changed[..], &["--out", "plan.json"]].concat())
        .ended(0)
        .says("encrypted with the secret key");
    for form in PLANS {
        grove.skeg(&[&["release", "plan", "show", "plan.json"], *form].concat()).ended(0);
    }
    grove.site.kubectl(&["patch", "configmap", "copies", "-p", &format!("{{\"data\":{{\"password\":\"{VALUE}\"}}}}")]);
    grove.skeg(&["release", "plan", "execute", "plan.json"]).ended(1).says("copies");
    grove.skeg(&["release", "plan", "execute", "plan.json", "--allow-drift", "--progress", "json"]).ended(0);
    grove.plan("install", &["./shop", "--out", "back.json"]).ended(0);
    grove.skeg(&["release", "install", "--use-plan", "back.json"]).ended(0).says("Welcome: <hidden> and <hidden>");

    for form in TABLES {
        grove.release("get", &[&["--print-values"], *form].concat()).ended(0);
        for word in ["get", "history", "status"] {
            grove.release(word, form).ended(0);
        }
        grove.skeg(&[&["release", "list", "-n", &grove.site.namespace], *form].concat()).ended(0);
    }
    for form in PLANS {
        grove.plan("rollback", form).ended(0);
        grove.plan("uninstall", form).ended(0);
    }
    grove.release("rollback", &files).ended(0);
    grove.is_clean("report.json");
    grove.release("uninstall", &files).ended(0);
    grove.is_clean("report.json");
}

#[test]
fn plans_and_records_tell_nothing_to_those_without_a_key() {
    let grove = Grove::new("canary-keyless");
    grove.chart("templates/nothing.yaml", "");
    grove.release("install", &["./shop"]).ended(0);
    grove.chart("templates/more.yaml", "{kind: ConfigMap, apiVersion: v1, metadata: {name: more}}");
    grove.release("install", &["./shop", "--set", "password=canary-changed-0815"]).ended(0);
    let place = ["-n", &grove.site.namespace, "-r", "shop"];
    let release = |words: &[&str]| grove.without_key(&[&["release"], words, &place].concat());
    for word in ["get", "history", "status"] {
        release(&[word]).ended(0);
    }
    for word in ["rollback", "uninstall"] {
        let kept = release(&["plan", word, "--out", "open.json"]).ended(0);
        kept.says("it holds values and secrets in clear text");
        for form in PLANS {
            grove.without_key(&[&["release", "plan", "show", "open.json"], *form].concat()).ended(0);
        }
        let file = grove.site.folder().join("open.json");
        assert_eq!(std::fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
        assert!(std::fs::read_to_string(file).unwrap().contains(TOKEN), "what is executed must be there");
    }

    // Objects that differ from what was reviewed, with all their contents.
    release(&["plan", "rollback", "--out", "open.json"]).ended(0);
    let patch = format!("{{\"data\":{{\"token\":\"new {TOKEN}\",\"other\":\"{TOKEN}\"}}}}");
    grove.site.kubectl(&["patch", "configmap", "copies", "-p", &patch]);
    let execute = ["release", "plan", "execute", "open.json"];
    grove.without_key(&execute).ended(1).says("ConfigMap/copies").says("new <hidden");
    let executed = grove.without_key(&[&execute[..], &["--allow-drift"]].concat()).ended(0);
    executed.says("Welcome: <hidden> and <hidden>");
    release(&["rollback"]).ended(0);
    release(&["uninstall", "--progress", "json"]).ended(0);
}

#[test]
fn what_the_server_says_of_going_back_does_not_tell() {
    let grove = Grove::new("canary-refused-back");
    let file = grove.site.folder().join("definition.json");
    let define = |schema: &str| {
        let version = format!("{{name: v1, served: true, storage: true, schema: {{openAPIV3Schema: {schema}}}}}");
        let names = "{kind: Canary, plural: canaries, singular: canary, listKind: CanaryList}";
        let spec = format!("{{group: canary.skeg.dev, scope: Namespaced, names: {names}, versions: [{version}]}}");
        let head = "apiVersion: apiextensions.k8s.io/v1, kind: CustomResourceDefinition";
        let text = format!("{{{head}, metadata: {{name: canaries.canary.skeg.dev}}, spec: {spec}}}");
        std::fs::write(&file, text).unwrap();
        grove.site.kubectl(&["apply", "-f", file.to_str().unwrap()]);
    };
    define("{type: object, properties: {song: {type: string}}}");
    grove.site.kubectl(&["wait", "--for=condition=Established", "crd/canaries.canary.skeg.dev"]);
    let canary = "{kind: Canary, apiVersion: canary.skeg.dev/v1, metadata: {name: tweety}, song: {{ .Values.token }}}";
    grove.chart("templates/canary.yaml", canary);
    grove.release("install", &["./shop"]).ended(0);
    grove.chart("templates/canary.yaml", &canary.replace("{{ .Values.token }}", "chirp"));
    grove.release("install", &["./shop"]).ended(0);
    // Values that were valid are invalid now, and the server quotes them.
    define("{type: object, properties: {song: {type: string, enum: [chirp]}}}");
    let bad = "{\"song\": \"quack\"}";
    let patch = ["patch", "canary", "tweety", "--type=merge", "--dry-run=server", "-p", bad];
    let is_refused = || {
        let words = ["-n", &grove.site.namespace].into_iter().chain(patch);
        grove.site.cluster.kubectl_run(words).is_err().then_some(())
    };
    wait_until(Duration::from_secs(60), is_refused).expect("the definition counts");
    let place = ["-n", &grove.site.namespace, "-r", "shop", "1"];
    let plan = [&["release", "plan", "rollback"], &place[..]].concat();
    let kept = grove.without_key(&[&plan[..], &["--out", "plan.json"]].concat());
    kept.ended(1).says("value: \"<hidden>\"").says("plan.json was not written");
    for form in PLANS {
        grove.without_key(&[&plan[..], form].concat()).ended(1);
    }
    for progress in PROGRESS {
        let words = ["--progress", progress];
        let ran = grove.without_key(&[&["release", "rollback"], &place[..], &words].concat()).ended(1);
        assert!((ran.stdout + &ran.stderr).contains("<hidden>"));
    }
    for word in ["get", "history", "status"] {
        grove.without_key(&["release", word, "-n", &grove.site.namespace, "-r", "shop"]).ended(0);
    }
}

#[test]
fn what_fails_does_not_tell_either() {
    let grove = Grove::new("canary-failures");
    // The server quotes the invalid value.
    let refused = "{kind: Service, apiVersion: v1, metadata: {name: a}, \
                   spec: {ports: [{port: 1}], externalTrafficPolicy: {{ .Values.password }}, sessionAffinity: {{ .Values.token }}}}";
    grove.chart("templates/refused.yaml", refused);
    for word in ["release install", "release plan install"] {
        grove.words(word, &["./shop"]).ended(1).says("Unsupported value: \"<hidden>\"");
    }
    // Templates quote their values in errors, and so do the parsers of their output.
    for template in [
        "{{ fail (printf \"no %s\" .Values.token) }}",
        "{{ .Values.token.deeper }}",
        "a: b\n c: {{ .Values.token }}: d",
        "kind: Secret\nstringData:\n a: b\n  c: {{ .Values.password }}: d",
        "kind: ConfigMap\napiVersion: v1\nmetadata: {name: x, annotations: {werf.io/weight: {{ .Values.token }}}}",
    ] {
        grove.chart("templates/bad.yaml", template);
        grove.words("release plan install", &["./shop"]).ended(1);
        grove.words("release install", &["./shop", "--progress", "json"]).ended(1);
    }
    // So does rendering without a cluster.
    for (template, said) in [
        ("{{ fail (printf \"no %s\" .Values.token) }}", "no <hidden>"),
        ("{{ fail (werf_secret_file \"texts/file.txt\") }}", "<hidden>"),
        ("{{ .Values.token.deeper }}", "can't evaluate field deeper"),
        ("a: b\n c: {{ .Values.token }}: d", "bad.yaml"),
        ("{{ required .Values.token .Values.none }}", "<hidden>"),
        ("{{ index .Values .Values.token \"a\" }}", "nil"),
        ("{{ include .Values.token . }}", "<hidden>"),
        ("{{ tpl (printf \"{{ .%s.b }}\" (werf_secret_file \"texts/file.txt\")) . }}", "<hidden>"),
        ("{{ atoi .Values.token | toString | fromYaml }}{{ toDate \"2006\" .Values.token | fail }}", "bad.yaml"),
    ] {
        grove.chart("templates/bad.yaml", template);
        grove.words("chart render", &["./shop"]).ended(1).says(said);
    }
}

#[test]
fn what_crashes_logs_nothing_that_is_secret() {
    let grove = Grove::alone("canary-crashes");
    grove.chart("templates/nothing.yaml", "");
    grove.release("install", &["./shop"]).ended(0);
    grove.site.kubectl(&["patch", "secret", "texts", "-p", &format!("{{\"stringData\":{{\"live\":\"{LIVE}\"}}}}")]);
    let crash = "{kind: Deployment, apiVersion: apps/v1, metadata: {name: web}, spec: {selector: {matchLabels: {a: b}}, \
                 template: {metadata: {labels: {a: b}, annotations: {test.skeg.dev/behave: crash-loop, \
                 test.skeg.dev/after: 500ms, note: {{ .Values.token }}}}, spec: {containers: [{name: crash, image: a:1}]}}}}";
    grove.chart("templates/crash.yaml", crash);
    grove.log_everything();
    for progress in PROGRESS {
        let files = ["./shop", "--progress", progress, "--save-report-to", "report.json"];
        let ran = grove.release("install", &files).ended(1);
        if *progress != "none" {
            ran.says("the password is <hidden>, isn't it");
        }
        grove.is_clean("report.json");
    }
    grove.release("install", &["./shop", "--auto-rollback", "--save-report-to", "report.json"]).ended(1);
    grove.is_clean("report.json");
    for form in TABLES {
        for word in ["get", "history", "status"] {
            grove.release(word, form).ended(0);
        }
    }
    let revisions = 1..=5;
    for revision in revisions {
        let record = grove.site.record(revision);
        grove.holds_none("the record's description", record["info"]["description"].as_str().unwrap());
    }
}

#[test]
fn those_who_ask_for_secrets_get_them() {
    let grove = Grove::new("canary-shown");
    grove.chart("templates/nothing.yaml", "");
    let shows = |words: &[&str], canary: &str| {
        let ran = grove.unchecked(words).ended(0);
        assert!(ran.stdout.contains(canary), "{words:?} does not show {canary}:\n{}", ran.stdout);
    };
    let place = ["-n", &grove.site.namespace, "-r", "shop", "--set", &format!("password={VALUE}")];
    shows(&[&["chart", "render", "./shop"], &place[..]].concat(), planted::TOKEN);
    std::fs::remove_file(grove.site.folder().join("shop/templates/files.yaml")).unwrap();
    shows(&["template", "./shop", "--set", &format!("password={VALUE}"), "--set", "token=x"], VALUE);
    shows(&["chart", "secret", "values-file", "decrypt", "shop/secret-values.yaml"], planted::TOKEN);
    let plan = [&["release", "plan", "install", "./shop", "--show-sensitive-diffs"], &place[..]].concat();
    for form in ["text", "json", "yaml", "markdown", "html"] {
        shows(&[&plan[..], &["-o", form]].concat(), VALUE);
    }
    grove.release("install", &["./shop"]).ended(0);
    let get = ["release", "get", "-n", &grove.site.namespace, "-r", "shop", "--show-secrets", "--print-values"];
    shows(&[&get[..], &["-o", "json"]].concat(), VALUE);
    shows(&[&get[..], &["-o", "yaml"]].concat(), planted::TOKEN);
}
