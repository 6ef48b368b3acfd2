//! The layer table of `docs/architecture.md`, enforced by `check-layers`.

/// The crates of the workspace that one crate may use.
pub(super) struct Rule {
    pub(super) package: &'static str,
    pub(super) may_use: &'static [&'static str],
    /// Additional crates that its tests may use.
    pub(super) may_test_with: &'static [&'static str],
}

const fn rule(package: &'static str, may_use: &'static [&'static str]) -> Rule {
    Rule { package, may_use, may_test_with: &[] }
}

impl Rule {
    const fn tested_with(self, may_test_with: &'static [&'static str]) -> Self {
        Self { may_test_with, ..self }
    }
}

const RULES: &[Rule] = &[
    rule("skeg-worker-threads", &[]),
    rule("skeg-go-template", &[]),
    rule("skeg-go-yaml", &[]),
    rule("skeg-go-semver", &[]),
    rule("skeg-nearest", &[]),
    rule("skeg-helm-hooks", &[]),
    rule("skeg-sequence", &["skeg-nearest"]),
    rule("skeg-child-process", &[]),
    rule("skeg-secret-values", &["skeg-go-yaml"]),
    rule("skeg-template-functions", &["skeg-go-semver", "skeg-go-template", "skeg-go-yaml"]),
    rule("skeg-chart", &["skeg-go-semver", "skeg-go-yaml", "skeg-helm-hooks", "skeg-sequence", "skeg-worker-threads"]),
    rule(
        "skeg-render",
        &[
            "skeg-chart",
            "skeg-go-template",
            "skeg-go-yaml",
            "skeg-helm-hooks",
            "skeg-secret-values",
            "skeg-template-functions",
            "skeg-worker-threads",
        ],
    ),
    rule("skeg-resources", &["skeg-go-yaml", "skeg-helm-hooks", "skeg-nearest"]),
    rule("skeg-inventory", &["skeg-resources"]),
    rule("skeg-plan", &["skeg-helm-hooks", "skeg-inventory", "skeg-nearest", "skeg-resources", "skeg-sequence"]),
    rule("skeg-cluster", &["skeg-child-process", "skeg-resources"]).tested_with(&["skeg-test-cluster"]),
    rule("skeg-track", &["skeg-resources", "skeg-cluster"]).tested_with(&["skeg-test-cluster"]),
    rule(
        "skeg-release-store",
        &["skeg-helm-hooks", "skeg-inventory", "skeg-resources", "skeg-sequence", "skeg-cluster"],
    )
    .tested_with(&["skeg-test-cluster"]),
    rule(
        "skeg-execute",
        &["skeg-inventory", "skeg-plan", "skeg-resources", "skeg-cluster", "skeg-track", "skeg-release-store"],
    )
    .tested_with(&["skeg-test-cluster"]),
    rule("skeg-report", &["skeg-resources", "skeg-plan", "skeg-sequence"]),
    rule(
        "skeg-deploy",
        &[
            "skeg-chart",
            "skeg-cluster",
            "skeg-execute",
            "skeg-go-yaml",
            "skeg-inventory",
            "skeg-nearest",
            "skeg-plan",
            "skeg-release-store",
            "skeg-render",
            "skeg-resources",
            "skeg-secret-values",
            "skeg-sequence",
            "skeg-track",
        ],
    ),
    // Rendering needs no cluster, so the command line calls the renderer itself.
    rule(
        "skeg-cli",
        &[
            "skeg-chart",
            "skeg-child-process",
            "skeg-deploy",
            "skeg-go-yaml",
            "skeg-nearest",
            "skeg-render",
            "skeg-report",
            "skeg-secret-values",
        ],
    )
    .tested_with(&["skeg-test-cluster"]),
    rule(
        "skeg-fuzz",
        &[
            "skeg-chart",
            "skeg-cluster",
            "skeg-go-semver",
            "skeg-go-template",
            "skeg-go-yaml",
            "skeg-helm-hooks",
            "skeg-plan",
            "skeg-release-store",
            "skeg-resources",
            "skeg-secret-values",
            "skeg-template-functions",
        ],
    ),
    // Development only: used by tests and xtask.
    rule("skeg-go-programs", &[]),
    rule("skeg-test-cluster", &["skeg-go-programs"]),
    rule("xtask", &["skeg-go-programs", "skeg-plan", "skeg-resources", "skeg-sequence", "skeg-test-cluster"]),
];

/// The rule of a package.
pub(super) fn of(package: &str) -> Option<&'static Rule> {
    RULES.iter().find(|rule| rule.package == package)
}

/// External crates that only some crates may use.
pub(super) struct Fence {
    names: &'static [&'static str],
    pub(super) rooms: &'static [&'static str],
    pub(super) why: &'static str,
}

impl Fence {
    /// A name with a trailing dash matches all names with this prefix.
    pub(super) fn matches(&self, name: &str) -> bool {
        self.names.iter().any(|fenced| *fenced == name || (fenced.ends_with('-') && name.starts_with(fenced)))
    }
}

pub(super) const FENCES: &[Fence] = &[
    Fence {
        names: &["kube", "kube-", "k8s-openapi"],
        rooms: &["skeg-cluster"],
        why: "one crate alone talks to a cluster",
    },
    Fence {
        names: &["reqwest", "hyper", "hyper-", "ureq", "oci-client"],
        rooms: &["skeg-chart-source", "skeg-cluster", "skeg-test-cluster"],
        why: "charts and values are read without the network",
    },
    Fence {
        names: &["tokio", "tokio-", "async-std", "smol", "futures", "futures-"],
        rooms: &[
            "skeg-chart-source",
            "skeg-cluster",
            "skeg-track",
            "skeg-release-store",
            "skeg-execute",
            "skeg-deploy",
            "skeg-cli",
            "skeg-sandbox",
            "skeg-test-cluster",
        ],
        why: "rendering and planning are plain functions",
    },
    Fence {
        names: &["clap", "clap_", "clap-", "lexopt"],
        rooms: &["skeg-cli"],
        why: "only the command line reads arguments",
    },
    Fence {
        names: &["openssl", "openssl-sys", "native-tls", "aws-lc-rs", "aws-lc-sys"],
        rooms: &[],
        why: "ring is the one cryptography library",
    },
    Fence {
        names: &["serde_yaml", "serde_yaml_ng", "serde_norway", "saphyr", "yaml-rust2"],
        rooms: &[],
        why: "YAML is read and written by go-yaml, as Go does",
    },
];

#[cfg(test)]
mod tests {
    use super::{FENCES, RULES};

    #[test]
    fn no_circle_in_the_table() {
        // Each crate may use only crates listed before it, so there are no cycles.
        for (at, rule) in RULES.iter().enumerate() {
            for used in rule.may_use {
                assert!(RULES[..at].iter().any(|above| above.package == *used), "{} uses {used}", rule.package);
            }
        }
    }

    #[test]
    fn a_dash_stands_for_a_family() {
        let fenced = |name: &str| FENCES.iter().any(|fence| fence.matches(name));
        assert!(fenced("kube") && fenced("kube-core") && fenced("tokio-util"));
        assert!(!fenced("kubectl") && !fenced("tok") && !fenced("serde_json"));
    }
}
