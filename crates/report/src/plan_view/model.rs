//! The plan as shown, in any format: plain data without secrets.

use serde_json::Value;
use skeg_plan::{ChangeKind, Outdated, ReleaseName};
use skeg_resources::{DeployType, ResourceId};

use super::build::{Made, Standing};
use super::charts::ChartView;
use crate::destination::Destination;

/// The overall result of a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Neither resources nor records would change.
    Nothing,
    /// No resource would change, but records would.
    RecordsOnly,
    /// No resource would change, but hooks would run, and a revision would be recorded.
    HooksOnly,
    /// Resources would change.
    Changes,
}

/// A plan, ready to be formatted.
#[derive(Clone, Debug)]
pub struct PlanView {
    pub(super) release: ReleaseName,
    pub(super) deploy_type: DeployType,
    pub(super) revision: u64,
    pub(super) standing: Option<Standing>,
    pub(super) destination: Option<Destination>,
    pub(super) made: Option<Made>,
    /// For a rollback: the revision to roll back to.
    pub(super) back_to: Option<u64>,
    pub(super) verdict: Verdict,
    /// Why a revision must be recorded if nothing else would change.
    pub(super) record_reasons: Vec<Outdated>,
    /// In the order of the plan.
    pub(super) changes: Vec<ChangeView>,
    /// How many hooks run.
    pub(super) hooks: usize,
    pub(super) unchanged: usize,
    pub(super) steps: Vec<StepView>,
    /// The charts of an ordered plan; empty for any other.
    pub(super) charts: Vec<ChartView>,
    /// What else would be done, one line each.
    pub(super) notes: Vec<String>,
    pub(super) warnings: Vec<String>,
}

impl PlanView {
    /// The overall result.
    pub fn verdict(&self) -> Verdict {
        self.verdict
    }

    /// Warnings for the user.
    pub fn warnings(&self) -> &[String] {
        &self.warnings
    }

    /// The number of changes of this kind; hooks are counted separately.
    pub(super) fn count(&self, kind: ChangeKind) -> usize {
        self.changes.iter().filter(|change| change.kind == kind && !change.is_hook).count()
    }

    /// Changes of resources other than hook runs.
    pub(super) fn deploys(&self) -> impl Iterator<Item = &ChangeView> {
        self.changes.iter().filter(|change| change.kind != ChangeKind::Delete && !change.is_hook)
    }

    /// Hooks that run.
    pub(super) fn hooks(&self) -> impl Iterator<Item = &ChangeView> {
        self.changes.iter().filter(|change| change.is_hook)
    }

    pub(super) fn deletions(&self) -> impl Iterator<Item = &ChangeView> {
        self.changes.iter().filter(|change| change.kind == ChangeKind::Delete)
    }

    /// `PersistentVolumeClaim/data is deleted: …`, with the name apart.
    pub(super) fn risks(&self) -> impl Iterator<Item = (&str, String)> {
        self.changes.iter().filter_map(|change| Some((change.name.as_str(), change.risk_line()?)))
    }
}

/// A change of one resource.
#[derive(Clone, Debug)]
pub(super) struct ChangeView {
    pub(super) id: ResourceId,
    /// As shown to people.
    pub(super) name: String,
    pub(super) kind: ChangeKind,
    /// A stable identifier of the cause.
    pub(super) because: &'static str,
    /// The cause in words; empty if the kind of change says it all.
    pub(super) reason: String,
    /// The API server's message.
    pub(super) message: Option<String>,
    /// The template it comes from.
    pub(super) origin: String,
    pub(super) is_sensitive: bool,
    /// It is a hook that runs.
    pub(super) is_hook: bool,
    pub(super) then_deleted: bool,
    /// The previous owner, if the release takes it over.
    pub(super) adopted_from: Option<String>,
    pub(super) before: Option<Value>,
    pub(super) after: Option<Value>,
    /// Fields that change; empty if the whole resource is created or deleted.
    pub(super) fields: Vec<FieldView>,
    /// Why the contents are not shown, if they are not.
    pub(super) folded: Option<Folded>,
    pub(super) risk: Option<&'static str>,
    /// Why the API server would refuse it; empty if it would not.
    pub(super) refused: Vec<String>,
    /// The other side of what is probably a rename.
    pub(super) renamed: Option<String>,
}

impl ChangeView {
    pub(super) fn risk_line(&self) -> Option<String> {
        let done = if self.kind == ChangeKind::Delete { "deleted" } else { "recreated" };
        self.risk.map(|risk| format!("is {done}: {risk}"))
    }
}

/// Why contents are not shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Folded {
    /// CRDs are long.
    Definition,
    /// Full objects were not requested.
    Whole,
    /// No significant difference.
    Insignificant,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct FieldView {
    /// `spec.template.spec.containers[web].image`.
    pub(super) path: String,
    pub(super) before: Option<Value>,
    pub(super) after: Option<Value>,
    /// Other field managers that set it.
    pub(super) owners: Vec<String>,
}

/// An operation with what it waits for.
#[derive(Clone, Debug)]
pub(super) struct StepView {
    pub(super) operation: usize,
    pub(super) action: &'static str,
    /// It changes a resource.
    pub(super) is_write: bool,
    pub(super) id: Option<ResourceId>,
    pub(super) title: String,
    pub(super) stage: &'static str,
    /// Operations by index, with the reason.
    pub(super) after: Vec<(usize, String)>,
    /// The same for people: what it waits for, and why; empty for anything but writes.
    pub(super) waits: Vec<(String, String)>,
}
