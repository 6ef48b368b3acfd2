//! From flags to a connection: which files, which context, as whom.

use std::ffi::OsStr;
use std::path::PathBuf;

use skeg_deploy::Connection;

use crate::command::Context;
use crate::flags::Parsed;
use crate::platform;

/// How many requests at once, unless told.
const PARALLELISM: usize = 30;

/// How to reach the cluster.
pub(crate) fn connection(parsed: &Parsed, context: &Context<'_, '_>) -> Connection {
    let text = |name: &str| parsed.filled(name).map(str::to_string);
    let secret = |name: &str| parsed.filled(name).map(Into::into);
    let file = |name: &str| parsed.filled(name).map(|path| context.directory.join(path));
    Connection {
        kubeconfigs: kubeconfigs(&parsed.list("kube-config"), context),
        kubeconfig_base64: secret("kube-config-base64"),
        context: text("kube-context"),
        context_cluster: text("kube-context-cluster"),
        context_user: text("kube-context-user"),
        api_server: text("kube-api-server"),
        tls_name: text("kube-api-server-tls-name"),
        ca: file("kube-ca"),
        ca_data: text("kube-ca-data"),
        cert: file("kube-cert"),
        cert_data: text("kube-cert-data"),
        key: file("kube-key"),
        key_data: secret("kube-key-data"),
        token: secret("kube-token"),
        token_path: file("kube-token-path"),
        username: text("kube-auth-username"),
        password: secret("kube-auth-password"),
        auth_provider: text("kube-auth-provider"),
        auth_provider_config: parsed.map("kube-auth-provider-config"),
        impersonate_user: text("kube-impersonate-user"),
        impersonate_uid: text("kube-impersonate-uid"),
        impersonate_groups: parsed.list("kube-impersonate-group"),
        proxy_url: text("kube-proxy-url"),
        request_timeout: parsed.time_limit("kube-request-timeout"),
        insecure: parsed.switch("no-verify-kube-tls"),
        parallelism: parallelism(parsed),
        ..surroundings(context)
    }
}

/// How to reach the cluster, by Helm's names of the flags.
pub(crate) fn helm_connection(parsed: &Parsed, context: &Context<'_, '_>) -> Connection {
    let text = |name: &str| parsed.filled(name).map(str::to_string);
    Connection {
        kubeconfigs: match parsed.filled("kubeconfig") {
            Some(path) => vec![context.directory.join(path)],
            None => kubeconfigs(&context.environment.get("KUBECONFIG").into_iter().collect::<Vec<_>>(), context),
        },
        context: text("kube-context"),
        api_server: text("kube-apiserver"),
        tls_name: text("kube-tls-server-name"),
        ca: parsed.filled("kube-ca-file").map(|path| context.directory.join(path)),
        token: parsed.filled("kube-token").map(Into::into),
        impersonate_user: text("kube-as-user"),
        impersonate_groups: parsed.list("kube-as-group"),
        insecure: parsed.switch("kube-insecure-skip-tls-verify"),
        parallelism: PARALLELISM,
        ..surroundings(context)
    }
}

/// What counts for every connection that is begun here.
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

/// How many requests at once.
pub(crate) fn parallelism(parsed: &Parsed) -> usize {
    parsed.count_of("network-parallelism").filter(|count| *count > 0).unwrap_or(PARALLELISM)
}

/// Each value may be a list of paths, as `KUBECONFIG` is.
fn kubeconfigs(given: &[impl AsRef<OsStr>], context: &Context<'_, '_>) -> Vec<PathBuf> {
    let paths = given.iter().flat_map(std::env::split_paths).filter(|path| !path.as_os_str().is_empty());
    paths.map(|path| context.directory.join(path)).collect()
}

fn default_kubeconfig(context: &Context<'_, '_>) -> Option<PathBuf> {
    Some(platform::home(context.environment)?.join(".kube/config"))
}
