//! Resolves flags to a connection: which files, which context, which user.

use std::ffi::OsStr;
use std::path::PathBuf;

use skeg_deploy::Connection;

use crate::command::Context;
use crate::command::HelmConnectionFlags;
use crate::flags::cluster::ConnectionFlags;
use crate::platform;

/// The default number of parallel requests.
const PARALLELISM: usize = 30;

/// The connection to the cluster.
pub(crate) fn connection(flags: &ConnectionFlags, context: &Context<'_, '_>) -> Connection {
    let secret = |text: &Option<String>| text.as_deref().map(Into::into);
    let file = |path: &Option<String>| path.as_ref().map(|path| context.directory.join(path));
    Connection {
        kubeconfigs: kubeconfigs(&flags.configs, context),
        kubeconfig_base64: secret(&flags.config_base64),
        context: flags.context.clone(),
        context_cluster: flags.context_cluster.clone(),
        context_user: flags.context_user.clone(),
        api_server: flags.api_server.clone(),
        tls_name: flags.tls_name.clone(),
        ca: file(&flags.ca),
        ca_data: flags.ca_data.clone(),
        cert: file(&flags.cert),
        cert_data: flags.cert_data.clone(),
        key: file(&flags.key),
        key_data: secret(&flags.key_data),
        token: secret(&flags.token),
        token_path: file(&flags.token_path),
        username: flags.username.clone(),
        password: secret(&flags.password),
        auth_provider: flags.auth_provider.clone(),
        auth_provider_config: flags.auth_provider_config.clone(),
        impersonate_user: flags.impersonate_user.clone(),
        impersonate_uid: flags.impersonate_uid.clone(),
        impersonate_groups: flags.impersonate_groups.clone(),
        proxy_url: flags.proxy_url.clone(),
        request_timeout: flags.request_timeout,
        insecure: flags.insecure,
        parallelism: parallelism(flags),
        ..surroundings(context)
    }
}

/// The connection to the cluster, by Helm's flags.
pub(crate) fn helm_connection(flags: &HelmConnectionFlags, context: &Context<'_, '_>) -> Connection {
    Connection {
        kubeconfigs: match &flags.config {
            Some(path) => vec![context.directory.join(path)],
            None => kubeconfigs(&context.environment.get("KUBECONFIG").into_iter().collect::<Vec<_>>(), context),
        },
        context: flags.context.clone(),
        api_server: flags.api_server.clone(),
        tls_name: flags.tls_name.clone(),
        ca: flags.ca.as_ref().map(|path| context.directory.join(path)),
        token: flags.token.as_deref().map(Into::into),
        impersonate_user: flags.impersonate_user.clone(),
        impersonate_groups: flags.impersonate_groups.clone(),
        insecure: flags.insecure,
        parallelism: PARALLELISM,
        ..surroundings(context)
    }
}

/// Settings of every connection made here.
fn surroundings(context: &Context<'_, '_>) -> Connection {
    let variable = |name: &str| context.environment.get(name).map(str::to_string);
    Connection {
        default_kubeconfigs: default_kubeconfig(context).into_iter().collect(),
        https_proxy: variable("HTTPS_PROXY").or_else(|| variable("https_proxy")),
        http_proxy: variable("HTTP_PROXY").or_else(|| variable("http_proxy")),
        no_proxy: variable("NO_PROXY").or_else(|| variable("no_proxy")),
        service_host: variable("KUBERNETES_SERVICE_HOST"),
        service_port: variable("KUBERNETES_SERVICE_PORT"),
        pod_namespace: variable("POD_NAMESPACE"),
        ..Connection::default()
    }
}

/// The number of parallel requests.
pub(crate) fn parallelism(flags: &ConnectionFlags) -> usize {
    flags.parallelism.filter(|count| *count > 0).unwrap_or(PARALLELISM)
}

/// Each value may be a list of paths, like `KUBECONFIG`.
fn kubeconfigs(given: &[impl AsRef<OsStr>], context: &Context<'_, '_>) -> Vec<PathBuf> {
    let paths = given.iter().flat_map(std::env::split_paths).filter(|path| !path.as_os_str().is_empty());
    paths.map(|path| context.directory.join(path)).collect()
}

fn default_kubeconfig(context: &Context<'_, '_>) -> Option<PathBuf> {
    Some(platform::home(context.environment)?.join(".kube/config"))
}
