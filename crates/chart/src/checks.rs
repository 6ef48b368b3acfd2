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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn release_names_are_dns_names() {
        for name in ["a", "a-b", "a.b-c.d", "0", &"x".repeat(53)] {
            assert!(check_release_name(name, Compat::V4).is_ok(), "{name}");
        }
        for name in ["A", "-a", "a-", "a..b", ".a", "a_b", "é", &"x".repeat(54)] {
            assert!(check_release_name(name, Compat::V4).is_err(), "{name}");
        }
        let text = |name, compat| check_release_name(name, compat).expect_err("a refusal").to_string();
        assert_eq!(text("", Compat::V3), "release name \"\": no name provided");
        let rule = r"invalid release name, must match regex ^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$ and the length must not be longer than 53";
        assert_eq!(text("Rel_Bad", Compat::V4), format!("release name check failed: release name \"Rel_Bad\": {rule}"));
    }

    #[test]
    fn kube_versions_and_types_are_refused_with_helms_words() {
        let mut chart = Chart::default();
        assert!(check_kube_version(&chart, "1.20.0", "v1.20.0").is_ok());
        chart.metadata.kube_version = ">= 1.21.0-0".into();
        assert!(check_kube_version(&chart, "1.36.0", "v1.36.0").is_ok());
        let error = check_kube_version(&chart, "1.20.0", "v1.20.0").expect_err("a refusal").to_string();
        assert_eq!(error, "chart requires kubeVersion: >= 1.21.0-0 which is incompatible with Kubernetes v1.20.0");
        assert!(check_installable(&chart).is_ok());
        chart.metadata.chart_type = "library".into();
        let error = check_installable(&chart).expect_err("a refusal").to_string();
        assert_eq!(error, "library charts are not installable");
    }

    #[test]
    fn missing_dependencies_are_named() {
        let mut chart = Chart::default();
        let wanted = |name: &str| crate::Dependency { name: name.into(), ..crate::Dependency::default() };
        chart.metadata.dependencies = Some(vec![wanted("one"), wanted("two"), wanted("here")]);
        chart.dependencies.push(Chart::default());
        chart.dependencies[0].metadata.name = "here".into();
        let error = crate::check_presence(&chart, Compat::V4).expect_err("a refusal").to_string();
        let start = "an error occurred while checking for chart dependencies. You may need to run 'helm dependency build' to fetch missing dependencies";
        assert_eq!(error, format!("{start}: found in Chart.yaml, but missing in charts/ directory: one, two"));
    }
}
