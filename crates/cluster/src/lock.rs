//! The release lock: one deployer of a release at a time, including Nelm and werf.
//!
//! It is an annotation on the ConfigMap `werf-synchronization` in the release's namespace, renewed while it is held. A
//! holder that could not renew it in time stops writing: see [`crate::Fence`]. Waiters watch the ConfigMap and queue
//! there.

mod acquire;
mod board;
mod held;
mod holder;
mod process;
mod queue;
mod record;

pub use acquire::{Lock, LockOptions};
pub use board::CONFIG_MAP;
pub use held::Held;
pub use holder::Holder;
