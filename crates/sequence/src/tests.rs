//! The order of subcharts and groups, by example and on random graphs.

mod grouping;
mod random;
mod subcharts;

use crate::{Declarations, DeclaredDependency, DeclaredList, Order, Place, resolve};

/// A list at a line of `shop/Chart.yaml`.
fn list(line: usize, names: &[&str]) -> DeclaredList {
    let place = Place { file: "shop/Chart.yaml".into(), line };
    DeclaredList { names: names.iter().map(|name| name.to_string()).collect(), place }
}

fn dependency(name: &str, alias: &str, depends_on: Option<DeclaredList>) -> DeclaredDependency {
    DeclaredDependency { name: name.into(), alias: alias.into(), depends_on }
}

/// A chart whose dependencies are all enabled.
fn chart(path: &str, dependencies: Vec<DeclaredDependency>) -> Declarations {
    let below = |dependency: &DeclaredDependency| {
        let name = dependency.effective_name();
        Declarations { path: format!("{path}/charts/{name}"), name: name.into(), ..Declarations::default() }
    };
    let subcharts = dependencies.iter().map(below).collect();
    let name = path.rsplit('/').next().unwrap_or_default().to_string();
    Declarations { path: path.into(), name, dependencies, annotation: None, subcharts }
}

fn order(chart: &Declarations) -> Order {
    resolve(chart).unwrap_or_else(|errors| panic!("{errors}")).order
}

/// What a chart waits for, by names.
fn after<'a>(order: &'a Order, path: &str) -> Vec<&'a str> {
    let chart = order.chart(path).unwrap_or_else(|| panic!("no chart {path}"));
    chart.after.iter().map(|wait| wait.on.rsplit('/').next().unwrap_or_default()).collect()
}

/// What a chart's own resources wait for, by names.
fn own_after<'a>(order: &'a Order, path: &str) -> Vec<&'a str> {
    let chart = order.chart(path).unwrap_or_else(|| panic!("no chart {path}"));
    chart.own_after.iter().map(|wait| wait.on.rsplit('/').next().unwrap_or_default()).collect()
}
