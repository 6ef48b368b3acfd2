//! Which release owns a live object, by the marks of Helm, Nelm and Skeg.

use crate::object::Object;

/// The label that names the managing tool.
pub const MANAGED_BY: &str = "app.kubernetes.io/managed-by";
/// The annotation that names the owning release.
pub const RELEASE_NAME: &str = "meta.helm.sh/release-name";
/// The annotation with the owning release's namespace.
pub const RELEASE_NAMESPACE: &str = "meta.helm.sh/release-namespace";
/// The value of [`MANAGED_BY`].
pub const MANAGER: &str = "Helm";

/// The owner of a live object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Owner {
    /// The release that was asked for.
    This,
    /// No release.
    Nobody,
    /// Another release, incomplete marks, or another tool.
    Other {
        /// The release that the annotation names.
        name: Option<String>,
        /// The namespace that the annotation names.
        namespace: Option<String>,
        /// The label, if it is not Helm's.
        managed_by: Option<String>,
    },
}

/// The owner of a live object. Both annotations must name the release; a missing label is tolerated, another tool's is
/// not.
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
