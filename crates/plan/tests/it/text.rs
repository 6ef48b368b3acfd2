//! A plan as readable text: one line per operation, with what it waits for.

use std::fmt::Write as _;

use skeg_plan::{Plan, Reason};

/// `create Deployment/web <- create ConfigMap/settings [detected: …]`, by stages.
pub(crate) fn graph(plan: &Plan) -> String {
    let mut text = String::new();
    let mut stage = None;
    for (index, operation) in plan.operations.iter().enumerate() {
        if stage != Some(operation.stage) {
            stage = Some(operation.stage);
            let _ = writeln!(text, "{}:", operation.stage.name());
        }
        let _ = write!(text, "  {}", plan.title(index));
        for (at, edge) in operation.after.iter().enumerate() {
            let separator = if at == 0 { " <- " } else { ", " };
            let _ = write!(text, "{separator}{}", plan.title(edge.on));
            if !matches!(edge.why, Reason::SameResource | Reason::Stage | Reason::Release) {
                let _ = write!(text, " [{}]", edge.why);
            }
        }
        text.push('\n');
    }
    text
}

/// Compares with what is expected, which may be indented.
#[track_caller]
pub(crate) fn assert_graph(plan: &Plan, expected: &str) {
    let indent =
        expected.lines().filter(|line| !line.trim().is_empty()).map(|line| line.len() - line.trim_start().len()).min();
    let expected: String = expected
        .lines()
        .filter(|line| !line.trim().is_empty())
        .map(|line| format!("{}\n", &line[indent.unwrap_or(0)..]))
        .collect();
    let actual = graph(plan);
    assert!(actual == expected, "expected:\n{expected}\nactual:\n{actual}");
}
