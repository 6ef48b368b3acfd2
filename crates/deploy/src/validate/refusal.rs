//! What a refused dry run says about the write itself. Pure.

use skeg_plan::Refusal;
use skeg_resources::told_cause;

use super::form;

/// What to make of a refusal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// The object does not fit its kind.
    Form(Vec<String>),
    /// Values that are not allowed whatever else is deployed.
    Values(Vec<String>),
    /// Somebody keeps the gate.
    Denied(Gate, String),
    /// What is missing may come with the deploy, or nothing is known.
    Open,
}

/// Who refuses an object that is valid by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Gate {
    /// A ValidatingAdmissionPolicy, by name.
    Policy(String),
    /// An admission webhook, by name.
    Webhook(String),
    /// An admission webhook that does not answer, and the namespace of the Service that should, where it is one.
    Unanswered {
        name: String,
        namespace: Option<String>,
    },
    Quota,
    LimitRange,
    /// The namespace ends, or its labels ask for a security standard.
    Namespace,
    Rights,
    Other,
}

pub(super) fn judge(refusal: &Refusal) -> Verdict {
    let text = &refusal.message;
    let faults = form::faults(text);
    if !faults.is_empty() {
        return Verdict::Form(faults);
    }
    if let Some(name) = between(text, "ValidatingAdmissionPolicy '", "'").filter(|_| text.contains("denied request")) {
        return denied(Gate::Policy(name), refusal);
    }
    if let Some(name) = between(text, "admission webhook \"", "\" denied the request") {
        return denied(Gate::Webhook(name), refusal);
    }
    if let Some(name) = between(text, "failed calling webhook \"", "\"").filter(|_| refusal.code == 500) {
        let told = text.strip_prefix("Internal error occurred: ").unwrap_or(text);
        let host = between(text, "https://", "/").and_then(|host| host.split(':').next().map(str::to_string));
        let service = host.as_deref().and_then(|host| host.strip_suffix(".svc")?.split_once('.'));
        let namespace = service.map(|(_, namespace)| namespace.to_string());
        return Verdict::Denied(Gate::Unanswered { name, namespace }, told.to_string());
    }
    match refusal.code {
        403 if text.contains("not found") => Verdict::Open,
        403 => denied(gate(text), refusal),
        413 => Verdict::Values(vec![text.clone()]),
        422 => values(refusal),
        _ => Verdict::Open,
    }
}

fn denied(gate: Gate, refusal: &Refusal) -> Verdict {
    // What was refused is said besides: `configmaps "a" is forbidden: …`.
    let text = refusal.message.split_once(" is forbidden: ").map_or(refusal.message.as_str(), |(_, why)| why);
    Verdict::Denied(gate, text.trim().to_string())
}

/// Who says so, told by the texts of Kubernetes' own admission.
fn gate(text: &str) -> Gate {
    let says = |phrases: &[&str]| phrases.iter().any(|phrase| text.contains(phrase));
    if says(&["exceeded quota", "failed quota"]) {
        Gate::Quota
    } else if says(&[
        "usage per Container",
        "usage per Pod",
        "usage per PersistentVolumeClaim",
        "limit to request ratio",
    ]) {
        Gate::LimitRange
    } else if ends(text) || says(&["violates PodSecurity"]) {
        Gate::Namespace
    } else if says(&["cannot patch resource", "cannot create resource", "attempting to grant RBAC permissions"]) {
        Gate::Rights
    } else {
        Gate::Other
    }
}

/// Whether a refusal says that the namespace is being deleted.
pub(super) fn ends(text: &str) -> bool {
    text.contains("it is being terminated")
}

/// Values that are wrong by themselves. A port or an address that is taken may be free by then.
fn values(refusal: &Refusal) -> Verdict {
    let is_open = |message: &str| message.contains("already allocated");
    if refusal.causes.is_empty() || refusal.causes.iter().any(|cause| is_open(&cause.message)) {
        return Verdict::Open;
    }
    let named = refusal.causes.iter().filter(|cause| !cause.field.is_empty());
    let faults: Vec<String> = named.map(|cause| format!("{}: {}", cause.field, told_cause(&cause.message))).collect();
    if faults.is_empty() { Verdict::Open } else { Verdict::Values(faults) }
}

fn between(text: &str, start: &str, end: &str) -> Option<String> {
    let (_, rest) = text.split_once(start)?;
    rest.split_once(end).map(|(name, _)| name.to_string())
}

#[cfg(test)]
mod tests {
    use skeg_plan::{Refusal, RefusalCause};

    use super::{Gate, Verdict, judge};

    fn refusal(code: u16, message: &str, causes: &[(&str, &str)]) -> Refusal {
        let cause = |(field, message): &(&str, &str)| RefusalCause {
            field: field.to_string(),
            message: message.to_string(),
            ..RefusalCause::default()
        };
        let causes = causes.iter().map(cause).collect();
        Refusal { code, message: message.to_string(), causes, ..Refusal::default() }
    }

    fn gate(code: u16, message: &str) -> Option<Gate> {
        match judge(&refusal(code, message, &[("", message)])) {
            Verdict::Denied(gate, _) => Some(gate),
            _ => None,
        }
    }

    /// Texts of Kubernetes 1.36.
    #[test]
    fn who_refuses_is_read_from_texts() {
        for (code, message, expected) in [
            (
                422,
                "configmaps \"a\" is forbidden: ValidatingAdmissionPolicy 'no-a' with binding 'no-a' denied request: no",
                Some(Gate::Policy("no-a".into())),
            ),
            (403, "admission webhook \"a.b.c\" denied the request: no", Some(Gate::Webhook("a.b.c".into()))),
            (400, "admission webhook \"a.b.c\" does not support dry run", None),
            (404, "namespaces \"x\" not found", None),
            (
                403,
                "pods \"web\" is forbidden: error looking up service account x/y: serviceaccount \"y\" not found",
                None,
            ),
            (
                403,
                "services \"a\" is forbidden: exceeded quota: q, requested: services=1, used: services=1",
                Some(Gate::Quota),
            ),
            (403, "pods \"a\" is forbidden: failed quota: q: must specify limits.cpu", Some(Gate::Quota)),
            (
                403,
                "pods \"a\" is forbidden: maximum cpu usage per Container is 1, but limit is 2",
                Some(Gate::LimitRange),
            ),
            (403, "pods \"a\" is forbidden: violates PodSecurity \"restricted:latest\": x", Some(Gate::Namespace)),
            (
                403,
                "configmaps \"a\" is forbidden: unable to create new content in namespace x because it is being terminated",
                Some(Gate::Namespace),
            ),
            (
                403,
                "services \"a\" is forbidden: User \"u\" cannot patch resource \"services\" in API group \"\" in the namespace \"x\"",
                Some(Gate::Rights),
            ),
            (
                403,
                "roles.rbac.authorization.k8s.io \"r\" is forbidden: user \"u\" (groups=[]) is attempting to grant RBAC permissions not currently held",
                Some(Gate::Rights),
            ),
        ] {
            assert_eq!(gate(code, message), expected, "{message}");
        }
    }

    #[test]
    fn a_webhook_that_does_not_answer_is_named() {
        for (url, namespace) in [("https://127.0.0.1:1/", None), ("https://guard.harbour.svc:443/x", Some("harbour"))] {
            let told = format!("failed calling webhook \"a.b.c\": failed to call webhook: Post \"{url}\": EOF");
            let text = format!("Internal error occurred: {told}");
            let gate = Gate::Unanswered { name: "a.b.c".to_string(), namespace: namespace.map(str::to_string) };
            assert_eq!(judge(&refusal(500, &text, &[("", &text)])), Verdict::Denied(gate, told));
        }
    }

    #[test]
    fn what_may_be_free_by_then_is_no_fault() {
        let of = |message: &str| judge(&refusal(422, "is invalid", &[("spec.port", message)]));
        let text = "Invalid value: 7: provided port is not in the valid range";
        assert_eq!(of(text), Verdict::Values(vec![format!("spec.port: {text}")]));
        assert_eq!(of("Invalid value: 30000: provided port is already allocated"), Verdict::Open);
    }

    #[test]
    fn the_reason_is_told_without_what_was_refused() {
        let text = "configmaps \"a\" is forbidden: ValidatingAdmissionPolicy 'p' with binding 'b' denied request: no a";
        let expected = "ValidatingAdmissionPolicy 'p' with binding 'b' denied request: no a".to_string();
        assert_eq!(judge(&refusal(422, text, &[])), Verdict::Denied(Gate::Policy("p".into()), expected));
    }
}
