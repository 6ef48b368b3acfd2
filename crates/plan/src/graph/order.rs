//! A topological order, always the same for the same operations.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::operation::Operation;

/// Sorts the operations so that each waits only for earlier ones: by stage, then in the given order.
///
/// # Errors
/// There is a cycle: returns the operations unchanged, and the indices of those in or behind cycles.
pub(crate) fn sorted(operations: Vec<Operation>) -> Result<Vec<Operation>, (Vec<Operation>, Vec<usize>)> {
    let mut missing: Vec<usize> = operations.iter().map(|operation| operation.after.len()).collect();
    let mut waiters: Vec<Vec<usize>> = vec![Vec::new(); operations.len()];
    for (index, operation) in operations.iter().enumerate() {
        for edge in &operation.after {
            waiters[edge.on].push(index);
        }
    }
    let mut free: BinaryHeap<_> = (0..operations.len())
        .filter(|index| missing[*index] == 0)
        .map(|index| Reverse((operations[index].stage, index)))
        .collect();
    let mut order = Vec::with_capacity(operations.len());
    while let Some(Reverse((_, index))) = free.pop() {
        order.push(index);
        for &waiter in &waiters[index] {
            missing[waiter] -= 1;
            if missing[waiter] == 0 {
                free.push(Reverse((operations[waiter].stage, waiter)));
            }
        }
    }
    if order.len() < operations.len() {
        let stuck = (0..operations.len()).filter(|index| missing[*index] > 0).collect();
        return Err((operations, stuck));
    }
    Ok(renumbered(operations, &order))
}

/// The operations in the given order, with their edges renumbered.
pub(super) fn renumbered(operations: Vec<Operation>, order: &[usize]) -> Vec<Operation> {
    let mut place = vec![usize::MAX; operations.len()];
    for (new, &old) in order.iter().enumerate() {
        place[old] = new;
    }
    let mut operations: Vec<Option<Operation>> = operations.into_iter().map(Some).collect();
    let moved = order.iter().filter_map(|&old| operations[old].take());
    moved
        .map(|mut operation| {
            for edge in &mut operation.after {
                edge.on = place[edge.on];
            }
            operation.after.sort_by_key(|edge| edge.on);
            operation
        })
        .collect()
}
