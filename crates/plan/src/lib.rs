//! Compares the wanted resources, the live objects and the earlier revisions, and builds a graph of operations. Each
//! operation knows what it waits for, and why.
//!
//! Pure: no cluster, no clock, no randomness. A [`Plan`] serialises as it is, so that what was reviewed can be executed.

mod adoption;
pub mod artifact;
mod budget;
mod build;
mod catalogue;
mod change;
mod chart_states;
mod decision;
mod definitions;
mod deploy_result;
mod describe;
mod deviation;
mod draft;
mod drift;
mod error;
mod event;
mod failure;
mod freshness;
mod graph;
mod install;
mod inventory;
mod links;
mod masking;
mod observation;
mod operation;
mod order_view;
mod ownership;
mod plan;
mod propagation;
mod pruning;
mod reason;
mod records;
mod removal;
mod request;
mod sequence;
mod unknown;
mod waits;

pub use adoption::{Adoption, Ownerless};
pub use build::{Built, build, without_final_tracking};
pub use change::{Cause, Change, ChangeKind};
pub use chart_states::ChartStates;
pub use decision::{is_kept, significant};
pub use definitions::misfits;
pub use deploy_result::DeployResult;
pub use deviation::{Deviation, DeviationKind, IgnoredFields, deviations};
pub use drift::{Drift, Drifted, FieldDrift, drift, is_made, secrets};
pub use error::{Error, Excess, ExcessiveDeletion, Foreign, Occupant, OccupiedNamespace, Unchangeable, Unknown, Wait};
pub use event::{ChartRun, ChartState, Ending, Event, Failure, FailureKind};
pub use failure::failure_plan;
pub use freshness::{Outdated, Recorded, outdated};
pub use inventory::{digest as manifest_digest, entries as inventory_entries};
pub use observation::{Live, Refusal, RefusalCause, Trial};
pub use operation::{Action, Edge, Operation};
pub use order_view::{ChartView, GroupView, OrderView, WaitView, order_view};
pub use plan::{KeepReason, KeptObject, Plan, ReleaseName, Target};
pub use pruning::{DeleteLimit, Pruning};
pub use reason::Reason;
pub use removal::data_at_risk;
pub use request::{Policy, Request, Revision};
pub use sequence::{Position, positions};
pub use skeg_resources::{Progress, ReleaseStatus};
pub use skeg_sequence::{ChartOrder, Member, Order, Wait as ChartWait, batches};
pub use unknown::definition_authors;
