//! Frozen plans: a plan that was reviewed goes into a file, and what the file says is carried out as it is.

mod execute;
mod freeze;
mod identity;
mod options;
mod standing;

pub use execute::{ExecuteRequest, execute};
pub use freeze::{freeze, frozen_driver, tell_secrets, thaw};
pub use options::frozen_options;

/// The annotation of a record that tells which frozen plan made it.
const PLAN_DIGEST: &str = "skeg.dev/plan-digest";
