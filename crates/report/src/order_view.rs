//! The order of a chart as text, JSON, Graphviz or Mermaid.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;

use skeg_plan::{ChartView, GroupView, OrderView};

use crate::graph_text;

/// The order as indented text.
pub fn order_text(view: &OrderView) -> String {
    let mut text = String::new();
    for chart in &view.charts {
        chart_text(&mut text, chart);
    }
    for warning in &view.warnings {
        let _ = writeln!(text, "warning: {warning}");
    }
    text
}

fn chart_text(text: &mut String, chart: &ChartView) {
    // Writing to a string does not fail.
    let _ = writeln!(text, "{}", chart.path);
    let name = |path: &str| path.rsplit('/').next().unwrap_or_default().to_string();
    let shown = |path: &String| match *path == chart.path {
        true => format!("{} (its own resources)", name(path)),
        false => name(path),
    };
    for (at, batch) in chart.batches.iter().enumerate() {
        let names: Vec<String> = batch.iter().map(shown).collect();
        let _ = writeln!(text, "  batch {}: {}", at + 1, names.join(", "));
    }
    for wait in &chart.waits {
        let _ = writeln!(text, "  {} waits for {}: {}", shown(&wait.chart), name(&wait.on), wait.because);
    }
    for group in &chart.groups {
        let name = if group.name.is_empty() { "no group".to_string() } else { format!("group {}", group.name) };
        let after = if group.after.is_empty() { String::new() } else { format!(", after {}", group.after.join(", ")) };
        let _ = writeln!(text, "  {name}{after}: {}", group.resources.join(", "));
    }
    if !chart.rest.is_empty() {
        let _ = writeln!(text, "  after all groups: {}", chart.rest.join(", "));
    }
}

/// The order as JSON, over several lines.
pub fn order_json(view: &OrderView) -> String {
    serde_json::to_string_pretty(view).unwrap_or_default() + "\n"
}

/// The order as a graph for Graphviz: arrows point from what must be ready first to what waits for it.
pub fn order_dot(view: &OrderView) -> String {
    let mut text = "digraph order {\n  rankdir=LR;\n".to_string();
    let edges = edges(view);
    for (from, to, label) in &edges {
        let label = label.map(|label| format!(" [label={}]", graph_text::dot(label))).unwrap_or_default();
        let _ = writeln!(text, "  {} -> {}{label};", graph_text::dot(from), graph_text::dot(to));
    }
    for node in lone_nodes(view, &edges) {
        let _ = writeln!(text, "  {};", graph_text::dot(&node));
    }
    text.push_str("}\n");
    text
}

/// The order as a Mermaid flow chart.
pub fn order_mermaid(view: &OrderView) -> String {
    let edges = edges(view);
    let mut text = "flowchart LR\n".to_string();
    let mut nodes: HashMap<&str, usize> = HashMap::new();
    let lone = lone_nodes(view, &edges);
    for name in edges.iter().flat_map(|(from, to, _)| [from, to]).chain(&lone) {
        let next = nodes.len();
        if let Entry::Vacant(place) = nodes.entry(name) {
            place.insert(next);
            let _ = writeln!(text, "  n{next}[{}]", graph_text::mermaid(name));
        }
    }
    for (from, to, _) in &edges {
        let _ = writeln!(text, "  n{} --> n{}", nodes[from.as_str()], nodes[to.as_str()]);
    }
    text
}

/// What must be ready first, what waits for it, and the declaration in a file, if there is one.
type Edge<'a> = (String, String, Option<&'a str>);

fn edges(view: &OrderView) -> Vec<Edge<'_>> {
    let mut edges = Vec::new();
    for chart in &view.charts {
        for wait in &chart.waits {
            edges.push((part(chart, &wait.on), part(chart, &wait.chart), Some(wait.because.as_str())));
        }
        for group in &chart.groups {
            edges.extend(group.after.iter().map(|on| (named_group(chart, on), group_node(chart, group), None)));
        }
    }
    edges
}

/// The label of a subchart; for a chart's own resources its path with a note.
fn part(chart: &ChartView, path: &str) -> String {
    match path == chart.path {
        true => format!("{path} (own resources)"),
        false => path.to_string(),
    }
}

fn named_group(chart: &ChartView, name: &str) -> String {
    format!("{} group {name}", chart.path)
}

/// The node of a group; a resource without a group that waits for groups is named by itself.
fn group_node(chart: &ChartView, group: &GroupView) -> String {
    match group.name.is_empty() {
        true => format!("{} {}", chart.path, group.resources.join(", ")),
        false => named_group(chart, &group.name),
    }
}

/// Parts and groups of charts without any edge.
fn lone_nodes(view: &OrderView, edges: &[Edge<'_>]) -> Vec<String> {
    let joined: HashSet<&str> = edges.iter().flat_map(|(from, to, _)| [from.as_str(), to]).collect();
    let parts = view.charts.iter().flat_map(|chart| {
        let parts = chart.batches.iter().flatten().map(|path| part(chart, path));
        parts.chain(chart.groups.iter().map(|group| group_node(chart, group)))
    });
    let mut seen = HashSet::new();
    parts.filter(|part| !joined.contains(part.as_str()) && seen.insert(part.clone())).collect()
}

#[cfg(test)]
mod tests {
    use skeg_plan::{ChartView, GroupView, OrderView, WaitView};

    use super::{order_dot, order_json, order_mermaid, order_text};

    fn view() -> OrderView {
        let names = |names: &[&str]| names.iter().map(|name| name.to_string()).collect::<Vec<String>>();
        let wait = |chart: &str, on: &str, because: &str| WaitView {
            chart: chart.into(),
            on: on.into(),
            because: because.into(),
        };
        let group = |name: &str, resources: &[&str], after: &[&str]| GroupView {
            name: name.into(),
            resources: names(resources),
            after: names(after),
        };
        let shop = ChartView {
            path: "shop".into(),
            batches: vec![
                names(&["shop/charts/db"]),
                names(&["shop/charts/web"]),
                names(&["shop/charts/shop", "shop"]),
            ],
            waits: vec![
                wait("shop/charts/web", "shop/charts/db", "depends-on in shop/Chart.yaml:9"),
                wait("shop", "shop/charts/web", "annotation"),
            ],
            groups: vec![group("disk", &["ConfigMap/a"], &[]), group("app", &["ConfigMap/b"], &["disk"])],
            rest: names(&["ConfigMap/c"]),
        };
        OrderView { charts: vec![shop], warnings: names(&["ConfigMap/d comes last"]) }
    }

    #[test]
    fn text_has_batches_waits_and_groups() {
        assert_eq!(
            order_text(&view()),
            "shop\n  batch 1: db\n  batch 2: web\n  batch 3: shop, shop (its own resources)\n  \
             web waits for db: depends-on in shop/Chart.yaml:9\n  shop (its own resources) waits for web: annotation\n  \
             group disk: ConfigMap/a\n  group app, after disk: ConfigMap/b\n  after all groups: ConfigMap/c\n\
             warning: ConfigMap/d comes last\n"
        );
    }

    #[test]
    fn graphs_lead_from_what_is_ready_to_what_waits() {
        assert_eq!(
            order_dot(&view()),
            "digraph order {\n  rankdir=LR;\n  \
             \"shop/charts/db\" -> \"shop/charts/web\" [label=\"depends-on in shop/Chart.yaml:9\"];\n  \
             \"shop/charts/web\" -> \"shop (own resources)\" [label=\"annotation\"];\n  \
             \"shop group disk\" -> \"shop group app\";\n  \"shop/charts/shop\";\n}\n"
        );
        let mermaid = order_mermaid(&view());
        assert!(
            mermaid.starts_with("flowchart LR\n  n0[\"shop/charts/db\"]\n  n1[\"shop/charts/web\"]\n"),
            "{mermaid}"
        );
        assert!(mermaid.contains("  n0 --> n1\n") && mermaid.contains("[\"shop/charts/shop\"]"), "{mermaid}");
    }

    #[test]
    fn resources_in_no_group_are_told_apart_and_a_lone_group_is_drawn() {
        let mut view = view();
        let of = |resource: &str, name: &str, after: &[&str]| GroupView {
            name: name.into(),
            resources: vec![resource.into()],
            after: after.iter().map(|name| name.to_string()).collect(),
        };
        view.charts[0].groups =
            vec![of("ConfigMap/a", "disk", &[]), of("Job/x", "", &["disk"]), of("Job/y", "", &["disk"])];
        let dot = order_dot(&view);
        assert!(
            dot.contains("\"shop group disk\" -> \"shop Job/x\";\n  \"shop group disk\" -> \"shop Job/y\";"),
            "{dot}"
        );
        view.charts[0].groups.truncate(1);
        assert!(order_dot(&view).contains("\n  \"shop group disk\";\n"), "{}", order_dot(&view));
        assert!(order_mermaid(&view).contains("[\"shop group disk\"]\n"), "{}", order_mermaid(&view));
    }

    #[test]
    fn json_has_the_same() {
        let json: serde_json::Value = serde_json::from_str(&order_json(&view())).expect("JSON");
        assert_eq!(json["charts"][0]["batches"][2][1], "shop");
        assert_eq!(json["charts"][0]["groups"][1]["after"][0], "disk");
    }
}
