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
    let record = Recorded { status: ReleaseStatus::Deployed, notes: "hi\n", config: &none, hooks: &one, regular: &one };
    let cases = [
        (record, None),
        (Recorded { notes: "hi", config: &empty, ..record }, None),
        (Recorded { hooks: &turned, regular: &marked, ..record }, None),
        (Recorded { notes: "ho", ..record }, Some(Outdated::Notes)),
        (Recorded { config: &some, ..record }, Some(Outdated::Values)),
        (Recorded { hooks: &other, ..record }, Some(Outdated::Hooks)),
        (Recorded { regular: &other, ..record }, Some(Outdated::Manifests)),
        (Recorded { regular: &weighty, ..record }, Some(Outdated::Manifests)),
        (Recorded { regular: &one[..1], ..record }, Some(Outdated::Manifests)),
    ];
    for (new, expected) in cases {
        assert_eq!(outdated(Some(&record), &new), expected, "{new:?}");
    }
    let failed = Recorded { status: ReleaseStatus::Failed, ..record };
    assert_eq!(outdated(Some(&failed), &record), Some(Outdated::PreviousNotDeployed));
    assert_eq!(outdated(None, &record), Some(Outdated::NoPrevious));
}
