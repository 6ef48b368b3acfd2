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
    folder.write("Chart.yaml", text);
    for name in ["base", "web"] {
        let text = format!("apiVersion: v2\nname: {name}\nversion: 1.0.0\n");
        folder.write(&format!("charts/{name}/Chart.yaml"), text);
    }
    let options = LoadOptions { order_lists: true, ..LoadOptions::default() };
    let mut chart = load_with(folder.path(), Compat::V4, options).expect("loaded");
    process(&mut chart, &values, Compat::V4).expect("processed");
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
