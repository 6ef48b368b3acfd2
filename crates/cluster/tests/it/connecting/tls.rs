//! TLS for test servers, with the API server's own certificate: clients that trust it trust them too.

use std::sync::Arc;

use rustls::ServerConfig;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::TlsAcceptor;

use super::port::Port;

pub(super) fn acceptor(port: &Port) -> TlsAcceptor {
    let folder = port.cluster.folder().join("certs");
    let chain: Result<Vec<_>, _> = CertificateDer::pem_file_iter(folder.join("apiserver.crt")).unwrap().collect();
    let key = PrivateKeyDer::from_pem_file(folder.join("apiserver.key")).unwrap();
    let config = ServerConfig::builder_with_provider(Arc::new(rustls::crypto::ring::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(chain.unwrap(), key)
        .unwrap();
    TlsAcceptor::from(Arc::new(config))
}
