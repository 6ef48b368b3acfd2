use crate::manifests::{Pairs, config_map, manifest, only, refusal, warnings};

#[test]
fn weights_come_from_the_annotation_of_the_kind_of_resource() {
    let cases: [(Pairs<'_>, Option<i64>); 9] = [
        (&[], Some(0)),
        (&[("werf.io/weight", "-10")], Some(-10)),
        (&[("werf.io/weight", " +7 ")], Some(7)),
        (&[("helm.sh/hook-weight", "5")], Some(0)),
        (&[("helm.sh/hook", "pre-install"), ("helm.sh/hook-weight", "5")], Some(5)),
        (&[("helm.sh/hook", "pre-install"), ("helm.sh/hook-weight", "5"), ("werf.io/weight", "3")], Some(3)),
        (&[("helm.sh/hook", "pre-install"), ("helm.sh/hook-weight", "much")], Some(0)),
        (&[("werf.io/weight", "5"), ("werf.io/deploy-dependency-a", "state=ready,kind=Job")], None),
        (&[("werf.io/weight", "5"), ("a.external-dependency.werf.io", "v1:Secret:x")], Some(5)),
    ];
    for (annotations, weight) in cases {
        assert_eq!(config_map(annotations).rules.weight, weight, "{annotations:?}");
    }
}

#[test]
fn what_must_be_first_has_no_weight_of_its_own() {
    for type_ in ["apiextensions.k8s.io/v1/CustomResourceDefinition", "v1/Namespace"] {
        assert_eq!(only(&manifest(type_, &[("werf.io/weight", "9")])).rules.weight, Some(0), "{type_}");
    }
}

#[test]
fn weights_that_are_no_integers_are_refused_or_warned_of() {
    assert_eq!(refusal("werf.io/weight", "1.5"), "\"1.5\" is not valid, expected an integer");
    let hook = manifest("v1/ConfigMap", &[("helm.sh/hook", "pre-install"), ("helm.sh/hook-weight", "much")]);
    let expected = "annotation helm.sh/hook-weight: \"much\" is not valid, expected an integer; it has no effect";
    assert_eq!(warnings(&hook), [expected]);
}
