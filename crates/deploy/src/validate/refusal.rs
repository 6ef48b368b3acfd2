//! What a refused dry run means for the real write. Pure.

use skeg_plan::Refusal;
use skeg_resources::{Misfit, RefusalKind, refusal_reason, short_cause};

/// What a refusal means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// The object does not match its schema.
    Form(Vec<Misfit>),
    /// Values that are invalid whatever else is deployed.
    Values(Vec<Misfit>),
    /// A valid object is refused, with the reason.
    Denied(RefusalKind, String),
    /// Something that the deploy may bring is missing, or the reason is unknown.
    Open,
}

pub(super) fn judge(refusal: &Refusal) -> Verdict {
    match RefusalKind::of(refusal.code, &refusal.message, &refusal.causes) {
        RefusalKind::Misfit(faults) => Verdict::Form(faults),
        RefusalKind::TooLarge => Verdict::Values(vec![refusal.message.clone().into()]),
        RefusalKind::Invalid => values(refusal),
        RefusalKind::Missing | RefusalKind::ConversionDown | RefusalKind::StoreTrouble | RefusalKind::Other => {
            Verdict::Open
        }
        kind => Verdict::Denied(kind, refusal_reason(&refusal.message).to_string()),
    }
}

/// Whether a policy or webhook is in the way, rather than the object itself.
pub(super) fn is_by_admission(refusal: &Refusal) -> bool {
    let kind = RefusalKind::of(refusal.code, &refusal.message, &refusal.causes);
    matches!(kind, RefusalKind::Policy(_) | RefusalKind::Webhook(_) | RefusalKind::WebhookDown { .. })
}

/// Values that are invalid by themselves. A port or address in use may be free by then.
fn values(refusal: &Refusal) -> Verdict {
    if refusal.causes.is_empty() || refusal.causes.iter().any(|cause| cause.is_taken()) {
        return Verdict::Open;
    }
    let named = refusal.causes.iter().filter(|cause| !cause.field.is_empty());
    let faults: Vec<Misfit> =
        named.map(|cause| Misfit::Other(format!("{}: {}", cause.field, short_cause(&cause.message)))).collect();
    if faults.is_empty() { Verdict::Open } else { Verdict::Values(faults) }
}

#[cfg(test)]
mod tests {
    use skeg_plan::{Refusal, RefusalCause};
    use skeg_resources::{Misfit, RefusalKind};

    use super::{Verdict, judge};

    fn refusal(code: u16, message: &str, causes: &[(&str, &str)]) -> Refusal {
        let cause = |(field, message): &(&str, &str)| RefusalCause {
            field: field.to_string(),
            message: message.to_string(),
            ..RefusalCause::default()
        };
        let causes = causes.iter().map(cause).collect();
        Refusal { code, message: message.to_string(), causes, ..Refusal::default() }
    }

    #[test]
    fn what_may_come_with_the_deploy_is_no_fault() {
        for (code, message) in [
            (404, "namespaces \"x\" not found"),
            (403, "pods \"web\" is forbidden: error looking up service account x/y: serviceaccount \"y\" not found"),
            (500, "conversion webhook for a/v1, Kind=B failed: EOF"),
            (500, "etcdserver: leader changed"),
        ] {
            assert_eq!(judge(&refusal(code, message, &[])), Verdict::Open, "{message}");
        }
    }

    #[test]
    fn what_may_be_free_by_then_is_no_fault() {
        let of = |message: &str| judge(&refusal(422, "is invalid", &[("spec.port", message)]));
        let text = "Invalid value: 7: provided port is not in the valid range";
        assert_eq!(of(text), Verdict::Values(vec![Misfit::Other(format!("spec.port: {text}"))]));
        assert_eq!(of("Invalid value: 30000: provided port is already allocated"), Verdict::Open);
    }

    #[test]
    fn the_reason_is_told_without_what_was_refused() {
        let text = "configmaps \"a\" is forbidden: ValidatingAdmissionPolicy 'p' with binding 'b' denied request: no a";
        let expected = "ValidatingAdmissionPolicy 'p' with binding 'b' denied request: no a".to_string();
        assert_eq!(judge(&refusal(422, text, &[])), Verdict::Denied(RefusalKind::Policy("p".into()), expected));
    }
}
