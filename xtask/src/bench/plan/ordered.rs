//! Planning 200 subcharts in order, as a chain and as diamonds, compared with planning them without an order.

use super::{RUNS, Request, resource, time};
use skeg_sequence::{ChartOrder, Order, Place, Wait, WaitOrigin};
use std::time::Duration;

const SUBCHARTS: usize = 200;
/// Resources of each subchart.
const EACH: usize = 5;

/// The subcharts that one waits for.
type Before = fn(usize) -> Vec<usize>;

/// The best planning time for a shape of the order, and without the order.
pub(in crate::bench) struct Ordered {
    pub(in crate::bench) shape: &'static str,
    pub(in crate::bench) took: Duration,
}

/// Times both shapes.
pub(super) fn run() -> Result<Vec<Ordered>, String> {
    println!("{SUBCHARTS} subcharts of {EACH} resources  in order  without order");
    let shapes: [(&str, Before); 2] = [("chain", chain), ("diamonds", diamonds)];
    let mut rows = Vec::new();
    for (shape, before) in shapes {
        let took = best(&request(Some(order(before))))?;
        let without = best(&request(None))?;
        let millis = |took: Duration| took.as_secs_f64() * 1e3;
        println!("{shape:>29}  {:>5.1} ms  {:>10.1} ms", millis(took), millis(without));
        rows.push(Ordered { shape, took });
    }
    Ok(rows)
}

fn best(request: &Request) -> Result<Duration, String> {
    let mut times = (0..RUNS).map(|_| time(request.clone()).map(|(took, _)| took)).collect::<Result<Vec<_>, _>>()?;
    times.sort();
    times.first().copied().ok_or_else(|| "no run".to_string())
}

/// Each waits for the one before.
fn chain(number: usize) -> Vec<usize> {
    number.checked_sub(1).into_iter().collect()
}

/// A tip, two that wait for it, a tip that waits for both, and so on.
fn diamonds(number: usize) -> Vec<usize> {
    match number % 3 {
        0 => [number.checked_sub(1), number.checked_sub(2)].into_iter().flatten().collect(),
        side => vec![number - side],
    }
}

fn path(number: usize) -> String {
    format!("large/charts/c{number}")
}

fn order(before: Before) -> Order {
    let wait = |number: usize| {
        let origin = WaitOrigin::DependsOn(Place { file: "large/Chart.yaml".to_owned(), line: number });
        Wait { on: path(number), origin }
    };
    let root = ChartOrder {
        path: "large".to_owned(),
        own_after: (0..SUBCHARTS).map(|on| Wait { on: path(on), origin: WaitOrigin::OrderedSubcharts }).collect(),
        ..ChartOrder::default()
    };
    let chart = |number: usize| ChartOrder {
        path: path(number),
        after: before(number).into_iter().map(wait).collect(),
        ..ChartOrder::default()
    };
    Order { charts: std::iter::once(root).chain((0..SUBCHARTS).map(chart)).collect() }
}

fn request(order: Option<Order>) -> Request {
    let mut request = super::request(0);
    for number in 0..SUBCHARTS * EACH {
        let mut resource = resource(number);
        resource.origin.path = format!("{}/templates/a.yaml", path(number / EACH));
        resource.rules.weight = Some(0);
        resource.rules.deploy_dependencies.clear();
        request.desired.push(resource);
    }
    request.order = order;
    request
}
