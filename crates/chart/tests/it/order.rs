//! What charts on disk declare about the order of their subcharts.

use skeg_chart::{Chart, Compat, LoadOptions, load, load_with, process};
use skeg_go_yaml::Tree;

use crate::directory::Directory;

const SHOP: &str = "apiVersion: v2
name: shop
version: 1.0.0
annotations:
  helm.sh/depends-on/subcharts: ANNOTATION
dependencies:
  - name: base
    alias: db
    version: 1.0.0
  - name: web
    version: 1.0.0
    condition: web.enabled
    depends-on: DEPENDS-ON
";

/// The chart with its subcharts, loaded and processed.
fn shop(folder: &Directory, annotation: &str, depends_on: &str, values: Tree) -> Chart {
    let text = SHOP.replace("ANNOTATION", annotation).replace("DEPENDS-ON", depends_on);
    load_shop(folder, &text, &values)
}

fn load_shop(folder: &Directory, text: &str, values: &Tree) -> Chart {
    folder.write("Chart.yaml", text);
    for name in ["base", "web"] {
        let text = format!("apiVersion: v2\nname: {name}\nversion: 1.0.0\n");
        folder.write(&format!("charts/{name}/Chart.yaml"), text);
    }
    let options = LoadOptions { order_lists: true, ..LoadOptions::default() };
    let mut chart = load_with(folder.path(), Compat::V4, options).expect("loaded");
    process(&mut chart, values, Compat::V4).expect("processed");
    chart
}

fn order(chart: &Chart) -> Result<String, String> {
    let declarations = chart.order_declarations().map_err(|errors| errors.to_string())?;
    let resolved = skeg_sequence::resolve(&declarations).map_err(|errors| errors.to_string())?;
    let waits = |waits: &[skeg_sequence::Wait]| {
        waits.iter().map(|wait| format!("{} ({})", wait.on, wait.origin)).collect::<Vec<_>>().join(", ")
    };
    let chart = |chart: &skeg_sequence::ChartOrder| {
        format!("{}: {} | {}", chart.path, waits(&chart.after), waits(&chart.own_after))
    };
    Ok(resolved.order.charts.iter().map(chart).collect::<Vec<_>>().join("\n"))
}

#[test]
fn lists_may_be_written_in_four_ways() {
    let folder = Directory::new();
    let expected = "shop:  | shop/charts/web (annotation helm.sh/depends-on/subcharts in shop/Chart.yaml:5)\n\
                    shop/charts/db:  | \n\
                    shop/charts/web: shop/charts/db (depends-on in shop/Chart.yaml:13) | ";
    for annotation in ["'[\"web\"]'", "'[web]'", "web", "[web]", "[\"web\"]"] {
        for depends_on in ["[base]", "db", "'[\"db\"]'", "'db, base'"] {
            let chart = shop(&folder, annotation, depends_on, Tree::map());
            assert_eq!(order(&chart).as_deref(), Ok(expected), "{annotation} {depends_on}");
        }
    }
}

#[test]
fn a_list_is_kept_as_a_text_that_helm_reads() {
    let folder = Directory::new();
    let chart = shop(&folder, "[web]", "[db]", Tree::map());
    let annotations = chart.metadata.annotations.clone().expect("annotations");
    assert_eq!(annotations["helm.sh/depends-on/subcharts"], "[\"web\"]");
    // Helm refuses it, and so does loading as Helm does.
    let error = load(folder.path(), Compat::V4).expect_err("refused").to_string();
    assert!(
        error.contains("cannot unmarshal array into Go struct field Metadata.annotations of type string"),
        "{error}"
    );
}

#[test]
fn a_subchart_that_is_switched_off_has_no_order() {
    let folder = Directory::new();
    let off = skeg_go_yaml::read_tree(b"web: {enabled: false}").expect("values");
    let chart = shop(&folder, "web", "db", off);
    assert_eq!(order(&chart).as_deref(), Ok("shop:  | \nshop/charts/db:  | "));
}

#[test]
fn a_tag_switches_an_order_off_like_a_condition() {
    let folder = Directory::new();
    let tagged = SHOP.replace("condition: web.enabled", "tags: [front]");
    let values = skeg_go_yaml::read_tree(b"tags: {front: false}").expect("values");
    let chart = load_shop(&folder, &tagged.replace("ANNOTATION", "web").replace("DEPENDS-ON", "db"), &values);
    assert_eq!(order(&chart).as_deref(), Ok("shop:  | \nshop/charts/db:  | "));
}

/// Go reads keys in any case, merges maps, and Helm drops what cannot be printed: the subcharts are loaded, so they are in order.
#[test]
fn dependencies_are_read_as_loading_reads_them() {
    let folder = Directory::new();
    let start = "apiVersion: v2\nname: shop\nversion: 1.0.0\n";
    let web = "  - {name: web, version: 1.0.0, depends-on: [base]}\n";
    let merged = "anchors:\n  - &waits {version: 1.0.0, depends-on: [base]}\n\
                  dependencies:\n  - {name: base, version: 1.0.0}\n  - {<<: *waits, name: web}\n";
    let odd = [
        format!("Dependencies:\n  - {{Name: base, version: 1.0.0}}\n{web}"),
        format!("dependencies:\n  - {{name: \"ba\\x01se\", version: 1.0.0}}\n{web}"),
        merged.to_string(),
    ];
    for text in odd {
        let chart = load_shop(&folder, &format!("{start}{text}"), &Tree::map());
        let found = order(&chart).expect("an order");
        assert!(found.contains("shop/charts/web: shop/charts/base (depends-on in shop/Chart.yaml:"), "{text}{found}");
    }
}

/// Charts of the first API version have their dependencies in a file of their own.
#[test]
fn old_charts_declare_their_order_beside_their_dependencies() {
    let folder = Directory::new();
    folder.write(
        "requirements.yaml",
        "dependencies:\n  - {name: base, version: 1.0.0}\n  - {name: web, version: 1.0.0, depends-on: [base]}\n",
    );
    let chart = load_shop(&folder, "apiVersion: v1\nname: shop\nversion: 1.0.0\n", &Tree::map());
    let found = order(&chart).expect("an order");
    assert!(found.contains("shop/charts/web: shop/charts/base (depends-on in shop/requirements.yaml:3)"), "{found}");
}

#[test]
fn what_is_no_list_is_refused_with_its_line() {
    let folder = Directory::new();
    let chart = shop(&folder, "'[web'", "{a: b}", Tree::map());
    assert_eq!(
        order(&chart),
        Err("shop/Chart.yaml:5: helm.sh/depends-on/subcharts must be a list of subcharts, such as [\"db\", \"cache\"]: \
             the bracket at the start is not closed\n\
             shop/Chart.yaml:13: depends-on must be a list of subcharts, such as [\"db\", \"cache\"]: it is a map"
            .to_string())
    );
    let chart = shop(&folder, "' '", "[[db]]", Tree::map());
    let error = order(&chart).expect_err("refused");
    assert!(error.ends_with("an item is not a name"), "{error}");
    let chart = shop(&folder, "web", "['']", Tree::map());
    assert!(order(&chart).expect_err("refused").ends_with("a name is empty"));
}

/// Helm takes no notice of keys it does not know.
#[test]
fn a_misspelt_key_is_not_passed_over() {
    let folder = Directory::new();
    for key in ["dependsOn", "depends_on", "DependsOn", "dependson", "depends-ons"] {
        let text = SHOP.replace("depends-on: DEPENDS-ON", &format!("{key}: [db]")).replace("ANNOTATION", "web");
        let error = order(&load_shop(&folder, &text, &Tree::map())).expect_err(key);
        assert_eq!(error, format!("shop/Chart.yaml:13: {key:?} means nothing; did you mean \"depends-on\"?"));
    }
    for key in ["helm.sh/depends-on/subchart", "helm.sh/depends-on-subcharts"] {
        let text = SHOP.replace("helm.sh/depends-on/subcharts", key).replace("ANNOTATION", "web");
        let error = order(&load_shop(&folder, &text.replace("DEPENDS-ON", "db"), &Tree::map())).expect_err(key);
        assert!(error.ends_with("did you mean \"helm.sh/depends-on/subcharts\"?"), "{error}");
    }
    // Another case is the same key, as for Go, and other keys are left alone.
    let text = SHOP.replace("depends-on: DEPENDS-ON", "Depends-On: [db]\n    note: on").replace("ANNOTATION", "web");
    assert!(
        order(&load_shop(&folder, &text, &Tree::map())).expect("an order").contains("shop/charts/web: shop/charts/db")
    );
}
