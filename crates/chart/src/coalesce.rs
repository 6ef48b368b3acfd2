//! User values over chart defaults, top-down.

use skeg_go_yaml::Tree;

use crate::{Chart, Compat, Error, Warning};

/// The values of the root chart, those of subcharts nested under their names.
#[derive(Clone, Debug, Default)]
pub struct Coalesced {
    pub values: Tree,
    pub warnings: Vec<Warning>,
}

/// The values templates see. The chart's dependencies must be processed.
pub fn coalesce(_chart: &Chart, _user: &Tree, _compat: Compat) -> Result<Coalesced, Error> {
    todo!()
}
