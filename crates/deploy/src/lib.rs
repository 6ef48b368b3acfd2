//! Installs, rolls back, uninstalls and shows releases of Helm charts: the library behind the command `skeg`.
//!
//! One use case per file, readable as its data flow. Requests and outcomes are plain data. The library does not print,
//! exit, or read the environment, the home folder or stdin.
//!
//! - [`render()`] turns a chart into manifests without a cluster, and needs no runtime.
//! - [`install()`], [`rollback()`] and [`uninstall()`] change a release; [`plan_install`] and its siblings only show
//!   what they would do.
//! - [`freeze`] saves such a plan for later, [`execute`] executes it.
//! - [`list()`], [`history()`], [`get()`] and [`status()`] read.
//!
//! They work in a [`World`]: a [`Cluster`], the [`Storage`] of records, the [`ChartSource`], and listeners for events.
//! The first three are seams: a test or an embedded cluster replaces the network by an [`InProcess`] service.
//!
//! # Rendering
//!
//! See [`render()`] for a complete example.
//!
//! # Deploying
//!
//! See [`install()`]. An error means that nothing was changed; a deploy that was started ends in a [`DeployOutcome`],
//! whose [`result`](DeployOutcome::result) says how.

mod apply;
mod chart_request;
mod chart_source;
mod cleanup;
mod deadline;
mod deploy_options;
mod deployer;
mod desired;
mod drift;
mod dropped;
mod dry_run;
mod error;
mod frozen;
mod get;
mod history;
mod install;
mod inventory;
mod inventory_rebuild;
mod inventory_show;
mod inventory_verify;
mod list;
mod load;
mod lookup;
mod manifests;
mod marked;
mod move_resources;
mod namespace;
mod namespaces;
mod notes;
mod observe;
mod order;
mod outcome;
mod past;
mod planning;
mod preview;
mod record;
mod render;
mod rights;
mod rollback;
mod secret_key;
mod secret_place;
mod session;
mod status;
mod under_way;
mod uninstall;
mod unused;
mod validate;
mod world;

pub use apply::{ApplyRequest, apply};
pub use chart_request::{ChartRequest, LARGEST_FILE, Overrides, Process, SecretRequest, ValueFiles};
pub use chart_source::{ChartReference, ChartSource, LocalCharts, Repositories, SourceError};
pub use deploy_options::{DeployOptions, Metadata};
pub use drift::{DriftKind, DriftReport, DriftRequest, ObjectDrift, drift};
pub use dry_run::{DryRun, Existing, dry_run};
pub use error::{Error, in_namespaces};
pub use frozen::{ExecuteRequest, execute, freeze, frozen_driver, frozen_options, tell_secrets, thaw};
pub use get::{Seen, get, get_resources};
pub use history::history;
pub use install::{InstallRequest, install};
pub use inventory_rebuild::{RebuildRequest, Rebuilt, rebuild_inventory};
pub use inventory_show::{ShownInventory, show_inventory};
pub use inventory_verify::{Difference, DifferenceKind, Verification, VerifyRequest, verify_inventory};
pub use list::{ListRequest, list};
pub use load::{LoadNote, LoadedChart, load};
pub use manifests::Manifests;
pub use move_resources::{MoveRequest, Moved, move_resources};
pub use namespaces::namespaces;
pub use notes::Notes;
pub use order::{GroupFrame, order_view, put_in_order};
pub use outcome::{DeployOutcome, Run};
pub use preview::{Preview, plan_apply, plan_install, plan_rollback, plan_uninstall};
pub use render::{Target, render};
pub use rights::MissingRights;
pub use rollback::{RollbackRequest, rollback};
pub use secret_key::{KeyError, KeySources, WarnedFiles};
pub use secret_place::place_of;
pub use status::{ResourceStatus, StatusReport, status};
pub use under_way::UnderWay;
pub use uninstall::{UninstallRequest, uninstall};
pub use validate::{Obstacle, RefusedObject};
pub use world::World;

pub use skeg_chart::{Compat, UserValues};
/// Types of the crates below that callers need.
pub use skeg_cluster::lock::LockOptions;
pub use skeg_cluster::{
    AnswerBody, Cluster, Connection, Ending, Error as ClusterError, Exchange, InProcess, Note, Observer, RequestBody,
};
pub use skeg_execute::{Outcome, Stop, StopCause, Verdict};
pub use skeg_inventory::{Change as InventoryChange, Entry, EntryState, Inventory, Pending, Phase, Source};
pub use skeg_plan::{
    Adoption, DeleteLimit, DeployResult, Deviation, DeviationKind, Error as PlanError, Event, IgnoredFields, Ownerless,
    Plan, Policy, Pruning, ReleaseName, artifact,
};
pub use skeg_release_store::{Detail, Driver, Error as StoreError, Listing, Release, Storage, Subchart};
pub use skeg_render::Rendered;
pub use skeg_resources::managed_fields::ManualChanges;
pub use skeg_resources::{
    DeployType, Extra, FieldPattern, HIDDEN, KnownSecrets, Object, Origin, Propagation, ResourceId, Sensitive, dress,
};
pub use skeg_sequence::Order;
pub use skeg_track::Options as TrackOptions;
pub use skeg_track::rules::Assessment;
