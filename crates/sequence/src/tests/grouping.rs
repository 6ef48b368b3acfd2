use crate::{Grouped, Groups, group};

/// Resources as `group < dependencies`: `app < db queue`, ` < db`, `app`, empty for none.
fn grouped(resources: &[&str]) -> Result<Groups, crate::Errors> {
    let parts: Vec<(String, Option<String>, Vec<String>)> = resources
        .iter()
        .map(|text| {
            let (name, after) = text.split_once('<').unwrap_or((text, ""));
            let group = Some(name.trim().to_string()).filter(|name| !name.is_empty());
            (
                format!("ConfigMap/{}", text.replace(' ', "")),
                group,
                after.split_whitespace().map(str::to_string).collect(),
            )
        })
        .collect();
    let resources: Vec<Grouped<'_>> =
        parts.iter().map(|(label, group, after)| Grouped { label, group: group.as_deref(), after }).collect();
    group("shop", &resources)
}

fn good(resources: &[&str]) -> Groups {
    grouped(resources).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn groups_wait_for_groups_and_the_rest_for_all() {
    let groups = good(&["db", "app < db queue", "queue", "", "app"]);
    let shown: Vec<(&str, &[usize])> =
        groups.groups.iter().map(|group| (group.name.as_deref().unwrap_or("-"), group.members.as_slice())).collect();
    assert_eq!(shown, [("db", &[0][..]), ("app", &[1, 4]), ("queue", &[2])]);
    let waits: Vec<usize> = groups.groups[1].after.iter().map(|wait| wait.on).collect();
    assert_eq!(waits, [0, 2]);
    assert_eq!(groups.groups[1].after[0].declared_by, 1);
    assert_eq!(groups.deploy_order(), [0, 2, 1]);
    assert_eq!(groups.unsequenced, [3]);
    assert_eq!(groups.demoted, []);
}

#[test]
fn a_resource_without_a_group_can_wait_for_one() {
    let groups = good(&["db", "< db"]);
    assert_eq!(groups.groups[1].name, None);
    assert_eq!(groups.groups[1].after[0].on, 0);
}

#[test]
fn what_waits_for_nothing_that_exists_comes_last() {
    // The example of the proposal.
    let groups = good(&["database", "app < database queue", "queue < another-group"]);
    assert_eq!(groups.groups.len(), 1, "the database stays");
    assert_eq!(groups.unsequenced, [1, 2]);
    let mut reasons: Vec<&str> = groups.demoted.iter().map(|demotion| demotion.reason.as_str()).collect();
    reasons.sort_unstable();
    assert_eq!(
        reasons,
        [
            "waits for resource group \"another-group\", which does not exist",
            "waits for resource group \"queue\", which itself has no place in the order"
        ]
    );
}

#[test]
fn an_isolated_group_comes_last_unless_it_is_the_only_one() {
    assert_eq!(good(&["only", ""]).groups.len(), 1);
    let groups = good(&["db", "app < db", "alone"]);
    assert_eq!(groups.unsequenced, [2]);
    assert_eq!(groups.demoted[0].reason, "waits for no other resource group, and none waits for it");
}

#[test]
fn waits_of_kept_groups_lead_to_kept_groups() {
    let groups = good(&["bad < nowhere", "db", "app < db"]);
    assert_eq!(groups.groups[1].after[0].on, 0);
    assert_eq!(groups.groups[0].name.as_deref(), Some("db"));
}

#[test]
fn groups_that_wait_for_each_other_are_refused() {
    let error = grouped(&["a < b", "b < c", "c < a"]).expect_err("a cycle").to_string();
    assert_eq!(
        error,
        "resource groups of shop wait for each other: a → b → c → a\n  \
         a waits for b: ConfigMap/a<b\n  b waits for c: ConfigMap/b<c\n  c waits for a: ConfigMap/c<a"
    );
    assert!(grouped(&["a < a"]).is_err());
}
