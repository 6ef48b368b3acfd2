//! Takes the one annotation of order that API servers refuse out of a manifest's text.

use skeg_helm_hooks::DEPENDS_ON_GROUPS;

use crate::object::Object;
use crate::yaml::{self, to_yaml};

/// The manifest without the annotation `helm.sh/depends-on/resource-groups`, which no API server accepts; none if it does not
/// have it. What has it is formatted anew.
pub fn without_unsendable(text: &[u8]) -> Option<Vec<u8>> {
    let key = DEPENDS_ON_GROUPS.as_bytes();
    if !text.windows(key.len()).any(|part| part == key) {
        return None;
    }
    let mut object = Object::try_from(yaml::read(text).ok()?).ok()?;
    object.annotation(DEPENDS_ON_GROUPS)?;
    object.remove_annotation(DEPENDS_ON_GROUPS);
    Some(to_yaml(&object.into()).trim_end().as_bytes().to_vec())
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
}
