//! The only way to a Kubernetes cluster, and the only writer to one.
//!
//! In: a [`Connection`] and objects as JSON. Out: objects, streams, and errors that name the action and the object. It
//! knows nothing of plans and prints nothing.

mod about;
mod action;
mod backoff;
mod client;
mod cluster;
mod compare;
mod config;
mod connection;
mod credentials;
mod delete;
mod discovery;
mod error;
mod fence;
mod in_process;
mod kind;
mod kinds;
mod limit;
mod lines;
pub mod lock;
mod logs;
mod observer;
mod page;
mod paging;
mod path;
mod patience;
mod random;
mod read;
mod retry;
mod rights;
mod server;
mod service_account;
mod session;
mod take_over;
mod transport;
mod warnings;
mod watch;
mod write;

pub use backoff::Backoff;
pub use client::{AnswerBody, RequestBody};
pub use cluster::{Cluster, ServerVersion};
pub use connection::{Connection, Secret};
pub use delete::{Delete, Deletion};
pub use error::{Error, Status};
pub use fence::Fence;
pub use in_process::InProcess;
pub use kind::{Kind, KnownKinds};
pub use logs::{LogLine, LogQuery};
pub use observer::{Ending, Exchange, Note, Observer};
pub use read::{Listing, Query};
pub use rights::{Right, Rights};
pub use server::Server;
pub use watch::WatchEvent;
pub use write::{Applied, Apply};
