//! Builds the model that is shown from a plan.

use std::collections::BTreeMap;
use std::time::Duration;

use skeg_plan::{Change, ChangeKind, Outdated, Plan};
use skeg_resources::{KnownSecrets, Masker, Object, ResourceId, Sensitive, sensitivity};

use super::content::{self, Hiding};
use super::model::{ChangeView, FieldView, Folded, PlanView, Verdict};
use super::{cause, charts, fields, order, owners, renames, risk};
use crate::destination::Destination;

/// A plan with everything else that is shown.
#[derive(Clone, Copy, Debug)]
pub struct PlanSource<'a> {
    /// The plan.
    pub plan: &'a Plan,
    /// Neither resources nor records would change.
    pub is_idle: bool,
    /// Why a revision would be recorded even if no resource changed.
    pub record_reasons: &'a [Outdated],
    /// The last revision; `None` before the first.
    pub standing: Option<&'a Standing>,
    /// The cluster, if known.
    pub destination: Option<&'a Destination>,
    /// When and by what it was made; `None` leaves it out.
    pub made: Option<&'a Made>,
    /// For a rollback: the revision to roll back to.
    pub back_to: Option<u64>,
    /// What else would be done, one line each.
    pub notes: &'a [String],
    /// Warnings for the user.
    pub warnings: &'a [String],
    /// Targets that the API server would refuse, with its messages.
    pub refused: &'a [(usize, Vec<String>)],
    /// Secrets to mask, besides those in the plan itself.
    pub secrets: &'a KnownSecrets,
}

/// The deployed revision.
#[derive(Clone, Debug, Default)]
pub struct Standing {
    /// The revision's number.
    pub revision: u64,
    /// Its status, in Helm's words.
    pub status: String,
    /// `shop-1.0.0`.
    pub chart: String,
    /// How long ago it was deployed.
    pub age: Option<Duration>,
    /// The same as a date.
    pub at: Option<String>,
}

/// When and by what a plan was made.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Made {
    /// `2026-11-16 10:02:11 UTC`.
    pub at: String,
    /// `skeg 0.1.0`.
    pub by: String,
}

/// How much is shown.
#[derive(Clone, Copy, Debug)]
pub struct PlanDetail {
    /// Changes that do not matter for a deploy.
    pub insignificant: bool,
    /// Sensitive values in clear text.
    pub sensitive: bool,
    /// CRDs that are created or deleted, in full.
    pub definitions: bool,
    /// Resources that are created or deleted, in full.
    pub whole: bool,
}

impl Default for PlanDetail {
    fn default() -> PlanDetail {
        PlanDetail { insignificant: false, sensitive: false, definitions: false, whole: true }
    }
}

impl PlanView {
    /// Builds the model, with secrets masked unless `detail` asks for them.
    pub fn new(source: &PlanSource<'_>, detail: &PlanDetail) -> PlanView {
        let plan = source.plan;
        let masker = if detail.sensitive { Masker::default() } else { masker(source) };
        let mut changes: Vec<ChangeView> =
            plan.changes.iter().map(|change| change_view(plan, change, &masker, detail)).collect();
        fold_repeated(plan, &mut changes);
        for (view, change) in changes.iter_mut().zip(&plan.changes) {
            let refused = source.refused.iter().filter(|(target, _)| *target == change.target);
            view.refused = refused.flat_map(|(_, texts)| texts).map(|text| masker.mask(text).into_owned()).collect();
            if !view.refused.is_empty() {
                // The refusal says the same, with more context.
                view.message = None;
            }
        }
        for (gone, new) in renames::find(plan) {
            changes[gone].renamed = Some(changes[new].name.clone());
            changes[new].renamed = Some(changes[gone].name.clone());
        }
        // Refused changes come first: they block all others.
        changes.sort_by_key(|change| change.refused.is_empty());
        // Risks have a section of their own.
        let risks: Vec<String> =
            changes.iter().filter_map(|change| Some(format!("{} {}", change.id, change.risk_line()?))).collect();
        let warnings = source.warnings.iter().chain(&plan.warnings).filter(|text| !risks.contains(text));
        let warnings: Vec<String> = warnings.map(|text| masker.mask(text).into_owned()).collect();
        let verdict = match (changes.is_empty(), source.is_idle) {
            (false, _) if changes.iter().all(|change| change.is_hook) => Verdict::HooksOnly,
            (false, _) => Verdict::Changes,
            (true, false) => Verdict::RecordsOnly,
            (true, true) => Verdict::Nothing,
        };
        let is_same = matches!(verdict, Verdict::RecordsOnly | Verdict::HooksOnly);
        let reasons = if is_same { source.record_reasons } else { &[] };
        PlanView {
            release: plan.release.clone(),
            deploy_type: plan.deploy_type,
            revision: plan.revision,
            standing: source.standing.cloned(),
            destination: source.destination.cloned(),
            made: source.made.cloned(),
            back_to: source.back_to,
            verdict,
            record_reasons: reasons.to_vec(),
            changes,
            hooks: plan.hooks(),
            unchanged: plan.unchanged,
            steps: order::steps(plan),
            charts: charts::charts(plan),
            notes: source.notes.to_vec(),
            warnings,
        }
    }
}

/// A hook with several turns is shown in full once.
fn fold_repeated(plan: &Plan, changes: &mut [ChangeView]) {
    let mut seen: BTreeMap<&ResourceId, &Object> = BTreeMap::new();
    for (change, view) in plan.changes.iter().zip(changes) {
        let Some(after) = change.after.as_ref().filter(|_| view.is_hook) else { continue };
        if seen.insert(&plan.targets[change.target].id, after) == Some(after) {
            view.folded = Some(Folded::Insignificant);
        }
    }
}

/// Masks all secrets of the plan and all known ones.
fn masker(source: &PlanSource<'_>) -> Masker {
    let mut masker = source.secrets.masker();
    masker.add_all(&skeg_plan::secrets(source.plan));
    masker
}

fn change_view(plan: &Plan, change: &Change, masker: &Masker, detail: &PlanDetail) -> ChangeView {
    let target = &plan.targets[change.target];
    // What was sensitive before the change still is.
    let earlier = change.before.as_ref().map_or(Sensitive::Nothing, sensitivity);
    let hiding = Hiding { by: [&target.sensitive, &earlier], masker, is_off: detail.sensitive };
    let is_sensitive = hiding.by.iter().any(|sensitive| **sensitive != Sensitive::Nothing);
    let (before, after) = content::sides(change, &hiding, detail.insignificant);
    let found = match (&before, &after) {
        (Some(before), Some(after)) => fields::changed(before, after),
        _ => Vec::new(),
    };
    let is_update = change.kind == ChangeKind::Update;
    let fields: Vec<FieldView> = found
        .into_iter()
        .map(|field| FieldView {
            owners: if is_update { owners::others(change.before.as_ref(), &field.steps) } else { Vec::new() },
            path: field.path(),
            before: field.before,
            after: field.after,
        })
        .collect();
    let words = cause::words(plan, change, masker);
    ChangeView {
        name: plan.name(change.target),
        id: target.id.clone(),
        kind: change.kind,
        because: words.because,
        reason: words.reason,
        message: words.message,
        origin: target.origin.path.clone(),
        is_sensitive,
        is_hook: plan.is_hook(change),
        then_deleted: change.then_deleted,
        adopted_from: change.adopted_from.as_ref().map(|owner| masker.mask(owner).into_owned()),
        folded: folded(change, target.id.is_kind("apiextensions.k8s.io", "CustomResourceDefinition"), &fields, detail),
        risk: risk::of(change, &target.id),
        renamed: None,
        refused: Vec::new(),
        before,
        after,
        fields,
    }
}

fn folded(change: &Change, is_definition: bool, fields: &[FieldView], detail: &PlanDetail) -> Option<Folded> {
    let is_whole = change.before.is_none() || change.after.is_none();
    if !is_whole {
        return fields.is_empty().then_some(Folded::Insignificant);
    }
    if is_definition && !detail.definitions {
        return Some(Folded::Definition);
    }
    (!detail.whole).then_some(Folded::Whole)
}
