//! Plans of ordered deploys: charts and resource groups one after the other.

mod charts;
mod random;
mod removed;

use std::collections::{BTreeMap, BTreeSet};

use skeg_plan::{Action, Plan};
use skeg_resources::{Class, Resource};
use skeg_sequence::{Declarations, DeclaredDependency, DeclaredList, Order, Place, resolve};

use crate::world::{config, read_at};

/// A list at a line of Chart.yaml.
fn list(line: usize, names: &[&str]) -> DeclaredList {
    let place = Place { file: "shop/Chart.yaml".into(), line };
    DeclaredList { names: names.iter().map(|name| name.to_string()).collect(), place }
}

/// A chart `shop` whose subcharts wait for others: `[("web", &["db"])]`.
fn order(subcharts: &[(&str, &[&str])], annotation: Option<&[&str]>) -> Order {
    let dependency = |(at, (name, after)): (usize, &(&str, &[&str]))| DeclaredDependency {
        name: name.to_string(),
        alias: String::new(),
        depends_on: (!after.is_empty()).then(|| list(at + 10, after)),
    };
    let subchart = |(name, _): &(&str, &[&str])| Declarations {
        path: format!("shop/charts/{name}"),
        name: name.to_string(),
        ..Declarations::default()
    };
    let declarations = Declarations {
        path: "shop".into(),
        name: "shop".into(),
        dependencies: subcharts.iter().enumerate().map(dependency).collect(),
        annotation: annotation.map(|names| list(4, names)),
        subcharts: subcharts.iter().map(subchart).collect(),
    };
    resolve(&declarations).unwrap_or_else(|errors| panic!("{errors}")).order
}

/// A ConfigMap of a chart: `db` for the subchart of that name, empty for the root.
fn config_of(chart: &str, name: &str, value: &str, annotations: &[(&str, &str)]) -> Vec<Resource> {
    let path = match chart {
        "" => "shop/templates/a.yaml".to_string(),
        chart => format!("shop/charts/{chart}/templates/a.yaml"),
    };
    read_at(&path, &config(name, value, annotations), Class::Regular)
}

/// For each resource, by name: the resources that are ready, or gone, before it is written.
fn before(plan: &Plan) -> BTreeMap<String, BTreeSet<String>> {
    let name = |action: &Action| action.target().map(|target| plan.targets[target].id.name.clone());
    let mut found: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut reached: Vec<BTreeSet<String>> = Vec::new();
    for operation in &plan.operations {
        let mut set = BTreeSet::new();
        for edge in &operation.after {
            set.extend(reached[edge.on].iter().cloned());
            let earlier = &plan.operations[edge.on].action;
            set.extend(name(earlier).filter(|_| earlier.is_tracking()));
        }
        if operation.action.is_write() {
            found.entry(name(&operation.action).unwrap_or_default()).or_default().extend(set.iter().cloned());
        }
        reached.push(set);
    }
    found
}

fn names(set: &BTreeSet<String>) -> Vec<&str> {
    set.iter().map(String::as_str).collect()
}
