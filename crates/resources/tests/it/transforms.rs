use serde_json::json;
use skeg_resources::{BuiltIn, Class, Context, Document, Extra, Strictness, parse};

use crate::manifests::{config_map, documents, manifest, only, read, read_with, warnings};

fn ids(text: &str) -> Vec<String> {
    let parsed = read(text).unwrap_or_else(|error| panic!("{error}"));
    parsed.resources.iter().map(|resource| resource.id.to_string()).collect()
}

#[test]
fn lists_are_taken_apart() {
    let item = |name: &str| format!("{{apiVersion: v1, kind: ConfigMap, metadata: {{name: {name}}}}}");
    let list = |items: &str| format!("apiVersion: v1\nkind: List\nitems: [{items}]\n");
    assert_eq!(ids(&list(&format!("{}, {}", item("a"), item("b")))), ["ConfigMap/a", "ConfigMap/b"]);
    let nested = format!("{{apiVersion: v1, kind: List, items: [{}]}}", item("c"));
    assert_eq!(ids(&list(&format!("{nested}, {}", item("d")))), ["ConfigMap/c", "ConfigMap/d"]);
    assert!(ids("apiVersion: v1\nkind: List\nitems: null\n").is_empty());
    assert_eq!(ids("apiVersion: v1\nkind: SecretList\nitems: [{metadata: {name: a}}]\n"), ["Secret/a"]);
    // A kind may end with List without being a list.
    assert_eq!(ids("apiVersion: x.dev/v1\nkind: AllowList\nmetadata: {name: a}\nspec: {}\n"), ["AllowList/a"]);
}

#[test]
fn items_of_a_hook_are_hooks() {
    let text = "apiVersion: v1\nkind: List\nmetadata:\n  annotations: {\"helm.sh/hook\": post-delete, other: x}\n\
                items: [{apiVersion: v1, kind: ConfigMap, metadata: {name: a}}]\n";
    let hook = [Document { path: "p", number: 1, text: text.as_bytes(), class: Class::Hook }];
    let parsed = read_with(&hook, &Extra::default(), Strictness::Wanted).unwrap();
    let item = &parsed.resources[0];
    assert_eq!((item.object.annotation("helm.sh/hook"), item.object.annotation("other")), (Some("post-delete"), None));
    assert_eq!(item.rules.turns.len(), 1);
    assert_eq!(parsed.record.hooks.len(), 1);
    assert_eq!((parsed.record.hooks[0].kind.as_str(), parsed.record.hooks[0].manifest.as_str()), ("List", text));
}

#[test]
fn metadata_that_would_be_refused_is_left_out() {
    let text = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: it\n  annotations:\n    number: 5\n    list: [a]\n    \
                nothing:\n    bad key: x\n    good: x\n    werf.io/weight: 5\n  labels:\n    flag: true\n    \
                value: a b\n    good: x\n";
    let expected = [
        "annotation bad key is left out: its name must consist of letters, digits, '-', '_' and '.', and start and end \
         with a letter or a digit",
        "annotation list is left out: its value is a list, expected a text; quote it",
        "annotation nothing is left out: its value is nothing, expected a text; quote it",
        "annotation number is left out: its value is a number, expected a text; quote it",
        "annotation werf.io/weight is a number, read as the text \"5\"; quote it",
        "label flag is left out: its value is a boolean, expected a text; quote it",
        "label value is left out: the value must consist of letters, digits, '-', '_' and '.', and start and end with a \
         letter or a digit",
    ];
    assert_eq!(warnings(text), expected);
    let resource = only(text);
    assert_eq!(resource.rules.weight, Some(5));
    let metadata = resource.object.at(&["metadata"]).unwrap();
    assert_eq!(metadata["annotations"]["good"], json!("x"));
    assert_eq!(metadata["annotations"].get("number"), None);
    assert_eq!(metadata["labels"], json!({"app.kubernetes.io/managed-by": "Helm", "good": "x"}));
}

#[test]
fn only_what_the_release_owns_is_marked() {
    let owned = config_map(&[]).object;
    assert_eq!(owned.label("app.kubernetes.io/managed-by"), Some("Helm"));
    assert_eq!(owned.annotation("meta.helm.sh/release-name"), Some("shop"));
    assert_eq!(owned.annotation("meta.helm.sh/release-namespace"), Some("prod"));
    for annotation in [("werf.io/ownership", "anyone"), ("helm.sh/hook", "test")] {
        let free = config_map(&[annotation]).object;
        assert_eq!(free.label("app.kubernetes.io/managed-by"), None);
        assert_eq!(free.annotation("meta.helm.sh/release-name"), None);
    }
}

#[test]
fn extra_metadata_goes_over_what_is_there_and_may_hold_rules() {
    let map = |key: &str, value: &str| [(key.to_string(), value.to_string())].into();
    let extra = Extra { annotations: map("x", "stored"), labels: map("team", "a") };
    let runtime = Extra { annotations: map("werf.io/weight", "4"), labels: map("run", "7") };
    let text = manifest("v1/ConfigMap", &[]);
    let context = Context {
        release: "shop",
        namespace: "prod",
        scopes: &BuiltIn,
        extra: &extra,
        runtime_extra: &runtime,
        strictness: Strictness::Wanted,
    };
    let parsed = parse(&documents(&text), &context).unwrap();
    let resource = &parsed.resources[0];
    assert_eq!((resource.object.annotation("x"), resource.object.label("team")), (Some("stored"), Some("a")));
    assert_eq!((resource.object.label("run"), resource.rules.weight), (Some("7"), Some(4)));
    let expected = "---\n# Source: shop/templates/all.yaml\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  annotations:\n    \
                    x: stored\n  labels:\n    team: a\n  name: it\n";
    assert_eq!(parsed.record.manifest(), expected);
}

#[test]
fn extra_metadata_must_be_valid() {
    let map = |key: &str, value: &str| [(key.to_string(), value.to_string())].into();
    let extra = Extra { annotations: map("a b", ""), labels: map("team", "a b") };
    let error = read_with(&[], &extra, Strictness::Wanted).unwrap_err().to_string();
    let rule = "must consist of letters, digits, '-', '_' and '.', and start and end with a letter or a digit";
    let expected = format!(
        "the extra annotation \"a b\" is not valid: its name {rule}\nthe extra label \"team\" is not valid: the value {rule}"
    );
    assert_eq!(error, expected);
}

#[test]
fn identities_have_the_namespace_they_live_in() {
    let id = |text: &str| only(text).id.namespace;
    let object = |type_: &str, namespace: &str| {
        let (api_version, kind) = type_.rsplit_once('/').unwrap();
        format!("apiVersion: {api_version}\nkind: {kind}\nmetadata: {{name: it{namespace}}}\n")
    };
    assert_eq!(id(&object("v1/ConfigMap", "")).as_deref(), Some("prod"));
    assert_eq!(id(&object("v1/ConfigMap", ", namespace: other")).as_deref(), Some("other"));
    assert_eq!(id(&object("x.dev/v1/Thing", "")).as_deref(), Some("prod"));
    let wide = only(&object("rbac.authorization.k8s.io/v1/ClusterRole", ", namespace: stray"));
    assert_eq!((wide.id.namespace, wide.object.namespace()), (None, None));
}

#[test]
fn definitions_that_come_along_tell_the_scope() {
    let definition = |scope: &str| {
        format!(
            "apiVersion: x.dev/v1\nkind: Thing\nmetadata: {{name: it}}\n---\napiVersion: apiextensions.k8s.io/v1\n\
             kind: CustomResourceDefinition\nmetadata: {{name: things.x.dev}}\n\
             spec: {{group: x.dev, scope: {scope}, names: {{kind: Thing}}}}\n"
        )
    };
    let namespace = |scope: &str| read(&definition(scope)).unwrap().resources[0].id.namespace.clone();
    assert_eq!(namespace("Cluster"), None);
    assert_eq!(namespace("Namespaced").as_deref(), Some("prod"));
}

#[test]
fn secrets_are_sent_as_data_and_stored_as_written() {
    let text = "apiVersion: v1\nkind: Secret\nmetadata: {name: it}\nstringData: {a: x}\n";
    let parsed = read(text).unwrap();
    assert_eq!(parsed.resources[0].object.at(&["data"]), Some(&json!({"a": "eA=="})));
    assert_eq!(parsed.resources[0].object.at(&["stringData"]), None);
    assert!(parsed.record.manifest().ends_with(&format!("{text}\n")), "{}", parsed.record.manifest());
}
