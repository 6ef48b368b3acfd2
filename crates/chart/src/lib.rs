//! The chart model: from a directory or an archive to the values its templates see.
//!
//! In: a path or bytes, the user's values, a generation of Helm. Out: a `Chart` tree whose dependencies are settled, its
//! coalesced values, warnings as data, errors with Helm's own text. Nothing here prints, reads the environment or the network.

mod bounded;
mod chart;
mod checks;
mod clean_path;
mod coalesce;
mod compat;
mod dependencies;
mod error;
mod file;
mod go_text;
mod load;
mod metadata;
mod order;
mod range;
mod schema;
mod values;
mod warning;

pub use bounded::read_bounded;
pub use chart::Chart;
pub use checks::{check_installable, check_kube_version, check_release_name};
pub use clean_path::clean_path;
pub use coalesce::{BuildValues, Coalesced, coalesce};
pub use compat::Compat;
pub use dependencies::{check_presence, process};
pub use error::{ArchiveError, Error, SetFlag, SetProblem, SetProblemKind, go_io_text};
pub use file::File;
pub use go_text::quote;
pub use load::{Limits, Links, LoadOptions, load, load_archive, load_with, path_matches};
pub use metadata::{Dependency, ImportValue, Lock, Maintainer, Metadata};
pub use schema::{ChartViolations, Fetch, Validation, Violation, validate};
pub use values::{ReadFile, UserValues, merge_maps, read_values};
pub use warning::Warning;
