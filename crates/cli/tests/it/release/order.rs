//! The order of resources by weights and explicit dependencies.

use std::time::Duration;

use serde_json::Value;
use skeg_test_cluster::wait_until;

use super::manifests::{config_map, job};
use super::running::Running;
use super::site::Site;

const LIMIT: Duration = Duration::from_secs(60);

#[test]
fn lighter_resources_come_first_and_are_waited_for() {
    let site = Site::new("weights");
    let slow = ["test.skeg.dev/after: 300ms"];
    let documents = [
        job("a-last", &["werf.io/weight: \"10\""], &slow),
        job("b-first", &["werf.io/weight: \"-10\""], &slow),
        job("c-middle", &[], &slow),
    ];
    site.chart(&[("templates/all.yaml", &documents.join("---\n"))]);
    let trace = site.traced_install(&[]);
    trace.is_in_order(&["patch jobs/b-first", "patch jobs/c-middle", "patch jobs/a-last"]);
    let done = site.object("job", "b-first").unwrap()["status"]["completionTime"].as_str().unwrap().to_string();
    let begun = trace.second_of("patch jobs/c-middle");
    assert!(begun.as_str() >= &done[..19], "c-middle begun at {begun}, b-first done at {done}");
}

#[test]
fn a_written_dependency_is_waited_for_until_it_is_ready_or_present() {
    let site = Site::new("manual");
    let documents = [
        job("z-migrate", &[], &["test.skeg.dev/behave: hang"]),
        config_map("a-ready", &["werf.io/deploy-dependency-db: state=ready,kind=Job,name=z-migrate"]),
        config_map("b-present", &["werf.io/deploy-dependency-db: state=present,kind=Job,name=z-migrate"]),
        config_map("c-old-form", &["db.dependency.werf.io: batch/v1:Job:z-migrate"]),
    ];
    site.chart(&[("templates/all.yaml", &documents.join("---\n"))]);
    let running = Running::install(&site, &[]);
    // While the Job exists and does not end.
    let both = || Some((site.object("configmap", "b-present")?, site.object("configmap", "c-old-form")?));
    let (present, old_form) = wait_until(LIMIT, both).unwrap_or_else(|| panic!("{}", running.said()));
    let made = |object: &Value| object["metadata"]["creationTimestamp"].as_str().unwrap().to_string();
    let job = site.object("job", "z-migrate").unwrap();
    assert!(made(&job) <= made(&present) && made(&job) <= made(&old_form));
    wait_until(LIMIT, || site.kubectl(&["get", "pods", "-o", "name"]).contains("z-migrate").then_some(())).unwrap();
    assert_eq!(site.object("configmap", "a-ready"), None);
    site.kubectl(&["annotate", "pods", "--all", "--overwrite", "test.skeg.dev/behave=complete"]);
    running.end().ended(0);
    let done = site.object("job", "z-migrate").unwrap()["status"]["completionTime"].as_str().unwrap().to_string();
    let made = made(&site.object("configmap", "a-ready").unwrap());
    assert!(made >= done, "a-ready made at {made}, z-migrate done at {done}");
}

#[test]
fn a_dependency_that_matches_nothing_is_a_warning_or_with_strict_an_error() {
    let site = Site::new("unmatched");
    let documents = [
        config_map("database", &[]),
        config_map("web", &["werf.io/deploy-dependency-db: state=ready,kind=ConfigMap,name=databse"]),
    ];
    site.chart(&[("templates/all.yaml", &documents.join("---\n"))]);
    let message = "ConfigMap/web: annotation werf.io/deploy-dependency-db matches no resource of the release \
                   (kind=ConfigMap,name=databse); did you mean ConfigMap/database?";
    let (ran, trace) = site.traced("install", &["./shop", "--strict"]);
    ran.ended(1).says("SKEG-DEPENDENCY-UNMATCHED").says(message).says("Nothing was changed");
    assert_eq!(trace.writes(), [""; 0]);
    assert_eq!(site.history(), "");
    site.install(&[]).ended(0).says(&format!("warning: {message}"));
    // A second deploy prints the warning again.
    site.install(&[]).ended(0).says("up to date").says(&format!("warning: {message}"));
}

#[test]
fn resources_that_wait_for_each_other_are_told_with_what_makes_them() {
    let site = Site::new("cycle");
    let documents = [
        config_map("a", &["werf.io/deploy-dependency-b: state=ready,kind=ConfigMap,name=b"]),
        config_map("b", &["werf.io/deploy-dependency-c: state=present,kind=ConfigMap,name=c"]),
        config_map("c", &["werf.io/deploy-dependency-a: state=present,kind=ConfigMap,name=a"]),
    ];
    site.chart(&[("templates/all.yaml", &documents.join("---\n"))]);
    let (ran, trace) = site.traced("install", &["./shop"]);
    ran.ended(1)
        .says("SKEG-RESOURCE-CYCLE")
        .says("these resources wait for each other")
        .says("ConfigMap/a  waits for  ConfigMap/b")
        .says("annotation werf.io/deploy-dependency-b")
        .says("(shop/templates/all.yaml)")
        .says("Break one of them. Nothing was changed.");
    assert_eq!(trace.writes(), [""; 0]);
    assert_eq!(site.history(), "");
}

#[test]
fn an_external_dependency_may_appear_late() {
    let site = Site::new("external");
    let namespace = &site.namespace;
    let documents = [
        config_map("first", &["werf.io/weight: \"-1\""]),
        config_map("new", &[&format!("db.external-dependency.werf.io: v1:Secret:{namespace}:outer")]),
        config_map(
            "old",
            &[
                "db.external-dependency.werf.io/resource: secrets/outer",
                &format!("db.external-dependency.werf.io/namespace: {namespace}"),
            ],
        ),
    ];
    site.chart(&[("templates/all.yaml", &documents.join("---\n"))]);
    let running = Running::install(&site, &[]);
    wait_until(LIMIT, || site.object("configmap", "first")).unwrap();
    running.wait_for("Secret/outer");
    assert_eq!((site.object("configmap", "new"), site.object("configmap", "old")), (None, None));
    site.kubectl(&["create", "secret", "generic", "outer"]);
    running.end().ended(0);
    assert_eq!(site.names("configmap"), ["first", "new", "old"]);
    assert_eq!(site.history(), "1 deployed");
}

#[test]
fn an_external_dependency_that_never_appears_fails_the_deploy() {
    let site = Site::new("external-missing");
    let dependency = format!("db.external-dependency.werf.io: v1:Secret:{}:outer", site.namespace);
    site.chart(&[("templates/a.yaml", &config_map("a", &[&dependency]))]);
    site.install(&["--resource-creation-timeout", "1s"]).ended(1).says("Secret/outer");
    assert_eq!(site.object("configmap", "a"), None);
    assert_eq!(site.history(), "1 failed");
}
