//! Client certificates: trusted, untrusted and expired.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::json;
use skeg_cluster::{Cluster, Connection, Secret};

use super::authority::{Authority, LONG_AGO, LONG_FROM_NOW};
use super::port::{by_file, name, port, refusal, who};

#[tokio::test]
async fn as_data_and_as_files_beside_the_kubeconfig() {
    let port = port();
    let pair = port.authority.issue("captain", &["crew", "officers"], LONG_FROM_NOW);
    let data = json!({
        "client-certificate-data": STANDARD.encode(&pair.certificate),
        "client-key-data": STANDARD.encode(&pair.key),
    });
    let cluster = Cluster::connect(&port.connection(json!({}), data)).await.unwrap();
    let user = who(&cluster).await.unwrap();
    assert_eq!(user["username"], "captain");
    assert_eq!(user["groups"], json!(["crew", "officers", "system:authenticated"]));

    let folder = port.folder();
    std::fs::create_dir(folder.join("keys")).unwrap();
    std::fs::write(folder.join("keys/me.crt"), &pair.certificate).unwrap();
    std::fs::write(folder.join("keys/me.key"), &pair.key).unwrap();
    std::fs::copy(port.cluster.certificate_authority(), folder.join("ca.crt")).unwrap();
    let user = json!({"client-certificate": "keys/me.crt", "client-key": "keys/me.key"});
    let kubeconfig = port.kubeconfig(json!({"certificate-authority": "ca.crt"}), user);
    assert_eq!(name(&by_file(&folder.join("config"), &kubeconfig)).await.unwrap(), "captain");

    let flags = Connection {
        api_server: Some(port.cluster.server_url().to_string()),
        ca: Some(folder.join("ca.crt")),
        cert: Some(folder.join("keys/me.crt")),
        key_data: Some(Secret::new(STANDARD.encode(&pair.key))),
        ..Connection::default()
    };
    assert_eq!(name(&flags).await.unwrap(), "captain");
}

#[tokio::test]
async fn that_the_server_does_not_accept() {
    let port = port();
    let user = |authority: &Authority, until: &str| {
        let pair = authority.issue("captain", &[], until);
        json!({
            "client-certificate-data": STANDARD.encode(&pair.certificate),
            "client-key-data": STANDARD.encode(&pair.key),
        })
    };
    let said = refusal(&port.connection(json!({}), user(&port.authority, LONG_AGO))).await;
    assert!(said.contains("the client certificate of user \"anna\", which expired at 2021-01-01T00:00:00Z"), "{said}");
    assert!(said.contains("context \"sea\" of the kubeconfig /") && said.contains("log in again"), "{said}");
    let said = refusal(&port.connection(json!({}), user(&Authority::new("harbour"), LONG_FROM_NOW))).await;
    assert!(said.contains("does not accept the client certificate of user \"anna\" (context \"sea\" of"), "{said}");
}

#[tokio::test]
async fn that_cannot_be_used() {
    let port = port();
    let (one, other) =
        (port.authority.issue("captain", &[], LONG_FROM_NOW), port.authority.issue("captain", &[], LONG_FROM_NOW));
    let (certificate, key) = (STANDARD.encode(&one.certificate), STANDARD.encode(&one.key));
    let table = [
        (
            json!({"client-certificate-data": certificate}),
            "the client certificate of context \"sea\" of the kubeconfig",
        ),
        (json!({"client-key-data": key}), "the client key of context \"sea\" of the kubeconfig"),
        (
            json!({"client-certificate-data": "?", "client-key-data": key}),
            "the data of the client certificate of context",
        ),
        (
            json!({"client-certificate-data": STANDARD.encode("no"), "client-key-data": key}),
            "has no certificate in PEM form",
        ),
        (json!({"client-certificate": "gone.crt", "client-key-data": key}), "gone.crt of context \"sea\""),
        (
            json!({"client-certificate-data": certificate, "client-key-data": STANDARD.encode("no")}),
            "preparing the connection",
        ),
        (
            json!({"client-certificate-data": certificate, "client-key-data": STANDARD.encode(&other.key)}),
            "preparing the connection",
        ),
    ];
    for (user, expected) in table {
        let connection = port.connection(json!({}), user);
        let said = refusal(&connection).await;
        assert!(said.contains(expected), "{said}");
        assert!(said.contains(&*connection.kubeconfigs[0].to_string_lossy()), "{said}");
    }
}
