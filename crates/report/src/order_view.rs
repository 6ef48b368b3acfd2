//! The order of a chart as text, JSON, Graphviz or Mermaid.

use std::fmt::Write as _;

use skeg_plan::{ChartView, OrderView};

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

/// The order as a graph for Graphviz: an arrow leads from what must be ready to what waits for it.
pub fn order_dot(view: &OrderView) -> String {
    let mut text = "digraph order {\n  rankdir=LR;\n".to_string();
    for (from, to, label) in edges(view) {
        let label = label.map(|label| format!(" [label={}]", quoted(&label))).unwrap_or_default();
        let _ = writeln!(text, "  {} -> {}{label};", quoted(&from), quoted(&to));
    }
    for node in lone_nodes(view) {
        let _ = writeln!(text, "  {};", quoted(&node));
    }
    text.push_str("}\n");
    text
}

/// The order as a Mermaid flow chart.
pub fn order_mermaid(view: &OrderView) -> String {
    let mut text = "flowchart LR\n".to_string();
    let mut nodes: Vec<String> = Vec::new();
    let mut node = |text: &mut String, name: &str| match nodes.iter().position(|known| known == name) {
        Some(at) => at,
        None => {
            let _ = writeln!(text, "  n{}[{}]", nodes.len(), quoted(name));
            nodes.push(name.to_string());
            nodes.len() - 1
        }
    };
    let edges: Vec<(usize, usize)> =
        edges(view).iter().map(|(from, to, _)| (node(&mut text, from), node(&mut text, to))).collect();
    for name in lone_nodes(view) {
        node(&mut text, &name);
    }
    for (from, to) in edges {
        let _ = writeln!(text, "  n{from} --> n{to}");
    }
    text
}

/// Who must be ready before whom, and why where it is declared in a file.
fn edges(view: &OrderView) -> Vec<(String, String, Option<String>)> {
    let mut edges = Vec::new();
    for chart in &view.charts {
        for wait in &chart.waits {
            edges.push((part(chart, &wait.on), part(chart, &wait.chart), Some(wait.because.clone())));
        }
        for group in &chart.groups {
            let name = |name: &str| format!("{} group {name}", chart.path);
            edges.extend(group.after.iter().map(|on| (name(on), name(&group.name), None)));
        }
    }
    edges
}

/// A subchart by its path; a chart's own resources by the chart's path with a note.
fn part(chart: &ChartView, path: &str) -> String {
    match path == chart.path {
        true => format!("{path} (own resources)"),
        false => path.to_string(),
    }
}

/// Parts of charts that no wait concerns.
fn lone_nodes(view: &OrderView) -> Vec<String> {
    let edges = edges(view);
    let parts = view.charts.iter().flat_map(|chart| chart.batches.iter().flatten().map(|path| part(chart, path)));
    parts.filter(|part| edges.iter().all(|(from, to, _)| from != part && to != part)).collect()
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "'"))
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
    fn json_has_the_same() {
        let json: serde_json::Value = serde_json::from_str(&order_json(&view())).expect("JSON");
        assert_eq!(json["charts"][0]["batches"][2][1], "shop");
        assert_eq!(json["charts"][0]["groups"][1]["after"][0], "disk");
    }
}
