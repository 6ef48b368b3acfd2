//! Texts that all formats share.

use serde_json::Value;
use skeg_plan::ChangeKind;
use skeg_resources::{DeployType, to_yaml};

use super::age::ago;
use super::alike;
use super::lines::{self, Line};
use super::model::{ChangeView, Folded, PlanView, Verdict};
use crate::phrase::{clean, count, hooks_run, planned};

/// The sign that stands for a kind of change.
pub(super) fn sign(kind: ChangeKind) -> &'static str {
    match kind {
        ChangeKind::Create => "+",
        ChangeKind::Recreate => "±",
        ChangeKind::Update | ChangeKind::Apply => "~",
        ChangeKind::Delete => "-",
    }
}

/// The verb of a kind of change.
pub(super) fn verb(kind: ChangeKind) -> &'static str {
    match kind {
        ChangeKind::Create => "create",
        ChangeKind::Recreate => "recreate",
        ChangeKind::Update => "update",
        ChangeKind::Apply => "apply",
        ChangeKind::Delete => "delete",
    }
}

/// `Plan for release shop in namespace shop: revision 2 → 3`.
pub(super) fn title(view: &PlanView) -> String {
    let (name, namespace) = (&view.release.name, &view.release.namespace);
    let place = view.destination.as_ref().map(|there| format!(" on {}", there.full())).unwrap_or_default();
    let what = match (view.deploy_type, view.back_to) {
        (DeployType::Uninstall, _) => format!("Plan to uninstall release {name} in namespace {namespace}{place}"),
        (DeployType::Rollback, Some(to)) => {
            format!("Plan to roll back release {name} in namespace {namespace}{place} to revision {to}")
        }
        _ => format!("Plan for release {name} in namespace {namespace}{place}"),
    };
    match &view.standing {
        _ if view.deploy_type == DeployType::Uninstall => what,
        None => format!("{what}: first install"),
        Some(standing) if view.verdict == Verdict::Nothing => format!("{what}: revision {}", standing.revision),
        Some(standing) => format!("{what}: revision {} → {}", standing.revision, view.revision),
    }
}

/// `revision 2 deployed 4 minutes ago, chart shop-1.0.0`; empty before the first revision.
pub(super) fn standing(view: &PlanView) -> String {
    let Some(standing) = &view.standing else { return String::new() };
    let age = standing.age.map(|age| format!(" {}", ago(age))).unwrap_or_default();
    let chart = if standing.chart.is_empty() { String::new() } else { format!(", chart {}", clean(&standing.chart)) };
    format!("revision {} {}{age}{chart}", standing.revision, standing.status)
}

/// The same with an absolute time, for pages that are read later.
pub(super) fn standing_at(view: &PlanView) -> String {
    let Some(standing) = &view.standing else { return String::new() };
    let Some(at) = &standing.at else { return self::standing(view) };
    let chart = if standing.chart.is_empty() { String::new() } else { format!(", chart {}", clean(&standing.chart)) };
    format!("revision {} {} at {at}{chart}", standing.revision, standing.status)
}

/// `2 to update, 1 to delete, 14 unchanged · 1 hook runs`.
pub(super) fn counts(view: &PlanView) -> String {
    planned(|kind| view.count(kind), view.unchanged, view.hooks)
}

/// `138 resources: 135 to update, 3 unchanged · 1 hook runs · 131 with the same small change`.
pub(super) fn summary(view: &PlanView) -> String {
    let resources = view.changes.iter().filter(|change| !change.is_hook).count() + view.unchanged;
    let alike: usize = alike::split(view).0.iter().map(|group| group.changes.len()).sum();
    let alike = if alike > 0 { format!(" · {alike} with the same small change") } else { String::new() };
    format!("{}: {}{alike}", count(resources, "resource"), counts(view))
}

/// The result in one sentence, without a line feed.
pub(super) fn conclusion(view: &PlanView) -> String {
    let name = &view.release.name;
    match view.verdict {
        Verdict::Changes => match view.changes.iter().filter(|change| !change.refused.is_empty()).count() {
            0 => format!("{}. Nothing was written.", counts(view)),
            refused => format!("{}; {refused} would be refused. Nothing was written.", counts(view)),
        },
        Verdict::Nothing => {
            format!("No changes planned: release {name} is up to date ({} checked).", count(view.unchanged, "resource"))
        }
        Verdict::RecordsOnly if view.deploy_type == DeployType::Uninstall => {
            format!("No resource changes planned, but the records of release {name} would be deleted.")
        }
        Verdict::RecordsOnly => {
            format!("No resource changes planned, but revision {} must be recorded{}.", view.revision, why(view))
        }
        Verdict::HooksOnly => {
            let (hooks, unchanged) = (hooks_run(view.hooks).unwrap_or_default(), view.unchanged);
            let recorded = match view.deploy_type {
                DeployType::Uninstall => format!("the records of release {name} are deleted"),
                _ => format!("revision {} is recorded{}", view.revision, why(view)),
            };
            let unchanged = if unchanged > 0 { format!(" ({unchanged} unchanged)") } else { String::new() };
            format!("No resource changes planned{unchanged}, only hooks: {hooks}, and {recorded}. Nothing was written.")
        }
    }
}

/// Why a revision is recorded although no resource changes, as the end of a sentence.
fn why(view: &PlanView) -> String {
    let reasons: Vec<String> = view.record_reasons.iter().map(ToString::to_string).collect();
    if reasons.is_empty() { String::new() } else { format!(": {}", reasons.join(", ")) }
}

/// Remarks on a change besides its name and file.
pub(super) fn remarks(change: &ChangeView) -> Vec<String> {
    let mut remarks: Vec<String> = change.refused.iter().map(|why| format!("✗ would be refused: {why}")).collect();
    match (change.kind, change.reason.as_str()) {
        (_, "") => {}
        (ChangeKind::Delete, reason) => remarks.push(reason.to_string()),
        (kind, reason) => remarks.push(format!("{}: {reason}", verb(kind))),
    }
    if let Some(owner) = &change.adopted_from {
        remarks.push(format!("adopted from {owner}"));
    }
    if let Some(other) = &change.renamed {
        remarks.push(match change.kind {
            ChangeKind::Delete => format!("likely renamed to {other}"),
            _ => format!("likely renamed from {other}"),
        });
    }
    if change.is_sensitive {
        remarks.push("sensitive: values are hidden".to_string());
    }
    if change.then_deleted {
        remarks.push("deleted again in the same deploy".to_string());
    }
    remarks
}

/// Why contents are not shown.
pub(super) fn folded(folded: Folded) -> &'static str {
    match folded {
        Folded::Definition => "contents not shown (--show-verbose-crd-diffs)",
        Folded::Whole => "contents not shown (--show-verbose-diffs)",
        Folded::Insignificant => "contents do not change",
    }
}

/// The contents as one diff; calls `each` for all its lines.
pub(super) fn difference(change: &ChangeView, context: usize, each: &mut dyn FnMut(&Line<'_>)) {
    let text = |side: &Option<Value>| side.as_ref().map(to_yaml).unwrap_or_default();
    let (before, after) = (text(&change.before), text(&change.after));
    let lines = lines::compare(&before, &after);
    let lines = match (&change.before, &change.after) {
        (Some(_), Some(_)) => lines::with_context(&lines, context),
        _ => lines,
    };
    lines.iter().for_each(each);
}
