//! Which subcharts stay, under which names, and what they give to their parents.

use skeg_go_yaml::Tree;

use crate::{Chart, Compat, Error, Warning};

/// Every chart that Chart.yaml asks for must be in charts/.
pub fn check_presence(_chart: &Chart, _compat: Compat) -> Result<(), Error> {
    todo!()
}

/// Settles aliases, tags, conditions and import-values, in place.
pub fn process(_chart: &mut Chart, _user: &Tree, _compat: Compat) -> Result<Vec<Warning>, Error> {
    todo!()
}
