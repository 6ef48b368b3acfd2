//! Whose an object of the cluster is, by the marks that Helm, Nelm and Skeg leave on it.

use crate::object::Object;

pub const MANAGED_BY: &str = "app.kubernetes.io/managed-by";
pub const RELEASE_NAME: &str = "meta.helm.sh/release-name";
pub const RELEASE_NAMESPACE: &str = "meta.helm.sh/release-namespace";
/// The value of [`MANAGED_BY`].
pub const MANAGER: &str = "Helm";

/// Whose a live object is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Owner {
    /// The release that was asked for.
    This,
    /// No release.
    Nobody,
    /// Another release, or half of the marks are missing, or another tool manages it.
    Other { name: Option<String>, namespace: Option<String>, managed_by: Option<String> },
}

/// Tells whose a live object is. Both annotations must name the release; a missing label is forgiven, another tool's is not.
pub fn owner(object: &Object, release: &str, namespace: &str) -> Owner {
    let owned = |text: Option<&str>| text.map(str::to_string);
    let name = object.annotation(RELEASE_NAME);
    let home = object.annotation(RELEASE_NAMESPACE);
    let managed_by = object.label(MANAGED_BY);
    match (name, home) {
        (None, None) => Owner::Nobody,
        (Some(name), Some(home)) if name == release && home == namespace && managed_by.is_none_or(|m| m == MANAGER) => {
            Owner::This
        }
        _ => Owner::Other { name: owned(name), namespace: owned(home), managed_by: owned(managed_by) },
    }
}

#[cfg(test)]
mod tests {
    use super::{MANAGED_BY, Owner, RELEASE_NAME, RELEASE_NAMESPACE, owner};
    use crate::Object;

    #[test]
    fn marks_tell_the_owner() {
        let other = |name: Option<&str>, namespace: Option<&str>, managed_by: Option<&str>| {
            let owned = |text: Option<&str>| text.map(str::to_string);
            Owner::Other { name: owned(name), namespace: owned(namespace), managed_by: owned(managed_by) }
        };
        let cases = [
            ((Some("shop"), Some("prod"), Some("Helm")), Owner::This),
            ((Some("shop"), Some("prod"), None), Owner::This),
            ((None, None, None), Owner::Nobody),
            ((None, None, Some("Helm")), Owner::Nobody),
            ((Some("shop"), Some("test"), Some("Helm")), other(Some("shop"), Some("test"), Some("Helm"))),
            ((Some("old"), Some("prod"), Some("Helm")), other(Some("old"), Some("prod"), Some("Helm"))),
            ((Some("shop"), None, Some("Helm")), other(Some("shop"), None, Some("Helm"))),
            ((Some("shop"), Some("prod"), Some("argocd")), other(Some("shop"), Some("prod"), Some("argocd"))),
        ];
        for ((name, namespace, managed_by), expected) in cases {
            let plain = serde_json::json!({"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "x"}});
            let mut object = Object::try_from(plain).unwrap();
            name.into_iter().for_each(|v| object.set_annotation(RELEASE_NAME, v));
            namespace.into_iter().for_each(|v| object.set_annotation(RELEASE_NAMESPACE, v));
            managed_by.into_iter().for_each(|v| object.set_label(MANAGED_BY, v));
            assert_eq!(owner(&object, "shop", "prod"), expected, "{name:?} {namespace:?} {managed_by:?}");
        }
    }
}
