//! From what was said about a connection to the settings of the HTTP client. Reads files, runs nothing, sends nothing.

use std::collections::BTreeMap;
use std::path::Path;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use http::{HeaderName, HeaderValue};
use kube::config::{AuthInfo, AuthProviderConfig, Config, KubeConfigOptions, Kubeconfig, KubeconfigError};
use rustls::pki_types::{CertificateDer, pem::PemObject};
use secrecy::SecretString;

use crate::connection::{Connection, Secret};
use crate::error::Error;

/// The settings that a connection means.
pub(crate) async fn resolve(connection: &Connection) -> Result<Config, Error> {
    let mut config = base(connection).await?;
    config.default_retry = false;
    server(connection, &mut config)?;
    identity(connection, &mut config.auth_info)?;
    impersonation(connection, &mut config.auth_info);
    let agent = HeaderValue::from_str(&connection.user_agent)
        .map_err(|_| refuse("the user agent has characters that no HTTP header may have"))?;
    config.headers.push((HeaderName::from_static("user-agent"), agent));
    Ok(config)
}

fn refuse(message: impl Into<String>) -> Error {
    Error::Configuration(message.into())
}

/// What a kubeconfig, the API server alone, or the pod's service account says.
async fn base(connection: &Connection) -> Result<Config, Error> {
    let Some(kubeconfig) = kubeconfig(connection)? else {
        return match &connection.api_server {
            Some(url) => Ok(Config::new(uri("API server", url)?)),
            None => in_cluster(connection),
        };
    };
    let names = names(&kubeconfig);
    let options = KubeConfigOptions {
        context: connection.context.clone(),
        cluster: connection.context_cluster.clone(),
        user: connection.context_user.clone(),
    };
    if let Some(user) = &connection.context_user
        && !kubeconfig.auth_infos.iter().any(|known| known.name == *user)
    {
        return Err(refuse(format!("the kubeconfig has no user {user:?}; {names}")));
    }
    match Config::from_custom_kubeconfig(kubeconfig, &options).await {
        Ok(config) => Ok(config),
        Err(KubeconfigError::CurrentContextNotSet) => match &connection.api_server {
            Some(url) => Ok(Config::new(uri("API server", url)?)),
            None => {
                Err(refuse(format!("the kubeconfig has no current context: choose one with --kube-context; {names}")))
            }
        },
        Err(KubeconfigError::LoadContext(name)) => {
            Err(refuse(format!("the kubeconfig has no context {name:?}; {names}")))
        }
        Err(KubeconfigError::LoadClusterOfContext(name)) => {
            Err(refuse(format!("the kubeconfig has no cluster {name:?}; {names}")))
        }
        Err(error) => Err(refuse(format!("reading the kubeconfig: {error}"))),
    }
}

/// What could have been chosen instead.
fn names(kubeconfig: &Kubeconfig) -> String {
    let contexts: Vec<&str> = kubeconfig.contexts.iter().map(|context| context.name.as_str()).collect();
    match contexts.as_slice() {
        [] => "it has no contexts at all".to_string(),
        contexts => format!("its contexts are {}", contexts.join(", ")),
    }
}

pub(crate) fn kubeconfig(connection: &Connection) -> Result<Option<Kubeconfig>, Error> {
    if let Some(encoded) = &connection.kubeconfig_base64 {
        let unreadable = || refuse("the kubeconfig given in base64 is not base64 of a text");
        let bytes = STANDARD.decode(encoded.expose().trim()).map_err(|_| unreadable())?;
        let text = String::from_utf8(bytes).map_err(|_| unreadable())?;
        let kubeconfig = Kubeconfig::from_yaml(&text);
        return kubeconfig
            .map(Some)
            .map_err(|error| refuse(format!("reading the kubeconfig given in base64: {error}")));
    }
    let (paths, must_exist) = match connection.kubeconfigs.as_slice() {
        [] => (connection.default_kubeconfigs.as_slice(), false),
        paths => (paths, true),
    };
    let mut merged: Option<Kubeconfig> = None;
    for path in paths {
        if !must_exist && !path.exists() {
            continue;
        }
        let next = Kubeconfig::read_from(path)
            .map_err(|error| refuse(format!("reading the kubeconfig {}: {}", path.display(), innermost(&error))))?;
        merged = Some(match merged {
            None => next,
            Some(earlier) => earlier
                .merge(next)
                .map_err(|error| refuse(format!("merging the kubeconfig {}: {error}", path.display())))?,
        });
    }
    Ok(merged)
}

/// kube repeats the path in its text.
fn innermost(error: &KubeconfigError) -> String {
    match error {
        KubeconfigError::ReadConfig(source, _) => source.to_string(),
        error => error.to_string(),
    }
}

fn in_cluster(connection: &Connection) -> Result<Config, Error> {
    Config::incluster().map_err(|error| {
        let looked: Vec<String> =
            connection.default_kubeconfigs.iter().map(|path| path.display().to_string()).collect();
        let looked = if looked.is_empty() { "none was given".to_string() } else { format!("looked for {}", looked.join(", ")) };
        refuse(format!("no kubeconfig found ({looked}), and this is no pod of a cluster ({error}): give one with --kube-config or KUBECONFIG"))
    })
}

fn server(connection: &Connection, config: &mut Config) -> Result<(), Error> {
    if let Some(url) = &connection.api_server {
        config.cluster_url = uri("API server", url)?;
    }
    if let Some(url) = &connection.proxy_url {
        config.proxy_url = Some(uri("proxy", url)?);
    }
    if let Some(name) = &connection.tls_name {
        config.tls_server_name = Some(name.clone());
    }
    if let Some(pem) = data_or_file("CA", connection.ca_data.as_deref(), connection.ca.as_deref())? {
        let certificates: Result<Vec<_>, _> = CertificateDer::pem_slice_iter(&pem).collect();
        let certificates = certificates.map_err(|error| refuse(format!("reading the CA: {error}")))?;
        if certificates.is_empty() {
            return Err(refuse("the CA has no certificate in PEM form"));
        }
        config.root_cert = Some(certificates.iter().map(|certificate| certificate.to_vec()).collect());
        config.root_cert_file = None;
    }
    config.accept_invalid_certs |= connection.insecure;
    Ok(())
}

fn uri(what: &str, text: &str) -> Result<http::Uri, Error> {
    let whole = if text.contains("://") { text.to_string() } else { format!("https://{text}") };
    let uri: http::Uri = whole.parse().map_err(|error| refuse(format!("the {what} {text:?} is no URL: {error}")))?;
    match (uri.scheme_str(), uri.host()) {
        (Some("http" | "https" | "socks5"), Some(host)) if !host.is_empty() => Ok(uri),
        _ => Err(refuse(format!("the {what} {text:?} is no URL of the form https://host:port"))),
    }
}

/// Base64 as in a kubeconfig (or PEM as it is) goes before a file.
fn data_or_file(what: &str, data: Option<&str>, file: Option<&Path>) -> Result<Option<Vec<u8>>, Error> {
    if let Some(data) = data {
        if data.contains("-----BEGIN") {
            return Ok(Some(data.as_bytes().to_vec()));
        }
        let plain: String = data.split_whitespace().collect();
        let bytes = STANDARD.decode(plain).map_err(|_| refuse(format!("the data of the {what} is not base64")))?;
        return Ok(Some(bytes));
    }
    let Some(file) = file else { return Ok(None) };
    let read = std::fs::read(file);
    read.map(Some).map_err(|error| refuse(format!("reading the {what} {}: {error}", file.display())))
}

/// Who we are. What is given here replaces what the kubeconfig says, since kube would look at that first.
fn identity(connection: &Connection, auth: &mut AuthInfo) -> Result<(), Error> {
    let cert = data_or_file("certificate", connection.cert_data.as_deref(), connection.cert.as_deref())?;
    if let Some(cert) = cert {
        auth.client_certificate_data = Some(STANDARD.encode(cert));
        auth.client_certificate = None;
    }
    let key = connection.key_data.as_ref().map(Secret::expose);
    if let Some(key) = data_or_file("key", key, connection.key.as_deref())? {
        auth.client_key_data = Some(SecretString::from(STANDARD.encode(key)));
        auth.client_key = None;
    }
    if let Some(token) = token(connection)? {
        forget(auth);
        auth.token = Some(token);
    } else if let Some(username) = &connection.username {
        forget(auth);
        auth.username = Some(username.clone());
        let password = connection.password.as_ref().map(Secret::expose).unwrap_or_default();
        auth.password = Some(SecretString::from(password));
    } else if let Some(name) = &connection.auth_provider {
        forget(auth);
        let config = connection.auth_provider_config.clone().into_iter().collect();
        auth.auth_provider = Some(AuthProviderConfig { name: name.clone(), config, other: BTreeMap::new() });
    }
    Ok(())
}

/// A token file is read once more whenever the server no longer takes the token.
fn token(connection: &Connection) -> Result<Option<SecretString>, Error> {
    if let Some(token) = &connection.token {
        return Ok(Some(SecretString::from(token.expose())));
    }
    let Some(path) = &connection.token_path else { return Ok(None) };
    let text = std::fs::read_to_string(path)
        .map_err(|error| refuse(format!("reading the token {}: {error}", path.display())))?;
    Ok(Some(SecretString::from(text.trim())))
}

fn forget(auth: &mut AuthInfo) {
    auth.token = None;
    auth.token_file = None;
    auth.username = None;
    auth.password = None;
    auth.exec = None;
    auth.auth_provider = None;
}

fn impersonation(connection: &Connection, auth: &mut AuthInfo) {
    if let Some(user) = &connection.impersonate_user {
        auth.impersonate = Some(user.clone());
        auth.impersonate_groups = None;
    }
    if let Some(uid) = &connection.impersonate_uid {
        auth.impersonate_uid = Some(uid.clone());
    }
    if !connection.impersonate_groups.is_empty() {
        auth.impersonate_groups = Some(connection.impersonate_groups.clone());
    }
}
