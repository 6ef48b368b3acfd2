//! Releases on record, in the very form in which Helm 3, Helm 4, Nelm and werf write and read them.
//!
//! In: a [`Release`] to keep, or a name to look for. Out: records in a cluster's Secrets or ConfigMaps, or in memory, and
//! the [`History`] of a release, which tells what the next deploy is. A history is read without payloads. What only payloads
//! tell is read of many records at once, page by page, and of each no more is kept than is shown. It must not know plans, nor how releases come about.

mod chart_record;
mod codec;
mod error;
mod go_json;
mod history;
mod kept_secrets;
mod labels;
mod list;
mod memory;
mod name;
mod objects;
mod outline;
mod read;
mod record;
mod release;
mod selector;
mod size;
mod storage;
mod store;
mod time;
mod write;
mod writer;

pub use chart_record::{ChartFile, ChartRecord};
pub use codec::{decode, encode};
pub use error::{Error, LargePart};
pub use history::{History, Summary, Written};
pub use labels::{Labels, check_labels, next_labels};
pub use list::{Detail, Listing};
pub use name::{check_name, record_key};
pub use record::{Head, Record};
pub use release::{Hook, HookRun, Info, Release};
pub use selector::Selector;
pub use skeg_resources::ReleaseStatus;
pub use storage::{Answer, Driver, Storage, Visit, storage};
pub use store::Store;
pub use time::Time;
pub use writer::Writer;
