//! Looks up the chart of a template by its path.

use std::collections::HashMap;

use crate::order::Order;

/// The charts of a release by their paths.
#[derive(Clone, Debug, Default)]
pub struct Charts<'a> {
    by_path: HashMap<&'a str, usize>,
}

impl<'a> Charts<'a> {
    /// The charts of an order; lookups return indices into it.
    pub fn new(order: &'a Order) -> Charts<'a> {
        Charts { by_path: order.charts.iter().enumerate().map(|(index, chart)| (chart.path.as_str(), index)).collect() }
    }

    /// The chart at a path.
    pub fn at(&self, path: &str) -> Option<usize> {
        self.by_path.get(path).copied()
    }

    /// The chart of a template, `shop/charts/db/templates/a.yaml`: the innermost one on the path.
    pub fn of_template(&self, source: &str) -> Option<usize> {
        let mut path = source;
        while let Some((above, _)) = path.rsplit_once('/') {
            if let Some(found) = self.at(above) {
                return Some(found);
            }
            path = above;
        }
        None
    }
}
