//! The order of a release's charts: which waits for which, and what declares it. Stored in records.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::declarations::Place;

/// The order of all charts of a release.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Order {
    /// Each chart after its parent; the root is first.
    pub charts: Vec<ChartOrder>,
}

/// The dependencies of one chart.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChartOrder {
    /// `shop/charts/db`.
    pub path: String,
    /// Siblings that must be ready before anything of the chart starts, its subcharts included.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub after: Vec<Wait>,
    /// Direct subcharts that must be ready before the chart's own resources start.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub own_after: Vec<Wait>,
    /// Only an older order has the chart: its remaining resources are deleted.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_dropped: bool,
}

/// A chart that must be ready first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Wait {
    /// The path of the chart to wait for.
    pub on: String,
    /// What declares it.
    pub origin: WaitOrigin,
}

/// What declares that one chart waits for another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "by", rename_all = "kebab-case")]
pub enum WaitOrigin {
    /// `depends-on` of the waiting subchart.
    DependsOn(Place),
    /// The annotation [`SUBCHARTS`](crate::SUBCHARTS) of the chart.
    Annotation(Place),
    /// Without the annotation, a chart's own resources wait for all subcharts that have dependencies or dependents.
    OrderedSubcharts,
    /// A subchart without dependencies and dependents starts together with its parent's own resources.
    WithParent,
}

/// `depends-on at shop/Chart.yaml:12`.
impl fmt::Display for WaitOrigin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WaitOrigin::DependsOn(place) => write!(f, "{} in {place}", crate::DEPENDS_ON),
            WaitOrigin::Annotation(place) => write!(f, "annotation {} in {place}", crate::SUBCHARTS),
            WaitOrigin::OrderedSubcharts => f.write_str("a chart's own resources come after its ordered subcharts"),
            WaitOrigin::WithParent => f.write_str("subcharts without order go with the parent's own resources"),
        }
    }
}

impl Order {
    /// Whether no chart waits for another.
    pub fn is_trivial(&self) -> bool {
        self.charts.iter().all(|chart| chart.after.is_empty() && chart.own_after.is_empty())
    }

    /// The chart at this path.
    pub fn chart(&self, path: &str) -> Option<&ChartOrder> {
        self.charts.iter().find(|chart| chart.path == path)
    }

    /// Adds the charts that only an older order has after our own, so that what is left of them is ordered too.
    pub fn extend(&mut self, older: Order) {
        for chart in older.charts {
            if self.chart(&chart.path).is_none() {
                self.charts.push(ChartOrder { is_dropped: true, ..chart });
            }
        }
    }
}

impl ChartOrder {
    /// The path of the parent; `None` for the root.
    pub fn parent(&self) -> Option<&str> {
        parent(&self.path)
    }

    /// `db` of `shop/charts/db`.
    pub fn name(&self) -> &str {
        self.path.rsplit_once("/charts/").map_or(&self.path, |(_, name)| name)
    }
}

/// The path of a chart's parent; `None` for a root.
pub(crate) fn parent(path: &str) -> Option<&str> {
    path.rsplit_once("/charts/").map(|(parent, _)| parent)
}
