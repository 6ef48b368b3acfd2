//! Where the settings of a connection came from, in a line for people who wonder why it is this cluster.

use kube::Config;

use crate::config::kubeconfig;
use crate::connection::Connection;

/// The files, the context and the server. No credentials: a server's address may hold some.
pub(crate) fn describe(connection: &Connection, config: &Config) -> String {
    let files = files(connection);
    // It was readable a moment ago.
    let current = kubeconfig(connection).ok().flatten().and_then(|kubeconfig| kubeconfig.current_context);
    let context = match (&connection.context, current) {
        (Some(chosen), _) => format!(", context {chosen} as told"),
        (None, Some(current)) if !files.is_empty() => format!(", its current context {current}"),
        _ => String::new(),
    };
    let source = match (files.is_empty(), &connection.api_server) {
        (false, _) => files,
        (true, Some(_)) => "no kubeconfig, the API server as told".to_string(),
        (true, None) => "the service account of this pod".to_string(),
    };
    let (url, namespace) = (&config.cluster_url, &config.default_namespace);
    let server = format!("{}://{}", url.scheme_str().unwrap_or("https"), place(url));
    let proxy = config.proxy_url.as_ref().map(|proxy| format!(" through the proxy {}", place(proxy)));
    format!("{source}{context}: {server}{}, namespace {namespace}", proxy.unwrap_or_default())
}

fn files(connection: &Connection) -> String {
    if connection.kubeconfig_base64.is_some() {
        return "the kubeconfig given in base64".to_string();
    }
    let found = match connection.kubeconfigs.as_slice() {
        [] => connection.default_kubeconfigs.iter().filter(|path| path.exists()).collect(),
        given => given.iter().collect::<Vec<_>>(),
    };
    let shown: Vec<String> = found.iter().map(|path| path.display().to_string()).collect();
    if shown.is_empty() { String::new() } else { format!("kubeconfig {}", shown.join(", ")) }
}

/// Host and port, without a user and password.
fn place(uri: &http::Uri) -> String {
    let port = uri.port().map(|port| format!(":{port}")).unwrap_or_default();
    format!("{}{port}", uri.host().unwrap_or_default())
}
