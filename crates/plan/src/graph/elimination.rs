//! Removes operations from the graph and keeps the order of the others: what waited for a removed operation then waits
//! for everything that it waited for.

use super::order;
use crate::operation::{Action, Edge, Operation};

/// Removes the borders that cost more edges than they save.
pub(crate) fn without_borders(operations: Vec<Operation>) -> Vec<Operation> {
    let mut followers = vec![0; operations.len()];
    for edge in operations.iter().flat_map(|operation| &operation.after) {
        followers[edge.on] += 1;
    }
    without(operations, |index, operation| {
        let (before, behind) = (operation.after.len(), followers[index]);
        matches!(operation.action, Action::Border { .. }) && before * behind <= before + behind
    })
}

/// Removes tracking that no change of a resource waits for.
pub(crate) fn without_final_tracking(operations: Vec<Operation>) -> Vec<Operation> {
    let mut is_followed = vec![false; operations.len()];
    for index in (0..operations.len()).rev() {
        if is_followed[index] || operations[index].action.is_write() {
            for edge in &operations[index].after {
                is_followed[edge.on] = true;
            }
        }
    }
    without(operations, |index, operation| operation.action.is_tracking() && !is_followed[index])
}

/// Removes the operations that `is_unneeded` selects. It sees their edges as they are once earlier operations
/// are removed.
fn without(mut operations: Vec<Operation>, is_unneeded: impl Fn(usize, &Operation) -> bool) -> Vec<Operation> {
    let mut is_removed = vec![false; operations.len()];
    let mut best = vec![usize::MAX; operations.len()];
    for index in 0..operations.len() {
        let (earlier, rest) = operations.split_at_mut(index);
        let operation = &mut rest[0];
        if operation.after.iter().any(|edge| is_removed[edge.on]) {
            operation.after = bypassed(&operation.after, earlier, &is_removed, &mut best);
        }
        is_removed[index] = is_unneeded(index, operation);
    }
    let kept: Vec<usize> = (0..operations.len()).filter(|index| !is_removed[*index]).collect();
    order::renumbered(operations, &kept)
}

/// The edges, with those to removed operations replaced by what these wait for, one per operation. `best` is scratch
/// space: the index in the result of the edge to an operation. It is reset at the end.
fn bypassed(edges: &[Edge], earlier: &[Operation], is_removed: &[bool], best: &mut [usize]) -> Vec<Edge> {
    let mut result: Vec<Edge> = Vec::with_capacity(edges.len());
    let mut add = |edge: Edge| match result.get_mut(best[edge.on]) {
        Some(there) if there.why.specificity() >= edge.why.specificity() => {}
        Some(there) => *there = edge,
        None => {
            best[edge.on] = result.len();
            result.push(edge);
        }
    };
    for edge in edges {
        if is_removed[edge.on] {
            for first in &earlier[edge.on].after {
                add(Edge { on: first.on, why: first.why.then(&edge.why) });
            }
        } else {
            add(edge.clone());
        }
    }
    for edge in &result {
        best[edge.on] = usize::MAX;
    }
    result
}
