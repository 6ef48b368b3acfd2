use skeg_resources::{Class, Document, Extra, Ownership, Strictness};

use crate::manifests::{read, read_record, read_with};

const MAP: &str = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n";

#[test]
fn an_object_is_made_once() {
    let error = read(&format!("{MAP}---\n{MAP}")).unwrap_err().to_string();
    let expected = "shop/templates/all.yaml, document 2: ConfigMap/a: the same object is already defined by \
                    shop/templates/all.yaml, document 1; remove or rename one of them";
    assert_eq!(error, expected);
    // The version does not identify an object; group, namespace and scope do.
    let version = "apiVersion: v2\nkind: ConfigMap\nmetadata: {name: a, namespace: prod}\n";
    assert!(read(&format!("{MAP}---\n{version}")).is_err());
    let others = "apiVersion: x.dev/v1\nkind: ConfigMap\nmetadata: {name: a}\n---\napiVersion: v1\nkind: ConfigMap\n\
                  metadata: {name: a, namespace: other}\n";
    assert_eq!(read(&format!("{MAP}---\n{others}")).unwrap().resources.len(), 3);
    let parsed = read_record(&format!("{MAP}---\n{MAP}"));
    assert_eq!((parsed.resources.len(), parsed.warnings), (1, vec![expected.to_string()]));
}

#[test]
fn charts_may_share_a_definition() {
    let text = b"apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: a.x.dev}\n";
    let document = |path, class| Document { path, number: 0, text, class };
    let crds = [document("a/crds/x.yaml", Class::Standalone), document("b/crds/x.yaml", Class::Standalone)];
    let parsed = read_with(&crds, &Extra::default(), Strictness::Wanted).unwrap();
    assert_eq!(parsed.resources.len(), 1);
    let expected = "b/crds/x.yaml, document 1: CustomResourceDefinition/a.x.dev: ignored, a/crds/x.yaml, document 1 already has \
                    it";
    assert_eq!(parsed.warnings, [expected]);
    let mixed = [document("a/crds/x.yaml", Class::Standalone), document("a/templates/x.yaml", Class::Regular)];
    assert!(read_with(&mixed, &Extra::default(), Strictness::Wanted).is_err());
}

#[test]
fn a_release_does_not_own_its_namespace() {
    let namespace = |name: &str| format!("apiVersion: v1\nkind: Namespace\nmetadata: {{name: {name}}}\n");
    let expected = "shop/templates/all.yaml, document 1: Namespace/prod: the release's own namespace cannot be one of its \
                    resources, since deleting it would delete the release; leave it out of the chart, it is created before \
                    the deploy";
    assert_eq!(read(&namespace("prod")).unwrap_err().to_string(), expected);
    assert_eq!(read(&namespace("other")).unwrap().resources[0].rules.ownership, Ownership::Release);
    // A namespace that an earlier tool recorded must survive when the chart drops it.
    let rules = &read_record(&namespace("prod")).resources[0].rules;
    assert_eq!((rules.ownership, rules.resource_policy.skip_delete), (Ownership::Anyone, true));
}
