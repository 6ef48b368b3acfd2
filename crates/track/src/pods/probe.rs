//! Readiness probes: how long failures are ignored, and their messages.

use jiff::{SignedDuration, Timestamp};
use serde_json::Value;
use skeg_resources::Object;

use super::container::{Container, State, spec_of};
use super::events::{container_of, happened, latest, message};

const FAILED: &str = "Readiness probe failed:";

/// The last message of a failing readiness probe: `HTTP 503`. `None` if no probe of this container has failed.
pub(super) fn last_words(events: &[&Object], container: &str) -> Option<String> {
    let unhealthy: Vec<&Object> = readiness_events(events, container).collect();
    let event = latest(&unhealthy, "Unhealthy")?;
    let words = message(event).strip_prefix(FAILED)?.trim();
    let short = match words.strip_prefix("HTTP probe failed with statuscode: ") {
        Some(code) => format!("HTTP {code}"),
        None => words.lines().next().unwrap_or_default().to_string(),
    };
    Some(short)
}

/// Events about failed readiness probes of a container.
pub(super) fn readiness_events<'a>(events: &[&'a Object], container: &str) -> impl Iterator<Item = &'a Object> {
    events.iter().copied().filter(move |event| {
        super::events::reason(event) == "Unhealthy"
            && message(event).starts_with(FAILED)
            && container_of(event).is_none_or(|name| name == container)
    })
}

/// Whether a failure at that time counts: the container has had the time it needs to start.
pub(super) fn is_serious(pod: &Object, container: &Container<'_>, event: &Object, window: Option<u64>) -> bool {
    let State::Running { since: Some(since) } = container.state else { return false };
    if !container.has_started {
        return false;
    }
    let window = window.unwrap_or_else(|| usual_window(pod, container.name));
    let until = since.checked_add(SignedDuration::from_millis(window.try_into().unwrap_or(i64::MAX)));
    matches!((until, happened(event)), (Ok(until), Some(at)) if at > Timestamp::max(until, since))
}

/// Milliseconds after the start in which a probe may fail because the container is still starting.
fn usual_window(pod: &Object, container: &str) -> u64 {
    let probe = Probe::of(pod, container);
    if probe.failures == 1 {
        return 0;
    }
    let rounds = (probe.failures + probe.successes).saturating_sub(3);
    let seconds = probe.delay + probe.period + 2 * probe.timeout + rounds * probe.period;
    seconds * 1000 + probe.period * 500
}

/// How many failures in a row the kubelet counts as one.
pub(super) fn failures_in_a_row(pod: &Object, container: &str) -> u32 {
    Probe::of(pod, container).failures.clamp(1, u32::MAX.into()) as u32
}

/// The numbers of a readiness probe, in seconds, with Kubernetes' defaults.
struct Probe {
    delay: u64,
    period: u64,
    timeout: u64,
    failures: u64,
    successes: u64,
}

impl Probe {
    fn of(pod: &Object, container: &str) -> Probe {
        let probe = spec_of(pod, container).and_then(|spec| spec.get("readinessProbe"));
        let number = |key: &str, default: u64| {
            let given = probe.and_then(|probe| probe.get(key)).and_then(Value::as_u64);
            given.unwrap_or(default).min(1_000_000)
        };
        Probe {
            delay: number("initialDelaySeconds", 0),
            period: number("periodSeconds", 10),
            timeout: number("timeoutSeconds", 1),
            failures: number("failureThreshold", 3),
            successes: number("successThreshold", 1),
        }
    }
}
