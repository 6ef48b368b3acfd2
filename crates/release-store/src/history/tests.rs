use std::collections::BTreeMap;

use skeg_resources::{DeployType, ReleaseStatus};

use super::{History, Summary, Written};

/// A history of these statuses, from revision 1.
fn history(statuses: &str) -> History {
    let summary = |(at, word): (usize, &str)| Summary {
        name: "shop".to_string(),
        namespace: "shop".to_string(),
        revision: at as u64 + 1,
        status: ReleaseStatus::from_name(word),
        created: None,
        modified: None,
        written: Written::default(),
        uid: None,
        labels: BTreeMap::new(),
    };
    History { revisions: statuses.split_whitespace().enumerate().map(summary).collect(), warnings: Vec::new() }
}

#[test]
fn deploy_types() {
    use DeployType::{Initial, Install, Upgrade};
    for (statuses, expected) in [
        ("", Initial),
        ("failed", Install),
        ("pending-install", Install),
        ("deployed", Upgrade),
        ("superseded failed", Upgrade),
        ("deployed failed pending-upgrade", Upgrade),
        ("superseded uninstalled", Install),
        ("superseded uninstalling", Install),
        ("superseded uninstalled failed", Install),
        ("superseded uninstalled deployed", Upgrade),
    ] {
        assert_eq!(history(statuses).deploy_type(), expected, "{statuses}");
    }
}

#[test]
fn revisions_whose_resources_may_be_there() {
    for (statuses, expected) in [
        ("", &[][..]),
        ("failed failed", &[1, 2]),
        ("superseded deployed", &[2]),
        ("superseded deployed failed pending-upgrade", &[2, 3, 4]),
        // A rollback that failed: Helm marks the revision that ran superseded.
        ("superseded superseded failed", &[2, 3]),
        ("deployed deployed", &[2]),
        ("superseded uninstalled", &[]),
        ("superseded uninstalled failed", &[3]),
        ("superseded uninstalling", &[1, 2]),
    ] {
        let revisions: Vec<u64> = history(statuses).perhaps_live().iter().map(|each| each.revision).collect();
        assert_eq!(revisions, expected, "{statuses}");
    }
}

#[test]
fn pruning_makes_room_for_one() {
    for (statuses, limit, expected) in [
        ("superseded superseded deployed", 0, &[][..]),
        ("superseded superseded deployed", 4, &[]),
        ("superseded superseded deployed", 3, &[1]),
        ("superseded superseded deployed", 2, &[1, 2]),
        ("superseded superseded deployed", 1, &[1, 2]),
        ("deployed failed failed", 3, &[2]),
        ("deployed failed failed", 2, &[2, 3]),
        ("deployed deployed failed", 2, &[1, 3]),
        ("failed failed", 1, &[1, 2]),
    ] {
        let history = history(statuses);
        let revisions: Vec<u64> = history.prunable(limit).map(|each| each.revision).collect();
        assert_eq!(revisions, expected, "{statuses}, {limit}");
    }
}

#[test]
fn next_revision() {
    assert_eq!(history("").next_revision(), 1);
    assert_eq!(history("superseded failed").next_revision(), 3);
}

#[test]
fn what_is_under_way_without_a_lock() {
    let mut history = history("deployed pending-upgrade uninstalling failed");
    let found = |history: &History| -> Vec<u64> {
        let unlocked = history.revisions.iter().filter(|each| each.is_under_way_unlocked());
        unlocked.map(|each| each.revision).collect()
    };
    assert_eq!(found(&history), [2, 3]);
    history.revisions[1].written.under_lock = true;
    assert_eq!(found(&history), [3]);
}
