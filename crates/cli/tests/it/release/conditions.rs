//! `werf.io/deploy-on`: in which deploys and at which stages a resource is deployed.

use super::manifests::config_map;
use super::site::Site;

const VALUES: [&str; 14] = [
    "install",
    "upgrade",
    "rollback",
    "delete",
    "pre-install",
    "post-install",
    "pre-upgrade",
    "post-upgrade",
    "pre-rollback",
    "post-rollback",
    "pre-delete",
    "post-delete",
    "test",
    "test-success",
];

#[test]
fn every_value_has_its_turn() {
    let site = Site::new("deploy-on");
    let on: Vec<String> = VALUES
        .iter()
        .map(|value| config_map(&format!("on-{value}"), &[&format!("werf.io/deploy-on: {value}")]))
        .collect();
    let main = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: main}\ndata: {tag: {{ .Values.tag | quote }}}\n";
    site.chart(&[
        ("templates/on.yaml", &on.join("---\n")),
        ("templates/main.yaml", main),
        ("values.yaml", "tag: one\n"),
    ]);

    let trace = site.traced_install(&[]);
    let name = |value: &str| format!("patch configmaps/on-{value}");
    let expect = |trace: &super::trace::Trace, kind: &str| {
        let (pre, at, post) = (name(&format!("pre-{kind}")), name(kind), name(&format!("post-{kind}")));
        trace.is_in_order(&[&pre, &at, &post]);
        let mut written = trace.writes();
        written.retain(|write| write.starts_with("patch configmaps/on-"));
        assert_eq!(written, [pre, at, post]);
    };
    expect(&trace, "install");
    expect(&site.traced_install(&["--set", "tag=two"]), "upgrade");
    let (ran, trace) = site.traced("rollback", &["1"]);
    ran.ended(0);
    expect(&trace, "rollback");
    let (ran, trace) = site.traced("uninstall", &[]);
    ran.ended(0);
    expect(&trace, "delete");
    assert_eq!(site.names("configmap"), [""; 0]);
}

#[test]
fn it_counts_for_more_than_the_hook() {
    let site = Site::new("deploy-on-hook");
    let both = config_map("both", &["helm.sh/hook: pre-install", "werf.io/deploy-on: post-install"]);
    site.chart(&[("templates/both.yaml", &both), ("templates/main.yaml", &config_map("main", &[]))]);
    let trace = site.traced_install(&[]);
    trace.is_in_order(&["patch configmaps/main", "patch configmaps/both"]);
}

#[test]
fn a_value_that_is_none_is_refused_with_those_that_are() {
    let site = Site::new("deploy-on-bad");
    site.chart(&[("templates/bad.yaml", &config_map("bad", &["werf.io/deploy-on: pre-instal"]))]);
    site.install(&[])
        .ended(1)
        .says("shop/templates/bad.yaml")
        .says("werf.io/deploy-on")
        .says("pre-install")
        .says("Nothing was changed");
    assert_eq!(site.history(), "");
}
