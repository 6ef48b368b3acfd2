//! Servers that are missing, do not answer, or are not API servers.

use std::time::Duration;

use serde_json::json;
use skeg_cluster::{Connection, Error};

use super::port::{name, port, refusal};
use super::proxy::{Kind, Proxy};

fn to(server: String) -> Connection {
    let port = port();
    port.connection(json!({"server": server}), port.admin())
}

#[tokio::test]
async fn nobody_there() {
    for (server, why) in [
        ("https://127.0.0.1:1", "Connection refused"),
        ("https://nowhere.invalid:6443", "dns error: failed to lookup address information"),
    ] {
        let connection = to(server.to_string());
        let error = name(&connection).await.unwrap_err();
        assert!(matches!(error, Error::Unreachable { sent: false, .. }), "{error:?}");
        let said = error.to_string();
        let file = connection.kubeconfigs[0].display();
        let expected = format!("no answer from {server} (context \"sea\" of the kubeconfig {file}): ");
        assert!(said.contains(&expected) && said.contains(why), "{said}");
    }
}

#[tokio::test]
async fn somebody_who_says_nothing() {
    let silent = Proxy::start(Kind::Silent, 1, "").await;
    let to_silent = to(format!("https://127.0.0.1:{}", silent.port));
    let connection = Connection { request_timeout: Some(Duration::from_millis(500)), ..to_silent };
    let said = refusal(&connection).await;
    assert!(said.contains(&format!("no answer from https://127.0.0.1:{} (context \"sea\"", silent.port)), "{said}");
    assert!(said.ends_with("no answer within 0.5 s"), "{said}");
}

#[tokio::test]
async fn somebody_who_speaks_no_tls() {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    tokio::spawn(async move {
        while let Ok((mut client, _)) = listener.accept().await {
            let _ = tokio::io::AsyncWriteExt::write_all(&mut client, b"HTTP/1.1 400 Bad Request\r\n\r\n").await;
        }
    });
    let said = refusal(&to(format!("https://127.0.0.1:{port}"))).await;
    assert!(said.contains("the server does not speak TLS") && said.contains("is it http://"), "{said}");
}

#[tokio::test]
async fn somebody_who_does_not_know_us() {
    let port = port();
    let said = refusal(&port.connection(json!({}), json!({"token": "unheard-of"}))).await;
    assert!(
        said.contains(&format!("{} does not accept the token of user \"anna\"", port.cluster.server_url())),
        "{said}"
    );
    assert!(said.contains("--kube-context") && !said.contains("unheard-of"), "{said}");
    let by_flag = Connection { token: Some("unheard-of".into()), ..port.connection(json!({}), port.admin()) };
    let said = refusal(&by_flag).await;
    assert!(said.contains("Unauthorized") && !said.contains("unheard-of"), "{said}");
    // Without credentials the user is anonymous: the server answers but allows nothing.
    let said = refusal(&port.connection(json!({}), json!({}))).await;
    assert!(said.contains("system:anonymous"), "{said}");
    let with_end = json!({"token": format!("{}\n", port.cluster.admin_token())});
    assert_eq!(name(&port.connection(json!({}), with_end)).await.unwrap(), "admin");
}
