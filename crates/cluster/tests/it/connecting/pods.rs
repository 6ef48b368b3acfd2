//! Connecting from inside a cluster, with a pod's service account.

use std::path::Path;

use skeg_cluster::{Cluster, Connection};

use super::port::{port, refusal, who};
use crate::support::blocking;

fn in_pod(folder: &Path) -> Connection {
    Connection {
        service_host: Some("127.0.0.1".to_string()),
        service_port: Some(port().number().to_string()),
        service_account: folder.to_path_buf(),
        ..Connection::default()
    }
}

#[tokio::test]
async fn by_a_token_that_changes() {
    let port = port();
    let (folder, (first, name), (second, other)) =
        blocking(|| (port.folder(), port.account("rower"), port.account("bosun"))).await;
    std::fs::write(folder.join("token"), format!("{first}\n")).unwrap();
    std::fs::write(folder.join("namespace"), "deck\n").unwrap();
    std::fs::copy(port.cluster.certificate_authority(), folder.join("ca.crt")).unwrap();
    let cluster = Cluster::connect(&in_pod(&folder)).await.unwrap();
    assert_eq!(cluster.default_namespace(), "deck");
    assert_eq!(who(&cluster).await.unwrap()["username"], *name);

    // Deleting the account invalidates the first token.
    std::fs::write(folder.join("token"), second).unwrap();
    blocking(move || {
        let namespace = name.split(':').nth(2).unwrap().to_string();
        port.cluster.kubectl_run(["-n", &namespace, "delete", "serviceaccount", "rower"]).unwrap();
    })
    .await;
    // The server may accept the old token for some seconds more.
    for _ in 0..300 {
        let found = who(&cluster).await.unwrap();
        if found["username"] == *other {
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
    panic!("the new token was not read");
}

#[tokio::test]
async fn that_has_no_account() {
    let folder = port().folder();
    let said = refusal(&in_pod(&folder)).await;
    assert!(said.contains("this pod has no service account") && said.contains("/token is missing"), "{said}");
    std::fs::write(folder.join("token"), "a").unwrap();
    let said = refusal(&in_pod(&folder)).await;
    assert!(said.contains("/ca.crt of the service account of this pod: no such file"), "{said}");
}
