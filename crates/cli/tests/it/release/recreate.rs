//! Resources that cannot be changed in place.

use super::manifests::job;
use super::site::Site;

fn uid(site: &Site, kind: &str, name: &str) -> String {
    site.object(kind, name).unwrap()["metadata"]["uid"].as_str().unwrap().to_string()
}

#[test]
fn a_job_whose_template_changed_is_recreated() {
    let site = Site::new("job");
    site.chart(&[
        ("templates/job.yaml", &job("migrate", &[], &[])),
        ("templates/a.yaml", &super::manifests::config_map("a", &[])),
    ]);
    site.install(&[]).ended(0);
    let before = uid(&site, "job", "migrate");
    site.chart(&[
        ("templates/job.yaml", &job("migrate", &[], &["round: two"])),
        ("templates/a.yaml", &super::manifests::config_map("a", &[])),
    ]);
    let (ran, trace) = site.traced("install", &["./shop"]);
    ran.ended(0).says("1 recreated, 1 unchanged");
    assert_ne!(uid(&site, "job", "migrate"), before);
    assert_eq!(trace.writes(), ["delete jobs/migrate", "patch jobs/migrate"]);
    assert_eq!(site.object("job", "migrate").unwrap()["status"]["succeeded"], 1);
    site.install(&[]).ended(0).says("up to date");
}

fn stateful_set(service: &str, annotations: &str) -> String {
    format!(
        "apiVersion: apps/v1\nkind: StatefulSet\nmetadata: {{name: db{annotations}}}\nspec:\n  serviceName: {service}\n  \
         selector: {{matchLabels: {{app: db}}}}\n  template:\n    metadata: {{labels: {{app: db}}}}\n    \
         spec: {{containers: [{{name: db, image: db}}]}}\n"
    )
}

#[test]
fn a_stateful_set_that_cannot_be_changed_is_refused_before_anything_is_written() {
    let site = Site::new("immutable");
    site.chart(&[("templates/db.yaml", &stateful_set("one", ""))]);
    site.install(&[]).ended(0);
    let extra = super::manifests::config_map("extra", &[]);
    site.chart(&[("templates/db.yaml", &stateful_set("two", "")), ("templates/extra.yaml", &extra)]);
    let (ran, trace) = site.traced("install", &["./shop"]);
    ran.ended(1)
        .says("StatefulSet/db in namespace")
        .says("spec.serviceName")
        .says("chart: shop/templates/db.yaml")
        .says("Nothing was changed")
        .says("werf.io/delete-policy: before-creation-if-immutable");
    assert_eq!(trace.writes(), [""; 0]);
    assert_eq!(site.history(), "1 deployed");

    let recreated = stateful_set("two", ", annotations: {werf.io/delete-policy: before-creation-if-immutable}");
    site.chart(&[("templates/db.yaml", &recreated), ("templates/extra.yaml", &extra)]);
    let before = uid(&site, "statefulset", "db");
    site.install(&[]).ended(0).says("warning: StatefulSet/db is recreated").says("1 recreated");
    assert_ne!(uid(&site, "statefulset", "db"), before);
    assert_eq!(site.object("statefulset", "db").unwrap()["spec"]["serviceName"], "two");
    assert_eq!(site.history(), "1 superseded, 2 deployed");
}

#[test]
fn a_resource_with_the_policy_is_recreated_every_time() {
    let site = Site::new("before-creation");
    site.chart(&[(
        "templates/a.yaml",
        &super::manifests::config_map("a", &["werf.io/delete-policy: before-creation"]),
    )]);
    site.install(&[]).ended(0);
    let before = uid(&site, "configmap", "a");
    site.install(&[]).ended(0);
    assert_ne!(uid(&site, "configmap", "a"), before);
}

/// The record of a revision cannot be edited, so annotations and templates are no solution.
#[test]
fn a_rollback_over_immutable_fields_offers_what_can_be_done() {
    let site = Site::new("immutable-back");
    site.chart(&[("templates/db.yaml", &stateful_set("one", ""))]);
    site.install(&[]).ended(0);
    site.chart(&[("templates/db.yaml", &stateful_set("two", ""))]);
    site.install(&["--recreate-immutable"]).ended(0).says("1 recreated");
    let (ran, trace) = site.traced("rollback", &["1"]);
    let ran = ran
        .ended(1)
        .says("spec.serviceName cannot be changed once set")
        .says("To recreate it: --recreate-immutable, or delete it by hand and roll back again.")
        .says("The record cannot be changed.");
    assert!(!ran.stderr.contains("annotation") && !ran.stderr.contains("in the template"), "{}", ran.stderr);
    assert_eq!(trace.writes(), [""; 0]);
    let before = uid(&site, "statefulset", "db");
    site.release("rollback", &["1", "--recreate-immutable"]).ended(0).says("warning: StatefulSet/db is recreated");
    assert_ne!(uid(&site, "statefulset", "db"), before);
    assert_eq!(site.object("statefulset", "db").unwrap()["spec"]["serviceName"], "one");
}

#[test]
fn many_immutable_changes_are_all_told() {
    let site = Site::new("immutable-many");
    let chart = |service: &str| {
        let all: Vec<String> =
            (0..12).map(|at| stateful_set(service, "").replace("name: db", &format!("name: db-{at}"))).collect();
        site.chart(&[("templates/db.yaml", &all.join("---\n"))]);
    };
    chart("one");
    site.install(&["--no-final-tracking"]).ended(0);
    chart("two");
    let ran = site.install(&[]).ended(1);
    for at in 0..12 {
        assert!(ran.stderr.contains(&format!("StatefulSet/db-{at} in namespace")), "{at}: {}", ran.stderr);
    }
    assert!(!ran.stderr.contains("left out"), "{}", ran.stderr);
    assert_eq!(ran.stderr.matches("Nothing was changed. To recreate them").count(), 1, "{}", ran.stderr);
}
