//! A real Kubernetes control plane for tests: etcd, API server, controllers and scheduler are the real programs, and
//! kwok plays the kubelet of one large node, so pods become ready, complete and crash without containers.
//!
//! In: the programs that `cargo xtask setup` builds. Out: a [`TestCluster`] on free loopback ports, in its own folder
//! in the system's temporary folder. All calls block; none needs an async runtime. When the cluster is dropped or its
//! process ends in any way, SIGKILL included, all programs end and the folder is removed. It must not know Skeg: other
//! crates test themselves with it.
//!
//! ```no_run
//! let cluster = skeg_test_cluster::TestCluster::shared();
//! let namespace = cluster.fresh_namespace("mine")?;
//! cluster.kubectl_run(["-n", &namespace, "create", "deployment", "web", "--image=web"])?;
//! # Ok::<(), skeg_test_cluster::Error>(())
//! ```
//!
//! # What pods do
//!
//! A pod with `restartPolicy: Always` becomes ready at once, any other completes at once. Annotations of the pod (for a
//! Deployment: of its pod template) change that, for all containers of the pod alike:
//!
//! | `test.skeg.dev/behave` | what happens |
//! | --- | --- |
//! | `ready`, `complete` | the two defaults |
//! | `ready-after` | runs at once, is ready after a while (1 s) |
//! | `never-ready` | runs, stays unready |
//! | `crash-loop` | runs and dies with exit code 1 over and over: `CrashLoopBackOff`, a growing `restartCount`, an event |
//! | `image-pull` | `Pending` with `ErrImagePull`, then `ImagePullBackOff`, with events |
//! | `fail` | runs, then is `Failed` with exit code 1 |
//! | `hang` | `Pending` for ever, waiting for `ContainerCreating` |
//!
//! | annotation | meaning |
//! | --- | --- |
//! | `test.skeg.dev/after: 3s` | how long `ready-after`, `complete` and `fail` take, and a crashed container's back-off (2 s) |
//! | `test.skeg.dev/restarts: "2"` | a `crash-loop` that ends: ready after so many crashes |
//! | `test.skeg.dev/reason: X` | what a pod that hangs waits for |
//! | `test.skeg.dev/delete-after: 3s` | how long a deleted pod takes to go |
//!
//! A changed annotation of a living pod takes effect at once. Pods that request too much, or a node that does not
//! exist, stay unscheduled; that is the scheduler's own behaviour.
//!
//! # What pods log
//!
//! A container called `crash` logs the contents of [`PodLog::Crash`], one called `talk` those of [`PodLog::Talk`], any
//! other those of [`PodLog::Ordinary`]; `--previous` returns the crash log. [`TestCluster::append_pod_log`] adds lines,
//! which followers receive. The timestamps are a day ahead, so that a test that asks for the lines since its own start
//! gets all of them.

mod audit;
mod cluster;
mod error;
#[cfg(feature = "faults")]
pub mod faults;
mod folder;
mod guard;
mod kubeconfig;
mod launch;
mod options;
mod pod_log;
mod poll;
mod ports;
mod server;
mod stages;
mod supplies;
mod tools;

pub use audit::{AuditMark, Request, tally};
pub use cluster::TestCluster;
pub use error::Error;
pub use options::{Kubernetes, Options};
pub use pod_log::PodLog;
pub use poll::wait_until;
pub use tools::{Helm, run, write_program};
