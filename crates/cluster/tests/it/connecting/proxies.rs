//! Proxies from kubeconfigs, flags and the environment.

use std::time::Duration;

use serde_json::json;
use skeg_cluster::{Cluster, Connection};

use super::port::{name, port, refusal};
use super::proxy::{Kind, Proxy};
use super::tls::acceptor;

#[tokio::test]
async fn of_every_kind() {
    let port = port();
    let to = port.number();
    for (kind, scheme) in
        [(Kind::Connect, "http"), (Kind::SecureConnect(acceptor(port)), "https"), (Kind::Socks, "socks5")]
    {
        let open = Proxy::start(kind.clone(), to, "").await;
        let url = format!("{scheme}://127.0.0.1:{}", open.port);
        let connection = port.connection(json!({"proxy-url": url}), port.admin());
        let cluster = Cluster::connect(&connection).await.unwrap();
        assert!(cluster.api_versions().await.unwrap().contains(&"apps/v1".to_string()));
        assert_eq!(open.asked(), [format!("127.0.0.1:{to}")], "{scheme}");
        assert!(open.carried() > 0);

        // A host name that only the proxy can resolve, set by a flag, with a login that has to be escaped.
        let closed = Proxy::start(kind, to, "anna:p@ss").await;
        let connection = Connection {
            proxy_url: Some(format!("{scheme}://anna:p%40ss@127.0.0.1:{}", closed.port)),
            api_server: Some(format!("https://kubernetes.default.svc:{to}")),
            ..port.connection(json!({"proxy-url": "http://127.0.0.1:1"}), port.admin())
        };
        assert_eq!(name(&connection).await.unwrap(), "admin");
        assert_eq!(closed.asked(), [format!("anna:p@ss kubernetes.default.svc:{to}")], "{scheme}");
    }
}

#[tokio::test]
async fn of_the_environment() {
    let port = port();
    let to = port.number();
    let taken = Proxy::start(Kind::Connect, to, "").await;
    let elsewhere = Connection {
        https_proxy: Some(format!("127.0.0.1:{}", taken.port)),
        http_proxy: Some("http://127.0.0.1:1".to_string()),
        no_proxy: Some("example.com, 10.0.0.0/8".to_string()),
        api_server: Some(format!("https://kubernetes.default.svc:{to}")),
        ..port.connection(json!({}), port.admin())
    };
    assert_eq!(name(&elsewhere).await.unwrap(), "admin");
    assert_eq!(taken.asked(), [format!("kubernetes.default.svc:{to}")]);

    let passed_by = Proxy::start(Kind::Connect, to, "").await;
    let https_proxy = Some(format!("http://127.0.0.1:{}", passed_by.port));
    let spared =
        Connection { https_proxy: https_proxy.clone(), no_proxy: Some(".svc".to_string()), ..elsewhere.clone() };
    let said = refusal(&spared).await;
    assert!(said.contains("no answer from https://kubernetes.default.svc"), "{said}");
    let here = Connection { https_proxy: https_proxy.clone(), api_server: None, ..elsewhere.clone() };
    assert_eq!(name(&here).await.unwrap(), "admin", "the machine itself is reached without");
    let named = Proxy::start(Kind::Connect, to, "").await;
    let url = format!("http://127.0.0.1:{}", named.port);
    // An explicit proxy overrides the environment.
    let both = Connection { proxy_url: Some(url), https_proxy, no_proxy: Some("*".to_string()), ..elsewhere };
    assert_eq!(name(&both).await.unwrap(), "admin");
    assert!(named.carried() > 0);
    assert_eq!(passed_by.asked(), [""; 0]);
}

#[tokio::test]
async fn that_fail() {
    let port = port();
    let through = |url: String| Connection {
        proxy_url: Some(url),
        request_timeout: Some(Duration::from_millis(500)),
        ..port.connection(json!({}), port.admin())
    };
    let closed = Proxy::start(Kind::Connect, port.number(), "anna:right").await;
    let said = refusal(&through(format!("http://anna:wrong@127.0.0.1:{}", closed.port))).await;
    assert!(said.contains(&format!("through the proxy http://127.0.0.1:{} (context \"sea\"", closed.port)), "{said}");
    assert!(said.contains("proxy authorization required") && !said.contains("wrong"), "{said}");
    for scheme in ["http", "https", "socks5"] {
        let said = refusal(&through(format!("{scheme}://anna:wrong@127.0.0.1:1"))).await;
        assert!(
            said.contains(&format!("through the proxy {scheme}://127.0.0.1:1")) && !said.contains("wrong"),
            "{said}"
        );
        let silent = Proxy::start(Kind::Silent, 1, "").await;
        let said = refusal(&through(format!("{scheme}://127.0.0.1:{}", silent.port))).await;
        assert!(said.contains("no answer within 0.5 s"), "{said}");
    }
    let said = refusal(&port.connection(json!({"proxy-url": "ftp://127.0.0.1"}), port.admin())).await;
    assert!(said.contains("the scheme of a proxy must be http, https or socks5"), "{said}");
}
