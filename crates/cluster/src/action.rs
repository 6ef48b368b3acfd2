//! Names actions for messages.

use crate::kind::Kind;

/// `applying Deployment/web in namespace shop`.
pub(crate) fn on_object(verb: &str, kind: &str, name: &str, namespace: Option<&str>) -> String {
    match namespace {
        Some(namespace) => format!("{verb} {kind}/{name} in namespace {namespace}"),
        None => format!("{verb} {kind}/{name}"),
    }
}

/// `listing Secret in namespace shop`.
pub(crate) fn on_kind(verb: &str, kind: &Kind, namespace: Option<&str>) -> String {
    match namespace.filter(|_| kind.namespaced) {
        Some(namespace) => format!("{verb} {} in namespace {namespace}", kind.plural),
        None if kind.namespaced => format!("{verb} {} in all namespaces", kind.plural),
        None => format!("{verb} {}", kind.plural),
    }
}
