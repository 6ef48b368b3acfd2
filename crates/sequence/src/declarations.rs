//! A chart's declarations about the order of its subcharts, as written.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A chart and what it declares about its direct subcharts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Declarations {
    /// `shop/charts/db`; for the root its name.
    pub path: String,
    /// The chart's name, or its alias.
    pub name: String,
    /// `dependencies` of Chart.yaml, including disabled ones.
    pub dependencies: Vec<DeclaredDependency>,
    /// The annotation [`SUBCHARTS`](crate::SUBCHARTS), if present.
    pub annotation: Option<DeclaredList>,
    /// The enabled direct subcharts.
    pub subcharts: Vec<Declarations>,
}

/// An entry of `dependencies`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DeclaredDependency {
    /// The chart's own name.
    pub name: String,
    /// Empty if there is none.
    pub alias: String,
    /// `depends-on`, if present.
    pub depends_on: Option<DeclaredList>,
}

impl DeclaredDependency {
    /// The subchart's name within this chart.
    pub fn effective_name(&self) -> &str {
        if self.alias.is_empty() { &self.name } else { &self.alias }
    }
}

/// A list of names and its position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DeclaredList {
    /// In the order written.
    pub names: Vec<String>,
    /// Where the list starts.
    pub place: Place,
}

/// A line of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Place {
    /// `shop/Chart.yaml`.
    pub file: String,
    /// Counted from one; zero if unknown.
    #[serde(default)]
    pub line: usize,
}

/// `shop/Chart.yaml:12`.
impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => f.write_str(&self.file),
            line => write!(f, "{}:{line}", self.file),
        }
    }
}
