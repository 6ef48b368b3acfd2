//! A proxy in front of a cluster's API server that injects faults: sends no response or an error, loses the response,
//! cuts or silences a watch, is down for a while, or holds a request until the test releases it.
//!
//! In: a cluster and [`Rule`]s. Out: an address for any client, and the requests that were seen. Requests that no rule
//! hits are forwarded unchanged, watches and logs included. It listens on one port for HTTP and HTTPS, HTTP/1.1 and
//! HTTP/2. All calls block; the proxy runs on its own thread until it is dropped.
//!
//! ```no_run
//! use skeg_test_cluster::TestCluster;
//! use skeg_test_cluster::faults::{Fault, FaultProxy, Requests, Rule};
//!
//! let proxy = FaultProxy::start(TestCluster::shared())?;
//! let lost = proxy.add(Rule::new(Fault::CutAfter).only(Requests::Writes).path("/configmaps/").nth(3));
//! // … run something with proxy.kubeconfig() …
//! assert_eq!(lost.fired(), 1);
//! # Ok::<(), skeg_test_cluster::Error>(())
//! ```

mod answer;
mod fault;
mod forward;
mod listen;
mod proxy;
mod rule;
mod script;
mod upstream;
mod watch;

pub use fault::Fault;
pub use proxy::FaultProxy;
pub use rule::{Requests, Rule};
pub use script::{ActiveRule, Seen};
