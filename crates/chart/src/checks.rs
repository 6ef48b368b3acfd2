//! Small refusals before anything is rendered.

use crate::{Chart, Compat, Error};

/// Library charts cannot be rendered on their own.
pub fn check_installable(chart: &Chart) -> Result<(), Error> {
    match chart.metadata.chart_type.as_str() {
        "" | "application" => Ok(()),
        other => Err(Error::NotInstallable { chart_type: other.to_string() }),
    }
}

const NAME_RULE: &str = r"invalid release name, must match regex ^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$ and the length must not be longer than 53";

/// A release name is a DNS name of at most 53 bytes.
pub fn check_release_name(name: &str, compat: Compat) -> Result<(), Error> {
    let reason = match name {
        "" => "no name provided",
        name if name.len() > 53 || !name.split('.').all(is_label) => NAME_RULE,
        _ => return Ok(()),
    };
    let prefix = if compat.is_v4() { "release name check failed: " } else { "" };
    Err(Error::ReleaseName { prefix, name: name.to_string(), reason })
}

fn is_label(label: &str) -> bool {
    let inner = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-';
    !label.is_empty() && label.bytes().all(inner) && !label.starts_with('-') && !label.ends_with('-')
}

/// The chart's `kubeVersion` against a cluster: `version` is compared, `shown` is what a refusal names.
pub fn check_kube_version(chart: &Chart, version: &str, shown: &str) -> Result<(), Error> {
    let constraint = &chart.metadata.kube_version;
    if constraint.is_empty() || crate::range::is_compatible(constraint, version) {
        return Ok(());
    }
    Err(Error::KubeVersion { constraint: constraint.clone(), version: shown.to_string() })
}
