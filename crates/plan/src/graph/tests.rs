//! Order, reduction and removal on random graphs, compared with slow and simple versions.

use skeg_resources::Stage;

use super::{cycle, elimination, order, reduction};
use crate::operation::{Action, Edge, Operation};
use crate::reason::Reason;

/// A pseudo-random sequence, the same in each run.
struct Chance(u64);

impl Chance {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit as u64) as usize
    }
}

fn operation(index: usize, is_border: bool) -> Operation {
    let action = match is_border {
        true => Action::Border { name: index.to_string() },
        false => Action::Create { target: index },
    };
    Operation { action, stage: Stage::Install, weight: None, after: Vec::new() }
}

/// An acyclic graph whose operations are shuffled.
fn graph(chance: &mut Chance, size: usize, edges: usize) -> Vec<Operation> {
    let mut rank: Vec<usize> = (0..size).collect();
    for at in (1..size).rev() {
        rank.swap(at, chance.below(at + 1));
    }
    let mut operations: Vec<Operation> = (0..size).map(|index| operation(index, chance.below(4) == 0)).collect();
    for _ in 0..edges {
        let (one, other) = (chance.below(size), chance.below(size));
        if rank[one] != rank[other] {
            let (before, after) = if rank[one] < rank[other] { (one, other) } else { (other, one) };
            operations[after].after.push(Edge { on: before, why: Reason::Stage });
        }
    }
    operations
}

/// Which operations other than borders reach which, by target.
fn reachable(operations: &[Operation]) -> Vec<(usize, usize)> {
    let mut before: Vec<Vec<bool>> = Vec::new();
    for operation in operations {
        let mut all = vec![false; operations.len()];
        for edge in &operation.after {
            all[edge.on] = true;
            for (at, is_before) in before[edge.on].iter().enumerate() {
                all[at] |= is_before;
            }
        }
        before.push(all);
    }
    let target = |index: usize| operations[index].action.target();
    let mut pairs = Vec::new();
    for (index, all) in before.iter().enumerate() {
        let sources = all.iter().enumerate().filter(|(_, is_before)| **is_before);
        pairs.extend(sources.filter_map(|(at, _)| Some((target(at)?, target(index)?))));
    }
    pairs.sort();
    pairs
}

fn edges(operations: &[Operation]) -> usize {
    operations.iter().map(|operation| operation.after.len()).sum()
}

#[test]
fn leaving_out_changes_nothing_of_who_waits_for_whom() {
    for seed in 1..60 {
        let mut chance = Chance(seed * 0x9E37_79B9);
        let size = 2 + chance.below(60);
        let count = chance.below(size * 4);
        let operations = order::sorted(graph(&mut chance, size, count)).unwrap();
        for (index, operation) in operations.iter().enumerate() {
            assert!(operation.after.iter().all(|edge| edge.on < index));
        }
        let expected = reachable(&operations);
        let mut reduced = operations.clone();
        reduction::reduce(&mut reduced);
        assert_eq!(reachable(&reduced), expected, "seed {seed}");
        assert_no_edge_to_spare(&reduced);
        let fewer = elimination::without_borders(reduced.clone());
        assert_eq!(reachable(&fewer), expected, "seed {seed}");
        assert!(edges(&fewer) <= edges(&reduced), "seed {seed}");
    }
}

/// Removing any edge would change the graph.
fn assert_no_edge_to_spare(operations: &[Operation]) {
    let count = |operations: &[Operation]| {
        let mut all: Vec<Operation> = operations.to_vec();
        for (index, operation) in all.iter_mut().enumerate() {
            operation.action = Action::Create { target: index };
        }
        reachable(&all).len()
    };
    let whole = count(operations);
    for index in 0..operations.len() {
        for edge in 0..operations[index].after.len() {
            let mut fewer = operations.to_vec();
            fewer[index].after.remove(edge);
            assert!(count(&fewer) < whole, "edge {edge} of {index}");
        }
    }
}

#[test]
fn blocks_of_many_operations_are_reduced_alike() {
    // More than one block: a chain, with edges that jump over parts of it.
    let size = 10_000;
    let mut operations: Vec<Operation> = (0..size).map(|index| operation(index, false)).collect();
    for (index, operation) in operations.iter_mut().enumerate() {
        let jumps = [1, 2, 63, 64, 4095, 4096, 4097, 9000];
        let earlier = jumps.iter().filter_map(|jump| index.checked_sub(*jump));
        operation.after = earlier.map(|on| Edge { on, why: Reason::Stage }).collect();
    }
    reduction::reduce(&mut operations);
    for (index, operation) in operations.iter().enumerate().skip(1) {
        assert_eq!(operation.after.iter().map(|edge| edge.on).collect::<Vec<_>>(), [index - 1]);
    }
}

#[test]
fn of_two_edges_the_more_specific_one_stays() {
    let mut operations = vec![operation(0, false), operation(1, false)];
    let weight = Reason::Weight { before: 1, after: 2 };
    for why in [Reason::Stage, weight.clone(), Reason::Stage] {
        operations[1].after.push(Edge { on: 0, why });
    }
    reduction::reduce(&mut operations);
    assert_eq!(operations[1].after, [Edge { on: 0, why: weight }]);
}

#[test]
fn cycles_are_found_and_are_cycles() {
    for seed in 1..200 {
        let mut chance = Chance(seed * 0x9E37_79B9);
        let size = 3 + chance.below(40);
        let mut operations = graph(&mut chance, size, size * 2);
        let (first, second, third) = (0, 1, 2);
        for (waiter, on) in [(first, second), (second, third), (third, first)] {
            operations[waiter].after.push(Edge { on, why: Reason::Release });
        }
        let (operations, stuck) = order::sorted(operations).unwrap_err();
        let cycle = cycle::find(&operations, &stuck);
        assert!(cycle.len() > 1, "seed {seed}");
        for (at, index) in cycle.iter().enumerate() {
            let next = cycle[(at + 1) % cycle.len()];
            assert!(operations[*index].after.iter().any(|edge| edge.on == next), "seed {seed}");
        }
    }
}
