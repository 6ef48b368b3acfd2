//! Where inventory, record and cluster differ.

use serde::Serialize;

use crate::inventory_view::counted;
use crate::listing::Format;
use crate::phrase::clean;
use crate::table::Table;

/// How inventory, record and cluster agree.
#[derive(Clone, Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct VerificationView {
    /// The release's name.
    pub release: String,
    /// The release's namespace.
    pub namespace: String,
    /// The deployed revision as the inventory says.
    pub inventory_revision: Option<u64>,
    /// Helm's newest deployed revision.
    pub recorded_revision: Option<u64>,
    /// Everything agrees.
    pub agrees: bool,
    /// How many objects were compared.
    pub objects: usize,
    /// Where they differ.
    pub differences: Vec<DifferenceView>,
    /// What could not be searched, and why.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unsearched: Vec<String>,
    /// What else there is to know.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

/// A difference.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DifferenceView {
    /// `Deployment/web`, with its namespace if that is another; empty for one of the release as a whole.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub resource: String,
    /// The group of its kind.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub group: String,
    /// `gone`, `ghost`, `unrecorded`, `unlisted`, `foreign`, `outdated`, `no-inventory`.
    pub difference: String,
    /// What it means.
    pub explanation: String,
}

/// A verification as text, JSON or YAML.
pub fn verification(view: &VerificationView, format: Format) -> String {
    if format != Format::Table {
        return format.write(view);
    }
    let mut text = String::new();
    if view.agrees {
        text.push_str(&agreement(view));
    } else {
        let mut table = Table::new(&["RESOURCE", "DIFFERENCE", "EXPLANATION"]);
        for difference in &view.differences {
            let resource = if difference.resource.is_empty() { "(release)" } else { &difference.resource };
            table.row([resource, &difference.difference, &difference.explanation]);
        }
        text.push_str(&table.text());
    }
    let notes = view.notes.iter().map(|note| format!("note: {}\n", clean(note)));
    notes.for_each(|note| text.push_str(&note));
    if !view.agrees {
        let VerificationView { release, namespace, differences, .. } = view;
        let count = counted(differences.len(), "difference");
        text.push_str(&format!(
            "{count}. To make the inventory anew from Helm's records and the cluster:\n  \
             skeg release inventory rebuild {release} -n {namespace}\n"
        ));
    }
    text
}

fn agreement(view: &VerificationView) -> String {
    let objects = counted(view.objects, "object");
    match view.recorded_revision {
        Some(revision) => {
            format!("The inventory, Helm's record of revision {revision} and the cluster agree: {objects}.\n")
        }
        None => format!("The inventory and the cluster agree: {objects}.\n"),
    }
}
