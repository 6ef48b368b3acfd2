//! Resolves a connection to the settings of the HTTP client. Reads files, runs nothing, sends nothing.

mod data;
pub(crate) mod file;
mod kubeconfig;
mod overrides;
mod place;
mod pod;
pub(crate) mod proxy;

use http::{HeaderName, HeaderValue, Uri};
use kube::config::{AuthInfo, Cluster, Config};

use crate::connection::Connection;
use crate::error::Error;
pub(crate) use data::{certificates, load};
use kubeconfig::Chosen;
pub(crate) use place::{Place, Source};

/// A resolved connection. Credentials are still as configured: a token may have to be fetched.
pub(crate) struct Settings {
    pub(crate) config: Config,
    pub(crate) place: Place,
}

pub(crate) fn resolve(connection: &Connection) -> Result<Settings, Error> {
    let mut chosen = match kubeconfig::choose(connection)? {
        Some(chosen) => chosen,
        None if connection.api_server.is_some() => Chosen::default(),
        None => pod::account(connection)?,
    };
    overrides::apply(connection, &mut chosen);
    let Chosen { cluster, mut user, namespace, place } = chosen;
    let server = server(&cluster, &place)?;
    let proxy = proxy::choose(cluster.proxy_url.as_deref(), &server, connection)?;
    let mut config = Config::new(server);
    config.proxy_url = proxy;
    config.default_namespace = namespace.filter(|name| !name.is_empty()).unwrap_or(config.default_namespace);
    config.accept_invalid_certs = cluster.insecure_skip_tls_verify.unwrap_or(false);
    config.disable_compression = cluster.disable_compression.unwrap_or(false);
    config.tls_server_name = cluster.tls_server_name.clone().filter(|name| !name.is_empty());
    config.root_cert = data::authorities(&cluster, &place)?;
    load_certificate(&mut user, &place)?;
    introduce_cluster(&mut user, &cluster, &place)?;
    check_impersonation(&user, &place)?;
    config.auth_info = user;
    let agent = HeaderValue::from_str(&connection.user_agent)
        .map_err(|_| refuse("the user agent has characters that are not allowed in HTTP headers"))?;
    config.headers.push((HeaderName::from_static("user-agent"), agent));
    Ok(Settings { config, place })
}

pub(crate) use kubeconfig::contexts;

/// The namespace of the context, or else of the pod we run in, if known.
pub(crate) fn namespace(connection: &Connection) -> Option<String> {
    let of_pod = || pod::account(connection).ok()?.namespace;
    kubeconfig::namespace(connection).or_else(of_pod).filter(|name| !name.is_empty())
}

pub(crate) fn refuse(message: impl Into<String>) -> Error {
    Error::Configuration(message.into())
}

fn server(cluster: &Cluster, place: &Place) -> Result<Uri, Error> {
    let text = cluster.server.as_deref().unwrap_or_default();
    let whole = if text.contains("://") { text.to_string() } else { format!("https://{text}") };
    let uri: Option<Uri> = whole.parse().ok();
    let uri = uri.filter(|uri| matches!(uri.scheme_str(), Some("http" | "https")));
    let uri = uri.filter(|uri| uri.host().is_some_and(|host| !host.is_empty()));
    let uri = uri.ok_or_else(|| {
        refuse(format!(
            "the API server {text:?} of {place} is not a URL of the form \
         https://host:port"
        ))
    })?;
    Ok(if uri.scheme_str() == Some("http") { proxy::with_port(uri, 80) } else { uri })
}

/// Reads the files of a client certificate, so that later code sees only inline data.
fn load_certificate(user: &mut AuthInfo, place: &Place) -> Result<(), Error> {
    let (certificate, key) = (data::certificate(user, place)?, data::key(user, place)?);
    match (&certificate, &key) {
        (Some(_), None) => return Err(refuse(format!("the client certificate of {place} has no key"))),
        (None, Some(_)) => return Err(refuse(format!("the client key of {place} has no certificate"))),
        _ => {}
    }
    user.client_certificate = None;
    user.client_key = None;
    user.client_certificate_data = certificate;
    user.client_key_data = key;
    Ok(())
}

/// Some plugins want to know the cluster.
fn introduce_cluster(user: &mut AuthInfo, cluster: &Cluster, place: &Place) -> Result<(), Error> {
    if let Some(exec) = user.exec.as_mut().filter(|exec| exec.provide_cluster_info) {
        let introduced = cluster.try_into().map_err(|error| refuse(format!("reading {place}: {error}")))?;
        exec.cluster = Some(introduced);
    }
    Ok(())
}

fn check_impersonation(user: &AuthInfo, place: &Place) -> Result<(), Error> {
    let is_more = user.impersonate_uid.is_some()
        || user.impersonate_groups.as_ref().is_some_and(|groups| !groups.is_empty())
        || user.impersonate_user_extra.as_ref().is_some_and(|extra| !extra.is_empty());
    if is_more && user.impersonate.as_deref().unwrap_or_default().is_empty() {
        return Err(refuse(format!(
            "impersonating groups or a uid needs a user, which {place} does not name: give it with \
             --kube-impersonate-user"
        )));
    }
    Ok(())
}
