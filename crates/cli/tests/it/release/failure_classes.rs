//! Failures caused by size, by other tools, and by earlier failures: each leaves a state that the next deploy repairs.

use std::io::Read;
use std::process::Stdio;
use std::time::Duration;

use skeg_test_cluster::faults::{Fault, FaultProxy, Rule};
use skeg_test_cluster::{Helm, Options, PodLog, TestCluster, tally, wait_until};

use super::manifests::{config_map, job};
use super::pieces::Workload;
use super::running::Running;
use super::site::Site;

const PATIENCE: Duration = Duration::from_secs(120);

fn definition(group: &str) -> String {
    format!(
        "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {{name: boats.{group}}}\nspec:\n  group: {group}\n  \
         scope: Namespaced\n  names: {{kind: Boat, plural: boats, singular: boat}}\n  versions:\n  - name: v1\n    served: true\n    \
         storage: true\n    schema: {{openAPIV3Schema: {{type: object, x-kubernetes-preserve-unknown-fields: true}}}}\n"
    )
}

/// Class 15: a dry run does not test etcd's limit, and plain data gets a dry run only if it is large.
#[test]
fn what_is_too_large_is_told_with_its_largest_field() {
    let site = Site::new("large");
    let large = config_map("large", &[]).replace("{a: b}", &format!("{{a: b, blob: {}}}", "x".repeat(1_100_000)));
    site.chart(&[("templates/a.yaml", &config_map("a", &[])), ("templates/large.yaml", &large)]);
    let (ran, trace) = site.traced("install", &["./shop"]);
    ran.ended(1).says("ConfigMap/large in namespace").says("Too long").says("Nothing was changed.");
    assert_eq!((trace.writes(), site.history().as_str()), (Vec::new(), ""));

    let group = format!("{}.example.org", site.namespace);
    site.cluster.apply(&site.namespace, &definition(&group)).unwrap();
    let served = || site.cluster.kubectl_run(["get", &format!("boats.{group}"), "-A"]).ok();
    wait_until(PATIENCE, served).expect("boats are served");
    let boat = format!(
        "apiVersion: {group}/v1\nkind: Boat\nmetadata: {{name: ark}}\nspec: {{cargo: [rope, {}]}}\n",
        "x".repeat(1_700_000)
    );
    site.chart(&[("templates/boat.yaml", &boat)]);
    let ran = site.install(&["--release-storage", "configmap", "--set-file", "x=shop/Chart.yaml"]);
    ran.ended(1)
        .says("Boat/ark is 1.7 MiB large (spec.cargo[1]: 1.7 MiB), and etcd accepts at most 1.5 MiB")
        .says("too large");
    site.kubectl(&["delete", "crd", &format!("boats.{group}")]);
}

/// Class 20: many CRDs do not cost more requests. On its own cluster, since CRDs affect all users of a cluster.
#[test]
fn many_definitions_cost_no_more_requests() {
    let cluster: &'static TestCluster = Box::leak(Box::new(TestCluster::start_with(&Options::api_only()).unwrap()));
    let site = Site::on(cluster, "many");
    let definitions: Vec<String> = (0..300).map(|i| definition(&format!("sea{i}.example.org"))).collect();
    cluster.apply("default", &definitions.join("---\n")).unwrap();
    let is_served = || cluster.kubectl_run(["get", "boats.sea299.example.org", "-A"]).ok();
    wait_until(PATIENCE, is_served).expect("the last kind is served");
    let boat = "apiVersion: sea7.example.org/v1\nkind: Boat\nmetadata: {name: ark}\nspec: {a: b}\n";
    site.chart(&[("templates/boat.yaml", boat), ("templates/a.yaml", &config_map("a", &[]))]);
    let mark = cluster.audit_mark().unwrap();
    site.install(&["--no-final-tracking"]).ended(0);
    let requests = cluster.requests_since(mark).unwrap();
    let discovering: Vec<_> = requests.iter().filter(|request| request.resource.is_empty()).cloned().collect();
    assert!(discovering.len() <= 3, "{:#?}", tally(&discovering));
}

/// Class 22: Helm upgrades the release between our check and our record.
#[test]
fn a_revision_of_helm_in_between_is_not_run_over() {
    let site = Site::new("helm-between");
    let chart = |value: &str| {
        site.chart(&[("templates/a.yaml", &config_map("a", &[]).replace("a: b", &format!("a: {value}")))]);
    };
    let value = || site.object("configmap", "a").unwrap()["data"]["a"].clone();
    chart("one");
    site.install(&[]).ended(0);
    let proxy = FaultProxy::start(site.cluster).unwrap();
    let rule = proxy.add(Rule::new(Fault::Pause).method("POST").path("/secrets"));
    chart("two");
    let words = ["release", "install", "-n", &site.namespace, "-r", "shop", "./shop"];
    let mut install = site.command(words);
    install.env("KUBECONFIG", proxy.kubeconfig());
    let running = Running::of(install);
    assert!(rule.wait_held(PATIENCE), "{}", running.said());
    chart("helm");
    site.helm(Helm::V4, &["upgrade", "shop", "./shop"]).unwrap();
    rule.release();
    running.end().ended(1).says("revision 2");
    assert_eq!(value(), "helm");
    assert_eq!(site.history(), "1 superseded, 2 deployed");
    // The next deploy continues from Helm's revision.
    chart("three");
    site.install(&[]).ended(0);
    assert_eq!((value(), site.history().as_str()), ("three".into(), "1 superseded, 2 superseded, 3 deployed"));
}

/// Class 24: nobody reads the output, and pods log a lot. The deploy continues all the same, with little memory.
#[test]
fn logs_that_nobody_reads_hold_nothing_up() {
    let cluster: &'static TestCluster = Box::leak(Box::new(TestCluster::start().unwrap()));
    let site = Site::on(cluster, "loud");
    let line = "x".repeat(1000);
    (0..60_000).for_each(|_| cluster.append_pod_log(PodLog::Talk, &line).unwrap());
    let pods = "test.skeg.dev/behave: ready-after, test.skeg.dev/after: 8s";
    let loud = Workload { name: "loud", pods, container: "talk", ..Workload::default() }.deployment();
    let last = config_map("last", &["werf.io/weight: \"1\""]);
    site.chart(&[("templates/loud.yaml", &loud), ("templates/last.yaml", &last)]);
    let mut install = site.command(["release", "install", "-n", &site.namespace, "-r", "shop", "./shop"]);
    let mut child = install.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    let deployed = wait_until(PATIENCE, || (site.history() == "1 deployed").then_some(()));
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
    let mut text = String::new();
    child.stderr.take().unwrap().read_to_string(&mut text).unwrap();
    let ended = child.wait().unwrap();
    assert!(deployed.is_some(), "it waits for its reader");
    assert_eq!(ended.code(), Some(0), "{}", &text[text.len().saturating_sub(2000)..]);
    let peak =
        status.lines().find_map(|line| line.strip_prefix("VmHWM:")?.trim().strip_suffix(" kB")?.parse::<usize>().ok());
    let peak = peak.expect("it was still there, held by its own output");
    assert!(peak < 200 << 10, "{peak} kB for 60 MB of logs");
}

/// Class 30: the rollback fails too. Both revisions are failed, and the next deploy starts from what is there.
#[test]
fn a_rollback_that_fails_too_is_mended_by_the_next_deploy() {
    let site = Site::new("back-fails");
    let hook = job("back", &["helm.sh/hook: pre-rollback"], &["test.skeg.dev/behave: fail"]);
    let settings = |value: &str| config_map("settings", &[]).replace("a: b", &format!("a: {value}"));
    site.chart(&[("templates/settings.yaml", &settings("one")), ("templates/hook.yaml", &hook)]);
    site.install(&[]).ended(0);
    let bad = job("bad", &["werf.io/weight: \"1\""], &["test.skeg.dev/behave: fail"]);
    site.chart(&[
        ("templates/settings.yaml", &settings("two")),
        ("templates/hook.yaml", &hook),
        ("templates/bad.yaml", &bad),
    ]);
    let ran = site.install(&["--auto-rollback", "--save-report-to", "report.json"]).ended(1);
    ran.says("Job/bad").says("Job/back").says("revision 3, failed");
    assert_eq!(site.history(), "1 deployed, 2 failed, 3 failed");
    site.chart(&[("templates/settings.yaml", &settings("three"))]);
    site.install(&[]).ended(0);
    assert_eq!(site.object("configmap", "settings").unwrap()["data"]["a"], "three");
    assert_eq!(site.history(), "1 superseded, 2 failed, 3 failed, 4 deployed");
    assert_eq!(site.object("job", "bad"), None, "what the failed revision made is pruned");
    site.release("rollback", &["1"]).ended(1).says("Job/back");
    site.release("uninstall", &[]).ended(0);
    assert_eq!(site.names("configmap,job"), [""; 0]);
}
