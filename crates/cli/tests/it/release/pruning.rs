//! What a deploy deletes because the chart dropped it, and what it keeps unless it is told to.

use super::manifests::config_map;
use super::site::Site;

#[test]
fn what_the_chart_dropped_stays_where_nothing_is_to_be_pruned() {
    let site = Site::new("no-prune");
    let main = ("templates/main.yaml", &*config_map("main", &[]));
    site.chart(&[main, ("templates/old.yaml", &config_map("old", &[]))]);
    site.install(&[]).ended(0);
    site.chart(&[main]);
    let kept = "warning: ConfigMap/old is left in the cluster: --no-prune was given";
    let words = ["plan", "install", "-n", &site.namespace, "-r", "shop", "./shop", "--no-prune", "--exit-code"];
    let plan = site.skeg(["release"].iter().chain(&words)).ended(3).says(kept);
    assert_eq!(plan.stderr.matches("is left in the cluster").count(), 1, "{}", plan.stderr);
    let (ran, trace) = site.traced("install", &["./shop", "--no-prune"]);
    ran.ended(0).says(kept);
    assert_eq!(trace.writes(), [""; 0]);
    assert_eq!(site.history(), "1 superseded, 2 deployed");

    // A rollback drops what the revisions in between added.
    site.chart(&[main, ("templates/new.yaml", &config_map("new", &[]))]);
    site.install(&[]).ended(0);
    let kept = "warning: ConfigMap/new is left in the cluster: --no-prune was given";
    site.release("rollback", &["2", "--no-prune"]).ended(0).says(kept);
    assert!(site.object("configmap", "new").is_some());
}
