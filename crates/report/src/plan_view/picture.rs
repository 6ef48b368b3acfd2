//! Draws the graph of a plan as SVG.

mod folded;
mod layers;

use std::collections::BTreeMap;
use std::fmt::Write;

use skeg_plan::{Action, Plan};

use super::html::markup_free;
use crate::chains::Chains;
use crate::phrase::verb;
use layers::{Layers, Spot};

/// Larger graphs are unreadable and drawn by stage and chart.
const MANY: usize = 30;
/// Graphs beyond this size are not drawn.
const TOO_MANY: usize = 2000;
/// The colours, for light and for dark.
pub(super) const STYLE: &str = include_str!("html/graph.css");

const WIDTH: usize = 200;
const HEIGHT: usize = 42;
/// Space between columns, for the curves.
const BETWEEN: usize = 48;
const MARGIN: usize = 6;
/// How many characters fit a box.
const LETTERS: usize = 26;

/// What a box or dot stands for.
struct Node {
    class: &'static str,
    name: String,
    what: String,
    is_dot: bool,
}

/// The graph from left to right; a large one by stage and chart.
pub(super) fn picture(plan: &Plan) -> String {
    let (nodes, node_of) = nodes(plan);
    if nodes.len() > MANY {
        return folded::picture(plan);
    }
    whole(plan, &nodes, &node_of)
}

/// The whole graph as a file of its own.
pub(super) fn alone(plan: &Plan) -> String {
    let (nodes, node_of) = nodes(plan);
    let drawn = if nodes.len() > TOO_MANY { folded::picture(plan) } else { whole(plan, &nodes, &node_of) };
    drawn.replacen("<defs>", &format!("<style>\n{STYLE}</style>\n<defs>"), 1)
}

fn whole(plan: &Plan, nodes: &[Node], node_of: &[usize]) -> String {
    let edges = edges(plan, node_of);
    let pairs: Vec<(usize, usize)> = edges.iter().map(|(from, to, _)| (*from, *to)).collect();
    let heights: Vec<usize> = nodes.iter().map(|node| if node.is_dot { 12 } else { HEIGHT }).collect();
    let layers = Layers::new(&columns(plan, node_of, nodes.len()), &heights, &pairs);
    draw(nodes, &edges, &layers)
}

/// A resource's write and its tracking are one box.
fn nodes(plan: &Plan) -> (Vec<Node>, Vec<usize>) {
    let chains = Chains::of_plan(plan);
    let mut nodes: Vec<Node> = Vec::new();
    let mut node_of = vec![usize::MAX; plan.operations.len()];
    for (index, operation) in plan.operations.iter().enumerate() {
        if node_of[index] != usize::MAX {
            continue;
        }
        node_of[index] = nodes.len();
        let Some(chain) = chains.chain_of(index) else {
            nodes.push(record(plan, index));
            continue;
        };
        chain.operations.iter().for_each(|operation| node_of[*operation] = nodes.len());
        let words: Vec<&str> =
            chain.operations.iter().map(|operation| word(&plan.operations[*operation].action)).collect();
        nodes.push(Node {
            class: verb(&operation.action),
            name: plan.name(chain.target),
            what: words.join(", "),
            is_dot: false,
        });
    }
    (nodes, node_of)
}

/// A record of the release, or the border of a stage.
fn record(plan: &Plan, operation: usize) -> Node {
    let (name, what) = match &plan.operations[operation].action {
        Action::CreateRelease { revision } => {
            (format!("revision {revision}"), format!("record as {}", plan.pending_status().name()))
        }
        Action::UpdateRelease { revision, status, .. } => {
            (format!("revision {revision}"), format!("mark {}", status.name()))
        }
        Action::DeleteRelease { revision } => (format!("revision {revision}"), "delete the record".to_string()),
        _ => (plan.title(operation), String::new()),
    };
    Node { class: "record", name, what, is_dot: matches!(plan.operations[operation].action, Action::Border { .. }) }
}

fn word(action: &Action) -> &'static str {
    match action {
        Action::TrackReadiness { .. } => "wait until ready",
        Action::TrackPresence { .. } => "wait until it exists",
        Action::TrackAbsence { .. } => "wait until gone",
        action => verb(action),
    }
}

/// Edges between boxes, with their reasons.
fn edges(plan: &Plan, node_of: &[usize]) -> Vec<(usize, usize, String)> {
    let mut edges: BTreeMap<(usize, usize), String> = BTreeMap::new();
    for (index, operation) in plan.operations.iter().enumerate() {
        for edge in &operation.after {
            let (from, to) = (node_of[edge.on], node_of[index]);
            if from != to {
                edges.entry((from, to)).or_insert_with(|| plan.explain(index, edge));
            }
        }
    }
    edges.into_iter().map(|((from, to), why)| (from, to, why)).collect()
}

/// The column of each box: to the right of everything it waits for.
fn columns(plan: &Plan, node_of: &[usize], count: usize) -> Vec<usize> {
    let mut depths = vec![0; plan.operations.len()];
    let mut columns = vec![usize::MAX; count];
    for (index, operation) in plan.operations.iter().enumerate() {
        let depth = operation.after.iter().map(|edge| depths[edge.on] + 1).max().unwrap_or_default();
        depths[index] = depth;
        columns[node_of[index]] = columns[node_of[index]].min(depth);
    }
    // Steps within a box leave column numbers unused.
    let mut used = columns.clone();
    used.sort_unstable();
    used.dedup();
    columns.iter().map(|column| used.binary_search(column).unwrap_or_default()).collect()
}

fn draw(nodes: &[Node], edges: &[(usize, usize, String)], layers: &Layers) -> String {
    let step = WIDTH + BETWEEN;
    let (width, height) = (layers.columns() * step - BETWEEN + 2 * MARGIN, layers.height() + 2 * MARGIN);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"The order of the operations\">\n\
         <defs><marker id=\"tip\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" markerWidth=\"7\" markerHeight=\"7\" orient=\"auto\"><path d=\"M0 0L8 4L0 8z\"/></marker></defs>\n"
    );
    for (number, (from, to, why)) in edges.iter().enumerate() {
        let (start, end) = (layers.spot(*from), layers.spot(*to));
        let d = curve(start, layers.bends(number), end, nodes[*from].is_dot, nodes[*to].is_dot);
        let tip = if nodes[*to].is_dot { "" } else { " marker-end=\"url(#tip)\"" };
        let _ = writeln!(svg, "<path d=\"{d}\"{tip}><title>{}</title></path>", markup_free(why));
    }
    for (node, spot) in nodes.iter().zip((0..).map(|node| layers.spot(node))) {
        svg.push_str(&shape(node, spot));
    }
    svg + "</svg>\n"
}

fn left(column: usize) -> usize {
    MARGIN + column * (WIDTH + BETWEEN)
}

/// A curve through all bends, horizontal at each.
fn curve(start: Spot, bends: &[Spot], end: Spot, from_dot: bool, to_dot: bool) -> String {
    let (mut x, mut y) = (left(start.column) + if from_dot { WIDTH / 2 } else { WIDTH }, start.middle + MARGIN);
    let mut d = format!("M{x} {y}");
    let mut go = |to_x: usize, to_y: usize| {
        let half = x.midpoint(to_x);
        let _ = write!(d, "C{half} {y} {half} {to_y} {to_x} {to_y}");
        (x, y) = (to_x, to_y);
    };
    for bend in bends {
        go(left(bend.column), bend.middle + MARGIN);
        go(left(bend.column) + WIDTH, bend.middle + MARGIN);
    }
    go(left(end.column) + if to_dot { WIDTH / 2 } else { 0 }, end.middle + MARGIN);
    d
}

fn shape(node: &Node, spot: Spot) -> String {
    let (x, middle) = (left(spot.column), spot.middle + MARGIN);
    let title = markup_free(&format!("{}: {}", node.name, node.what));
    if node.is_dot {
        let x = x + WIDTH / 2;
        return format!(
            "<circle cx=\"{x}\" cy=\"{middle}\" r=\"4\"><title>{}</title></circle>\n",
            markup_free(&node.name)
        );
    }
    let (top, text) = (middle - HEIGHT / 2, x + 10);
    format!(
        "<g class=\"{}\"><title>{title}</title><rect x=\"{x}\" y=\"{top}\" width=\"{WIDTH}\" height=\"{HEIGHT}\" rx=\"5\"/>\
         <text x=\"{text}\" y=\"{}\">{}</text><text class=\"what\" x=\"{text}\" y=\"{}\">{}</text></g>\n",
        node.class,
        middle - 3,
        markup_free(&shortened(&node.name)),
        middle + 13,
        markup_free(&node.what),
    )
}

fn shortened(name: &str) -> String {
    if name.chars().count() <= LETTERS {
        return name.to_string();
    }
    name.chars().take(LETTERS - 1).chain(['…']).collect()
}
