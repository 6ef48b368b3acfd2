//! `--timeout` covers the whole command: whatever it is doing, it ends, and says what it was doing.

use std::process::Command;
use std::time::Duration;

use skeg_test_cluster::faults::{Fault, FaultProxy, Requests, Rule};
use skeg_test_cluster::wait_until;

use super::interruption::lock_is_free;
use super::pieces::{Workload, config_map};
use super::running::Running;
use super::site::Site;

const PATIENCE: Duration = Duration::from_secs(120);

/// `skeg release install … ./shop` through a proxy.
fn by_proxy(site: &Site, proxy: &FaultProxy, more: &[&str]) -> Command {
    let words = ["release", "install", "-n", &site.namespace, "-r", "shop", "./shop"];
    let mut command = site.command(words.iter().chain(more));
    command.env("KUBECONFIG", proxy.kubeconfig());
    command
}

#[test]
fn over_while_another_deploys() {
    let site = Site::new("limit-lock");
    let web = Workload { pods: "test.skeg.dev/behave: never-ready", ..Workload::default() };
    site.chart(&[("templates/web.yaml", &web.deployment())]);
    let first = Running::install(&site, &[]);
    wait_until(PATIENCE, || (site.history() == "1 pending-install").then_some(())).expect("the first is under way");
    let ran = Running::install(&site, &["--timeout", "3s"]).end().ended(1);
    ran.says("SKEG-TIMEOUT")
        .says("--timeout 3s expired while waiting for the release's lock, which is held by")
        .says("Nothing was changed");
    first.signal("TERM");
    first.end().ended(130);
    assert_eq!(site.history(), "1 failed");
}

/// A chart that takes minutes to render.
fn endless(site: &Site) {
    let text = "{{ range until 30000 }}{{ range until 30000 }}{{ $x := add 1 2 }}{{ end }}{{ end }}";
    site.chart(&[("templates/endless.yaml", text)]);
}

#[test]
fn over_while_rendering() {
    let site = Site::new("limit-render");
    endless(&site);
    let ran = Running::install(&site, &["--timeout", "3s"]).end().ended(1);
    ran.says("--timeout 3s expired while reading the release's records and rendering the chart");
    assert_eq!(site.history(), "");
    assert!(lock_is_free(&site));

    let running = Running::install(&site, &[]);
    wait_until(PATIENCE, || (!lock_is_free(&site)).then_some(())).expect("the lock is taken");
    running.signal("TERM");
    running.end().ended(130).says("SKEG-INTERRUPTED").says("stopped before anything was changed");
    assert!(lock_is_free(&site));

    let words = ["release", "plan", "install", "-n", &site.namespace, "-r", "shop", "./shop", "--timeout", "3s"];
    Running::start(&site, &words).end().ended(1).says("--timeout 3s expired while");
}

#[test]
fn over_while_the_server_is_silent() {
    let site = Site::new("limit-plan");
    site.chart(&[("templates/web.yaml", &Workload::default().deployment())]);
    let proxy = FaultProxy::start(site.cluster).unwrap();
    // While reading the records, and during the dry run of what is to be created.
    for (rule, doing) in [
        (Rule::new(Fault::Pause).method("GET").path("/secrets"), "reading the release's records"),
        (Rule::new(Fault::Pause).method("PATCH").path("dryRun=All"), "looking at the cluster and planning"),
    ] {
        let rule = proxy.add(rule);
        let running = Running::of(by_proxy(&site, &proxy, &["--timeout", "5s"]));
        assert!(rule.wait_held(PATIENCE), "{doing}");
        running.end().ended(1).says("--timeout 5s expired while").says(doing).says("Nothing was changed");
        rule.stop();
        assert_eq!(site.history(), "");
        assert!(lock_is_free(&site));
    }
}

/// Creating and deleting the namespace happens before and after the deploy itself, and is limited all the same.
#[test]
fn over_while_the_namespace_is_made_or_deleted() {
    let site = Site::new("namespace-silent");
    site.chart(&[("templates/settings.yaml", &config_map("settings", "x"))]);
    let proxy = FaultProxy::start(site.cluster).unwrap();
    let hold = || proxy.add(Rule::new(Fault::Pause).method("POST").path("/api/v1/namespaces?"));
    let making = hold();
    let new = format!("{}-new", site.namespace);
    let begin = |words: &[&str]| {
        let mut command = site.command(words);
        command.env("KUBECONFIG", proxy.kubeconfig());
        Running::of(command)
    };
    let install = ["release", "install", "-n", &new, "-r", "shop", "./shop"];
    let ran = begin(&[&install[..], &["--timeout", "3s"]].concat()).end().ended(1);
    ran.says("SKEG-TIMEOUT").says("--timeout 3s expired while creating the namespace").says("Nothing was changed.");
    making.stop();
    let making = hold();
    let running = begin(&install);
    assert!(making.wait_held(PATIENCE), "{}", running.said());
    running.signal("TERM");
    running.end().ended(130);
    making.stop();

    site.install(&[]).ended(0);
    let path = format!("/namespaces/{}", site.namespace);
    let deleting = proxy.add(Rule::new(Fault::Pause).method("DELETE").path_end(&path));
    let words = ["release", "uninstall", "-n", &site.namespace, "-r", "shop", "--delete-namespace", "--timeout", "5s"];
    begin(&words).end().ended(1).says("the release is uninstalled, but namespace").says("did not confirm its deletion");
    deleting.release();
}

#[test]
fn a_write_on_its_way_is_awaited() {
    let site = Site::new("limit-write");
    site.chart(&[("templates/settings.yaml", &config_map("settings", "x"))]);
    let proxy = FaultProxy::start(site.cluster).unwrap();
    let rule = proxy.add(Rule::new(Fault::Pause).only(Requests::Writes).path("/configmaps/settings"));
    let running = Running::of(by_proxy(&site, &proxy, &["--timeout", "5s"]));
    assert!(rule.wait_held(PATIENCE));
    running.wait_for("waiting for 1 write in flight");
    rule.release();
    running.end().ended(1).says("timed out");
    assert_eq!(site.history(), "1 failed");
    assert!(site.object("configmap", "settings").is_some(), "the write was not abandoned");
    assert!(lock_is_free(&site));
}

#[test]
fn a_write_that_is_refused_again_and_again_is_not_tried_once_more() {
    let site = Site::new("limit-retry");
    site.chart(&[("templates/settings.yaml", &config_map("settings", "x"))]);
    let proxy = FaultProxy::start(site.cluster).unwrap();
    proxy.add(Rule::new(Fault::come_again(429, 20)).only(Requests::Writes).path("/configmaps/settings"));
    let running = Running::of(by_proxy(&site, &proxy, &["--timeout", "5s"]));
    running.wait_for("stopping: no new operations");
    let ran = running.end().ended(1);
    ran.says("ConfigMap/settings could not be created");
    assert_eq!(proxy.seen().iter().filter(|seen| seen.hit).count(), 1);
    assert_eq!(site.history(), "1 failed");
}

#[test]
fn over_while_a_credential_plugin_runs() {
    let site = Site::new("limit-plugin");
    site.chart(&[("templates/settings.yaml", &config_map("settings", "x"))]);
    let mut kubeconfig: serde_json::Value = serde_json::json!({
        "apiVersion": "v1", "kind": "Config", "current-context": "slow",
        "clusters": [{ "name": "slow", "cluster": { "server": site.cluster.server_url() } }],
        "contexts": [{ "name": "slow", "context": { "cluster": "slow", "user": "slow" } }],
        "users": [{ "name": "slow", "user": {} }],
    });
    kubeconfig["users"][0]["user"]["exec"] = serde_json::json!({
        "apiVersion": "client.authentication.k8s.io/v1", "command": "sleep", "args": ["600"], "interactiveMode": "Never",
    });
    let file = site.folder().join("slow.json");
    std::fs::write(&file, kubeconfig.to_string()).unwrap();
    let file = file.to_str().unwrap();
    let ran = Running::install(&site, &["--timeout", "3s", "--kube-config", file]).end().ended(1);
    ran.says("--timeout 3s expired while getting credentials for the cluster");
}

/// A webhook that nothing answers, for the objects of one namespace that ask for it.
fn dead_webhook(site: &Site) -> String {
    format!(
        "apiVersion: admissionregistration.k8s.io/v1\nkind: ValidatingWebhookConfiguration\nmetadata: {{name: {0}}}\nwebhooks:\n\
         - name: dead.example.org\n  clientConfig: {{url: \"https://127.0.0.1:1/\"}}\n  sideEffects: None\n  timeoutSeconds: 1\n  \
         admissionReviewVersions: [v1]\n  objectSelector: {{matchLabels: {{guarded: {0}}}}}\n  rules:\n  \
         - {{apiGroups: [\"\"], apiVersions: [v1], resources: [configmaps], operations: [CREATE, UPDATE]}}\n",
        site.namespace
    )
}

#[test]
fn a_webhook_that_is_down_is_not_waited_for_once_time_is_over() {
    let site = Site::new("limit-webhook");
    let labelled = format!("labels: {{guarded: {}}}, name: settings", site.namespace);
    // The webhook is created after planning, since one that is known to be down is refused.
    let gate = Workload {
        name: "gate",
        annotations: "werf.io/weight: \"-1\"",
        pods: "test.skeg.dev/behave: hang",
        ..Workload::default()
    }
    .job();
    site.chart(&[
        ("templates/settings.yaml", &config_map("settings", "x").replace("name: settings", &labelled)),
        ("templates/gate.yaml", &gate),
    ]);
    let running = Running::install(&site, &["--timeout", "20s"]);
    let pod = || Some(site.kubectl(&["get", "pods", "-ljob-name=gate", "-o", "name"])).filter(|pod| !pod.is_empty());
    let pod = wait_until(PATIENCE, pod).expect("the Job has a pod");
    site.cluster.apply(&site.namespace, &dead_webhook(&site)).unwrap();
    site.kubectl(&["annotate", "--overwrite", pod.trim(), "test.skeg.dev/behave=complete"]);
    running.wait_for("stopping: no new operations");
    let ran = running.end().ended(1);
    site.kubectl(&["delete", "validatingwebhookconfiguration", &site.namespace]);
    ran.says("ConfigMap/settings could not be created")
        .says("SKEG-WRITE-REFUSED")
        .says("failed calling webhook \"dead.example.org\"");
    assert_eq!(site.history(), "1 failed");
    assert!(lock_is_free(&site));
}

#[test]
fn a_command_that_only_reads_ends_with_the_first_signal() {
    let site = Site::new("limit-list");
    let proxy = FaultProxy::start(site.cluster).unwrap();
    let rule = proxy.add(Rule::new(Fault::Pause).method("GET").path("/secrets"));
    let mut list = site.command(["release", "list", "-n", &site.namespace]);
    list.env("KUBECONFIG", proxy.kubeconfig());
    let running = Running::of(list);
    assert!(rule.wait_held(PATIENCE));
    running.signal("INT");
    running.end().ended(130);
}
