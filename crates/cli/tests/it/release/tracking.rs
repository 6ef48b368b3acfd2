//! How a deploy waits for workloads: what counts as a failure, how long it may be idle, and whose logs are read.

use skeg_test_cluster::faults::{Fault, FaultProxy, Rule};
use skeg_test_cluster::{PodLog, Request};

use super::pieces::Workload;
use super::running::Running;
use super::site::{Ran, Site};

fn crash(annotations: &str) -> String {
    format!("test.skeg.dev/behave: crash-loop, {annotations}")
}

#[test]
fn a_crashing_upgrade_of_several_replicas_fails_with_true_counts() {
    let site = Site::new("crash-of-three");
    let good = Workload { spec: "replicas: 3", ..Workload::default() };
    site.chart(&[("templates/web.yaml", &good.deployment())]);
    site.install(&[]).ended(0);
    let bad = Workload { pods: &crash("test.skeg.dev/after: 3s"), container: "crash", ..good };
    site.chart(&[("templates/web.yaml", &bad.deployment())]);
    let ran = site.install(&[]).ended(1);
    let ran = ran
        .says("Deployment/web › pod web-")
        .says("SKEG-RESOURCE-FAILED")
        .says("container crash crashed 4 times (exit code 1)");
    let ran = ran.says("○○○ 0/3 ready").says("failures so far, 1 more allowed");
    assert!(!ran.stderr.contains("1/3 ready"), "no new pod was ever ready:\n{}", ran.stderr);
    assert_eq!(site.object("deployment", "web").unwrap()["status"]["availableReplicas"], 3);
    assert_eq!(site.history(), "1 deployed, 2 failed");
}

#[test]
fn failures_are_allowed_by_replica() {
    let site = Site::new("by-replica");
    // Two pods, each of which reports three crashes before it is ready.
    let pods = crash("test.skeg.dev/after: 500ms, test.skeg.dev/restarts: \"2\"");
    let web = |count: u32| {
        let annotations = format!("werf.io/failures-allowed-per-replica: \"{count}\"");
        let name = format!("web{count}");
        let web = Workload { name: &name, annotations: &annotations, pods: &pods, ..Workload::default() };
        Workload { spec: "replicas: 2", ..web }.deployment()
    };
    site.chart(&[("templates/web.yaml", &web(2))]);
    site.install(&[]).ended(1).says("Deployment/web2 › pod web2-").says("crashed 3 times");
    site.chart(&[("templates/web.yaml", &web(3))]);
    site.install(&[]).ended(0);
}

#[test]
fn a_workload_may_stand_still_as_long_as_its_annotation_says() {
    let site = Site::new("stands-still");
    for name in ["web", "migrate"] {
        let with = |limit: &str| {
            let annotations = format!("werf.io/no-activity-timeout: {limit}");
            let pods = "test.skeg.dev/behave: never-ready";
            let it = Workload { name, annotations: &annotations, pods, ..Workload::default() };
            if name == "web" { it.deployment() } else { it.job() }
        };
        site.chart(&[("templates/it.yaml", &with("3s"))]);
        site.install(&[]).ended(1).says("nothing happened for 3s (werf.io/no-activity-timeout): ");
        site.chart(&[("templates/it.yaml", &with("20m"))]);
        site.install(&["--resource-readiness-timeout", "6s"]).ended(1).says("not ready after 6s");
    }
}

/// The whole command, one resource, no progress: the limit that expires first is named, with what was missing.
#[test]
fn the_clock_that_rang_is_named() {
    let site = Site::new("three-clocks");
    let with = |limit: &str| {
        let annotations = format!("werf.io/no-activity-timeout: {limit}");
        let web =
            Workload { annotations: &annotations, pods: "test.skeg.dev/behave: never-ready", ..Workload::default() };
        site.chart(&[("templates/web.yaml", &web.deployment())]);
    };
    with("3s");
    site.install(&["--readiness-timeout", "1m", "--timeout", "1m"])
        .ended(1)
        .says("nothing happened for 3s (werf.io/no-activity-timeout): pod web-");
    with("20m");
    let ran = site.install(&["--readiness-timeout", "3s", "--timeout", "1m"]).ended(1);
    ran.says("not ready after 3s (--resource-readiness-timeout): 0 of 1 ready, waits for pod web-");
    let ran = site.install(&["--timeout", "5s"]).ended(1);
    ran.says("timed out after 5")
        .says("--timeout expired while waiting until Deployment/web is ready")
        .says("Deployment/web is not ready, 0 of 1; it waits for: pod web-");
}

#[test]
fn a_resource_is_not_given_more_time_than_the_whole() {
    let site = Site::new("clocks-refused");
    site.chart(&[]);
    let longer = ["--readiness-timeout", "10m", "--timeout", "5m"];
    let why = "--readiness-timeout 10m00s is longer than --timeout 5m00s, which limits the whole command";
    site.install(&longer).ended(1).says(why);
    for (command, rest) in [("rollback", &[][..]), ("plan", &["install", "./shop"]), ("plan", &["rollback"])] {
        let words: Vec<&str> = ["release", command].iter().chain(rest).copied().collect();
        let words: Vec<&str> = words.into_iter().chain(["-n", &site.namespace, "-r", "shop"]).chain(longer).collect();
        site.skeg(words).ended(1).says(why);
    }
    site.install(&["--readiness-timeout", "5m", "--timeout", "5m"]).ended(0);
    // Under Nelm's name, the limit of a resource may exceed that of the whole command.
    site.install(&["--resource-readiness-timeout", "10m", "--timeout", "5m"]).ended(0);
}

/// The requests for logs of pods in the namespace.
fn log_requests(site: &Site, deploy: impl FnOnce()) -> Vec<Request> {
    let mark = site.cluster.audit_mark().unwrap();
    deploy();
    let requests = site.cluster.requests_since(mark).unwrap();
    requests.into_iter().filter(|it| it.namespace == site.namespace && it.subresource == "log").collect()
}

#[test]
fn logs_that_nobody_sees_are_not_read() {
    let site = Site::new("unread-logs");
    let late = "test.skeg.dev/behave: ready-after, test.skeg.dev/after: 2s";
    let web = Workload { pods: late, image: "main:{{ .Values.tag }}", ..Workload::default() };
    site.chart(&[("templates/web.yaml", &web.deployment())]);
    let read = |tag: u32, words: &[&str]| {
        let tag = format!("tag=v{tag}");
        let words: Vec<&str> = words.iter().copied().chain(["--set", &tag]).collect();
        log_requests(&site, || drop(site.install(&words).ended(0))).len()
    };
    let unseen: [&[&str]; 6] = [
        &["--log-level", "warning"],
        &["--log-level", "error"],
        &["--log-level", "silent"],
        &["--no-pod-logs"],
        &["--progress", "none"],
        &["--no-show-progress"],
    ];
    for (tag, words) in (0..).zip(unseen) {
        assert_eq!(read(tag, words), 0, "{words:?}");
    }
    let seen: [&[&str]; 2] = [&[], &["--log-level", "silent", "--progress", "json"]];
    for (tag, words) in (10..).zip(seen) {
        assert_eq!(read(tag, words), 1, "{words:?}");
    }
}

#[test]
fn a_log_that_breaks_off_goes_on() {
    let site = Site::new("broken-log");
    let web = Workload { pods: "test.skeg.dev/behave: never-ready", container: "talk", ..Workload::default() };
    site.chart(&[("templates/web.yaml", &web.deployment())]);
    let proxy = FaultProxy::start(site.cluster).unwrap();
    let cut = proxy.add(Rule::new(Fault::CutWatch { after: 2 }).path(&site.namespace).path("/log?").nth(1));
    let mut command = site.command(["release", "install", "-n", &site.namespace, "-r", "shop", "./shop"]);
    command.env("KUBECONFIG", proxy.kubeconfig());
    let running = Running::of(command);
    running.wait_for("talk  │ starting");
    let line = |at: u32| format!("{} says {at}", site.namespace);
    for at in 0..5 {
        site.cluster.append_pod_log(PodLog::Talk, &line(at)).unwrap();
    }
    running.wait_for(&line(4));
    site.kubectl(&["annotate", "pods", "--all", "--overwrite", "test.skeg.dev/behave=ready"]);
    let Ran { status, stderr, .. } = running.end();
    assert_eq!((status, cut.fired()), (0, 1), "{stderr}");
    for at in 0..5 {
        assert_eq!(stderr.matches(&line(at)).count(), 1, "{at}:\n{stderr}");
    }
    assert!(stderr.contains("container talk is interrupted, trying again: "), "{stderr}");
    assert!(stderr.contains("container talk continues after an interruption"), "{stderr}");
}
