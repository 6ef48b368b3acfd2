//! Leaves out edges that longer ways imply.
//!
//! For each operation the set of all that precedes it is needed, one bit each. The sets are made for one block of
//! preceding operations at a time, so that memory stays small and the sets of a block in the cache.

use crate::operation::Operation;

/// 64-bit words of a block's set.
const WORDS: usize = 64;
const BLOCK: usize = WORDS * 64;

type Set = [u64; WORDS];

/// Removes every edge whose operations are connected by a longer way. The operations must be in order.
pub(crate) fn reduce(operations: &mut [Operation]) {
    for operation in operations.iter_mut() {
        keep_the_telling(operation);
    }
    let mut sets: Vec<Set> = Vec::with_capacity(operations.len());
    for start in (0..operations.len()).step_by(BLOCK) {
        reduce_block(operations, start, &mut sets);
    }
}

/// Of several edges to one operation, the one that tells most.
fn keep_the_telling(operation: &mut Operation) {
    operation.after.sort_by_key(|edge| (edge.on, u8::MAX - edge.why.tells()));
    operation.after.dedup_by_key(|edge| edge.on);
}

/// Removes the edges that lead to the operations of one block.
fn reduce_block(operations: &mut [Operation], start: usize, sets: &mut Vec<Set>) {
    // Operations before the block have nothing of the block before them.
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
