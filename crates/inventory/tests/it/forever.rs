//! Whatever sequence of deploys, failures and crashes: every living object of ours is in the inventory, and a good run
//! leaves exactly what is wanted.

use std::collections::BTreeSet;

use skeg_inventory::{BUDGET, Entry, EntryState, Inventory, decode, encode};

use crate::{change, entries, id, inventory, members};

/// A small generator, so that a seed names a sequence.
struct Random(u64);

impl Random {
    fn below(&mut self, end: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % end
    }

    fn subset(&mut self, names: &[&'static str]) -> BTreeSet<&'static str> {
        names.iter().copied().filter(|_| self.below(2) == 0).collect()
    }
}

/// What is stored, what lives.
struct World {
    stored: Inventory,
    live: BTreeSet<&'static str>,
}

const NAMES: [&str; 7] = ["a", "b", "c", "d", "e", "f", "g"];

impl World {
    /// A deploy that stops after so many steps; `fails` says whether it still gets to say so.
    fn deploy(&mut self, revision: u64, wanted: &BTreeSet<&'static str>, stop: u64, fails: bool, keeps: &str) -> bool {
        let mut kept = read(&self.stored);
        let next = change(revision, &format!("{wanted:?}"), entries(wanted.iter().copied()));
        let mut left = stop;
        let mut step = || {
            left = left.saturating_sub(1);
            left > 0
        };
        if !step() {
            return false;
        }
        kept.begin(&next);
        self.stored = read(&kept);
        for name in wanted {
            if !step() {
                return self.end(kept, fails, &BTreeSet::new());
            }
            self.live.insert(name);
        }
        let mut retained = Vec::new();
        for entry in kept.members() {
            let name = NAMES.iter().copied().find(|name| *name == entry.name).unwrap();
            match () {
                () if wanted.contains(name) => {}
                () if name == keeps && self.live.contains(name) => {
                    retained.push(Entry { state: Some(EntryState::Retained), ..entry });
                }
                () if !step() => return self.end(kept, fails, &BTreeSet::from([id(name)])),
                () => drop(self.live.remove(name)),
            }
        }
        if !step() {
            return self.end(kept, fails, &BTreeSet::new());
        }
        let entries = skeg_inventory::merge([&retained[..], &next.entries]);
        kept.succeed(skeg_inventory::Change { entries, ..next }, 3);
        self.stored = kept;
        true
    }

    fn end(&mut self, mut kept: Inventory, fails: bool, undeleted: &BTreeSet<skeg_resources::ResourceId>) -> bool {
        if fails {
            kept.fail("it crashed", undeleted, "now");
            self.stored = kept;
        }
        false
    }
}

/// As it comes back from the cluster, in shards every other time.
fn read(inventory: &Inventory) -> Inventory {
    let budget = if inventory.revision().is_multiple_of(2) { 200 } else { BUDGET };
    let stored = encode(inventory, budget);
    let parts = stored.shards.into_iter().map(|shard| (shard.name, shard.data)).collect();
    decode(&stored.data, &parts).unwrap()
}

#[test]
fn nothing_of_ours_is_forgotten() {
    for seed in 1..=400 {
        let mut random = Random(u64::wrapping_mul(seed, 0x9e37_79b9_7f4a_7c15));
        let mut world = World { stored: inventory(), live: BTreeSet::new() };
        for revision in 1..=12 {
            let wanted = random.subset(&NAMES);
            let (stop, fails) = (random.below(16), random.below(2) == 0);
            let keeps = NAMES[random.below(7) as usize];
            let is_done = world.deploy(revision, &wanted, stop, fails, keeps);
            let known: BTreeSet<String> = members(&world.stored).into_iter().collect();
            let forgotten: Vec<_> = world.live.iter().filter(|name| !known.contains(**name)).collect();
            assert!(forgotten.is_empty(), "seed {seed}, revision {revision}: {forgotten:?} of {known:?}");
            if is_done {
                let mut expected = wanted.clone();
                expected.extend(NAMES.iter().filter(|name| **name == keeps && world.live.contains(**name)));
                assert_eq!(world.live, expected, "seed {seed}, revision {revision}");
                assert_eq!(known, expected.iter().map(ToString::to_string).collect(), "seed {seed}");
                assert_eq!(world.stored.pending, None);
            }
        }
        assert!(world.deploy(99, &BTreeSet::from(["a"]), u64::MAX, false, ""), "seed {seed}");
        assert_eq!(world.live, BTreeSet::from(["a"]), "seed {seed}");
    }
}

/// Scenario F: something created by a deploy that failed, and then the chart goes back.
#[test]
fn a_ghost_is_a_member() {
    let mut inventory = inventory();
    inventory.succeed(change(1, "old", entries(["old"])), 10);
    inventory.begin(&change(2, "new", entries(["new"])));
    inventory.fail("it crashed", &BTreeSet::new(), "now");
    inventory.begin(&change(3, "old", entries(["old"])));
    assert_eq!(members(&inventory), ["new", "old"]);
}

#[test]
fn what_could_not_be_deleted_says_so() {
    let mut inventory = inventory();
    inventory.succeed(change(1, "a", entries(["x", "y"])), 10);
    inventory.begin(&change(2, "b", entries(["y"])));
    inventory.fail("no right to delete", &BTreeSet::from([id("x")]), "now");
    let states: Vec<_> = inventory.members().into_iter().map(|entry| (entry.name, entry.state)).collect();
    assert_eq!(states, [("x".to_string(), Some(EntryState::PruneFailed)), ("y".to_string(), None)]);
    // An interrupted uninstall stays one.
    inventory.begin_deletion(2, "now");
    inventory.fail("stopped", &BTreeSet::new(), "now");
    assert_eq!(inventory.pending.unwrap().phase, skeg_inventory::Phase::Deleting);
}
