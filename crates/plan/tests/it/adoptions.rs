//! Objects of others: who they are told to belong to, and who may take them over.

use serde_json::{Value, json};
use skeg_plan::{Adoption, Ownerless, ReleaseName};

use crate::world::{World, config, upgrade};

const MARKS: [&str; 2] = ["meta.helm.sh/release-name", "meta.helm.sh/release-namespace"];

/// The release wants a ConfigMap that exists with other metadata than its own.
fn foreign(annotations: &Value, labels: &Value, more: &Value) -> World {
    let map = config("a", "1", &[]);
    upgrade().wants(&map).lives_with(&map, |object| {
        object["metadata"]["annotations"] = annotations.clone();
        object["metadata"]["labels"] = labels.clone();
        for (key, value) in more.as_object().unwrap() {
            object["metadata"][key] = value.clone();
        }
    })
}

fn of_release(name: &str, namespace: &str) -> World {
    foreign(&json!({MARKS[0]: name, MARKS[1]: namespace}), &json!({}), &json!({}))
}

fn of_nobody() -> World {
    foreign(&json!({}), &json!({}), &json!({"managedFields": [{"manager": "kubectl-create"}]}))
}

fn of_argo() -> World {
    foreign(&json!({"argocd.argoproj.io/tracking-id": "go:/ConfigMap:prod/a"}), &json!({}), &json!({}))
}

#[test]
fn the_real_owner_is_named() {
    let flux = json!({"helm.toolkit.fluxcd.io/name": "old", "helm.toolkit.fluxcd.io/namespace": "fluxes"});
    let set = json!({"ownerReferences": [{"kind": "Widget", "name": "w", "controller": true}]});
    let table = [
        (of_nobody(), "belongs to no release", "owner: none, it lacks the annotations meta.helm.sh/release-name and"),
        (of_nobody(), "belongs to no release", "written by: kubectl-create"),
        (of_nobody(), "belongs to no release", "--adopt=ConfigMap/a, or --adopt for all that have no owner"),
        (of_argo(), "belongs to somebody else", "owner: Argo CD application \"go\""),
        (of_argo(), "belongs to somebody else", "To take it over: --force-adoption, after its owner has let it go."),
        (
            foreign(&json!({}), &json!({"kapp.k14s.io/app": "7"}), &json!({})),
            "to somebody else",
            "owner: kapp app \"7\"",
        ),
        (foreign(&json!({}), &json!({}), &set), "to somebody else", "owner: Widget/w"),
        (
            foreign(&json!({MARKS[0]: "old", MARKS[1]: "far"}), &flux, &json!({})),
            "belongs to another release",
            "owner: release \"old\" in namespace \"far\"; Flux HelmRelease \"old\" in namespace \"fluxes\"",
        ),
        (of_release("old", "far"), "belongs to another release", "--adopt-from far/old, or --force-adoption"),
    ];
    for (world, headline, line) in table {
        let text = world.refusal();
        assert!(text.lines().next().unwrap().contains(headline) && text.contains(line), "{headline}; {line}: {text}");
    }
}

#[test]
fn only_what_is_named_is_taken_over() {
    let named = |kind: &str, name: &str| Adoption {
        ownerless: Ownerless::Named(vec![(kind.into(), name.into())]),
        ..Adoption::default()
    };
    let all = || Adoption { ownerless: Ownerless::All, ..Adoption::default() };
    let from = |name: &str, namespace: &str| Adoption {
        releases: vec![ReleaseName { name: name.into(), namespace: namespace.into() }],
        ..Adoption::default()
    };
    let old = || of_release("old", "far");
    let release = "release \"old\" in namespace \"far\"";
    let table = [
        (of_nobody(), all(), Some("nobody")),
        (of_nobody(), named("ConfigMap", "a"), Some("nobody")),
        (of_nobody(), named("configmap", "a"), Some("nobody")),
        (of_nobody(), named("ConfigMap", "b"), None),
        (of_nobody(), named("Secret", "a"), None),
        (of_nobody(), from("old", "far"), None),
        (of_argo(), all(), None),
        (of_argo(), named("ConfigMap", "a"), None),
        (old(), all(), None),
        (old(), named("ConfigMap", "a"), None),
        (old(), from("old", "far"), Some(release)),
        (old(), from("old", "near"), None),
        (old(), from("new", "far"), None),
    ];
    for (world, adoption, expected) in table {
        let built = world.policy(|policy| policy.adoption = adoption.clone()).try_plan();
        let adopted = built.map(|plan| plan.changes[0].adopted_from.clone().unwrap());
        assert_eq!(adopted.ok().as_deref(), expected, "{adoption:?}");
    }
    // The flag that takes everything says whose it was, too.
    let plan = of_argo().policy(|policy| policy.force_adoption = true).plan();
    assert_eq!(plan.changes[0].adopted_from.as_deref(), Some("Argo CD application \"go\""));
    // Its own is not adopted.
    let map = config("a", "1", &[]);
    let plan = upgrade().wants(&map).lives(&config("a", "2", &[])).policy(|policy| policy.adoption = all()).plan();
    assert_eq!(plan.changes[0].adopted_from, None);
}
