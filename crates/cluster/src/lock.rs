//! The release lock: one deployer of a release at a time, Nelm and werf among them.
//!
//! It is an annotation on the ConfigMap `werf-synchronization` in the release's namespace, renewed while it is held. Who
//! could not renew it in time writes nothing more: see [`crate::Fence`]. Who has to wait watches the ConfigMap and stands in
//! line there.

mod acquire;
mod board;
mod held;
mod holder;
mod line;
mod process;
mod record;

pub use acquire::{Lock, LockOptions};
pub use board::CONFIG_MAP;
pub use held::Held;
pub use holder::Holder;
