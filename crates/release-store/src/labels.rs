//! Labels of records: those that identify records, and the user's.

use std::collections::BTreeMap;

use crate::error::Error;
use crate::release::Release;

pub(crate) const CREATED: &str = "createdAt";
pub(crate) const MODIFIED: &str = "modifiedAt";
const SYSTEM: [&str; 6] = ["name", "owner", "status", "version", CREATED, MODIFIED];

/// Labels of a record.
pub type Labels = BTreeMap<String, String>;

/// Refuses labels that records use themselves.
///
/// # Errors
/// Names the label.
pub fn check_labels(labels: &BTreeMap<String, String>) -> Result<(), Error> {
    match labels.keys().find(|key| SYSTEM.contains(&key.as_str())) {
        Some(key) => Err(Error::ReservedLabel(key.clone())),
        None => Ok(()),
    }
}

/// The user's labels of the next revision: the last one's, with `given` applied; `null` removes one.
pub fn next_labels(last: &BTreeMap<String, String>, given: &BTreeMap<String, String>) -> BTreeMap<String, String> {
    let mut labels = last.clone();
    labels.extend(given.iter().map(|(key, value)| (key.clone(), value.clone())));
    labels.retain(|_, value| value != "null");
    labels
}

/// All labels of a release's record, with the current time: `stamp` is [`CREATED`] or [`MODIFIED`].
pub(crate) fn of(release: &Release, stamp: &str, seconds: i64) -> Labels {
    let mut labels = release.labels.clone();
    for (key, value) in [
        (stamp, seconds.to_string()),
        ("name", release.name.clone()),
        ("owner", "helm".to_string()),
        ("status", release.info.status.name().to_string()),
        ("version", release.revision.to_string()),
    ] {
        labels.insert(key.to_string(), value);
    }
    labels
}

/// Without the labels that records use themselves.
pub(crate) fn users(mut labels: Labels) -> Labels {
    labels.retain(|key, _| !SYSTEM.contains(&key.as_str()));
    labels
}
