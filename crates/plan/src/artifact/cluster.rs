//! Which cluster a plan is for. Users have different rights to read what identifies a cluster best, so a plan notes
//! everything its author could see, and the check uses the best identifier that both sides can see.

use serde::{Deserialize, Serialize};

/// What identifies a cluster; each field is empty if unknown.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ClusterIdentity {
    /// The uid of the namespace kube-system, which every cluster has and no two share.
    pub id: String,
    /// Version of the API server. It changes with every upgrade, so it identifies nothing.
    pub version: String,
    /// The uid of the namespace default, which cannot be deleted either.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub default_namespace: String,
    /// The uid of the release's namespace, which can be deleted.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub release_namespace: String,
    /// The address of the API server.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub server: String,
    /// Fingerprint of the certificate authorities trusted for that address; empty if there are none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub authority: String,
}

/// Why a plan does not match this cluster.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ClusterDoubt {
    /// A uid differs.
    #[error("the plan was made for another cluster")]
    OtherCluster,
    /// The release's namespace was recreated, or it is another cluster.
    #[error("the plan was made for another cluster, or its namespace was deleted and created again since")]
    OtherNamespace,
    /// Only addresses can be compared, and they differ.
    #[error(
        "it is unclear whether the plan was made for this cluster: it was made through {planned}, and this is \
         {here}; no namespace's uid is known both to its author and to you"
    )]
    OtherServer {
        /// The server when the plan was made.
        planned: String,
        /// The server now.
        here: String,
    },
}

impl ClusterIdentity {
    /// Whether anything identifies this cluster.
    pub fn is_identifying(&self) -> bool {
        let uids = [&self.id, &self.default_namespace, &self.release_namespace];
        uids.into_iter().any(|uid| !uid.is_empty()) || self.is_proven()
    }

    /// Whether a plan for this cluster may be executed on `here`, by the best identifier known of both.
    pub fn check(&self, here: &ClusterIdentity) -> Result<(), ClusterDoubt> {
        let is_same = |planned: &str, here: &str| {
            let is_known = !planned.is_empty() && !here.is_empty();
            is_known.then_some(planned == here)
        };
        let judged = is_same(&self.id, &here.id).or_else(|| is_same(&self.default_namespace, &here.default_namespace));
        match judged {
            Some(true) => return Ok(()),
            Some(false) => return Err(ClusterDoubt::OtherCluster),
            None => {}
        }
        match is_same(&self.release_namespace, &here.release_namespace) {
            Some(true) => return Ok(()),
            Some(false) => return Err(ClusterDoubt::OtherNamespace),
            None => {}
        }
        let is_same_server = self.server == here.server && self.authority == here.authority;
        match is_same_server && self.is_proven() {
            true => Ok(()),
            false => Err(ClusterDoubt::OtherServer { planned: self.shown_server(), here: here.shown_server() }),
        }
    }

    fn is_proven(&self) -> bool {
        !self.server.is_empty() && !self.authority.is_empty()
    }

    /// `https://a.example:6443 (authority sha256:0f2a91c4…)`.
    fn shown_server(&self) -> String {
        let server = if self.server.is_empty() { "an unknown address" } else { &self.server };
        match self.authority.as_str() {
            "" => format!("{server} (whose certificate is not checked)"),
            "system" => format!("{server} (authorities of the system)"),
            authority => format!("{server} (authority {}…)", authority.chars().take(15).collect::<String>()),
        }
    }
}
