//! Transitive reduction: removes edges that longer paths imply.
//!
//! It needs the set of predecessors of each operation, one bit each. The sets are computed for one block of
//! predecessors at a time, so that memory stays small and a block fits the cache.

use crate::operation::Operation;

/// 64-bit words of a block's set.
const WORDS: usize = 64;
const BLOCK: usize = WORDS * 64;

type Set = [u64; WORDS];

/// Removes every edge whose operations are connected by a longer path. The operations must be sorted.
pub(crate) fn reduce(operations: &mut [Operation]) {
    for operation in operations.iter_mut() {
        keep_most_specific(operation);
    }
    let mut sets: Vec<Set> = Vec::with_capacity(operations.len());
    for start in (0..operations.len()).step_by(BLOCK) {
        reduce_block(operations, start, &mut sets);
    }
}

/// Keeps the most specific of several edges to the same operation.
fn keep_most_specific(operation: &mut Operation) {
    operation.after.sort_by_key(|edge| (edge.on, u8::MAX - edge.why.specificity()));
    operation.after.dedup_by_key(|edge| edge.on);
}

/// Removes the edges that lead to the operations of one block.
fn reduce_block(operations: &mut [Operation], start: usize, sets: &mut Vec<Set>) {
    // Operations before the block have no predecessors in it.
    sets.clear();
    for operation in &mut operations[start..] {
        let mut set = [0; WORDS];
        for edge in operation.after.iter().filter(|edge| edge.on >= start) {
            for (word, more) in set.iter_mut().zip(&sets[edge.on - start]) {
                *word |= more;
            }
        }
        let place =
            |on: usize| (on.checked_sub(start)).filter(|bit| *bit < BLOCK).map(|bit| (bit / 64, 1 << (bit % 64)));
        operation.after.retain(|edge| place(edge.on).is_none_or(|(word, bit)| set[word] & bit == 0));
        for edge in &operation.after {
            if let Some((word, bit)) = place(edge.on) {
                set[word] |= bit;
            }
        }
        sets.push(set);
    }
}
