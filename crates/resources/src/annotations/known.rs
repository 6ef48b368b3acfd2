//! Warns about annotations that look like typos of ours.

use super::nearest::nearest;
use super::reader::Reader;

/// All annotations of `werf.io/…` and `skeg.dev/…` that have a meaning; those that end with a dash are followed by a
/// name.
const KNOWN: &[&str] = &[
    "werf.io/weight",
    "werf.io/deploy-on",
    "werf.io/delete-policy",
    "werf.io/resource-policy",
    "werf.io/ownership",
    "werf.io/delete-propagation",
    "werf.io/deploy-dependency-",
    "werf.io/delete-dependency-",
    "werf.io/replicas-on-creation",
    "werf.io/track-termination-mode",
    "werf.io/fail-mode",
    "werf.io/failures-allowed-per-replica",
    "werf.io/no-activity-timeout",
    "werf.io/ignore-readiness-probe-fails-for-",
    "werf.io/log-regex",
    "werf.io/log-regex-for-",
    "werf.io/log-regex-skip",
    "werf.io/log-regex-skip-for-",
    "werf.io/skip-logs",
    "werf.io/skip-logs-for-containers",
    "werf.io/show-logs-only-for-containers",
    "werf.io/show-logs-only-for-number-of-replicas",
    "werf.io/show-service-messages",
    "werf.io/sensitive",
    "werf.io/sensitive-paths",
    "werf.io/version",
    "werf.io/release-channel",
    "skeg.dev/data",
];

pub(super) fn check(reader: &mut Reader<'_>) {
    for (key, _) in reader.all().filter(|(key, _)| ["werf.io/", "skeg.dev/"].iter().any(|ours| key.starts_with(ours))) {
        let is_known = KNOWN.iter().any(|known| key == *known || (known.ends_with('-') && key.starts_with(known)));
        if is_known {
            continue;
        }
        if let Some(meant) = nearest(key, KNOWN.iter().copied()) {
            reader.warnings.push(format!("annotation {key} is not known and has no effect; did you mean {meant}?"));
        }
    }
}
