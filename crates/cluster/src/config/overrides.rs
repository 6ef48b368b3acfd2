//! Flags override the kubeconfig, following Kubernetes' own clients.

use std::collections::BTreeMap;
use std::path::Path;

use kube::config::{AuthInfo, AuthProviderConfig, Cluster};
use secrecy::SecretString;

use super::kubeconfig::Chosen;
use crate::connection::{Connection, Secret};

pub(crate) fn apply(connection: &Connection, chosen: &mut Chosen) {
    server(connection, &mut chosen.cluster);
    trust(connection, &mut chosen.cluster);
    certificate(connection, &mut chosen.user);
    identity(connection, &mut chosen.user);
    impersonation(connection, &mut chosen.user);
}

fn server(connection: &Connection, cluster: &mut Cluster) {
    if let Some(url) = &connection.api_server {
        cluster.server = Some(url.clone());
        // The name belonged to the other server.
        cluster.tls_server_name = None;
    }
    if let Some(name) = &connection.tls_name {
        cluster.tls_server_name = Some(name.clone());
    }
    if let Some(url) = &connection.proxy_url {
        cluster.proxy_url = Some(url.clone());
    }
}

/// An explicit authority switches verification on.
fn trust(connection: &Connection, cluster: &mut Cluster) {
    if connection.insecure || connection.ca.is_some() || connection.ca_data.is_some() {
        cluster.insecure_skip_tls_verify = Some(connection.insecure);
        cluster.certificate_authority = path(connection.ca.as_deref());
        cluster.certificate_authority_data = connection.ca_data.clone();
    }
}

fn path(path: Option<&Path>) -> Option<String> {
    path.map(|path| path.to_string_lossy().into_owned())
}

fn certificate(connection: &Connection, user: &mut AuthInfo) {
    if connection.cert.is_some() || connection.cert_data.is_some() {
        user.client_certificate = path(connection.cert.as_deref());
        user.client_certificate_data = connection.cert_data.clone();
    }
    if connection.key.is_some() || connection.key_data.is_some() {
        user.client_key = path(connection.key.as_deref());
        user.client_key_data = connection.key_data.as_ref().map(|key| SecretString::from(key.expose()));
    }
}

fn identity(connection: &Connection, user: &mut AuthInfo) {
    if let Some(token) = &connection.token {
        forget(user);
        user.token = Some(SecretString::from(token.expose()));
    } else if let Some(file) = &connection.token_path {
        forget(user);
        user.token_file = path(Some(file));
    } else if let Some(username) = &connection.username {
        forget(user);
        user.username = Some(username.clone());
        let password = connection.password.as_ref().map(Secret::expose).unwrap_or_default();
        user.password = Some(SecretString::from(password));
    } else if let Some(name) = &connection.auth_provider {
        forget(user);
        let config = connection.auth_provider_config.clone().into_iter().collect();
        user.auth_provider = Some(AuthProviderConfig { name: name.clone(), config, other: BTreeMap::new() });
    }
}

/// Drops all credentials except a certificate.
fn forget(user: &mut AuthInfo) {
    user.token = None;
    user.token_file = None;
    user.username = None;
    user.password = None;
    user.exec = None;
    user.auth_provider = None;
}

fn impersonation(connection: &Connection, user: &mut AuthInfo) {
    if let Some(name) = &connection.impersonate_user {
        user.impersonate = Some(name.clone());
        // They belonged to the other user.
        user.impersonate_groups = None;
        user.impersonate_uid = None;
        user.impersonate_user_extra = None;
    }
    if let Some(uid) = &connection.impersonate_uid {
        user.impersonate_uid = Some(uid.clone());
    }
    if !connection.impersonate_groups.is_empty() {
        user.impersonate_groups = Some(connection.impersonate_groups.clone());
    }
}
