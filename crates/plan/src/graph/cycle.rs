//! Finds cycles of operations that wait for each other.

use std::collections::VecDeque;

use crate::operation::Operation;

/// A shortest cycle through one of the stuck operations; each waits for the next and the last for the first.
pub(crate) fn find(operations: &[Operation], stuck: &[usize]) -> Vec<usize> {
    let mut is_stuck = vec![false; operations.len()];
    for &index in stuck {
        is_stuck[index] = true;
    }
    let Some(start) = on_a_cycle(operations, stuck, &is_stuck) else { return Vec::new() };
    shortest_through(operations, start)
}

/// A stuck operation waits for another stuck one, so following them ends in a cycle.
fn on_a_cycle(operations: &[Operation], stuck: &[usize], is_stuck: &[bool]) -> Option<usize> {
    let mut seen = vec![false; operations.len()];
    let mut at = *stuck.first()?;
    while !seen[at] {
        seen[at] = true;
        at = operations[at].after.iter().map(|edge| edge.on).find(|on| is_stuck[*on])?;
    }
    Some(at)
}

fn shortest_through(operations: &[Operation], start: usize) -> Vec<usize> {
    let mut came_from = vec![usize::MAX; operations.len()];
    let mut queue = VecDeque::from([start]);
    while let Some(at) = queue.pop_front() {
        for edge in &operations[at].after {
            if edge.on == start {
                return way_back(&came_from, start, at);
            }
            if came_from[edge.on] == usize::MAX {
                came_from[edge.on] = at;
                queue.push_back(edge.on);
            }
        }
    }
    Vec::new()
}

fn way_back(came_from: &[usize], start: usize, mut at: usize) -> Vec<usize> {
    let mut way = vec![at];
    while at != start {
        at = came_from[at];
        way.push(at);
    }
    way.reverse();
    way
}
