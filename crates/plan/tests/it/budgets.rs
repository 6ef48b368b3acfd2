//! How much of a release one deploy may delete.

use skeg_plan::{DeleteLimit, Error, Excess, build};
use skeg_resources::DeployType;

use crate::world::{World, config, deploy, job, manifest, upgrade};

fn maps(prefix: &str, count: usize) -> String {
    (0..count).map(|number| config(&format!("{prefix}{number}"), "1", &[])).collect()
}

/// A release that keeps some objects, drops others and gets new ones.
fn world(kept: usize, dropped: usize, new: usize) -> World {
    let kept = maps("kept", kept);
    upgrade().wants(&(kept.clone() + &maps("new", new))).lives(&kept).had(&maps("old", dropped))
}

/// What makes the deletions too many; `None` if they are allowed.
fn excess(world: World, limit: Option<&str>) -> Option<Excess> {
    let limit = limit.map(|limit| limit.parse().unwrap());
    let built = build(world.policy(|policy| policy.pruning.max_deletes = limit).request()).unwrap();
    match &built.blocked[..] {
        [] => None,
        [Error::TooManyDeletions(found)] => Some(found.excess),
        others => panic!("{others:?}"),
    }
}

#[test]
fn most_of_a_release_is_not_deleted_by_accident() {
    let limit = |text: &str| Some(Excess::Limit(text.parse().unwrap()));
    let table = [
        // Kept, dropped, new.
        ((1, 1, 0), None, None),
        ((0, 10, 1), None, None),
        ((0, 11, 1), None, Some(Excess::Most)),
        ((11, 11, 0), None, None),
        ((10, 11, 0), None, Some(Excess::Most)),
        ((10, 11, 0), Some("11"), None),
        ((10, 11, 0), Some("10"), limit("10")),
        ((10, 11, 0), Some("60%"), None),
        ((10, 11, 0), Some("52%"), limit("52%")),
        ((9, 1, 0), Some("10%"), None),
        ((9, 1, 0), Some("0"), limit("0")),
        ((9, 0, 3), Some("0"), None),
        // Nothing is wanted any more: only 100% will do.
        ((0, 1, 0), None, Some(Excess::Everything)),
        ((0, 1, 0), Some("5"), Some(Excess::Everything)),
        ((0, 1, 0), Some("99%"), Some(Excess::Everything)),
        ((0, 20, 0), Some("100%"), None),
        ((0, 0, 0), None, None),
    ];
    for ((kept, dropped, new), limit, expected) in table {
        assert_eq!(excess(world(kept, dropped, new), limit), expected, "{kept} {dropped} {new} {limit:?}");
    }
}

#[test]
fn hooks_and_what_stays_anyway_do_not_count() {
    let hook = job("hook", "one", &[("helm.sh/hook", "pre-upgrade")]);
    assert_eq!(excess(upgrade().wants(&hook).had(&config("a", "1", &[])), None), Some(Excess::Everything));
    let kept = config("a", "1", &[("helm.sh/resource-policy", "keep")]);
    assert_eq!(excess(upgrade().had(&kept), None), None);
    let claim = manifest("v1", "PersistentVolumeClaim", "data", &[], "spec: {}");
    assert_eq!(excess(upgrade().had(&claim), None), None);
    assert_eq!(excess(upgrade().had(&(claim + &config("a", "1", &[]))), None), Some(Excess::Everything));
    let off = upgrade().had(&config("a", "1", &[])).policy(|policy| policy.pruning.is_off = true);
    assert_eq!(excess(off, None), None);
    let all = maps("a", 20);
    assert_eq!(excess(deploy(DeployType::Uninstall).wants(&all).lives(&all), None), None);
    // A rollback by hand is asked too.
    assert_eq!(excess(deploy(DeployType::Rollback).had(&all), None), Some(Excess::Everything));
}

#[test]
fn a_refusal_says_how_much_and_the_way_out() {
    let refusal =
        |world: World, limit: Option<DeleteLimit>| world.policy(|policy| policy.pruning.max_deletes = limit).refusal();
    assert_eq!(
        refusal(world(0, 2, 0), None),
        "the chart has no resources, so all 2 of 2 objects of the release would be deleted\n  ConfigMap/old0, ConfigMap/old1\n  \
         Nothing was changed. If this is meant: --max-deletes 100%. To remove a release: skeg release uninstall."
    );
    assert_eq!(
        refusal(world(1, 11, 0), None),
        "11 of 12 objects of the release would be deleted, more than half of it and more than 10\n  ConfigMap/old0, \
         ConfigMap/old1, ConfigMap/old10, ConfigMap/old2, ConfigMap/old3 and 6 more\n  Nothing was changed. If this is meant: \
         --max-deletes 11. If not: look for the value or condition that switches them off."
    );
    let text = refusal(world(5, 2, 0), Some(DeleteLimit::Count(1)));
    assert!(text.starts_with("2 of 7 objects of the release would be deleted, more than --max-deletes 1\n"), "{text}");
    let back = deploy(DeployType::Rollback).had(&config("a", "1", &[]));
    assert!(refusal(back, None).starts_with("the revision has no resources, so all 1 of 1 "));

    let built = build(world(0, 2, 0).policy(|policy| policy.pruning.max_deletes = None).request()).unwrap();
    let blocked = built.blocked[0].blocked();
    let reason = "too much would be deleted at once: 2 of 2 objects of the release";
    assert!(blocked.len() == 2 && blocked.iter().all(|(_, each)| each == reason), "{blocked:?}");
}
