//! The cluster that a command works on, for messages.

use serde::Serialize;

use crate::phrase::clean;

/// A cluster.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Destination {
    /// Its name in the kubeconfig.
    #[serde(rename = "name", skip_serializing_if = "Option::is_none")]
    pub cluster: Option<String>,
    /// The context that was used.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub context: Option<String>,
    /// `https://host:port`.
    pub address: String,
}

impl Destination {
    /// `prod-eu`, or the address if the cluster has no name.
    pub fn short(&self) -> String {
        clean(self.cluster.as_deref().unwrap_or(&self.address))
    }

    /// `prod-eu (https://10.1.2.3:6443, context prod-eu)`.
    pub fn full(&self) -> String {
        let context = self.context.as_ref().map(|context| format!("context {context}"));
        let address = self.cluster.as_ref().map(|_| self.address.clone());
        let details: Vec<String> = [address, context].into_iter().flatten().collect();
        let details = if details.is_empty() { String::new() } else { format!(" ({})", details.join(", ")) };
        clean(&format!("{}{details}", self.short()))
    }
}

#[cfg(test)]
mod tests {
    use super::Destination;

    #[test]
    fn says_what_is_known() {
        let name = |name: &str| (!name.is_empty()).then(|| name.to_string());
        for (cluster, context, short, full) in [
            ("eu", "prod", "eu", "eu (https://a:6443, context prod)"),
            ("", "prod", "https://a:6443", "https://a:6443 (context prod)"),
            ("", "", "https://a:6443", "https://a:6443"),
            ("e\nu", "", "e u", "e u (https://a:6443)"),
        ] {
            let address = "https://a:6443".to_string();
            let destination = Destination { cluster: name(cluster), context: name(context), address };
            assert_eq!((destination.short().as_str(), destination.full().as_str()), (short, full));
        }
    }
}
