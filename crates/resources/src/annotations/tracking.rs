//! `track-termination-mode`, `fail-mode` and related annotations: how readiness is tracked.

use super::logs;
use super::reader::Reader;
use crate::rules::{FailMode, Termination, Tracking};

const NO_ACTIVITY: &str = "werf.io/no-activity-timeout";
const IGNORE_PROBE: &str = "werf.io/ignore-readiness-probe-fails-for-";

const TERMINATION: &[(&str, Termination)] =
    &[("WaitUntilResourceReady", Termination::WaitUntilResourceReady), ("NonBlocking", Termination::NonBlocking)];

const FAIL_MODE: &[(&str, FailMode)] = &[
    ("FailWholeDeployProcessImmediately", FailMode::FailWholeDeployProcessImmediately),
    ("HopeUntilEndOfDeployProcess", FailMode::HopeUntilEndOfDeployProcess),
    ("IgnoreAndContinueDeployProcess", FailMode::IgnoreAndContinueDeployProcess),
];

pub(super) fn read(reader: &mut Reader<'_>) -> Tracking {
    let no_activity = reader.get(NO_ACTIVITY);
    Tracking {
        termination: reader.choice("werf.io/track-termination-mode", TERMINATION).unwrap_or_default(),
        fail_mode: reader.choice("werf.io/fail-mode", FAIL_MODE).unwrap_or_default(),
        failures_allowed_per_replica: reader.count("werf.io/failures-allowed-per-replica"),
        no_activity_timeout: no_activity.and_then(|value| reader.duration(NO_ACTIVITY, value)),
        ignore_readiness_probe: ignored_probes(reader),
        logs: logs::read(reader),
        show_service_messages: reader.bool("werf.io/show-service-messages").unwrap_or(false),
        readiness: None,
    }
}

fn ignored_probes(reader: &mut Reader<'_>) -> Vec<(String, u64)> {
    let mut found = Vec::new();
    for (key, container, value) in reader.with_prefix(IGNORE_PROBE) {
        if let Some(time) = reader.duration(key, value) {
            found.push((container.to_string(), time));
        }
    }
    found
}
