//! Kubeconfigs: from the text to the settings of a client, with or without a context.

use super::Target;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use skeg_cluster::{Connection, Secret};

pub(super) const TARGET: Target = Target {
    name: "kubeconfig",
    dictionary: &[
        "clusters:\n",
        "contexts:\n",
        "users:\n",
        "current-context: ",
        "- name: a\n",
        "  cluster:\n",
        "    server: https://[::1]:6443\n",
        "    server: http://\n",
        "    certificate-authority-data: AAAA\n",
        "    insecure-skip-tls-verify: true\n",
        "    tls-server-name: x\n",
        "    proxy-url: socks5://x\n",
        "  user:\n",
        "    token: x\n",
        "    exec: {command: x, apiVersion: client.authentication.k8s.io/v1}\n",
        "    auth-provider: {name: oidc, config: {}}\n",
        "    as: x\n",
        "    as-groups: [a]\n",
        "    client-key-data: AAAA\n",
        "    username: a\n",
        "    extensions: [{name: a, extension: {}}]\n",
        "---\n",
        "null",
        "{}",
        "[]",
        ": ",
        "\n",
        "&a ",
        "*a",
        "\"",
        "%",
        "@",
        "\u{0}",
    ],
    seeds,
    run,
};

/// A dummy certificate, so that the code after it is reached.
const AUTHORITY: &str = "LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0tCk1BQT0KLS0tLS1FTkQgQ0VSVElGSUNBVEUtLS0tLQo=";
const KEY: &str = "LS0tLS1CRUdJTiBQUklWQVRFIEtFWS0tLS0tCk1BQT0KLS0tLS1FTkQgUFJJVkFURSBLRVktLS0tLQo=";

fn seeds() -> Vec<Vec<u8>> {
    let head = "apiVersion: v1\nkind: Config\ncurrent-context: a\ncontexts:\n- name: a\n  context: {cluster: a, user: a, namespace: b}\n";
    let authority = format!("server: https://example.com:6443, certificate-authority-data: {AUTHORITY}");
    let certificate = format!("client-certificate-data: {AUTHORITY}, client-key-data: {KEY}");
    let bodies = [
        ("server: https://127.0.0.1:6443", "token: secret"),
        (
            "server: 'https://[::1]:6443/prefix', insecure-skip-tls-verify: true, tls-server-name: x",
            "username: a, password: b",
        ),
        (authority.as_str(), certificate.as_str()),
        (
            "server: http://localhost, proxy-url: 'http://user:pass@proxy:3128'",
            "as: b, as-groups: [c], as-user-extra: {d: [e]}",
        ),
        (
            "server: example.com, disable-compression: true",
            "exec: {command: plugin, args: [a], env: [{name: A, value: b}], apiVersion: client.authentication.k8s.io/v1, interactiveMode: Never, provideClusterInfo: true}",
        ),
        (
            "server: https://a",
            "auth-provider: {name: oidc, config: {idp-issuer-url: 'https://b', id-token: c, refresh-token: d, client-id: e}}",
        ),
    ];
    let whole = |(cluster, user): (&str, &str)| {
        format!("{head}clusters:\n- name: a\n  cluster: {{{cluster}}}\nusers:\n- name: a\n  user: {{{user}}}\n")
            .into_bytes()
    };
    bodies.into_iter().map(whole).collect()
}

fn run(input: &[u8]) {
    for context in [None, Some("a")] {
        if let Err(error) = connection(input, context).check() {
            assert!(!error.to_string().is_empty());
        }
    }
}

fn connection(kubeconfig: &[u8], context: Option<&str>) -> Connection {
    let kubeconfig_base64 = Some(Secret::new(STANDARD.encode(kubeconfig)));
    Connection { kubeconfig_base64, context: context.map(str::to_owned), ..Connection::default() }
}

#[test]
fn most_seeds_are_connections() {
    let refused: Vec<String> =
        seeds().iter().filter_map(|seed| connection(seed, None).check().err()).map(|error| error.to_string()).collect();
    assert!(refused.len() <= 1, "{refused:#?}");
}
