//! The order of subcharts and resource groups, as charts and resources declare it.
//!
//! In: what each chart declares ([`Declarations`]), and the groups of its resources. Out: dependencies ([`Order`],
//! [`Groups`]), each with the place that declares it, or an error with file and line. Pure: it reads no files and asks
//! no cluster. Charts are named by their path, `shop/charts/db`, as in `# Source:` lines.

#![warn(missing_docs)]

mod batches;
mod cycle;
mod declarations;
mod error;
mod groups;
mod lookup;
mod order;
mod rebuild;
mod resolve;

#[cfg(test)]
mod tests;

pub use batches::{Member, batches, deploy_order};
pub use declarations::{Declarations, DeclaredDependency, DeclaredList, Place};
pub use error::{CycleStep, Error, Errors};
pub use groups::{Demotion, Group, GroupWait, Grouped, Groups, group};
pub use lookup::Charts;
pub use order::{ChartOrder, Order, Wait, WaitOrigin};
pub use rebuild::rebuild;
pub use resolve::{Resolved, resolve};

/// Annotation of Chart.yaml: the subcharts that the chart's own resources wait for.
pub const SUBCHARTS: &str = "helm.sh/depends-on/subcharts";

/// Field of `dependencies` in Chart.yaml: the subcharts that this one waits for.
pub const DEPENDS_ON: &str = "depends-on";
