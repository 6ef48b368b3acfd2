use skeg_resources::Fault;

use crate::manifests::{manifest, read, read_record, warnings};

#[test]
fn all_that_is_wrong_is_told_at_once() {
    let text = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n  annotations:\n    werf.io/weight: heavy\n    \
                werf.io/ownership: none\n---\nkind: ConfigMap\n---\na: [\n---\napiVersion: v1\nkind: ConfigMap\n---\n\
                apiVersion: v1\nkind: Pod\nmetadata: {generateName: x-}\n---\napiVersion: v1\nkind: ConfigMap\n\
                metadata: {name: b, annotations: [c]}\n---\napiVersion: v1\nkind: List\nitems: [5]\n---\njust text\n---\n\
                apiVersion: v1\nkind: ConfigMap\nmetadata: {name: 5}\n";
    let error = read(text).unwrap_err();
    let lines = [
        "2: apiVersion is missing or not a text",
        "3: error converting YAML to JSON: yaml: line 1: did not find expected node content",
        "6: ConfigMap/b: metadata.annotations is a list, expected a mapping",
        "7: an item of the list is a number, expected an object",
        "8: expected a mapping with apiVersion and kind, found a scalar",
        "9: ConfigMap/<unnamed>: metadata.name is a number, expected a text; quote it",
        "1: ConfigMap/a: annotation werf.io/weight: \"heavy\" is not valid, expected an integer",
        "1: ConfigMap/a: annotation werf.io/ownership: \"none\" is not valid, expected one of anyone, release",
        "4: ConfigMap/<unnamed>: metadata.name is missing",
        "5: Pod/<unnamed>: metadata.generateName without metadata.name would create another object on every deploy; \
         give it a \
         metadata.name, with {{ .Release.Revision }} in it where it must differ each time",
    ];
    let expected: Vec<String> = lines.iter().map(|line| format!("shop/templates/all.yaml, document {line}")).collect();
    assert_eq!(error.to_string().lines().collect::<Vec<_>>(), expected);
    assert!(matches!(&error.problems[6].fault, Fault::Annotation(bad) if bad.annotation == "werf.io/weight"));
}

#[test]
fn what_is_on_record_is_read_as_far_as_it_goes() {
    let text = manifest("v1/ConfigMap", &[("werf.io/weight", "heavy"), ("werf.io/ownership", "anyone")])
        + "---\nkind: ConfigMap\n---\na: [\n";
    let parsed = read_record(&text);
    assert_eq!(parsed.resources.len(), 1);
    assert_eq!(parsed.resources[0].rules.weight, Some(0));
    assert_eq!(parsed.warnings.len(), 3);
}

#[test]
fn mistyped_annotations_are_warned_of() {
    let of = |key: &str| warnings(&manifest("v1/ConfigMap", &[(key, "5")]));
    let expected = "annotation werf.io/wieght is not known and has no effect; did you mean werf.io/weight?";
    assert_eq!(of("werf.io/wieght"), [expected]);
    for key in ["werf.io/release-channel", "project.werf.io/name", "werf.io/something-else", "example.com/weight"] {
        assert!(of(key).is_empty(), "{key}");
    }
}
