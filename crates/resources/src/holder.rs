//! The managers of a live object other than the release itself: other releases, tools and controllers, by their marks.

use std::fmt;

use serde_json::Value;

use crate::object::Object;
use crate::ownership::{RELEASE_NAME, RELEASE_NAMESPACE};

/// Somebody who manages an object.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Holder {
    /// A Helm release.
    Release {
        /// The release's name.
        name: String,
        /// Its namespace, if the object names it.
        namespace: Option<String>,
    },
    /// An application of Argo CD.
    ArgoCd(String),
    /// A Kustomization or HelmRelease of Flux.
    Flux {
        /// `Kustomization` or `HelmRelease`.
        kind: &'static str,
        /// Its name.
        name: String,
        /// Its namespace, if the object names it.
        namespace: Option<String>,
    },
    /// An app of kapp, by its identifier.
    Kapp(String),
    /// A set of `kubectl apply --prune`, by its identifier.
    ApplySet(String),
    /// The controlling owner: `ReplicaSet/web`.
    Object(String),
}

impl fmt::Display for Holder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (what, name, namespace) = match self {
            Holder::Release { name, namespace } => ("release", name, namespace.as_ref()),
            Holder::ArgoCd(name) => ("Argo CD application", name, None),
            Holder::Flux { kind: "HelmRelease", name, namespace } => ("Flux HelmRelease", name, namespace.as_ref()),
            Holder::Flux { name, namespace, .. } => ("Flux Kustomization", name, namespace.as_ref()),
            Holder::Kapp(id) => ("kapp app", id, None),
            Holder::ApplySet(id) => ("ApplySet", id, None),
            Holder::Object(name) => return f.write_str(name),
        };
        write!(f, "{what} {name:?}")?;
        namespace.map_or(Ok(()), |namespace| write!(f, " in namespace {namespace:?}"))
    }
}

/// All managers whose marks an object carries.
pub fn holders(object: &Object) -> Vec<Holder> {
    let annotation = |key| object.annotation(key).map(str::to_string);
    let label = |key| object.label(key).map(str::to_string);
    let release = annotation(RELEASE_NAME);
    let argo = annotation("argocd.argoproj.io/tracking-id")
        .and_then(|id| id.split(':').next().map(str::to_string))
        .or_else(|| label("argocd.argoproj.io/instance"));
    let flux = |kind, name, namespace| label(name).map(|name| Holder::Flux { kind, name, namespace: label(namespace) });
    [
        release.map(|name| Holder::Release { name, namespace: annotation(RELEASE_NAMESPACE) }),
        argo.map(Holder::ArgoCd),
        flux("Kustomization", "kustomize.toolkit.fluxcd.io/name", "kustomize.toolkit.fluxcd.io/namespace"),
        flux("HelmRelease", "helm.toolkit.fluxcd.io/name", "helm.toolkit.fluxcd.io/namespace"),
        label("kapp.k14s.io/app").map(Holder::Kapp),
        label("applyset.kubernetes.io/part-of").map(Holder::ApplySet),
        controller(object).map(Holder::Object),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// The object that controls this one.
fn controller(object: &Object) -> Option<String> {
    let owners = object.at(&["metadata", "ownerReferences"])?.as_array()?;
    let owner = owners.iter().find(|owner| owner["controller"] == true)?;
    Some(format!("{}/{}", owner["kind"].as_str()?, owner["name"].as_str()?))
}

/// The field managers of its fields, except of its status; sorted.
pub fn field_managers(object: &Object) -> Vec<String> {
    let entries = object.at(&["metadata", "managedFields"]).and_then(Value::as_array);
    let of_object =
        entries.into_iter().flatten().filter(|entry| entry["subresource"].as_str().is_none_or(str::is_empty));
    let mut names: Vec<String> = of_object.filter_map(|entry| entry["manager"].as_str()).map(str::to_string).collect();
    names.sort_unstable();
    names.dedup();
    names
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::{field_managers, holders};
    use crate::Object;

    fn object(metadata: Value) -> Object {
        Object::try_from(json!({"apiVersion": "v1", "kind": "ConfigMap", "metadata": metadata})).unwrap()
    }

    #[test]
    fn marks_of_every_tool_are_read() {
        let flux = |kind: &str| {
            let key = |end: &str| format!("{kind}.toolkit.fluxcd.io/{end}");
            json!({"labels": {key("name"): "apps", key("namespace"): "flux-system"}})
        };
        let release =
            json!({"annotations": {"meta.helm.sh/release-name": "old", "meta.helm.sh/release-namespace": "prod"}});
        let owners =
            json!([{"kind": "Node", "name": "n"}, {"kind": "ReplicaSet", "name": "web-1", "controller": true}]);
        let table = [
            (release, "release \"old\" in namespace \"prod\""),
            (json!({"annotations": {"meta.helm.sh/release-name": "old"}}), "release \"old\""),
            (
                json!({
                    "annotations": {"argocd.argoproj.io/tracking-id": "shop:/ConfigMap:prod/a"},
                    "labels": {"app.kubernetes.io/instance": "shop"},
                }),
                "Argo CD application \"shop\"",
            ),
            (json!({"labels": {"argocd.argoproj.io/instance": "shop"}}), "Argo CD application \"shop\""),
            // Charts set this label too.
            (json!({"labels": {"app.kubernetes.io/instance": "shop"}}), ""),
            (flux("kustomize"), "Flux Kustomization \"apps\" in namespace \"flux-system\""),
            (flux("helm"), "Flux HelmRelease \"apps\" in namespace \"flux-system\""),
            (json!({"labels": {"kapp.k14s.io/app": "1700"}}), "kapp app \"1700\""),
            (json!({"labels": {"applyset.kubernetes.io/part-of": "applyset-x"}}), "ApplySet \"applyset-x\""),
            (json!({"ownerReferences": owners}), "ReplicaSet/web-1"),
            (json!({}), ""),
        ];
        for (metadata, expected) in table {
            let found: Vec<String> = holders(&object(metadata)).iter().map(ToString::to_string).collect();
            assert_eq!(found.join("; "), expected);
        }
    }

    #[test]
    fn who_wrote_only_the_status_is_no_manager() {
        let entry = |manager: &str, subresource: &str| json!({"manager": manager, "subresource": subresource});
        let fields = json!([
            entry("kubectl-edit", ""), entry("kubelet", "status"), {"manager": "ansible"}, entry("kubectl-edit", "")
        ]);
        assert_eq!(field_managers(&object(json!({"managedFields": fields}))), ["ansible", "kubectl-edit"]);
    }
}
