use skeg_resources::{Class, Document, Extra, HookRecord, Strictness, stored_documents, stored_hook};

use crate::manifests::read_with;

const WEB: &str = "# a comment that stays\napiVersion: v1\nkind: Service\nmetadata: {name: web}   \n";
const HOOK: &str = "apiVersion: batch/v1\nkind: Job\nmetadata:\n  name: migrate\n  annotations:\n    \
                    \"helm.sh/hook\": Pre-Install,test-success\n    \"helm.sh/hook-weight\": \"-5\"\n    \
                    \"helm.sh/hook-delete-policy\": hook-succeeded, before-hook-creation\n    \
                    \"helm.sh/hook-output-log-policy\": hook-failed\n";
const CRD: &str = "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: a.x.dev}\n---\n\
                   apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: b.x.dev}\n";

fn document<'a>(path: &'a str, text: &'a str, class: Class) -> Document<'a> {
    Document { path, number: 1, text: text.as_bytes(), class }
}

#[test]
fn texts_are_stored_as_they_were_rendered() {
    let documents = [
        document("shop/crds/all.yaml", CRD, Class::Standalone),
        document("shop/templates/job.yaml", HOOK, Class::Hook),
        document("shop/templates/web.yaml", WEB, Class::Regular),
        document("shop/templates/off.yaml", "# nothing is on", Class::Regular),
    ];
    let parsed = read_with(&documents, &Extra::default(), Strictness::Wanted).unwrap();
    let ids: Vec<String> = parsed.resources.iter().map(|resource| resource.id.to_string()).collect();
    let definitions = ["CustomResourceDefinition/a.x.dev", "CustomResourceDefinition/b.x.dev"];
    assert_eq!(ids, [definitions[0], definitions[1], "Job/migrate", "Service/web"]);
    assert_eq!(parsed.resources[1].origin.document, 2);
    let manifest = format!(
        "---\n# Source: shop/templates/web.yaml\n{WEB}\n---\n# Source: shop/templates/off.yaml\n# nothing is on\n"
    );
    assert_eq!(parsed.record.manifest(), manifest);
    let words = |words: &[&str]| words.iter().map(|word| word.to_string()).collect::<Vec<_>>();
    let hook = HookRecord {
        name: "migrate".into(),
        kind: "Job".into(),
        path: "shop/templates/job.yaml".into(),
        manifest: HOOK.into(),
        events: words(&["pre-install", "test"]),
        weight: -5,
        delete_policies: words(&["hook-succeeded", "before-hook-creation"]),
        output_log_policies: words(&["hook-failed"]),
    };
    assert_eq!(parsed.record.hooks, [hook]);
}

#[test]
fn a_record_reads_back_as_what_it_was_made_from() {
    let documents = [
        document("shop/templates/job.yaml", HOOK, Class::Hook),
        document("shop/templates/web.yaml", WEB, Class::Regular),
    ];
    let first = read_with(&documents, &Extra::default(), Strictness::Wanted).unwrap();
    let hooks = first.record.hooks.iter().map(|hook| stored_hook(&hook.path, &hook.manifest));
    let manifest = first.record.manifest();
    let stored: Vec<Document<'_>> = hooks.chain(stored_documents(&manifest)).collect();
    let second = read_with(&stored, &Extra::default(), Strictness::OnRecord).unwrap();
    assert_eq!(first, second);
}

#[test]
fn texts_that_changed_are_written_anew() {
    let text = "apiVersion: v1\nkind: List\nitems:\n- {apiVersion: v1, kind: ConfigMap, metadata: {name: a, labels: {x: 1}}}\n\
                - {apiVersion: v1, kind: ConfigMap, metadata: {name: b}}\n";
    let parsed = read_with(&[document("p.yaml", text, Class::Regular)], &Extra::default(), Strictness::Wanted).unwrap();
    let expected = "---\n# Source: p.yaml\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  labels: {}\n  name: a\n\
                    ---\n# Source: p.yaml\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: b\n";
    assert_eq!(parsed.record.manifest(), expected);
}
