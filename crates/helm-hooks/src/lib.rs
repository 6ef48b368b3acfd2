//! Helm's annotations of hooks, parsed as Helm does: for rendering, which separates hooks, and for deploys, which run
//! them. Also the annotations that order other resources, and the lists in their values.

mod lists;
mod order;

pub use lists::parse_list;
pub use order::{DEPENDS_ON_GROUPS, ORDER_ANNOTATIONS, READINESS_FAILURE, READINESS_SUCCESS, RESOURCE_GROUP};

/// The events at which a resource runs as a hook; a hook is not part of the release's manifest.
pub const HOOK: &str = "helm.sh/hook";
/// Hooks of lower weight run first.
pub const WEIGHT: &str = "helm.sh/hook-weight";
/// When a hook is deleted.
pub const DELETE_POLICY: &str = "helm.sh/hook-delete-policy";
/// When the log of a hook is printed.
pub const OUTPUT_LOG_POLICY: &str = "helm.sh/hook-output-log-policy";

/// An event that hooks run at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// Before anything of a first install.
    PreInstall,
    /// After a first install.
    PostInstall,
    /// Before an uninstall.
    PreDelete,
    /// After an uninstall.
    PostDelete,
    /// Before an upgrade.
    PreUpgrade,
    /// After an upgrade.
    PostUpgrade,
    /// Before a rollback.
    PreRollback,
    /// After a rollback.
    PostRollback,
    /// When tests are requested.
    Test,
}

/// The words for events. `test-success` is an old one for `test`.
const EVENTS: &[(&str, Event)] = &[
    ("pre-install", Event::PreInstall),
    ("post-install", Event::PostInstall),
    ("pre-upgrade", Event::PreUpgrade),
    ("post-upgrade", Event::PostUpgrade),
    ("pre-rollback", Event::PreRollback),
    ("post-rollback", Event::PostRollback),
    ("pre-delete", Event::PreDelete),
    ("post-delete", Event::PostDelete),
    ("test", Event::Test),
    ("test-success", Event::Test),
];

impl Event {
    /// The event for a word, in any case.
    pub fn parse(word: &str) -> Option<Event> {
        let word = word.to_lowercase();
        EVENTS.iter().find(|(name, _)| *name == word).map(|(_, event)| *event)
    }

    /// As Helm stores it.
    pub fn name(self) -> &'static str {
        EVENTS.iter().find(|(_, event)| *event == self).map_or("", |(name, _)| name)
    }
}

/// All words for events.
pub fn event_words() -> impl Iterator<Item = &'static str> {
    EVENTS.iter().map(|(name, _)| *name)
}

/// The events in the value of [`HOOK`].
///
/// # Errors
/// The first word that is not an event: Helm then silently leaves the resource out.
pub fn events(value: &str) -> Result<Vec<Event>, &str> {
    value.split(',').map(str::trim).map(|word| Event::parse(word).ok_or(word)).collect()
}

/// The words of a list of policies, in lower case.
pub fn policies(value: &str) -> Vec<String> {
    value.split(',').map(|word| word.trim().to_lowercase()).collect()
}

/// The weight; 0 if it is not an integer, as in Helm.
pub fn weight(value: &str) -> i64 {
    value.parse().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::{Event, event_words, events, policies, weight};

    #[test]
    fn events_are_read_as_helm_reads_them() {
        assert_eq!(events("pre-install, POST-upgrade"), Ok(vec![Event::PreInstall, Event::PostUpgrade]));
        assert_eq!(events("test-success").map(|events| events[0].name()), Ok("test"));
        assert_eq!(events("pre-install,crd-install"), Err("crd-install"));
        assert_eq!(events(""), Err(""));
        assert!(event_words().all(|word| Event::parse(word).is_some_and(|event| word.starts_with(event.name()))));
    }

    #[test]
    fn policies_and_weights() {
        assert_eq!(policies("Hook-Succeeded , hook-failed"), ["hook-succeeded", "hook-failed"]);
        assert_eq!((weight("-5"), weight("+3"), weight("1.5"), weight("")), (-5, 3, 0, 0));
    }
}
