//! Frozen plans: a reviewed plan is saved to a file and later executed exactly as saved.

mod execute;
mod freeze;
mod identity;
mod options;
mod standing;

pub use execute::{ExecuteRequest, execute};
pub use freeze::{freeze, frozen_driver, tell_secrets, thaw};
pub use options::frozen_options;

/// The annotation of a record that names the frozen plan it was made by.
const PLAN_DIGEST: &str = "skeg.dev/plan-digest";
