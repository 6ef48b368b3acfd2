use skeg_resources::ResourceId;

use crate::manifests::{Pairs, config_map, refusal};

fn external(annotations: Pairs<'_>) -> Vec<(ResourceId, String)> {
    let found = config_map(annotations).rules.external_dependencies;
    found.into_iter().map(|dependency| (dependency.id, dependency.version)).collect()
}

#[test]
fn the_short_form() {
    let cases = [
        ("v1:Secret:other:key", ResourceId::new("", "Secret", Some("other"), "key"), "v1"),
        ("v1:Secret:key", ResourceId::new("", "Secret", Some("prod"), "key"), "v1"),
        ("apps/v1:Deployment:web", ResourceId::new("apps", "Deployment", Some("prod"), "web"), "v1"),
        ("v1:Namespace:other", ResourceId::new("", "Namespace", None, "other"), "v1"),
        ("v1:Namespace:stray:other", ResourceId::new("", "Namespace", None, "other"), "v1"),
        ("x.dev/v1:Thing:a", ResourceId::new("x.dev", "Thing", Some("prod"), "a"), "v1"),
    ];
    for (value, id, version) in cases {
        let found = external(&[("a.external-dependency.werf.io", value)]);
        assert_eq!(found, [(id, version.to_string())], "{value}");
    }
    let expected = "\"key\" is not valid, expected apiVersion:kind:name or apiVersion:kind:namespace:name";
    assert_eq!(refusal("a.external-dependency.werf.io", "key"), expected);
}

#[test]
fn the_form_of_kubectl() {
    let cases = [
        ("secrets/key", "", ResourceId::new("", "Secret", Some("prod"), "key"), ""),
        ("secrets/key", "other", ResourceId::new("", "Secret", Some("other"), "key"), ""),
        ("Secret/key", "", ResourceId::new("", "Secret", Some("prod"), "key"), ""),
        ("deploy/web", "", ResourceId::new("apps", "Deployment", Some("prod"), "web"), ""),
        ("deployments.apps/web", "", ResourceId::new("apps", "Deployment", Some("prod"), "web"), ""),
        ("deployments.v1.apps/web", "", ResourceId::new("apps", "Deployment", Some("prod"), "web"), "v1"),
        ("secrets.v1./key", "", ResourceId::new("", "Secret", Some("prod"), "key"), "v1"),
        ("ns/other", "stray", ResourceId::new("", "Namespace", None, "other"), ""),
    ];
    for (value, namespace, id, version) in cases {
        let found = external(&[
            ("a.external-dependency.werf.io/resource", value),
            ("a.external-dependency.werf.io/namespace", namespace),
        ]);
        assert_eq!(found, [(id, version.to_string())], "{value}");
    }
}

#[test]
fn what_is_wrong_with_it() {
    let key = "a.external-dependency.werf.io/resource";
    let form = "expected type/name or type.version.group/name";
    let unknown = "expected a type that is known; write others as .external-dependency.werf.io with \
                   apiVersion:kind:name or apiVersion:kind:namespace:name";
    let cases = [
        ("secrets", form.to_string()),
        ("/a", form.to_string()),
        ("secrets/a/b", form.to_string()),
        ("all/a", format!("{form} (\"all\" is not one type)")),
        ("widgets/a", unknown.to_string()),
        ("secrets.apps/a", unknown.to_string()),
    ];
    for (value, expected) in cases {
        assert_eq!(refusal(key, value), format!("{value:?} is not valid, {expected}"));
    }
    assert_eq!(
        refusal("a.external-dependency.werf.io/namespace", "x"),
        "\"x\" is not valid, expected an annotation a.external-dependency.werf.io/resource beside it"
    );
}
