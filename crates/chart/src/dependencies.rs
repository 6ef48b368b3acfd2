//! Which subcharts stay, under which names, and what they give to their parents.

mod enable;
mod graph;
mod import;

use std::collections::HashSet;

use skeg_go_yaml::Tree;

use crate::{Chart, Compat, Error, Warning};

/// Every chart that Chart.yaml asks for must be in charts/.
pub fn check_presence(chart: &Chart, compat: Compat) -> Result<(), Error> {
    let present: HashSet<&str> = chart.dependencies.iter().map(Chart::name).collect();
    let wanted = chart.metadata.dependencies.iter().flatten();
    let missing = wanted.filter(|dependency| !present.contains(&*dependency.name));
    let names: Vec<String> = missing.map(|dependency| dependency.name.clone()).collect();
    if names.is_empty() {
        return Ok(());
    }
    let prefix = match compat {
        Compat::V3 => {
            "An error occurred while checking for chart dependencies. You may need to run `helm dependency build` to fetch missing dependencies"
        }
        Compat::V4 => {
            "an error occurred while checking for chart dependencies. You may need to run 'helm dependency build' to fetch missing dependencies"
        }
    };
    Err(Error::MissingDependencies { prefix, names })
}

/// Settles aliases, tags, conditions and import-values, in place.
pub fn process(chart: &mut Chart, user: &Tree, compat: Compat) -> Result<Vec<Warning>, Error> {
    let mut warnings = Vec::new();
    let mut graph = graph::Graph::new(std::mem::take(chart), compat);
    let outcome =
        enable::enable(&mut graph, user, &mut warnings).and_then(|()| import::import(&mut graph, &mut warnings));
    *chart = graph.into_chart();
    match outcome {
        Ok(()) => Ok(warnings),
        Err(Error::NotATable { chart, shown, .. }) if compat.is_v4() => {
            Err(Error::NotATable { prefix: "chart dependencies processing failed: ", chart, shown })
        }
        Err(error) => Err(error),
    }
}
