//! The inventory of a release: which objects belong to it, and by which changes they came.
//!
//! In: the resources of each revision. Out: the set of objects that may live because of the release, kept so that a
//! crash at any moment leaves a superset of what lives, never less; and the form in which this is stored: the data of a
//! Secret, and of further ones if it is large. Pure: it knows neither clusters nor clocks.
//!
//! Identity is group, kind, namespace and name. The version and the component are provenance.

mod apply_set;
mod change;
mod digest;
mod entry;
mod error;
mod foreign;
mod inventory;
mod naming;
mod pending;
mod stored;

pub use apply_set::{ApplySet, PART_OF, apply_set};
pub use change::{Change, Module};
pub use digest::{digest_of, manifest_digest};
pub use entry::{Entry, EntryState, merge};
pub use error::Error;
pub use inventory::{Inventory, Source};
pub use naming::{COMPONENT, NAME, RELEASE_ID, REVISION, SECRET_TYPE, SOURCE, STATUS, labels, object_name, release_id};
pub use pending::{Pending, Phase};
pub use stored::{BUDGET, SHARD_KEY, Shard, Stored, decode, encode, shards};
