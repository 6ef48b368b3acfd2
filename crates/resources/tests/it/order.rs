use skeg_resources::{Class, Document, Extra, ReadinessConditions, Resource, Rules, Strictness, Tracking};

use crate::manifests::{Pairs, config_map, documents, manifest, only, read, read_record, read_with, refusal, warnings};

const GROUP: &str = "helm.sh/resource-group";
const DEPENDS_ON: &str = "helm.sh/depends-on/resource-groups";
const SUCCESS: &str = "helm.sh/readiness-success";
const FAILURE: &str = "helm.sh/readiness-failure";

fn warnings_of(annotations: Pairs<'_>) -> Vec<String> {
    warnings(&manifest("v1/ConfigMap", annotations))
}

fn texts(readiness: &ReadinessConditions) -> [Vec<String>; 2] {
    [&readiness.success, &readiness.failure].map(|list| list.iter().map(|it| it.to_string()).collect())
}

#[test]
fn groups_are_read() {
    let none = config_map(&[]).rules;
    assert_eq!((none.group, none.group_dependencies, none.tracking.readiness), (None, Vec::new(), None));
    for value in ["database", " database ", "\"database\"", "[database]"] {
        assert_eq!(config_map(&[(GROUP, value)]).rules.group.as_deref(), Some("database"), "{value}");
    }
    for value in [r#"["a", "b"]"#, "[a, b]", "a, b"] {
        assert_eq!(config_map(&[(DEPENDS_ON, value)]).rules.group_dependencies, ["a", "b"], "{value}");
    }
}

#[test]
fn a_list_that_cannot_be_read_has_no_effect() {
    let cases = [
        (GROUP, "a, b", "the name of one group, on one line"),
        (GROUP, "", "the name of one group, on one line"),
        // A line break would end the comment that names the group in rendered manifests.
        (GROUP, "\"a\\nkind: Evil\"", "the name of one group, on one line"),
        (DEPENDS_ON, "[a", r#"a list of names such as ["a", "b"] (the bracket at the start is not closed)"#),
        (SUCCESS, "[[]]", r#"a list of expressions such as ["{.phase} == \"Running\""] (an item is a list itself)"#),
    ];
    for (key, value, expected) in cases {
        let warning = format!("annotation {key}: {value:?} is not valid, expected {expected}; it has no effect");
        assert_eq!(warnings_of(&[(key, value)]), [warning]);
        let rules = config_map(&[(key, value)]).rules;
        assert_eq!((rules.group, rules.group_dependencies, rules.tracking.readiness), (None, Vec::new(), None));
    }
    assert!(warnings_of(&[(DEPENDS_ON, " "), (SUCCESS, " ")]).is_empty());
}

#[test]
fn conditions_of_readiness_are_read() {
    let both = &[(SUCCESS, r#"["{.n} == 1", "{.n} == 2"]"#), (FAILURE, "{.failed} >= 1")];
    assert!(warnings_of(both).is_empty());
    let readiness = config_map(both).rules.tracking.readiness.expect("conditions");
    assert_eq!(texts(&readiness), [vec!["{.n} == 1", "{.n} == 2"], vec!["{.failed} >= 1"]]);
    let form = "{JSONPath below .status} ==, !=, <, <=, > or >= value, such as {.phase} == \"Running\"";
    assert_eq!(
        refusal(FAILURE, "{.a} == 1, .phase == b"),
        format!("\".phase == b\" is not valid, expected {form} (it does not begin with a JSONPath in braces)")
    );
    let on_record = read_record(&manifest("v1/ConfigMap", &[(SUCCESS, "{.a} == 1, phase == b")]));
    assert!(on_record.warnings[1].contains("\"phase == b\" is not valid"), "{:?}", on_record.warnings);
    let readiness = on_record.resources[0].rules.tracking.readiness.as_ref().expect("the good one");
    assert_eq!(texts(readiness), [vec!["{.a} == 1"], vec![]]);
}

#[test]
fn half_of_the_conditions_is_warned_of() {
    assert_eq!(
        warnings_of(&[(SUCCESS, "{.n} == 1")]),
        [format!(
            "annotation {SUCCESS} is set without {FAILURE}, so the default rule of its kind decides when the resource has failed"
        )]
    );
    assert_eq!(
        warnings_of(&[(FAILURE, "{.n} > x")]),
        [
            format!("annotation {FAILURE}: {{.n}} > x is never met, since \"x\" is not a number"),
            format!(
                "annotation {FAILURE} is set without {SUCCESS}, so the default rule of its kind decides when the resource is ready"
            ),
        ]
    );
}

#[test]
fn hooks_are_outside_of_the_order() {
    let annotations =
        [("helm.sh/hook", "test"), (GROUP, "a, b"), (DEPENDS_ON, "[a"), (SUCCESS, "nonsense"), (FAILURE, "{.a} == 1")];
    assert!(warnings_of(&annotations).is_empty());
    let hook = config_map(&annotations);
    let Rules { group, group_dependencies, tracking: Tracking { readiness, .. }, .. } = hook.rules;
    assert_eq!((group, group_dependencies, readiness), (None, Vec::new(), None));
    assert_eq!(hook.object.annotation(DEPENDS_ON), None);
}

#[test]
fn without_order_nothing_of_it_is_left() {
    let mut rules =
        config_map(&[(GROUP, "a"), (DEPENDS_ON, "b"), (SUCCESS, "{.n} == 1"), (FAILURE, "{.n} == 2")]).rules;
    let stored = serde_json::to_value(&rules).unwrap();
    assert_eq!(serde_json::from_value::<Rules>(stored).unwrap(), rules);
    rules.without_order_annotations();
    assert_eq!(rules, config_map(&[]).rules);
    let stored = serde_json::to_string(&rules).unwrap();
    assert!(!stored.contains("group\":") && !stored.contains("readiness\":"), "{stored}");
}

#[test]
fn the_key_that_no_server_takes_is_never_sent_and_stays_on_record() {
    let kept = |resource: &Resource| resource.object.annotations().map(|(key, _)| key.to_string()).collect::<Vec<_>>();
    let text =
        manifest("v1/ConfigMap", &[(GROUP, "a"), (DEPENDS_ON, "b"), (SUCCESS, "{.n} == 1"), (FAILURE, "{.n} == 2")]);
    let parsed = read(&text).unwrap();
    assert!(parsed.warnings.is_empty(), "{:?}", parsed.warnings);
    let keys = [FAILURE, SUCCESS, GROUP, "meta.helm.sh/release-name", "meta.helm.sh/release-namespace", "x"];
    assert_eq!(kept(&parsed.resources[0]), keys);
    assert!(parsed.record.manifest().ends_with(&format!("{text}\n")), "{}", parsed.record.manifest());

    assert_eq!(parsed.resources[0].recorded_object().annotation(DEPENDS_ON), Some(r#"["b"]"#));
    assert_eq!(config_map(&[]).recorded_object(), config_map(&[]).object);

    // If annotations are added to the object, the record has both.
    let extra = Extra { annotations: [("y".to_string(), "z".to_string())].into(), ..Extra::default() };
    let parsed = read_with(&documents(&text), &extra, Strictness::Wanted).unwrap();
    assert!(parsed.record.manifest().contains(&format!("    {DEPENDS_ON}: b\n")), "{}", parsed.record.manifest());
    assert!(parsed.record.manifest().contains("    \"y\": z\n"), "{}", parsed.record.manifest());
    let on_record = read_record(&text);
    assert_eq!((kept(&on_record.resources[0]), on_record.warnings.len()), (keys.map(str::to_string).to_vec(), 0));

    // It is the only annotation of this CRD.
    let crd = format!(
        "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata:\n  name: a.x.dev\n  annotations: {{{DEPENDS_ON}: b}}\n"
    );
    let crd = [Document { path: "p", number: 1, text: crd.as_bytes(), class: Class::Standalone }];
    let parsed = read_with(&crd, &Extra::default(), Strictness::Wanted).unwrap();
    assert_eq!(parsed.resources[0].object.at(&["metadata", "annotations"]), None);
    assert!(parsed.warnings.is_empty(), "{:?}", parsed.warnings);
}

#[test]
fn lists_that_are_no_texts_become_texts() {
    let list = |key: &str, value: &str| {
        format!("apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: it\n  annotations:\n    {key}: {value}\n")
    };
    let text = list(DEPENDS_ON, "[\"a\", 5, true]");
    assert!(warnings(&text).is_empty());
    assert_eq!(only(&text).rules.group_dependencies, ["a", "5", "true"]);
    let parsed = read(&text).unwrap();
    assert!(
        parsed.record.manifest().contains(r#"    helm.sh/depends-on/resource-groups: '["a","5","true"]'"#),
        "{}",
        parsed.record.manifest()
    );
    let text = list(SUCCESS, "['{.n} == 1']");
    assert_eq!(only(&text).object.annotation(SUCCESS), Some(r#"["{.n} == 1"]"#));
    assert_eq!(only(&list(GROUP, "[a]")).rules.group.as_deref(), Some("a"));
    let left_out = |key: &str| format!("annotation {key} is left out: its value is a list, expected a text; quote it");
    assert_eq!(warnings(&list(DEPENDS_ON, "[[a]]")), [left_out(DEPENDS_ON)]);
    assert_eq!(warnings(&list("helm.sh/resource-policy", "[keep]")), [left_out("helm.sh/resource-policy")]);
}
