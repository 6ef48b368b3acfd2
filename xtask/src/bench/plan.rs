//! `cargo xtask bench plan`: planning time by the number of operations, and with subcharts in order.

pub(super) mod ordered;

use super::goals;
use crate::process;
use skeg_plan::{Plan, Policy, ReleaseName, Request};
use skeg_resources::{
    Class, DeletePolicy, Dependency, DeployType, Matcher, Object, Origin, Ownership, Resource, ResourceId,
    ResourcePolicy, Rules, Sensitive, Stage, State, Tracking, Turn, Why,
};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// Each resource has two operations: it is created, and tracked.
const OPERATIONS: &[usize] = &[1_000, 2_000, 5_000, 10_000, 20_000];
/// Results in five edges per operation.
const REFERENCES: usize = 8;
const RUNS: usize = 5;

/// The best time to plan this many operations.
pub(super) struct Row {
    pub(super) operations: usize,
    pub(super) took: Duration,
}

impl Row {
    pub(super) fn each(&self) -> Duration {
        self.took / u32::try_from(self.operations).unwrap_or(u32::MAX)
    }
}

pub(super) fn run(words: &[String]) -> crate::Outcome {
    if let Some(word) = words.first() {
        return Err(format!("bench plan has no option {word}"));
    }
    if cfg!(debug_assertions) {
        println!("building (release)");
        let again = ["run", "--quiet", "--release", "--package", "xtask", "--", "bench", "plan"];
        return process::run(process::cargo().args(again));
    }
    let mut rows = Vec::new();
    println!("operations  edges drawn  edges kept  best of {RUNS}  for each operation");
    for &operations in OPERATIONS {
        let request = request(operations / 2);
        let (took, plan) = (0..RUNS)
            .map(|_| time(request.clone()))
            .collect::<Result<Vec<_>, String>>()?
            .into_iter()
            .min_by_key(|(took, _)| *took)
            .ok_or("no run")?;
        let drawn = request.desired.iter().map(|resource| resource.rules.deploy_dependencies.len() + 3).sum::<usize>();
        let kept: usize = plan.operations.iter().map(|operation| operation.after.len()).sum();
        let (millis, each) = (took.as_secs_f64() * 1e3, took.as_secs_f64() * 1e6 / operations as f64);
        println!("{operations:>10}  {drawn:>11}  {kept:>10}  {millis:>8.1} ms  {each:>12.2} µs");
        rows.push(Row { operations, took });
    }
    let ordered = ordered::run()?;
    let missed =
        goals::missed_by_plans(&rows).into_iter().chain(goals::missed_by_ordered_plans(&ordered)).collect::<Vec<_>>();
    goals::verdict(&missed)
}

fn time(request: Request) -> Result<(Duration, Plan), String> {
    let start = Instant::now();
    let plan = skeg_plan::build(request).map_err(|why| why.to_string())?;
    Ok((start.elapsed(), plan.plan))
}

/// A first install of this many resources, each of which refers to some before it.
fn request(size: usize) -> Request {
    Request {
        release: ReleaseName { name: "large".to_owned(), namespace: "large".to_owned() },
        revision: 1,
        deploy_type: DeployType::Initial,
        desired: (0..size).map(resource).collect(),
        previous: Vec::new(),
        live: BTreeMap::new(),
        history: Vec::new(),
        policy: Policy::default(),
        order: None,
        previous_order: None,
        change: None,
        retained: Default::default(),
    }
}

fn resource(number: usize) -> Resource {
    let name = format!("resource-{number}");
    let id = ResourceId::new("", "ConfigMap", Some("large"), &name);
    let value = serde_json::json!({"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": name}});
    let object = Object::try_from(value).unwrap_or_else(|why| unreachable!("{why}"));
    let mut chance = number as u64 + 1;
    let mut references = Vec::new();
    for at in 0..REFERENCES.min(number) {
        chance = chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        references.push(reference((chance >> 33) as usize % number, at));
    }
    Resource { id, object, origin: Origin::default(), class: Class::Regular, rules: rules(number, references) }
}

fn reference(number: usize, at: usize) -> Dependency {
    let (kind, name) = (Some("ConfigMap".to_owned()), Some(format!("resource-{number}")));
    let on = Matcher { kind, name, ..Matcher::default() };
    Dependency { on, state: State::Present, why: Why::Detected(format!("spec.references[{at}].name")) }
}

fn rules(number: usize, deploy_dependencies: Vec<Dependency>) -> Rules {
    let tracking = Tracking::default();
    Rules {
        // Later ones have higher weights, so that references and weights agree.
        weight: Some((number / 500) as i64),
        turns: vec![Turn { on: DeployType::Install, stage: Stage::Install }],
        ownership: Ownership::Release,
        delete_policy: DeletePolicy::default(),
        resource_policy: ResourcePolicy::default(),
        holds_data: None,
        propagation: None,
        replicas_on_creation: None,
        deploy_dependencies,
        delete_dependencies: Vec::new(),
        external_dependencies: Vec::new(),
        tracking,
        sensitive: Sensitive::Nothing,
        group: None,
        group_dependencies: Vec::new(),
    }
}
