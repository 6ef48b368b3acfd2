//! Renderings that depend on the cluster, compared with real Helms.

use skeg_test_cluster::Helm;

use super::site::{Ran, Site};

/// Everything that templates see of a cluster.
const SEES: &str = r#"apiVersion: v1
kind: ConfigMap
metadata: {name: sees}
data:
  version: {{ .Capabilities.KubeVersion.Version | quote }}
  minor: {{ .Capabilities.KubeVersion.Minor | quote }}
  kinds: {{ len .Capabilities.APIVersions | quote }}
  deployments: {{ .Capabilities.APIVersions.Has "apps/v1/Deployment" | quote }}
  given: {{ .Capabilities.APIVersions.Has "given/v1" | quote }}
  one: {{ ((lookup "v1" "Namespace" "" "kube-system").metadata).name | quote }}
  all: {{ gt (len (default list (lookup "v1" "Namespace" "" "").items)) 1 | quote }}
"#;
const UNKNOWN: &str = "apiVersion: none.example/v1\nkind: Foo\nmetadata: {name: f}\n";
const OTHERS: &str = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: kube-root-ca.crt}\n";

/// `template shop ./shop …` by Skeg in the mode of this Helm: stdout, the error, the status.
fn template(site: &Site, generation: Helm, more: &[&str]) -> (String, String, bool) {
    let compat = if matches!(generation, Helm::V4) { "v4" } else { "v3" };
    let words = ["template", "shop", "./shop", "-n", &site.namespace, "--helm-compat", compat];
    let Ran { status, stdout, stderr } = site.skeg(words.iter().chain(more));
    (stdout, error_of(&stderr), status == 0)
}

/// The same by Helm itself.
fn helm_template(site: &Site, generation: Helm, more: &[&str]) -> (String, String, bool) {
    let mut helm = site.cluster.helm(generation).unwrap();
    helm.current_dir(site.folder()).args(["template", "shop", "./shop", "-n", &site.namespace]).args(more);
    let Ran { status, stdout, stderr } = Ran::of(&helm.output().unwrap());
    (stdout, error_of(&stderr), status == 0)
}

fn error_of(stderr: &str) -> String {
    stderr.find("Error").map_or(String::new(), |at| stderr[at..].to_string())
}

#[test]
fn the_cluster_is_asked_for_what_helm_asks_it() {
    let site = Site::new("server");
    let list = format!(
        "apiVersion: v1\nkind: List\nitems:\n- {{apiVersion: none.example/v1, kind: X, metadata: {{name: y}}}}\n- {}",
        "{apiVersion: v1, kind: ConfigMap, metadata: {name: z}}\n"
    );
    let two =
        format!("{UNKNOWN}---\n{}", UNKNOWN.replace("Foo", "Bar").replace("{name: f}", "{name: g, namespace: x}"));
    let nameless = OTHERS.replace("name: kube-root-ca.crt", "labels: {a: b}");
    let ours = "apiVersion: v1\nkind: Namespace\nmetadata: {name: kube-system}\n";
    let charts: [&[(&str, &str)]; 7] = [
        &[("templates/sees.yaml", SEES)],
        &[("templates/a.yaml", UNKNOWN)],
        &[("templates/a.yaml", &two)],
        &[("templates/a.yaml", &list)],
        &[("templates/a.yaml", OTHERS)],
        &[("templates/a.yaml", &nameless)],
        &[("templates/a.yaml", ours)],
    ];
    for (number, chart) in charts.into_iter().enumerate() {
        site.chart(chart);
        for (generation, more) in [
            (Helm::V4, &["--dry-run=server", "-a", "given/v1"][..]),
            (Helm::V4, &["--validate", "--is-upgrade"]),
            (Helm::V4, &["--dry-run=server", "--take-ownership"]),
            (Helm::V3, &["--dry-run=server", "-a", "given/v1"]),
            (Helm::V3, &["--validate"]),
            (Helm::V3, &["--validate", "--dry-run=none"]),
        ] {
            let ask = || (template(&site, generation, more), helm_template(&site, generation, more));
            let (mut ours, mut helms) = ask();
            // Other tests add and remove kinds in this cluster: two runs may see different ones.
            for _ in 0..10 {
                if ours != helms {
                    (ours, helms) = ask();
                }
            }
            assert_eq!(ours, helms, "chart {number}, {more:?}");
        }
    }
}

#[test]
fn what_is_ours_may_be_there_already() {
    let site = Site::new("server-ours");
    site.chart(&[("templates/a.yaml", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: mine}\n")]);
    site.install(&[]).ended(0);
    assert!(template(&site, Helm::V4, &["--dry-run=server"]).2);
    let other = ["template", "other", "./shop", "-n", &site.namespace, "--dry-run=server"];
    site.skeg(other).ended(1).says("key \"meta.helm.sh/release-name\" must equal \"other\": current value is \"shop\"");
}

#[test]
fn chart_render_asks_with_remote() {
    let site = Site::new("remote");
    site.chart(&[("templates/sees.yaml", SEES)]);
    let words = ["chart", "render", "./shop", "-n", &site.namespace];
    site.skeg(words).ended(0).says("one: \n").says("deployments: \"false\"");
    let remote = site.skeg(words.iter().chain(&["--remote"])).ended(0);
    remote.says("one: \"kube-system\"").says("deployments: \"true\"").says("all: \"true\"");
}
