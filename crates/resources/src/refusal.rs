//! What an API server's refusal means. Pure.
//!
//! This is the only place that reads the texts of Kubernetes. The structured part of a refusal (`code`, `reason`,
//! `causes`) is used first. But admission, quotas, schemas and immutable fields answer with a reason that says only
//! `Forbidden` or `Invalid`: who refuses, and what, is in the message alone. `cluster/tests/it/refusing.rs` provokes
//! such answers from a real API server, so that a version that words them differently is noticed.

mod cause;
mod misfit;

pub use cause::RefusalCause;
pub use misfit::Misfit;

/// Why a request is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RefusalKind {
    /// The object does not match its schema: unknown fields, values of a wrong type.
    Misfit(Vec<Misfit>),
    /// A ValidatingAdmissionPolicy, by name.
    Policy(String),
    /// An admission webhook that refused, by name.
    Webhook(String),
    /// An admission webhook that does not answer, by name, with the namespace of its Service if it has one.
    WebhookDown {
        /// The webhook's name.
        name: String,
        /// The namespace of its Service, if it has one.
        namespace: Option<String>,
    },
    /// A conversion webhook that does not answer.
    ConversionDown,
    /// The server lost its connection to etcd for a moment.
    StoreTrouble,
    /// A ResourceQuota.
    Quota,
    /// A LimitRange.
    LimitRange,
    /// The namespace is being deleted.
    NamespaceTerminating,
    /// The pod security standard of the namespace.
    PodSecurity,
    /// The user lacks rights, or may not grant them.
    Rights,
    /// Something that the object refers to does not exist.
    Missing,
    /// Forbidden for another reason.
    Forbidden,
    /// Larger than the server's limit.
    TooLarge,
    /// Values that are not allowed; the causes name them.
    Invalid,
    /// Anything else.
    Other,
}

/// Texts of a server that lost its connection to etcd.
const STORE_TROUBLE: &[&str] = &[
    "etcdserver: leader changed",
    "etcdserver: request timed out",
    "etcdserver: too many requests",
    "etcdserver: no leader",
    "etcdserver: mvcc: database space exceeded",
    "raft proposal dropped",
    "the server was unable to return a response in the time allotted",
    "transport is closing",
    "context deadline exceeded",
    "connection refused",
    "connection reset by peer",
];

const LIMIT_RANGE: &[&str] =
    &["usage per Container", "usage per Pod", "usage per PersistentVolumeClaim", "limit to request ratio"];
const RIGHTS: &[&str] = &["cannot patch resource", "cannot create resource", "attempting to grant RBAC permissions"];

impl RefusalKind {
    /// Classifies a refusal by its HTTP status, message and causes.
    pub fn of(code: u16, message: &str, causes: &[RefusalCause]) -> RefusalKind {
        let says = |phrases: &[&str]| phrases.iter().any(|phrase| message.contains(phrase));
        if causes.iter().any(|cause| cause.reason == "NamespaceTerminating") {
            return RefusalKind::NamespaceTerminating;
        }
        let faults = misfit::read(message);
        if !faults.is_empty() {
            return RefusalKind::Misfit(faults);
        }
        if let Some(name) = between(message, "ValidatingAdmissionPolicy '", "'").filter(|_| says(&["denied request"])) {
            return RefusalKind::Policy(name);
        }
        if let Some(name) = between(message, "admission webhook \"", "\" denied the request") {
            return RefusalKind::Webhook(name);
        }
        match code {
            403 if says(&["not found"]) => RefusalKind::Missing,
            403 if says(&["exceeded quota", "failed quota"]) => RefusalKind::Quota,
            403 if says(LIMIT_RANGE) => RefusalKind::LimitRange,
            403 if says(&["it is being terminated"]) => RefusalKind::NamespaceTerminating,
            403 if says(&["violates PodSecurity"]) => RefusalKind::PodSecurity,
            403 if says(RIGHTS) => RefusalKind::Rights,
            403 => RefusalKind::Forbidden,
            413 => RefusalKind::TooLarge,
            422 => RefusalKind::Invalid,
            500.. => of_server(code, message),
            _ => RefusalKind::Other,
        }
    }
}

/// Classifies a server error.
fn of_server(code: u16, message: &str) -> RefusalKind {
    if let Some(name) = between(message, "failed calling webhook \"", "\"") {
        let host = between(message, "https://", "/").and_then(|host| host.split(':').next().map(str::to_string));
        let service = host.as_deref().and_then(|host| host.strip_suffix(".svc")?.split_once('.'));
        let namespace = service.map(|(_, namespace)| namespace.to_string());
        return RefusalKind::WebhookDown { name, namespace };
    }
    if message.contains("conversion webhook for") {
        return RefusalKind::ConversionDown;
    }
    match code {
        500 if STORE_TROUBLE.iter().any(|text| message.contains(text)) => RefusalKind::StoreTrouble,
        _ => RefusalKind::Other,
    }
}

/// The reason alone, without the object (`configmaps "a" is forbidden: …`).
pub fn refusal_reason(message: &str) -> &str {
    let message = message.strip_prefix("Internal error occurred: ").unwrap_or(message);
    message.split_once(" is forbidden: ").map_or(message, |(_, why)| why).trim()
}

fn between(text: &str, start: &str, end: &str) -> Option<String> {
    let (_, rest) = text.split_once(start)?;
    rest.split_once(end).map(|(name, _)| name.to_string())
}

#[cfg(test)]
mod tests {
    use super::{RefusalCause, RefusalKind, refusal_reason};

    /// Messages of Kubernetes 1.36.
    #[test]
    fn who_refuses() {
        use RefusalKind::{
            Forbidden, Invalid, LimitRange, Missing, NamespaceTerminating, Other, PodSecurity, Policy, Quota, Rights,
            StoreTrouble, TooLarge, Webhook,
        };
        for (code, message, expected) in [
            (
                422,
                "configmaps \"a\" is forbidden: ValidatingAdmissionPolicy 'no-a' with binding 'no-a' denied request: no",
                Policy("no-a".into()),
            ),
            (403, "admission webhook \"a.b.c\" denied the request: no", Webhook("a.b.c".into())),
            (400, "admission webhook \"a.b.c\" does not support dry run", Other),
            (404, "namespaces \"x\" not found", Other),
            (
                403,
                "pods \"web\" is forbidden: error looking up service account x/y: serviceaccount \"y\" not found",
                Missing,
            ),
            (403, "services \"a\" is forbidden: exceeded quota: q, requested: services=1, used: services=1", Quota),
            (403, "pods \"a\" is forbidden: failed quota: q: must specify limits.cpu", Quota),
            (403, "pods \"a\" is forbidden: maximum cpu usage per Container is 1, but limit is 2", LimitRange),
            (403, "pods \"a\" is forbidden: violates PodSecurity \"restricted:latest\": x", PodSecurity),
            (
                403,
                "configmaps \"a\" is forbidden: unable to create new content in namespace x because it is being terminated",
                NamespaceTerminating,
            ),
            (
                403,
                "services \"a\" is forbidden: User \"u\" cannot patch resource \"services\" in API group \"\" in the namespace \"x\"",
                Rights,
            ),
            (
                403,
                "roles.rbac.authorization.k8s.io \"r\" is forbidden: user \"u\" (groups=[]) is attempting to grant RBAC permissions not currently held",
                Rights,
            ),
            (403, "pods \"a\" is forbidden: odd", Forbidden),
            (413, "Request entity too large: limit is 3145728", TooLarge),
            (422, "Service \"a\" is invalid: spec.ports: Required value", Invalid),
            (500, "etcdserver: leader changed", StoreTrouble),
            (500, "rpc error: code = Unavailable desc = transport is closing", StoreTrouble),
            (422, "etcdserver: leader changed", Invalid),
            (500, "Internal error occurred: odd", Other),
            (500, "conversion webhook for a/v1, Kind=B failed: connection refused", RefusalKind::ConversionDown),
        ] {
            assert_eq!(RefusalKind::of(code, message, &[]), expected, "{message}");
        }
    }

    #[test]
    fn causes_are_asked_before_texts() {
        let ends = RefusalCause { reason: "NamespaceTerminating".to_string(), ..RefusalCause::default() };
        assert_eq!(RefusalKind::of(403, "no", &[ends]), RefusalKind::NamespaceTerminating);
    }

    #[test]
    fn a_webhook_that_does_not_answer_is_named() {
        for (url, namespace) in [("https://127.0.0.1:1/", None), ("https://guard.harbour.svc:443/x", Some("harbour"))] {
            let reason = format!("failed calling webhook \"a.b.c\": failed to call webhook: Post \"{url}\": EOF");
            let text = format!("Internal error occurred: {reason}");
            let down = RefusalKind::WebhookDown { name: "a.b.c".into(), namespace: namespace.map(str::to_string) };
            assert_eq!(RefusalKind::of(500, &text, &[]), down);
            assert_eq!(refusal_reason(&text), reason);
        }
        assert_eq!(refusal_reason("configmaps \"a\" is forbidden: no a"), "no a");
    }
}
