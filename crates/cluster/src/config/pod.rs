//! The service account of the pod we run in.

use kube::config::{AuthInfo, Cluster};

use super::kubeconfig::Chosen;
use super::place::{Place, Source};
use super::refuse;
use crate::connection::Connection;
use crate::error::Error;

pub(crate) fn account(connection: &Connection) -> Result<Chosen, Error> {
    let (Some(host), Some(port)) = (&connection.service_host, &connection.service_port) else {
        return Err(nothing(connection));
    };
    // An IPv6 address.
    let host = if host.contains(':') { format!("[{host}]") } else { host.clone() };
    let folder = &connection.service_account;
    let (token, authority) = (folder.join("token"), folder.join("ca.crt"));
    if !token.is_file() {
        return Err(refuse(format!(
            "no kubeconfig was given, and this pod has no service account ({} is missing): give it one, or a kubeconfig with --kube-config or KUBECONFIG",
            token.display()
        )));
    }
    let of_account = || std::fs::read_to_string(folder.join("namespace")).ok().map(|text| text.trim().to_string());
    let namespace = connection.pod_namespace.clone().or_else(of_account);
    let cluster = Cluster {
        server: Some(format!("https://{host}:{port}")),
        certificate_authority: Some(authority.to_string_lossy().into_owned()),
        ..Cluster::default()
    };
    let user = AuthInfo { token_file: Some(token.to_string_lossy().into_owned()), ..AuthInfo::default() };
    Ok(Chosen { cluster, user, namespace, place: Place { source: Source::Pod, ..Place::default() } })
}

fn nothing(connection: &Connection) -> Error {
    let looked: Vec<String> = connection.default_kubeconfigs.iter().map(|path| path.display().to_string()).collect();
    let looked =
        if looked.is_empty() { "none was given".to_string() } else { format!("looked for {}", looked.join(", ")) };
    refuse(format!(
        "no kubeconfig found ({looked}), and this is not a pod of a cluster: provide one with --kube-config or KUBECONFIG"
    ))
}
