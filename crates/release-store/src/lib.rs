//! Records of releases, in exactly the format that Helm 3, Helm 4, Nelm and werf read and write.
//!
//! In: a [`Release`] to store, or a name to look for. Out: records in a cluster's Secrets or ConfigMaps, or in memory,
//! and the [`History`] of a release, which decides what the next deploy is. A history is read without payloads. Where
//! payloads are needed, many are read at once, page by page, and only what is shown is kept. It knows nothing of plans.

mod chart_record;
mod codec;
mod error;
mod go_json;
mod history;
mod inventories;
mod kept_order;
mod kept_secrets;
mod labels;
mod list;
mod memory;
mod name;
mod objects;
mod outline;
mod own_files;
mod read;
mod record;
mod release;
mod selector;
mod size;
mod storage;
mod store;
mod subchart;
mod time;
mod write;
mod writer;

pub use chart_record::{ChartFile, ChartRecord};
pub use codec::{decode, encode};
pub use error::{Error, LargePart};
pub use history::{History, Summary, Written};
pub use inventories::{Inventories, InventoryHead, KeptInventory};
pub use kept_order::KeptOrder;
pub use labels::{Labels, check_labels, next_labels};
pub use list::{Detail, Listing};
pub use name::{check_name, record_key};
pub use record::{Head, Record};
pub use release::{Hook, HookRun, Info, Release};
pub use selector::Selector;
pub use skeg_resources::ReleaseStatus;
pub use storage::{Answer, Driver, Storage, Visit, storage};
pub use store::Store;
pub use subchart::Subchart;
pub use time::Time;
pub use writer::Writer;
