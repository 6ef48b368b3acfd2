use skeg_resources::{DeletePolicy, Ownership, Propagation, ResourcePolicy};

use crate::manifests::{Pairs, config_map, manifest, only, refusal, warnings};

/// Policies as four letters: succeeded, failed, before creation, if immutable.
fn letters(policy: DeletePolicy) -> String {
    let flags = [
        (policy.succeeded, 's'),
        (policy.failed, 'f'),
        (policy.before_creation, 'b'),
        (policy.before_creation_if_immutable, 'i'),
    ];
    flags.iter().filter(|(is_set, _)| *is_set).map(|(_, letter)| letter).collect()
}

#[test]
fn delete_policies() {
    const HOOK: (&str, &str) = ("helm.sh/hook", "pre-install");
    let hook_policy = |value| ("helm.sh/hook-delete-policy", value);
    let policy = |value| ("werf.io/delete-policy", value);
    let crd = "apiextensions.k8s.io/v1/CustomResourceDefinition";
    let cases: [(&str, Pairs<'_>, &str); 17] = [
        ("v1/ConfigMap", &[], ""),
        ("v1/ConfigMap", &[policy("succeeded")], "s"),
        ("v1/ConfigMap", &[policy("failed, before-creation")], "fb"),
        ("v1/ConfigMap", &[policy("before-creation-if-immutable")], "i"),
        ("v1/ConfigMap", &[hook_policy("hook-succeeded")], ""),
        ("v1/ConfigMap", &[HOOK], "b"),
        ("v1/ConfigMap", &[HOOK, hook_policy("hook-succeeded,HOOK-FAILED")], "sf"),
        ("v1/ConfigMap", &[HOOK, hook_policy("before-hook-creation")], "b"),
        ("v1/ConfigMap", &[HOOK, hook_policy("hook-succeeded"), policy("failed")], "f"),
        ("v1/ConfigMap", &[HOOK, hook_policy("sometimes")], "b"),
        ("batch/v1/Job", &[], "i"),
        ("batch/v1/Job", &[policy("succeeded")], "s"),
        ("batch/v1/Job", &[HOOK], "b"),
        (crd, &[HOOK], ""),
        (crd, &[HOOK, hook_policy("before-hook-creation")], ""),
        (crd, &[policy("before-creation")], "b"),
        ("v1/Namespace", &[HOOK], ""),
    ];
    for (type_, annotations, expected) in cases {
        let found = only(&manifest(type_, annotations)).rules.delete_policy;
        assert_eq!(letters(found), expected, "{type_} {annotations:?}");
    }
}

#[test]
fn wrong_delete_policies() {
    let words = "one of succeeded, failed, before-creation, before-creation-if-immutable";
    let expected = format!("\"hook-succeeded\" is not valid, expected {words}; did you mean \"succeeded\"?");
    assert_eq!(refusal("werf.io/delete-policy", "hook-succeeded"), expected);
    let hook = [("helm.sh/hook", "test"), ("helm.sh/hook-delete-policy", "hook-suceeded")];
    let expected = "annotation helm.sh/hook-delete-policy: \"hook-suceeded\" is not valid, expected one of \
                    hook-succeeded, hook-failed, before-hook-creation; did you mean \"hook-succeeded\"?; it has no effect";
    assert_eq!(warnings(&manifest("v1/ConfigMap", &hook)), [expected]);
}

#[test]
fn resource_policies() {
    let own = |value| ("werf.io/resource-policy", value);
    let of_helm = |value| ("helm.sh/resource-policy", value);
    let cases: [(Pairs<'_>, ResourcePolicy); 8] = [
        (&[], ResourcePolicy::default()),
        (&[of_helm("keep")], ResourcePolicy { skip_delete: true, ..ResourcePolicy::default() }),
        (&[of_helm("")], ResourcePolicy::default()),
        (&[of_helm("none")], ResourcePolicy { skip_delete: true, ..ResourcePolicy::default() }),
        (&[own("keep")], ResourcePolicy { skip_delete: true, ..ResourcePolicy::default() }),
        (
            &[own("skip-delete,skip-create")],
            ResourcePolicy { skip_delete: true, skip_create: true, ..ResourcePolicy::default() },
        ),
        (
            &[own("skip-update, skip-recreate")],
            ResourcePolicy { skip_update: true, skip_recreate: true, ..ResourcePolicy::default() },
        ),
        (&[own("skip-update"), of_helm("keep")], ResourcePolicy { skip_update: true, ..ResourcePolicy::default() }),
    ];
    for (annotations, expected) in cases {
        assert_eq!(config_map(annotations).rules.resource_policy, expected, "{annotations:?}");
    }
    let expected = "annotation helm.sh/resource-policy: \"none\" is not valid, expected keep, and keeps the resource like keep \
                    does; without the annotation it is deleted with the release";
    assert_eq!(warnings(&manifest("v1/ConfigMap", &[of_helm("none")])), [expected]);
    let expected = "\"skip-updates\" is not valid, expected one of keep, skip-delete, skip-create, skip-update, \
                    skip-recreate; did you mean \"skip-update\"?";
    assert_eq!(refusal("werf.io/resource-policy", "skip-updates"), expected);
}

#[test]
fn ownership() {
    let cases: [(Pairs<'_>, Ownership); 5] = [
        (&[], Ownership::Release),
        (&[("werf.io/ownership", "anyone")], Ownership::Anyone),
        (&[("helm.sh/hook", "test")], Ownership::Anyone),
        (&[("helm.sh/hook", "test"), ("werf.io/ownership", "release")], Ownership::Release),
        (&[("werf.io/deploy-on", "pre-install")], Ownership::Release),
    ];
    for (annotations, expected) in cases {
        assert_eq!(config_map(annotations).rules.ownership, expected, "{annotations:?}");
    }
    let expected = "\"me\" is not valid, expected one of anyone, release";
    assert_eq!(refusal("werf.io/ownership", "me"), expected);
}

#[test]
fn propagation() {
    let of = |value| config_map(&[("werf.io/delete-propagation", value)]).rules.propagation;
    assert_eq!(config_map(&[]).rules.propagation, None);
    assert_eq!(of("Foreground"), Some(Propagation::Foreground));
    assert_eq!(of("Background"), Some(Propagation::Background));
    assert_eq!(of("Orphan"), Some(Propagation::Orphan));
    let expected = "\"orphan\" is not valid, expected one of Foreground, Background, Orphan; did you mean \"Orphan\"?";
    assert_eq!(refusal("werf.io/delete-propagation", "orphan"), expected);
}

#[test]
fn replicas_on_creation() {
    let of = |value| config_map(&[("werf.io/replicas-on-creation", value)]).rules.replicas_on_creation;
    assert_eq!((of("0"), of("12")), (Some(0), Some(12)));
    let expected = "\"-1\" is not valid, expected an integer of zero or more";
    assert_eq!(refusal("werf.io/replicas-on-creation", "-1"), expected);
}
