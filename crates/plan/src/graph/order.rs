//! Operations in an order in which they could be done one by one, always the same for the same operations.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::operation::Operation;

/// The operations so ordered that each waits only for earlier ones: by stage, then as they came.
///
/// Where that cannot be, the operations as they were and the indices of those on circles or behind them.
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

/// The operations that `order` lists, in that order, with edges that follow them.
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
