//! Formats plans, events and records for people and programs.
//!
//! Data in, text out: it prints nothing, asks no cluster, and reads no clock; the caller passes times.

mod chains;
pub mod codes;
mod deploy_report;
mod destination;
mod drift_view;
mod ending;
mod graph;
mod graph_text;
mod heading;
mod inventory_view;
mod json_lines;
mod listing;
mod order_view;
mod phrase;
mod plan_view;
mod progress;
mod release_view;
mod span;
mod styled;
mod summary;
mod table;
mod time;
mod unfinished;
mod verification_view;
mod visible;

pub use deploy_report::deploy_report;
pub use destination::Destination;
pub use drift_view::{DriftFormat, DriftView, DriftedField, DriftedObject, drift};
pub use ending::{DeployEnding, RunView};
pub use graph::{GraphFormat, graph};
pub use heading::{Undertaking, heading, plan_in_short};
pub use inventory_view::{ChangeView, InventoryView, MemberView, PendingView, inventory};
pub use json_lines::{json_end, json_error, json_line};
pub use listing::{Format, HistoryRow, ReleaseRow, history, list};
pub use order_view::{order_dot, order_json, order_mermaid, order_text};
pub use plan_view::{
    Made, PlanDetail, PlanFormat, PlanSource, PlanStyle, PlanView, Standing, Verdict, plan, plan_text,
};
pub use progress::{ProgressMode, ProgressText};
pub use release_view::{ChartLine, ReleaseView, ResourceLine, get, status};
pub use skeg_plan::DeployResult;
pub use span::shown as shown_span;
pub use styled::{Piece, Style, Styled};
pub use summary::summary;
pub use table::Table;
pub use time::utc;
pub use verification_view::{DifferenceView, VerificationView, verification};
pub use visible::{visible, visible_bytes};
