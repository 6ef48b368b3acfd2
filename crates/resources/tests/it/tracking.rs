use skeg_resources::{FailMode, Termination};

use crate::manifests::{config_map, refusal};

#[test]
fn what_is_not_written_has_defaults() {
    let tracking = config_map(&[]).rules.tracking;
    assert_eq!(tracking.termination, Termination::WaitUntilResourceReady);
    assert_eq!(tracking.fail_mode, FailMode::FailWholeDeployProcessImmediately);
    assert_eq!((tracking.failures_allowed_per_replica, tracking.no_activity_timeout), (None, None));
    assert_eq!((tracking.logs.skip, tracking.logs.replicas, tracking.show_service_messages), (false, 1, false));
}

#[test]
fn modes() {
    let termination = |value| config_map(&[("werf.io/track-termination-mode", value)]).rules.tracking.termination;
    assert_eq!(termination("NonBlocking"), Termination::NonBlocking);
    assert_eq!(termination("WaitUntilResourceReady"), Termination::WaitUntilResourceReady);
    let fail_mode = |value| config_map(&[("werf.io/fail-mode", value)]).rules.tracking.fail_mode;
    assert_eq!(fail_mode("IgnoreAndContinueDeployProcess"), FailMode::IgnoreAndContinueDeployProcess);
    assert_eq!(fail_mode("HopeUntilEndOfDeployProcess"), FailMode::HopeUntilEndOfDeployProcess);
    assert_eq!(
        refusal("werf.io/track-termination-mode", "nonblocking"),
        "\"nonblocking\" is not valid, expected one of WaitUntilResourceReady, NonBlocking; did you mean \"NonBlocking\"?"
    );
    assert_eq!(
        refusal("werf.io/fail-mode", "Ignore"),
        "\"Ignore\" is not valid, expected one of FailWholeDeployProcessImmediately, HopeUntilEndOfDeployProcess, \
         IgnoreAndContinueDeployProcess; did you mean \"IgnoreAndContinueDeployProcess\"?"
    );
}

#[test]
fn counts_and_times() {
    let tracking = config_map(&[
        ("werf.io/failures-allowed-per-replica", "3"),
        ("werf.io/no-activity-timeout", "4m30s"),
        ("werf.io/ignore-readiness-probe-fails-for-web", "1.5s"),
        ("werf.io/ignore-readiness-probe-fails-for-side-car", "2h"),
        ("werf.io/show-service-messages", "T"),
    ])
    .rules
    .tracking;
    assert_eq!(tracking.failures_allowed_per_replica, Some(3));
    assert_eq!(tracking.no_activity_timeout, Some(270_000));
    let probes = [("side-car".to_string(), 7_200_000), ("web".to_string(), 1_500)];
    assert_eq!(tracking.ignore_readiness_probe, probes);
    assert!(tracking.show_service_messages);
    let duration = "expected a duration of zero or more such as 90s, 4m or 1h30m";
    let cases = [
        ("werf.io/failures-allowed-per-replica", "few", "expected an integer of zero or more"),
        ("werf.io/failures-allowed-per-replica", "4294967296", "expected an integer of zero or more"),
        ("werf.io/no-activity-timeout", "90", duration),
        ("werf.io/no-activity-timeout", "-1s", duration),
        ("werf.io/ignore-readiness-probe-fails-for-web", "soon", duration),
        ("werf.io/show-service-messages", "yes", "expected true or false"),
    ];
    for (key, value, expected) in cases {
        assert_eq!(refusal(key, value), format!("{value:?} is not valid, {expected}"));
    }
}

#[test]
fn logs() {
    let logs = config_map(&[
        ("werf.io/skip-logs", "true"),
        ("werf.io/skip-logs-for-containers", "a, b"),
        ("werf.io/show-logs-only-for-containers", "c"),
        ("werf.io/show-logs-only-for-number-of-replicas", "2"),
        ("werf.io/log-regex", "^ERROR"),
        ("werf.io/log-regex-for-web", "GET|POST"),
        ("werf.io/log-regex-skip", "health"),
        ("werf.io/log-regex-skip-for-for-db", "check"),
    ])
    .rules
    .tracking
    .logs;
    let pair = |container: &str, pattern: &str| vec![(container.to_string(), pattern.to_string())];
    assert!(logs.skip);
    assert_eq!(logs.skip_for_containers, ["a", "b"]);
    assert_eq!(logs.only_for_containers, ["c"]);
    assert_eq!(logs.replicas, 2);
    assert_eq!((logs.only.as_deref(), logs.not.as_deref()), (Some("^ERROR"), Some("health")));
    assert_eq!(logs.only_by_container, pair("web", "GET|POST"));
    assert_eq!(logs.not_by_container, pair("for-db", "check"));
    let cases = [
        ("werf.io/skip-logs", "maybe", "expected true or false"),
        ("werf.io/skip-logs-for-containers", "a,,b", "expected a comma-separated list of names"),
        ("werf.io/show-logs-only-for-containers", "", "expected a comma-separated list of names"),
        ("werf.io/show-logs-only-for-number-of-replicas", "-1", "expected an integer of zero or more"),
        ("werf.io/log-regex", "(", "expected a regular expression (unclosed group at character 0)"),
        ("werf.io/log-regex", "", "expected a regular expression"),
    ];
    for (key, value, expected) in cases {
        assert_eq!(refusal(key, value), format!("{value:?} is not valid, {expected}"));
    }
}
