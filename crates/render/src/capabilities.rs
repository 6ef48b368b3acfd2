//! What templates see as `.Capabilities`.

use skeg_chart::Compat;

/// A Kubernetes version as `.Capabilities.KubeVersion` has it.
#[derive(Clone, Debug)]
pub struct KubeVersion {
    /// As shown: `v1.36.0`.
    pub version: String,
    /// Without vendor suffix, for constraints.
    pub normalized: String,
    pub major: String,
    pub minor: String,
}

/// What the cluster can do.
#[derive(Clone, Debug)]
pub struct Capabilities {
    pub kube_version: KubeVersion,
    pub api_versions: Vec<String>,
}

impl Capabilities {
    /// What Helm assumes without a cluster.
    pub fn offline(_compat: Compat) -> Capabilities {
        todo!()
    }
}

impl KubeVersion {
    /// Reads `--kube-version`; the error is Helm's text.
    pub fn parse(_text: &str, _compat: Compat) -> Result<KubeVersion, String> {
        todo!()
    }
}
