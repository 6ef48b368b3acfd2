//! What the settings alone say about the server, before any request.

use http::Uri;
use kube::Config;
use sha2::{Digest, Sha256};

/// The server of a connection, and how it proves its identity.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Server {
    /// `https://host:port/path`, without user and password.
    pub address: String,
    /// `sha256:…` of the certificate authorities trusted for it, `system` for the machine's. `None` if the server
    /// proves nothing: no TLS, or its certificate is not verified.
    pub authority: Option<String>,
    /// The cluster's name in the kubeconfig; `None` without one, or if a flag names another server.
    pub cluster: Option<String>,
    /// The context of the kubeconfig that was used, if any.
    pub context: Option<String>,
}

impl Server {
    pub(crate) fn new(config: &Config) -> Server {
        let is_proven = config.cluster_url.scheme_str() == Some("https") && !config.accept_invalid_certs;
        let authority = || config.root_cert.as_deref().map_or("system".to_string(), fingerprint);
        Server { address: address(&config.cluster_url), authority: is_proven.then(authority), ..Server::default() }
    }
}

/// Normalized: the same for the same server. The path is part of it: one host may serve many clusters.
fn address(url: &Uri) -> String {
    let scheme = url.scheme_str().unwrap_or("https");
    let host = url.host().unwrap_or_default().to_ascii_lowercase();
    let port = url.port_u16().unwrap_or(if scheme == "http" { 80 } else { 443 });
    format!("{scheme}://{host}:{port}{}", url.path().trim_end_matches('/'))
}

/// The same for the same certificates in any order.
fn fingerprint(certificates: &[Vec<u8>]) -> String {
    let mut sorted: Vec<&Vec<u8>> = certificates.iter().collect();
    sorted.sort_unstable();
    sorted.dedup();
    let mut hash = Sha256::new();
    for certificate in sorted {
        // The length separates one certificate from the next.
        hash.update((certificate.len() as u64).to_be_bytes());
        hash.update(certificate);
    }
    let hex: String = hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
    format!("sha256:{hex}")
}

#[cfg(test)]
mod tests {
    use kube::Config;

    use super::Server;

    fn server(address: &str, change: impl FnOnce(&mut Config)) -> Server {
        let mut config = Config::new(address.parse().unwrap());
        change(&mut config);
        Server::new(&config)
    }

    #[test]
    fn the_same_authorities_are_the_same_in_any_order() {
        let with = |certificates: &[&[u8]]| {
            let certificates = certificates.iter().map(|der| der.to_vec()).collect();
            server("https://a.example:6443", |config| config.root_cert = Some(certificates)).authority.unwrap()
        };
        assert_eq!(with(&[b"one", b"two"]), with(&[b"two", b"one", b"one"]));
        assert_ne!(with(&[b"one", b"two"]), with(&[b"onet", b"wo"]));
        assert_ne!(with(&[b"one"]), with(&[b"one", b"two"]));
        assert!(with(&[b"one"]).starts_with("sha256:"));
    }

    #[test]
    fn the_same_place_is_the_same_however_it_is_written() {
        let address = |text: &str| server(text, |_| ()).address;
        assert_eq!(address("https://A.example"), "https://a.example:443");
        assert_eq!(address("https://user:word@a.example:443/"), "https://a.example:443");
        assert_eq!(address("https://[::1]:6443"), "https://[::1]:6443");
        assert_eq!(address("http://127.0.0.1"), "http://127.0.0.1:80");
        assert_ne!(address("https://a.example/k8s/clusters/one"), address("https://a.example/k8s/clusters/two"));
    }

    #[test]
    fn a_server_that_proves_nothing_has_no_authority() {
        assert_eq!(server("https://a.example", |_| ()).authority.as_deref(), Some("system"));
        assert_eq!(server("https://a.example", |config| config.accept_invalid_certs = true).authority, None);
        assert_eq!(server("http://127.0.0.1:8001", |_| ()).authority, None);
    }
}
