//! Charts that declare an order, rendered without `--wait=ordered`: the same bytes as Helm's, in output and in records.

use skeg_test_cluster::Helm;

use super::site::Site;
use super::umbrella::{tagged, umbrella};

const SHOP: &str = "annotations:
  helm.sh/depends-on/subcharts: '[\"web\"]'
dependencies:
  - {name: base, alias: db, version: 1.0.0}
  - name: web
    version: 1.0.0
    depends-on: [db]
  - {name: off, version: 1.0.0, condition: off.enabled, depends-on: [web]}
";

fn shop(site: &Site) {
    let annotated = |name: &str, group: &str| {
        let annotations = format!(
            "{{helm.sh/resource-group: {group}, helm.sh/depends-on/resource-groups: '[\"disk\"]', \
             helm.sh/readiness-success: '{{.a}} == 1', helm.sh/readiness-failure: '{{.a}} == 2'}}"
        );
        format!("apiVersion: v1\nkind: ConfigMap\nmetadata: {{name: {name}, annotations: {annotations}}}\n")
    };
    let files = [
        ("values.yaml", "global: {tag: one}\noff: {enabled: false}\n".to_string()),
        ("templates/z-own.yaml", tagged("own")),
        ("templates/a-app.yaml", annotated("app", "app")),
        ("charts/base/templates/db.yaml", tagged("db")),
        ("charts/web/templates/web.yaml", tagged("web")),
        ("charts/web/templates/disk.yaml", annotated("disk", "app")),
        ("charts/off/templates/off.yaml", tagged("off")),
    ];
    umbrella(site, SHOP, &files.each_ref().map(|(path, text)| (*path, text.as_str())));
}

#[test]
fn declarations_change_nothing_of_what_is_rendered() {
    let site = Site::new("ordered-bytes");
    shop(&site);
    for (generation, compat) in [(Helm::V3, "v3"), (Helm::V4, "v4")] {
        let helms = site.helm(generation, &["template", "shop", "./shop"]).unwrap();
        let ours = site.skeg(["template", "shop", "./shop", "-n", &site.namespace, "--helm-compat", compat]).ended(0);
        assert_eq!(ours.stdout, helms, "{compat}");
        assert!(helms.contains("helm.sh/depends-on/resource-groups"), "{helms}");
    }
}
