//! Why a declared order cannot be followed.

use std::fmt;

use crate::declarations::Place;

/// One fault in the declarations.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// A list names a subchart that the chart does not have.
    #[error("{place}: chart {chart:?} has no subchart {name:?}{}", hint(nearest.as_deref(), known))]
    Unknown {
        /// The path of the chart that declares it.
        chart: String,
        /// The name as written.
        name: String,
        /// Where.
        place: Place,
        /// The name that was probably meant.
        nearest: Option<String>,
        /// All valid names.
        known: Vec<String>,
    },
    /// A list names a chart that is only present under several aliases.
    #[error("{place}: chart {chart:?} has several subcharts {name:?}; use an alias: {}", aliases.join(", "))]
    Ambiguous {
        /// The path of the chart that declares it.
        chart: String,
        /// The name as written.
        name: String,
        /// Where.
        place: Place,
        /// The possible aliases.
        aliases: Vec<String>,
    },
    /// Charts, or resource groups of one chart, wait for each other.
    #[error("{what} wait for each other: {}", path(steps))]
    Cycle {
        /// `subcharts` or `resource groups of chart shop`.
        what: String,
        /// Each waits for the next one, the last for the first.
        steps: Vec<CycleStep>,
    },
    /// A list cannot be parsed.
    #[error("{place}: {message}")]
    Malformed {
        /// Where.
        place: Place,
        /// What is wrong, and what is expected.
        message: String,
    },
}

/// One wait of a cycle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CycleStep {
    /// What waits.
    pub waiter: String,
    /// What it waits for.
    pub on: String,
    /// Where it is declared: `depends-on in shop/Chart.yaml:12`.
    pub why: String,
}

/// All faults in the declarations of a release.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Errors(pub Vec<Error>);

impl fmt::Display for Errors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, error) in self.0.iter().enumerate() {
            if at > 0 {
                f.write_str("\n")?;
            }
            write!(f, "{error}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Errors {}

fn hint(nearest: Option<&str>, known: &[String]) -> String {
    match (nearest, known) {
        (Some(nearest), _) => format!("; did you mean {nearest:?}?"),
        (None, []) => "; it has no subcharts".to_string(),
        (None, known) => format!("; it has {}", known.join(", ")),
    }
}

/// `a → b → a`, and the declaration of each step.
fn path(steps: &[CycleStep]) -> String {
    let first = steps.first().map(|step| step.waiter.as_str());
    let names: Vec<&str> = first.into_iter().chain(steps.iter().map(|step| step.on.as_str())).collect();
    let mut text = names.join(" → ");
    for CycleStep { waiter, on, why } in steps {
        text.push_str(&format!("\n  {waiter} waits for {on}: {why}"));
    }
    text
}
