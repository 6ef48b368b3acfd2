//! Ordered deploys in which something hangs: what continues meanwhile, which timeout expires, and its message.

use skeg_test_cluster::wait_until;

use super::manifests::job;
use super::running::Running;
use super::site::Site;
use super::umbrella::{tagged, umbrella};

const LIMIT: std::time::Duration = std::time::Duration::from_secs(60);
const ORDERED: &str = "--wait=ordered";
/// Two branches: web waits for db, site for cache; the shop's own resources for site.
const SHOP: &str = "annotations:
  helm.sh/depends-on/subcharts: site
dependencies:
  - {name: db, version: 1.0.0}
  - {name: cache, version: 1.0.0}
  - {name: web, version: 1.0.0, depends-on: [db]}
  - {name: site, version: 1.0.0, depends-on: [cache]}
";

/// A shop whose db hangs; its Job has these annotations.
fn shop(site: &Site, annotations: &[&str]) {
    let files = [
        ("templates/own.yaml", tagged("own")),
        ("charts/db/templates/db.yaml", job("migrate", annotations, &["test.skeg.dev/behave: hang"])),
        ("charts/cache/templates/warm.yaml", job("warm", &[], &["test.skeg.dev/after: 500ms"])),
        ("charts/web/templates/web.yaml", tagged("web")),
        ("charts/site/templates/site.yaml", tagged("site")),
    ];
    umbrella(site, SHOP, &files.each_ref().map(|(path, text)| (*path, text.as_str())));
}

/// No barrier between batches: site starts while db, in the batch before, is still running.
#[test]
fn an_independent_branch_finishes_though_another_hangs() {
    let site = Site::new("ordered-hangs");
    shop(&site, &[]);
    let running = Running::install(&site, &[ORDERED]);
    for name in ["site", "own"] {
        wait_until(LIMIT, || site.object("configmap", name)).unwrap_or_else(|| panic!("{name}: {}", running.said()));
    }
    running.wait_for("chart site: ready (");
    running.wait_for("chart shop: installing");
    assert_eq!(site.object("configmap", "web"), None, "it waits for what hangs");
    // When interrupted, it says where it was; the same command again resumes.
    running.signal("TERM");
    let ran = running.end().ended(130);
    ran.says("chart db: not finished: interrupted").says("chart web: not begun: interrupted while waiting for db");
    assert_eq!(site.history(), "1 failed");

    let running = Running::install(&site, &[ORDERED]);
    let hanging = || {
        let pods = site.kubectl(&["get", "pods", "-ljob-name=migrate", "-o", "name"]);
        (!pods.trim().is_empty()).then_some(())
    };
    wait_until(LIMIT, hanging).expect("the Job's pod");
    site.kubectl(&["annotate", "pods", "-ljob-name=migrate", "--overwrite", "test.skeg.dev/behave=complete"]);
    running.end().ended(0).says("chart web: ready (");
    assert_eq!(site.history(), "1 failed, 2 deployed");
}

#[test]
fn the_clock_that_rang_is_named_with_the_charts_that_it_stopped() {
    let site = Site::new("ordered-clocks");
    shop(&site, &[]);
    let stopped = |ran: super::site::Ran| {
        let ran = ran.ended(1).says("Job/migrate").says("chart web: not begun: ");
        assert_eq!(site.object("configmap", "web"), None);
        assert!(site.object("configmap", "own").is_some(), "{}", ran.stderr);
        ran
    };
    stopped(site.install(&[ORDERED, "--timeout", "8s"])).says("--timeout expired while waiting until Job/migrate is");
    let ran = stopped(site.install(&[ORDERED, "--readiness-timeout", "4s"]));
    ran.says("not ready after 4s").says("waits for db, which failed");
    shop(&site, &["werf.io/no-activity-timeout: 4s"]);
    let ran = stopped(site.install(&[ORDERED]));
    ran.says("nothing happened for 4s (werf.io/no-activity-timeout)").says("waits for db, which failed");
    let status = site.release("status", &[]).ended(0);
    status.says("chart db: failed: Job/migrate: ").says("chart site: ready").says("chart web: not begun: waits for db");
}
