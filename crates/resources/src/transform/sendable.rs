//! Removes the one annotation for ordering that API servers refuse.

use serde_json::Value;
use skeg_helm_hooks::DEPENDS_ON_GROUPS;

use crate::object::Object;
use crate::transform::lists::is_list;
use crate::yaml::{self, to_yaml};

/// The manifest without the annotation `helm.sh/depends-on/resource-groups`, which no API server accepts; `None` if it
/// does not have it. A manifest that has it is reformatted.
pub fn without_unsendable(text: &[u8]) -> Option<Vec<u8>> {
    let key = DEPENDS_ON_GROUPS.as_bytes();
    if !text.windows(key.len()).any(|part| part == key) {
        return None;
    }
    let mut object = Object::try_from(yaml::read(text).ok()?).ok()?;
    let has_items = is_list(&object);
    let mut is_changed = take_out(object.as_map_mut().get_mut("metadata"));
    if has_items && let Some(Value::Array(items)) = object.as_map_mut().get_mut("items") {
        for item in items {
            is_changed |= take_out(item.get_mut("metadata"));
        }
    }
    is_changed.then(|| to_yaml(&object.into()).trim_end().as_bytes().to_vec())
}

/// Whether the annotation was there, whatever its value.
fn take_out(metadata: Option<&mut Value>) -> bool {
    let Some(metadata) = metadata.and_then(Value::as_object_mut) else { return false };
    let Some(annotations) = metadata.get_mut("annotations").and_then(Value::as_object_mut) else { return false };
    let is_there = annotations.remove(DEPENDS_ON_GROUPS).is_some();
    if is_there && annotations.is_empty() {
        metadata.remove("annotations");
    }
    is_there
}

#[cfg(test)]
mod tests {
    use super::without_unsendable;

    #[test]
    fn only_what_has_the_annotation_is_changed() {
        let with = "kind: ConfigMap\napiVersion: v1\nmetadata:\n  name: a\n  annotations:\n    helm.sh/depends-on/resource-groups: '[\"db\"]'\n    x: z\n";
        let text = without_unsendable(with.as_bytes()).expect("changed");
        let text = String::from_utf8(text).expect("text");
        assert!(!text.contains("depends-on") && text.contains("x: z"), "{text}");
        assert_eq!(without_unsendable(b"kind: ConfigMap\n"), None);
        let elsewhere =
            "kind: ConfigMap\napiVersion: v1\ndata: {a: helm.sh/depends-on/resource-groups}\nmetadata: {name: a}\n";
        assert_eq!(without_unsendable(elsewhere.as_bytes()), None);
    }

    #[test]
    fn it_goes_from_lists_and_whatever_its_value() {
        for value in ["db", "[db, web]", "null"] {
            let annotations = format!("annotations: {{helm.sh/depends-on/resource-groups: {value}}}");
            let one = format!("kind: ConfigMap\napiVersion: v1\nmetadata: {{name: a, {annotations}}}\n");
            let many =
                format!("kind: List\napiVersion: v1\nitems: [{{kind: A, metadata: {{name: a, {annotations}}}}}]\n");
            for text in [one, many] {
                let found = without_unsendable(text.as_bytes()).unwrap_or_else(|| panic!("unchanged: {text}"));
                let found = String::from_utf8(found).expect("text");
                assert!(!found.contains("annotations") && found.contains("name: a"), "{found}");
            }
        }
    }
}
