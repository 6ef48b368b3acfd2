//! Draws the graph of a plan.

use std::fmt::Write;

use skeg_plan::{Action, Plan};

use crate::graph_text;

/// A graph format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GraphFormat {
    /// Graphviz.
    Dot,
    /// Mermaid.
    Mermaid,
    /// A picture.
    Svg,
}

impl GraphFormat {
    /// From the extension of a file; Graphviz by default.
    pub fn of_path(path: &str) -> GraphFormat {
        let end = path.rsplit('.').next().unwrap_or_default().to_ascii_lowercase();
        match end.as_str() {
            "mmd" | "mermaid" | "md" => GraphFormat::Mermaid,
            "svg" => GraphFormat::Svg,
            _ => GraphFormat::Dot,
        }
    }
}

/// The graph of a plan: operations with the reasons of their edges. Arrows point from what is done first.
pub fn graph(plan: &Plan, format: GraphFormat) -> String {
    match format {
        GraphFormat::Dot => dot(plan),
        GraphFormat::Mermaid => mermaid(plan),
        GraphFormat::Svg => crate::plan_view::svg(plan),
    }
}

fn edges(plan: &Plan) -> impl Iterator<Item = (usize, usize, String)> + '_ {
    plan.operations.iter().enumerate().flat_map(move |(index, operation)| {
        operation.after.iter().map(move |edge| (edge.on, index, edge.why.to_string()))
    })
}

fn dot(plan: &Plan) -> String {
    let mut text = "digraph {\n\trankdir=\"LR\";\n".to_string();
    for (index, operation) in plan.operations.iter().enumerate() {
        let shape = match &operation.action {
            Action::Border { .. } => ", shape=point",
            action if action.is_write() => ", shape=box",
            action if action.is_release() => ", shape=note",
            _ => "",
        };
        // Writing to a string cannot fail.
        let _ = writeln!(text, "\t{index} [label={}{shape}];", graph_text::dot(&plan.title(index)));
    }
    for (from, to, why) in edges(plan) {
        let _ = writeln!(text, "\t{from} -> {to} [label={}];", graph_text::dot(&why));
    }
    text.push_str("}\n");
    text
}

fn mermaid(plan: &Plan) -> String {
    let mut text = "graph LR\n".to_string();
    for (index, operation) in plan.operations.iter().enumerate() {
        let title = graph_text::mermaid(&plan.title(index));
        let _ = match &operation.action {
            Action::Border { .. } => writeln!(text, "    n{index}(({title}))"),
            action if action.is_tracking() => writeln!(text, "    n{index}([{title}])"),
            _ => writeln!(text, "    n{index}[{title}]"),
        };
    }
    for (from, to, why) in edges(plan) {
        let _ = writeln!(text, "    n{from} -->|{}| n{to}", graph_text::mermaid(&why));
    }
    text
}
