//! The inventory of a release, for people and programs.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::listing::Format;
use crate::phrase::clean;
use crate::table::Table;
use crate::time;

/// An inventory as stored.
#[derive(Clone, Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct InventoryView {
    /// The release's name.
    pub release: String,
    /// The release's namespace.
    pub namespace: String,
    /// `chart` or `manifests`.
    pub source: String,
    /// Who keeps it: `skeg` or `opm`.
    pub keeper: String,
    /// The name of the object that holds it.
    pub object: String,
    /// When it last changed, in RFC 3339.
    pub last_transition: String,
    /// What is deployed; `None` if nothing was deployed yet.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub current: Option<ChangeView>,
    /// A change that was begun and has not succeeded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pending: Option<PendingView>,
    /// Earlier changes that are kept, newest first.
    pub earlier: Vec<ChangeView>,
    /// What belongs to the release.
    pub members: Vec<MemberView>,
}

/// A change that was deployed.
#[derive(Clone, Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ChangeView {
    /// Identifies it: the same input makes the same change.
    pub digest: String,
    /// The revision that deployed it last.
    pub revision: u64,
    /// The chart's name or the path of the manifests.
    pub module: String,
    /// Its version; empty for plain manifests.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub version: String,
    /// When it was deployed last, in RFC 3339.
    pub deployed_at: String,
    /// The digest of the user's values.
    pub values_digest: String,
    /// The digest of the rendered manifests.
    pub manifest_digest: String,
    /// How many objects it left.
    pub objects: usize,
}

/// A change under way, or one that failed.
#[derive(Clone, Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PendingView {
    /// The revision that it makes.
    pub revision: u64,
    /// `deploying`, `failed` or `deleting`.
    pub phase: String,
    /// When it began, in RFC 3339.
    pub began: String,
    /// Why it failed.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub error: String,
}

/// An object that belongs to the release.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct MemberView {
    /// The path of its subchart; empty if unknown.
    pub component: String,
    /// `Deployment/web`, with its namespace if that is another.
    #[serde(skip)]
    pub resource: String,
    /// Empty for the core group.
    pub group: String,
    /// `Deployment`.
    pub kind: String,
    /// Empty for cluster-wide objects.
    pub namespace: String,
    /// Its name.
    pub name: String,
    /// `apps/v1`.
    pub api_version: String,
    /// `deployed`, `pending`, or why it is still there: `retained`, `prune-failed`, `moved`, `found`.
    pub state: String,
    /// A hook made it.
    pub hook: bool,
}

/// An inventory as text, JSON or YAML.
pub fn inventory(view: &InventoryView, format: Format) -> String {
    if format != Format::Table {
        return format.write(view);
    }
    let (objects, keeper) =
        (counted(view.members.len(), "object"), if view.keeper == "opm" { ", kept by OPM" } else { "" });
    let mut text = format!(
        "Inventory of release {} in namespace {}: {objects} of {}{keeper}\n",
        view.release,
        view.namespace,
        source(view)
    );
    for (key, value) in facts(view).iter().filter(|(_, value)| !value.is_empty()) {
        text.push_str(&format!("  {key:<12} {}\n", clean(value)));
    }
    let mut components: BTreeMap<&str, Vec<&MemberView>> = BTreeMap::new();
    view.members.iter().for_each(|member| components.entry(&member.component).or_default().push(member));
    for (component, members) in components {
        let name = if component.is_empty() { "(no component)" } else { component };
        text.push_str(&format!("\n{}: {}\n", clean(name), counted(members.len(), "object")));
        let mut table = Table::new(&["  RESOURCE", "VERSION", "STATE"]);
        for member in members {
            let state = if member.hook { format!("{}, hook", member.state) } else { member.state.clone() };
            table.row([format!("  {}", member.resource), member.api_version.clone(), state]);
        }
        text.push_str(&table.text());
    }
    text
}

fn source(view: &InventoryView) -> &'static str {
    if view.source == "chart" { "a chart" } else { "plain manifests" }
}

fn facts(view: &InventoryView) -> Vec<(&'static str, String)> {
    let mut facts = vec![("object", view.object.clone()), ("last change", time::short(&view.last_transition))];
    match &view.current {
        Some(current) => facts.extend([
            ("deployed", change(current)),
            ("values", current.values_digest.clone()),
            ("manifests", current.manifest_digest.clone()),
        ]),
        None => facts.push(("deployed", "nothing yet".to_string())),
    }
    if let Some(pending) = &view.pending {
        let since = format!("revision {}: {} since {}", pending.revision, pending.phase, time::short(&pending.began));
        let why = if pending.error.is_empty() { String::new() } else { format!(": {}", pending.error) };
        facts.push(("pending", since + &why));
    }
    facts.extend(view.earlier.iter().map(|earlier| ("earlier", change(earlier))));
    facts
}

fn change(change: &ChangeView) -> String {
    let version = if change.version.is_empty() { String::new() } else { format!(" {}", change.version) };
    let ChangeView { revision, module, deployed_at, objects, .. } = change;
    let (at, objects) = (time::short(deployed_at), counted(*objects, "object"));
    format!("revision {revision}, {module}{version}, {at}, {objects}")
}

/// `1 object`, `2 objects`.
pub(crate) fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}
