//! Certificates and keys, given in base64 or as the path of a file.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use kube::config::{AuthInfo, Cluster};
use rustls::pki_types::{CertificateDer, pem::PemObject};
use secrecy::{ExposeSecret, SecretString};

use super::{Place, file as files, refuse};
use crate::error::Error;

/// The certificate authorities to trust; `None` for the system's.
pub(crate) fn authorities(cluster: &Cluster, place: &Place) -> Result<Option<Vec<Vec<u8>>>, Error> {
    if cluster.insecure_skip_tls_verify == Some(true) {
        return Ok(None);
    }
    let (data, file) = (cluster.certificate_authority_data.as_deref(), cluster.certificate_authority.as_deref());
    load("certificate authority", data, file, place)?.map(|(pem, origin)| certificates(&pem, &origin)).transpose()
}

/// The certificates of a text in PEM form.
pub(crate) fn certificates(pem: &[u8], origin: &str) -> Result<Vec<Vec<u8>>, Error> {
    let found: Result<Vec<_>, _> = CertificateDer::pem_slice_iter(pem).collect();
    let found = found.map_err(|error| refuse(format!("reading {origin}: {error}")))?;
    if found.is_empty() {
        return Err(refuse(format!("{origin} has no certificate in PEM form")));
    }
    Ok(found.iter().map(|certificate| certificate.to_vec()).collect())
}

/// In base64.
pub(crate) fn certificate(user: &AuthInfo, place: &Place) -> Result<Option<String>, Error> {
    let (data, file) = (user.client_certificate_data.as_deref(), user.client_certificate.as_deref());
    let Some((pem, origin)) = load("client certificate", data, file, place)? else { return Ok(None) };
    certificates(&pem, &origin)?;
    Ok(Some(STANDARD.encode(pem)))
}

/// In base64.
pub(crate) fn key(user: &AuthInfo, place: &Place) -> Result<Option<SecretString>, Error> {
    let (data, file) = (user.client_key_data.as_ref().map(ExposeSecret::expose_secret), user.client_key.as_deref());
    let loaded = load("client key", data, file, place)?;
    Ok(loaded.map(|(pem, _)| SecretString::from(STANDARD.encode(pem))))
}

/// Inline data wins over a file. It may also be plain PEM. Returns the name for messages too.
pub(crate) fn load(
    what: &str,
    data: Option<&str>,
    file: Option<&str>,
    place: &Place,
) -> Result<Option<(Vec<u8>, String)>, Error> {
    if let Some(data) = data.filter(|data| !data.is_empty()) {
        let origin = format!("the data of the {what} of {place}");
        if data.contains("-----BEGIN") {
            return Ok(Some((data.as_bytes().to_vec(), origin)));
        }
        let plain: String = data.split_whitespace().collect();
        let bytes = STANDARD.decode(plain).map_err(|_| refuse(format!("{origin} is not valid base64")))?;
        return Ok(Some((bytes, origin)));
    }
    let Some(file) = file.filter(|file| !file.is_empty()) else { return Ok(None) };
    let origin = format!("the {what} {file} of {place}");
    let read = files::read(file).map_err(|error| refuse(format!("reading {origin}: {error}")))?;
    Ok(Some((read, origin)))
}
