//! What a cluster can do, as templates see it.

use skeg_chart::Compat;

/// A Kubernetes version as `.Capabilities.KubeVersion` has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KubeVersion {
    /// As shown: `v1.36.0`.
    pub version: String,
    /// Without vendor suffix, for constraints.
    pub normalized: String,
    /// `1`.
    pub major: String,
    /// `36`.
    pub minor: String,
}

/// What the cluster can do.
#[derive(Clone, Debug)]
pub struct Capabilities {
    /// `.Capabilities.KubeVersion`.
    pub kube_version: KubeVersion,
    /// `.Capabilities.APIVersions`: `apps/v1` and `apps/v1/Deployment`.
    pub api_versions: Vec<String>,
}

/// The Kubernetes minor version that Helm's client library stands for.
const KUBE_MINOR: &str = "36";

/// The API versions that Helm knows without a cluster, in its order.
const API_VERSIONS: &[(&str, &[&str])] = &[
    ("", &["v1"]),
    ("admissionregistration.k8s.io", &["v1", "v1alpha1", "v1beta1"]),
    ("internal.apiserver.k8s.io", &["v1alpha1"]),
    ("apps", &["v1", "v1beta1", "v1beta2"]),
    ("authentication.k8s.io", &["v1", "v1alpha1", "v1beta1"]),
    ("authorization.k8s.io", &["v1", "v1beta1"]),
    ("autoscaling", &["v1", "v2"]),
    ("batch", &["v1", "v1beta1"]),
    ("certificates.k8s.io", &["v1", "v1beta1", "v1alpha1"]),
    ("coordination.k8s.io", &["v1alpha2", "v1beta1", "v1"]),
    ("discovery.k8s.io", &["v1", "v1beta1"]),
    ("events.k8s.io", &["v1", "v1beta1"]),
    ("extensions", &["v1beta1"]),
    ("flowcontrol.apiserver.k8s.io", &["v1", "v1beta1", "v1beta2", "v1beta3"]),
    ("networking.k8s.io", &["v1", "v1beta1"]),
    ("node.k8s.io", &["v1", "v1alpha1", "v1beta1"]),
    ("policy", &["v1", "v1beta1"]),
    ("rbac.authorization.k8s.io", &["v1", "v1beta1", "v1alpha1"]),
    ("resource.k8s.io", &["v1", "v1beta2", "v1beta1", "v1alpha3"]),
    ("scheduling.k8s.io", &["v1alpha2", "v1beta1", "v1"]),
    ("storage.k8s.io", &["v1beta1", "v1", "v1alpha1"]),
    ("storagemigration.k8s.io", &["v1beta1"]),
    ("apiextensions.k8s.io", &["v1beta1", "v1"]),
];

impl Capabilities {
    /// What Helm assumes without a cluster.
    pub fn offline() -> Capabilities {
        let api_versions = API_VERSIONS.iter().flat_map(|(group, versions)| {
            versions.iter().map(move |v| if group.is_empty() { v.to_string() } else { format!("{group}/{v}") })
        });
        let version = format!("v1.{KUBE_MINOR}.0");
        Capabilities {
            kube_version: KubeVersion {
                normalized: version.clone(),
                version,
                major: "1".to_string(),
                minor: KUBE_MINOR.to_string(),
            },
            api_versions: api_versions.collect(),
        }
    }
}

impl KubeVersion {
    /// Reads `--kube-version`, leniently: two or more numbers, then anything. The error is Helm's text.
    pub fn parse(text: &str, compat: Compat) -> Result<KubeVersion, String> {
        let quoted = || skeg_go_template::fmt::quote(text.as_bytes());
        let trimmed = text.trim_start_matches(['\t', '\n', '\x0c', '\r', ' ']);
        let digits = trimmed.strip_prefix('v').unwrap_or(trimmed);
        let numbers = leading_numbers(digits);
        if numbers.is_empty() || digits[numbers.len()..].contains('\n') {
            return Err(format!("could not parse {} as version", quoted()));
        }
        let components: Vec<&str> = numbers.split('.').collect();
        if components.len() < 2 {
            return Err(format!("illegal version string {}", quoted()));
        }
        if components[0].starts_with('0') && components[0] != "0" {
            let component = components[0];
            return Err(format!("illegal zero-prefixed version component \"{component}\" in {}", quoted()));
        }
        let mut parsed = Vec::new();
        for component in &components {
            let number: u64 = component.parse().map_err(|_| {
                let reason = format!("strconv.ParseUint: parsing \"{component}\": value out of range");
                format!("illegal non-numeric version component \"{component}\" in {}: {reason}", quoted())
            })?;
            parsed.push(number.to_string());
        }
        let normalized = format!("v{}", parsed.join("."));
        let version = match compat {
            Compat::V3 => normalized.clone(),
            Compat::V4 if text.starts_with('v') => text.to_string(),
            Compat::V4 => format!("v{text}"),
        };
        let mut parts = parsed.into_iter();
        let (major, minor) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
        Ok(KubeVersion { version, normalized, major, minor })
    }
}

/// The longest start that is numbers with dots between.
fn leading_numbers(text: &str) -> &str {
    let bytes = text.as_bytes();
    let mut end = 0;
    loop {
        let digits = bytes[end..].iter().take_while(|b| b.is_ascii_digit()).count();
        if digits == 0 {
            return text[..end].trim_end_matches('.');
        }
        end += digits;
        if bytes.get(end) != Some(&b'.') {
            return &text[..end];
        }
        end += 1;
    }
}
