//! Whether a new revision would record anything new.

use serde_json::{Value, json};
use skeg_plan::{Outdated, Recorded, outdated};
use skeg_resources::{Object, ReleaseStatus};

use crate::world::{config, resources};

fn objects(manifests: &str) -> Vec<Object> {
    resources(manifests).into_iter().map(|resource| resource.object).collect()
}

#[test]
fn each_part_of_a_record_is_compared() {
    let one = objects(&(config("a", "1", &[]) + &config("b", "1", &[])));
    let turned = objects(&(config("b", "1", &[]) + &config("a", "1", &[])));
    let other = objects(&(config("a", "1", &[]) + &config("b", "2", &[])));
    let marked =
        objects(&(config("a", "1", &[("ci.werf.io/commit", "x"), ("werf.io/version", "2")]) + &config("b", "1", &[])));
    let weighty = objects(&(config("a", "1", &[("werf.io/weight", "1")]) + &config("b", "1", &[])));
    let (none, empty, some) = (Value::Null, json!({}), json!({"a": 1}));
    let ordered = skeg_sequence::Order::default();
    let record = Recorded {
        status: ReleaseStatus::Deployed,
        notes: "hi\n",
        config: &none,
        hooks: &one,
        regular: &one,
        order: None,
    };
    let cases = [
        (record, vec![]),
        (Recorded { notes: "hi", config: &empty, ..record }, vec![]),
        (Recorded { hooks: &turned, regular: &marked, ..record }, vec![]),
        (Recorded { order: Some(&ordered), ..record }, vec![Outdated::Order]),
        (Recorded { notes: "ho", ..record }, vec![Outdated::Notes]),
        (Recorded { config: &some, ..record }, vec![Outdated::Values]),
        (Recorded { hooks: &other, ..record }, vec![Outdated::Hooks]),
        (Recorded { regular: &other, ..record }, vec![Outdated::Manifests]),
        (Recorded { regular: &weighty, ..record }, vec![Outdated::Manifests]),
        (Recorded { regular: &one[..1], ..record }, vec![Outdated::Manifests]),
        (Recorded { notes: "ho", config: &some, ..record }, vec![Outdated::Values, Outdated::Notes]),
    ];
    for (new, expected) in cases {
        assert_eq!(outdated(Some(&record), &new), expected, "{new:?}");
    }
    let failed = Recorded { status: ReleaseStatus::Failed, ..record };
    assert_eq!(outdated(Some(&failed), &record), vec![Outdated::PreviousFailed]);
    let gone = Recorded { status: ReleaseStatus::Uninstalled, ..record };
    assert_eq!(outdated(Some(&gone), &record), vec![Outdated::PreviousNotDeployed]);
    assert_eq!(outdated(None, &record), vec![Outdated::NoPrevious]);
}

#[test]
fn words_for_programs_are_those_in_files() {
    use Outdated::*;
    let all =
        [NoPrevious, PreviousFailed, PreviousNotDeployed, EarlierUnsettled, Rollback, Notes, Values, Hooks, Manifests];
    for each in all {
        assert_eq!(json!(each), each.word());
    }
}
