//! Connections to the real server, and the certificate that the proxy shows to clients.

use crate::{Error, TestCluster};
use bytes::Bytes;
use http_body_util::Full;
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use rustls::crypto::{CryptoProvider, ring};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::{ClientConfig, RootCertStore, ServerConfig};
use std::path::Path;
use std::sync::Arc;
use tokio_rustls::TlsAcceptor;

pub(super) type Upstream = Client<HttpsConnector<HttpConnector>, Full<Bytes>>;

/// One connection per concurrent request, so that a fault affects only its own request.
pub(super) fn client(cluster: &TestCluster) -> Result<Upstream, Error> {
    let mut roots = RootCertStore::empty();
    roots.add_parsable_certificates(certificates(&cluster.certificate_authority())?);
    let config = ClientConfig::builder_with_provider(provider())
        .with_safe_default_protocol_versions()
        .map_err(|why| tls("preparing", &why))?
        .with_root_certificates(roots)
        .with_no_client_auth();
    let connector = HttpsConnectorBuilder::new().with_tls_config(config).https_only().enable_http1().build();
    Ok(Client::builder(TokioExecutor::new()).build(connector))
}

/// Uses the server's own certificate, which is valid for any port.
pub(super) fn acceptor(cluster: &TestCluster) -> Result<TlsAcceptor, Error> {
    let key = cluster.folder.certificate_key();
    let key = PrivateKeyDer::from_pem_file(&key).map_err(|why| unreadable(&key, &why))?;
    let mut config = ServerConfig::builder_with_provider(provider())
        .with_safe_default_protocol_versions()
        .map_err(|why| tls("preparing", &why))?
        .with_no_client_auth()
        .with_single_cert(certificates(&cluster.certificate_authority())?, key)
        .map_err(|why| tls("using the server's certificate for", &why))?;
    config.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
    Ok(TlsAcceptor::from(Arc::new(config)))
}

fn provider() -> Arc<CryptoProvider> {
    Arc::new(ring::default_provider())
}

fn certificates(path: &Path) -> Result<Vec<CertificateDer<'static>>, Error> {
    let read = CertificateDer::pem_file_iter(path).and_then(Iterator::collect);
    read.map_err(|why| unreadable(path, &why))
}

fn unreadable(path: &Path, why: &rustls::pki_types::pem::Error) -> Error {
    let source = std::io::Error::other(why.to_string());
    Error::File { action: "reading", path: path.to_owned(), source }
}

fn tls(action: &'static str, why: &rustls::Error) -> Error {
    Error::Proxy { action, source: std::io::Error::other(why.to_string()) }
}
