//! The programs written in Go that tests and chores run: the reference Helms and a Kubernetes control plane.
//!
//! In: the little Go modules under `xtask`, whose `go.mod` and `go.sum` pin every source by checksum. Out: where each
//! binary is kept, and what to build it with. Only `cargo xtask setup` builds; this crate runs nothing.

mod cache;
mod error;
mod pins;
mod program;

pub use cache::cache;
pub use error::Error;
pub use pins::{
    ALL, ETCD, HELM_3, HELM_4, KUBE_APISERVER, KUBE_CONTROLLER_MANAGER, KUBE_SCHEDULER, KUBECTL, KWOK,
    OLDEST_KUBE_APISERVER, OLDEST_KUBE_CONTROLLER_MANAGER, OLDEST_KUBE_SCHEDULER, OTHER_KUBERNETES,
};
pub use program::Program;
