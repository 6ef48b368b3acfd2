//! Selects records.

use crate::labels::Labels;

/// Selects records by their labels.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Selector<'s> {
    /// Of one release; `None` for all.
    pub name: Option<&'s str>,
    /// Of these revisions; empty for all.
    pub revisions: Vec<u64>,
    /// Without superseded ones. For most releases only the last revision is left.
    pub not_superseded: bool,
}

const SUPERSEDED: &str = "superseded";

impl Selector<'_> {
    /// As a label selector of Kubernetes.
    pub fn text(&self) -> String {
        let mut parts = vec!["owner=helm".to_string()];
        parts.extend(self.name.map(|name| format!("name={name}")));
        if !self.revisions.is_empty() {
            let revisions: Vec<String> = self.revisions.iter().map(u64::to_string).collect();
            parts.push(format!("version in ({})", revisions.join(",")));
        }
        if self.not_superseded {
            parts.push(format!("status!={SUPERSEDED}"));
        }
        parts.join(",")
    }

    /// Whether a record with these labels matches.
    pub fn matches(&self, labels: &Labels) -> bool {
        let label = |key: &str| labels.get(key).map(String::as_str);
        let is_revision = |text: &str| self.revisions.iter().any(|revision| revision.to_string() == text);
        self.name.is_none_or(|name| label("name") == Some(name))
            && (self.revisions.is_empty() || label("version").is_some_and(is_revision))
            && !(self.not_superseded && label("status") == Some(SUPERSEDED))
    }
}
