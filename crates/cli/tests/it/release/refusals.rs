//! Problems of a chart are reported before anything is written.

use std::time::Duration;

use skeg_test_cluster::wait_until;

use super::manifests::{config_map, job};
use super::site::Site;

/// Nothing is written for a chart with this template, and these texts are printed.
#[track_caller]
fn refused(name: &str, template: &str, texts: &[&str]) {
    let site = Site::new(name);
    site.chart(&[("templates/a.yaml", &config_map("a", &[])), ("templates/bad.yaml", template)]);
    let (ran, trace) = site.traced("install", &["./shop"]);
    let ran = texts.iter().fold(ran.ended(1), |ran, text| ran.says(text));
    drop(ran);
    assert_eq!(trace.writes(), [""; 0]);
    assert_eq!(site.history(), "");
}

#[test]
fn a_field_that_does_not_exist() {
    let bad = "apiVersion: v1\nkind: Service\nmetadata: {name: web}\nspec: {prots: [{port: 80}]}\n";
    refused("unknown-field", bad, &["Service/web", "prots", "shop/templates/bad.yaml", "Nothing was changed"]);
}

#[test]
fn a_field_that_does_not_exist_in_an_update() {
    let site = Site::new("unknown-field-update");
    let web = "apiVersion: v1\nkind: Service\nmetadata: {name: web}\nspec: {ports: [{port: 80}]}\n";
    site.chart(&[("templates/web.yaml", web)]);
    site.install(&[]).ended(0);
    site.chart(&[("templates/web.yaml", &web.replace("port: 80", "prot: 80, port: 81"))]);
    let (ran, trace) = site.traced("install", &["./shop"]);
    ran.ended(1)
        .says("SKEG-RESOURCE-REFUSED")
        .says("Service/web")
        .says(".spec.ports[port=81,protocol=\"TCP\"].prot: field not declared in schema")
        .says("shop/templates/web.yaml")
        .says("Nothing was changed");
    assert_eq!(trace.writes(), [""; 0]);
    assert_eq!(site.history(), "1 deployed");
}

#[test]
fn a_value_that_is_not_allowed() {
    let bad = "apiVersion: v1\nkind: Service\nmetadata: {name: web}\nspec: {ports: [{port: 80000}]}\n";
    let texts =
        ["Service/web", "spec.ports[0].port: Invalid value: 80000", "shop/templates/bad.yaml", "Nothing was changed"];
    refused("bad-value", bad, &texts);
}

#[test]
fn a_version_that_is_not_served() {
    let bad = "apiVersion: apps/v7\nkind: Deployment\nmetadata: {name: web}\nspec: {}\n";
    refused("bad-version", bad, &["Deployment/web", "apps/v7", "shop/templates/bad.yaml", "Nothing was changed"]);
}

/// What a resource needs around it may come with the same deploy, and is not its own fault.
#[test]
fn what_lacks_its_surroundings_is_not_refused() {
    let site = Site::new("surroundings");
    let other = format!("{}-other", site.namespace);
    let all = format!(
        "apiVersion: v1\nkind: Namespace\nmetadata: {{name: {other}}}\n---\n\
         apiVersion: v1\nkind: ServiceAccount\nmetadata: {{name: account}}\n---\n\
         apiVersion: v1\nkind: Pod\nmetadata: {{name: web}}\nspec: {{serviceAccountName: account, containers: [{{name: main, image: main}}]}}\n---\n\
         apiVersion: v1\nkind: Service\nmetadata: {{name: web, namespace: {other}}}\nspec: {{ports: [{{port: 80}}]}}\n"
    );
    site.chart(&[("templates/all.yaml", &all)]);
    site.install(&[]).ended(0);
    site.release("uninstall", &[]).ended(0);
}

#[test]
fn a_manifest_without_a_kind() {
    refused(
        "no-kind",
        "apiVersion: v1\nmetadata: {name: x}\n",
        &["shop/templates/bad.yaml", "kind", "Nothing was changed"],
    );
}

#[test]
fn a_broken_chart_is_explained_as_rendering_explains_it() {
    let site = Site::new("broken");
    for template in [
        "a: {{ .Values.image.tag }}\n",
        "a: {{ if }}\n",
        "a: b: c\n",
        "{{ fail \"no\" }}",
        "kind: {{ include \"x\" . }}",
    ] {
        site.chart(&[("templates/a.yaml", template), ("values.yaml", "images: {tag: 1}\n")]);
        let installed = site.install(&[]).ended(1);
        let rendered = site.skeg(["chart", "render", "./shop", "-n", &site.namespace, "-r", "shop"]).ended(1);
        let (head, why) = installed.stderr.split_once('\n').unwrap_or_default();
        assert!(head.starts_with("Installing shop into namespace "), "{head}");
        assert_eq!(why, rendered.stderr);
        assert_eq!(installed.stdout, "");
    }
    assert_eq!(site.history(), "");
}

/// A policy that denies objects called `denied` in the site's namespace, in force.
fn deny(site: &Site, more: &str) {
    let name = &site.namespace;
    let policy = format!(
        "apiVersion: admissionregistration.k8s.io/v1\nkind: ValidatingAdmissionPolicy\nmetadata: {{name: {name}}}\nspec:\n  \
         matchConstraints:\n    namespaceSelector: {{matchExpressions: [{{key: kubernetes.io/metadata.name, operator: In, values: [{name}, {name}-other]}}{more}]}}\n    \
         resourceRules: [{{apiGroups: [\"\"], apiVersions: [v1], operations: [CREATE, UPDATE], resources: [configmaps, services]}}]\n  \
         validations: [{{expression: \"!object.metadata.name.startsWith('denied')\", message: the house denies it}}]\n---\n\
         apiVersion: admissionregistration.k8s.io/v1\nkind: ValidatingAdmissionPolicyBinding\nmetadata: {{name: {name}}}\n\
         spec: {{policyName: {name}, validationActions: [Deny]}}\n"
    );
    site.cluster.apply(name, &policy).unwrap();
    let words = ["-n", name, "create", "configmap", "denied-probe", "--dry-run=server"];
    let is_denied = || site.cluster.kubectl_run(words).is_err().then_some(());
    wait_until(Duration::from_secs(60), is_denied).expect("the policy is not strict_variable");
}

fn service(name: &str) -> String {
    format!("apiVersion: v1\nkind: Service\nmetadata: {{name: {name}}}\nspec: {{ports: [{{port: 80}}]}}\n")
}

fn valued(name: &str) -> String {
    config_map(name, &[]).replace("{a: b}", "{a: \"{{ .Values.v }}\"}")
}

#[test]
fn what_a_policy_denies_is_refused_before_anything_is_written() {
    let site = Site::new("policy");
    let files =
        [("templates/a.yaml", &*valued("a")), ("templates/denied.yaml", &valued("denied")), ("values.yaml", "v: 1\n")];
    site.chart(&files);
    site.install(&[]).ended(0);
    deny(&site, "");
    let new = service("denied-too");
    site.chart(&[files[0], files[1], files[2], ("templates/new.yaml", &new)]);
    let (ran, trace) = site.traced("install", &["./shop", "--set", "v=2"]);
    let ran = ran
        .ended(1)
        .says("ConfigMap/denied in namespace")
        .says("Service/denied-too in namespace")
        .says("would be refused")
        .says("denied request: the house denies it")
        .says("chart: shop/templates/denied.yaml")
        .says("Nothing was changed.");
    assert!(!ran.stderr.contains("ConfigMap/a"), "{}", ran.stderr);
    assert_eq!(trace.writes(), [""; 0]);
    assert_eq!(site.history(), "1 deployed");

    // The plan shows everything, marks what is refused, and is not saved.
    let plan = |more: &[&str]| {
        let words = ["release", "plan", "install", "-n", &site.namespace, "-r", "shop", "./shop", "--set", "v=2"];
        site.skeg(words.iter().chain(more)).ended(1)
    };
    let shown = plan(&["--out", "plan.json"])
        .says("~ ConfigMap/a ")
        .says("✗ would be refused: ValidatingAdmissionPolicy")
        .says("2 would be refused. Nothing was written.")
        .says("plan.json was not written");
    assert_eq!(shown.stdout.matches("✗ would be refused").count(), 2, "{}", shown.stdout);
    assert!(!site.folder().join("plan.json").exists());
    let json: serde_json::Value = serde_json::from_str(&plan(&["-o", "json"]).stdout).unwrap();
    let refused: Vec<&str> = json["changes"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|change| change["refused"].is_array())
        .filter_map(|change| change["resource"]["name"].as_str())
        .collect();
    assert_eq!(refused, ["denied", "denied-too"]);
    // Unchanged objects may stay as they are.
    site.chart(&[
        ("templates/a.yaml", &*valued("a")),
        ("templates/denied.yaml", &valued("denied").replace("{{ .Values.v }}", "1")),
        files[2],
    ]);
    site.install(&["--set", "v=2"]).ended(0);
}

/// A first install is not left half done either, although ConfigMaps get no dry run unless a policy applies to them.
#[test]
fn what_a_policy_denies_is_refused_at_the_first_install_too() {
    let site = Site::new("policy-first");
    deny(&site, "");
    site.chart(&[("templates/a.yaml", &config_map("a", &[])), ("templates/denied.yaml", &config_map("denied", &[]))]);
    let (ran, trace) = site.traced("install", &["./shop"]);
    ran.ended(1).says("ConfigMap/denied in namespace").says("the house denies it");
    assert_eq!(trace.writes(), [""; 0]);
    assert_eq!(site.history(), "");
}

/// The namespace's labels, which the policy selects by, change first.
#[test]
fn what_the_deploy_itself_may_put_right_is_only_warned_of() {
    let site = Site::new("policy-cured");
    let other = format!("{}-other", site.namespace);
    let namespace =
        |labels: &str| format!("apiVersion: v1\nkind: Namespace\nmetadata: {{name: {other}, labels: {{{labels}}}}}\n");
    let denied = service("denied").replace("{name: denied}", &format!("{{name: denied, namespace: {other}}}"));
    site.chart(&[("templates/namespace.yaml", &namespace("house: strict"))]);
    site.install(&[]).ended(0);
    deny(&site, ", {key: house, operator: NotIn, values: [open]}");
    site.chart(&[("templates/namespace.yaml", &namespace("house: strict")), ("templates/denied.yaml", &denied)]);
    site.install(&[]).ended(1).says("Service/denied in namespace").says("would be refused");
    site.chart(&[("templates/namespace.yaml", &namespace("house: open")), ("templates/denied.yaml", &denied)]);
    let words = ["release", "plan", "install", "-n", &site.namespace, "-r", "shop", "./shop"];
    site.skeg(words).ended(0).says("would be refused now").says(&format!("because Namespace/{other} changes too"));
}

#[test]
fn values_of_what_exists_are_judged_too() {
    let site = Site::new("bad-value-update");
    site.chart(&[
        ("templates/web.yaml", &service("web")),
        ("templates/a.yaml", &valued("a")),
        ("values.yaml", "v: 1\n"),
    ]);
    site.install(&[]).ended(0);
    let bad = service("web").replace("port: 80", "port: 80000");
    site.chart(&[("templates/web.yaml", &bad), ("templates/a.yaml", &valued("a")), ("values.yaml", "v: 2\n")]);
    let (ran, trace) = site.traced("install", &["./shop"]);
    ran.ended(1)
        .says("spec.ports[0].port: Invalid value: 80000")
        .says("shop/templates/web.yaml")
        .says("Nothing was changed");
    assert_eq!(trace.writes(), [""; 0]);
}

/// A hook runs before it, but its pods have no rights to create CRDs.
#[test]
fn a_kind_that_no_hook_can_bring_is_refused_with_the_nearest_one() {
    let site = Site::new("no-such-kind");
    let hook = job("migrate", &["helm.sh/hook: pre-install"], &[]);
    let bad = "apiVersion: apps/v1\nkind: Deploymnet\nmetadata: {name: web}\nspec: {}\n";
    site.chart(&[
        ("templates/a.yaml", &config_map("a", &[])),
        ("templates/hook.yaml", &hook),
        ("templates/bad.yaml", bad),
    ]);
    let (ran, trace) = site.traced("install", &["./shop"]);
    ran.ended(1)
        .says("the cluster does not know the kind Deploymnet of apps/v1; did you mean Deployment of apps/v1?")
        .says("chart: shop/templates/bad.yaml")
        .says("Nothing was changed");
    assert_eq!(trace.writes(), [""; 0]);
    assert_eq!(site.history(), "");
}

#[test]
fn a_version_that_is_not_served_is_refused_of_what_exists_too() {
    let site = Site::new("bad-version-update");
    let web = "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec:\n  replicas: 0\n  selector: {matchLabels: {app: web}}\n  \
               template: {metadata: {labels: {app: web}}, spec: {containers: [{name: main, image: main}]}}\n";
    site.chart(&[("templates/web.yaml", web)]);
    site.install(&[]).ended(0);
    site.chart(&[
        ("templates/web.yaml", &web.replace("apps/v1", "apps/v7")),
        ("templates/a.yaml", &config_map("a", &[])),
    ]);
    let (ran, trace) = site.traced("install", &["./shop"]);
    ran.ended(1).says("the cluster has no Deployment in apps/v7, only in apps/v1").says("Nothing was changed");
    assert_eq!(trace.writes(), [""; 0]);
}

fn pod(container: &str) -> String {
    format!("apiVersion: v1\nkind: Pod\nmetadata: {{name: web}}\nspec: {{containers: [{{name: main, {container}}}]}}\n")
}

#[test]
fn a_word_that_yaml_takes_for_a_boolean() {
    let texts = [
        "Pod/web in namespace",
        ".image: expected a string, got the boolean true",
        "Quote the value in the template: image: {{ .Values.x | quote }}",
        "shop/templates/bad.yaml",
    ];
    refused("boolean", &pod("image: y"), &texts);
}

#[test]
fn a_variable_that_is_given_twice() {
    let env = "image: main, env: [{name: A, value: \"1\"}, {name: A, value: \"2\"}]";
    let texts =
        [".env: more than one item with name=\"A\"", "Drop all but the last of them from env", "Nothing was changed"];
    refused("twice", &pod(env), &texts);
}
