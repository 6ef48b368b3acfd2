//! The release lock: one deployer of a release at a time, Nelm and werf among them.
//!
//! It is an annotation on the ConfigMap `werf-synchronization` in the release's namespace, renewed while it is held. Who
//! could not renew it in time writes nothing more: see [`crate::Fence`].

mod acquire;
mod held;
mod holder;
mod process;
mod record;
mod sha3;

pub use acquire::{Lock, LockOptions};
pub use held::Held;
pub use holder::Holder;
