//! Properties of every plan, checked on random charts.

use std::collections::BTreeSet;

use skeg_plan::{Plan, build};
use skeg_resources::DeployType;

use crate::world::{World, config, deploy, deployment, job};

/// A pseudo-random sequence, the same in each run.
struct Chance(u64);

impl Chance {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit as u64) as usize
    }

    fn one_of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())]
    }
}

/// A numbered resource. It depends only on smaller numbers, so there is no cycle.
fn resource(chance: &mut Chance, number: usize) -> String {
    let (name, value) = (format!("r{number}"), chance.one_of(&["1", "2"]));
    let mut annotations: Vec<(&str, &str)> = Vec::new();
    let dependency = format!("state={},name=r{}", chance.one_of(&["present", "ready"]), chance.below(number.max(1)));
    match chance.below(6) {
        0 => annotations.push(("werf.io/weight", chance.one_of(&["-2", "-1", "1", "2"]))),
        1 if number > 0 => annotations.push(("werf.io/deploy-dependency-x", &dependency)),
        2 => annotations.push(("a.external-dependency.werf.io", "v1:Secret:other:password")),
        3 => annotations.push(("werf.io/delete-policy", chance.one_of(&["succeeded", "before-creation", "failed"]))),
        _ => {}
    }
    // Hooks have small numbers, so dependencies point to earlier stages too.
    if number < 4 {
        annotations.retain(|(key, _)| !key.contains("deploy-dependency"));
        annotations.push((
            "helm.sh/hook",
            chance.one_of(&[
                "pre-install,pre-upgrade,pre-rollback",
                "pre-install,post-upgrade",
                "pre-delete,post-delete",
            ]),
        ));
    }
    match chance.below(3) {
        0 => config(&name, value, &annotations),
        1 => deployment(&name, value, &annotations),
        _ => job(&name, value, &annotations),
    }
}

fn world(seed: u64) -> World {
    let mut chance = Chance(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15));
    let deploy_type =
        chance.one_of(&[DeployType::Initial, DeployType::Upgrade, DeployType::Rollback, DeployType::Uninstall]);
    let size = 1 + chance.below(30);
    let all: Vec<String> = (0..size).map(|number| resource(&mut chance, number)).collect();
    let gone: Vec<String> = (100..105).map(|number| resource(&mut chance, number)).collect();
    let there: String = all.iter().filter(|_| chance.below(2) == 0).cloned().collect();
    let mut world = deploy(deploy_type).wants(&all.concat()).lives(&there).had(&gone.concat());
    world.request.policy.prune_first = chance.below(2) == 0;
    world.request.policy.no_final_tracking = chance.below(3) == 0;
    world
}

/// For each operation, all that come before it, directly or not.
fn reachable(plan: &Plan) -> Vec<BTreeSet<usize>> {
    let mut before: Vec<BTreeSet<usize>> = Vec::new();
    for operation in &plan.operations {
        let mut all = BTreeSet::new();
        for edge in &operation.after {
            all.insert(edge.on);
            all.extend(before[edge.on].iter().copied());
        }
        before.push(all);
    }
    before
}

#[test]
fn plans_keep_the_order_of_stages_weights_and_steps() {
    let mut planned = 0;
    for seed in 1..300 {
        // A resource that waits for a post-upgrade hook is a cycle, and rightly refused.
        let Ok(plan) = world(seed).try_plan() else { continue };
        planned += 1;
        let before = reachable(&plan);
        for (index, operation) in plan.operations.iter().enumerate() {
            assert!(operation.after.iter().all(|edge| edge.on < index), "seed {seed}");
            for (other, earlier) in plan.operations[..index].iter().enumerate() {
                let is_before = before[index].contains(&other);
                let what = || format!("seed {seed}: {} before {}", plan.title(other), plan.title(index));
                if earlier.stage < operation.stage {
                    assert!(is_before, "{}", what());
                }
                let weights = (earlier.weight, operation.weight);
                if earlier.stage == operation.stage && matches!(weights, (Some(one), Some(two)) if one < two) {
                    assert!(is_before, "{}", what());
                }
                if earlier.action.target().is_some() && earlier.action.target() == operation.action.target() {
                    assert!(is_before, "{}", what());
                }
            }
        }
    }
    assert!(planned > 200, "{planned}");
}

#[test]
fn the_order_of_what_is_given_does_not_matter() {
    for seed in 1..100 {
        let request = world(seed).request();
        let expected = build(request.clone());
        let mut chance = Chance(seed);
        for _ in 0..3 {
            let mut shuffled = request.clone();
            for at in (1..shuffled.desired.len()).rev() {
                shuffled.desired.swap(at, chance.below(at + 1));
            }
            for at in (1..shuffled.previous.len()).rev() {
                shuffled.previous.swap(at, chance.below(at + 1));
            }
            assert_eq!(build(shuffled), expected, "seed {seed}");
        }
    }
}

#[test]
fn every_change_has_its_operation_and_every_plan_reads_back() {
    for seed in 1..100 {
        let Ok(plan) = world(seed).try_plan() else { continue };
        for change in &plan.changes {
            let mut writes = plan.operations.iter().filter(|operation| operation.action.is_write());
            assert!(writes.any(|operation| operation.action.target() == Some(change.target)), "seed {seed}");
        }
        let text = serde_json::to_string(&plan).unwrap();
        assert_eq!(serde_json::from_str::<Plan>(&text).unwrap(), plan, "seed {seed}");
    }
}
