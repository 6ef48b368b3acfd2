//! Resource groups of one chart: the groups, their dependencies, and the groups without a position in the order.

use std::collections::{BTreeMap, HashMap};

use crate::cycle;
use crate::error::{CycleStep, Error, Errors};

/// A resource of the chart, as far as groups are concerned.
#[derive(Clone, Copy, Debug)]
pub struct Grouped<'a> {
    /// Its name in errors and warnings: `ConfigMap/a (shop/templates/a.yaml)`.
    pub label: &'a str,
    /// `helm.sh/resource-group`.
    pub group: Option<&'a str>,
    /// `helm.sh/depends-on/resource-groups`.
    pub after: &'a [String],
}

/// The groups of a chart. Resources are indices into the list passed to [`group`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Groups {
    /// The groups that take part in the order.
    pub groups: Vec<Group>,
    /// Resources that come after all groups.
    pub unsequenced: Vec<usize>,
    /// Groups with invalid dependencies.
    pub demoted: Vec<Demotion>,
}

/// Resources that are deployed together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Group {
    /// `None` for a resource without a group that waits for groups.
    pub name: Option<String>,
    /// The resources in it.
    pub members: Vec<usize>,
    /// The groups that must be ready first.
    pub after: Vec<GroupWait>,
}

/// A group waits for another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GroupWait {
    /// Index of the other group.
    pub on: usize,
    /// The resource whose annotation declares it.
    pub declared_by: usize,
}

/// A group that comes after all others because its dependencies are invalid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Demotion {
    /// The affected resources.
    pub members: Vec<usize>,
    /// Why, as a sentence.
    pub reason: String,
}

/// Groups the resources of one chart.
///
/// # Errors
/// Groups depend on each other in a cycle.
pub fn group(chart: &str, resources: &[Grouped<'_>]) -> Result<Groups, Errors> {
    let mut result = Groups::default();
    let mut all = gather(resources, &mut result.unsequenced);
    let by_name: HashMap<String, usize> =
        all.iter().enumerate().filter_map(|(index, group)| Some((group.name.clone()?, index))).collect();
    let mut missing: Vec<Option<String>> = vec![None; all.len()];
    for group in 0..all.len() {
        missing[group] = link(&mut all[group], resources, &by_name);
    }
    refuse_cycle(chart, &all, resources)?;
    let reasons = demotions(&all, missing, by_name.len());
    let mut kept = vec![None; all.len()];
    for (index, (group, reason)) in all.into_iter().zip(reasons).enumerate() {
        match reason {
            None => {
                kept[index] = Some(result.groups.len());
                result.groups.push(group);
            }
            Some(reason) => {
                result.unsequenced.extend(&group.members);
                result.demoted.push(Demotion { members: group.members, reason });
            }
        }
    }
    for group in &mut result.groups {
        group.after.retain_mut(|wait| kept[wait.on].map(|on| wait.on = on).is_some());
    }
    result.unsequenced.sort_unstable();
    Ok(result)
}

/// The groups in the order of their first resources, still without dependencies.
fn gather(resources: &[Grouped<'_>], unsequenced: &mut Vec<usize>) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    let mut by_name: HashMap<&str, usize> = HashMap::new();
    for (index, resource) in resources.iter().enumerate() {
        match resource.group {
            Some(name) => {
                let group = *by_name.entry(name).or_insert_with(|| {
                    groups.push(Group { name: Some(name.to_string()), ..Group::default() });
                    groups.len() - 1
                });
                groups[group].members.push(index);
            }
            None if resource.after.is_empty() => unsequenced.push(index),
            None => groups.push(Group { members: vec![index], ..Group::default() }),
        }
    }
    groups
}

/// Fills in what a group waits for. Returns the name of a group that does not exist, if there is one.
fn link(group: &mut Group, resources: &[Grouped<'_>], by_name: &HashMap<String, usize>) -> Option<String> {
    let mut waits: BTreeMap<usize, usize> = BTreeMap::new();
    let mut missing = None;
    for &member in &group.members {
        for name in resources[member].after {
            match by_name.get(name) {
                Some(&on) => drop(waits.entry(on).or_insert(member)),
                None => missing = missing.or(Some(name.clone())),
            }
        }
    }
    group.after = waits.into_iter().map(|(on, declared_by)| GroupWait { on, declared_by }).collect();
    missing
}

fn refuse_cycle(chart: &str, groups: &[Group], resources: &[Grouped<'_>]) -> Result<(), Errors> {
    let graph: Vec<Vec<usize>> = groups.iter().map(|group| group.after.iter().map(|wait| wait.on).collect()).collect();
    let Some(cycle) = cycle::find(&graph) else { return Ok(()) };
    let name = |index: usize| groups[index].name.clone().unwrap_or_default();
    let step = |&(node, edge): &(usize, usize)| {
        let wait = groups[node].after[edge];
        CycleStep { waiter: name(node), on: name(wait.on), why: resources[wait.declared_by].label.to_string() }
    };
    let steps = cycle.iter().map(step).collect();
    Err(Errors(vec![Error::Cycle { what: format!("resource groups of {chart}"), steps }]))
}

/// Why groups have no position: they wait for a group that does not exist or has no position, or are not connected to
/// any other.
fn demotions(groups: &[Group], missing: Vec<Option<String>>, names: usize) -> Vec<Option<String>> {
    let mut reasons: Vec<Option<String>> = missing
        .into_iter()
        .map(|missing| missing.map(|name| format!("waits for resource group {name:?}, which does not exist")))
        .collect();
    // A group that waits for a demoted group is demoted too, and so on.
    let mut waiters: Vec<Vec<usize>> = vec![Vec::new(); groups.len()];
    for (index, group) in groups.iter().enumerate() {
        group.after.iter().for_each(|wait| waiters[wait.on].push(index));
    }
    let mut demoted: Vec<usize> = (0..groups.len()).filter(|index| reasons[*index].is_some()).collect();
    while let Some(index) = demoted.pop() {
        let name = groups[index].name.clone().unwrap_or_default();
        for &waiter in &waiters[index] {
            if reasons[waiter].is_none() {
                reasons[waiter] =
                    Some(format!("waits for resource group {name:?}, which itself has no place in the order"));
                demoted.push(waiter);
            }
        }
    }
    for (index, reason) in reasons.iter_mut().enumerate() {
        let is_isolated = groups[index].after.is_empty() && waiters[index].is_empty();
        if reason.is_none() && is_isolated && names > 1 {
            *reason = Some("waits for no other resource group, and none waits for it".to_string());
        }
    }
    reasons
}

impl Groups {
    /// The groups, by index, in an order in which they could be deployed one by one.
    pub fn deploy_order(&self) -> Vec<usize> {
        let mut missing: Vec<usize> = self.groups.iter().map(|group| group.after.len()).collect();
        let mut waiters: Vec<Vec<usize>> = vec![Vec::new(); self.groups.len()];
        for (index, group) in self.groups.iter().enumerate() {
            group.after.iter().for_each(|wait| waiters[wait.on].push(index));
        }
        let mut order: Vec<usize> = (0..self.groups.len()).filter(|group| missing[*group] == 0).collect();
        let mut next = 0;
        while let Some(&group) = order.get(next) {
            for &waiter in &waiters[group] {
                missing[waiter] -= 1;
                if missing[waiter] == 0 {
                    order.push(waiter);
                }
            }
            next += 1;
        }
        order
    }
}
