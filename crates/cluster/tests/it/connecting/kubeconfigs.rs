//! Kubeconfigs: several merged, with relative paths, and invalid ones.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use skeg_cluster::{Cluster, Connection};

use super::port::{by_file, name, port, refusal};

#[tokio::test]
async fn are_merged_and_the_first_one_counts() {
    let port = port();
    let (one, two) = (port.folder(), port.folder());
    std::fs::copy(port.cluster.certificate_authority(), one.join("ca.crt")).unwrap();
    std::fs::write(two.join("token"), format!("{}\n", port.cluster.admin_token())).unwrap();
    let first = json!({
        "apiVersion": "v1", "kind": "Config", "current-context": "",
        "clusters": [{"name": "harbour", "cluster": {"server": port.cluster.server_url(), "certificate-authority": "ca.crt"}}],
    });
    let second = json!({
        "apiVersion": "v1", "kind": "Config", "current-context": "sea",
        "contexts": [{"name": "sea", "context": {"cluster": "harbour", "user": "anna", "namespace": "deck"}}],
        "clusters": [{"name": "harbour", "cluster": {"server": "https://127.0.0.1:1"}}],
        "users": [{"name": "anna", "user": {"tokenFile": "token"}}],
    });
    let files = [one.join("config"), one.join("not-there"), two.join("config")];
    by_file(&files[0], &first);
    by_file(&files[2], &second);
    let both = Connection { kubeconfigs: files.to_vec(), ..Connection::default() };
    assert_eq!(name(&both).await.unwrap(), "admin");
    assert_eq!(Cluster::connect(&both).await.unwrap().default_namespace(), "deck");
    let said = refusal(&Connection { context: Some("land".to_string()), ..both.clone() }).await;
    let named = format!("the kubeconfigs {}, {}", files[0].display(), files[2].display());
    assert_eq!(said, format!("there is no context \"land\" in {named}; known contexts: sea"));
    let said = refusal(&Connection { kubeconfigs: vec!["/no/a".into(), "/no/b".into()], ..both }).await;
    assert!(said.starts_with("the kubeconfigs /no/a, /no/b do not exist"), "{said}");
}

#[tokio::test]
async fn may_name_the_server_instead_of_its_address() {
    let port = port();
    let server = port.cluster.server_url().replace("127.0.0.1", "localhost");
    let cluster = json!({"server": server, "tls-server-name": "kubernetes"});
    let connection = port.connection(cluster, json!({"token": port.cluster.admin_token()}));
    assert_eq!(name(&connection).await.unwrap(), "admin");
}

#[tokio::test]
async fn that_are_bad_say_where_and_keep_their_secrets() {
    let port = port();
    let file = port.folder().join("config");
    let table: [(&[u8], &str); 7] = [
        (b"users:\n- name: a\n  user: {token: hush-hush\ncontexts: [", "line "),
        (b"users:\n- name: a\n  user:\n    token: hush-hush\n   clusters: []\n", "line "),
        (b"clusters: hush-hush\n", "line 1"),
        (b"contexts: [{name: a, context: {user: hush-hush}}]\n", "missing field `cluster`"),
        (b"\xff\xfea", "there is no current context"),
        (b"\xff\x00", "it is not UTF-8"),
        (b"", "choose one with --kube-context; it has no contexts at all"),
    ];
    for (text, expected) in table {
        std::fs::write(&file, text).unwrap();
        let said = refusal(&Connection { kubeconfigs: vec![file.clone()], ..Connection::default() }).await;
        assert!(said.contains(&format!("the kubeconfig {}", file.display())), "{said}");
        assert!(said.contains(expected) && !said.contains("hush-hush"), "{said}");
        assert!(!said.trim().contains('\n'), "{said}");
    }
}

#[tokio::test]
async fn that_lack_something_say_what() {
    let port = port();
    let change = async |at: &str, value: Value| {
        let mut kubeconfig = port.kubeconfig(json!({}), port.admin());
        *kubeconfig.pointer_mut(at).unwrap() = value;
        refusal(&by_file(&port.folder().join("config"), &kubeconfig)).await
    };
    let said = change("/contexts/0/context/user", json!("berta")).await;
    assert!(
        said.starts_with("there is no user \"berta\" for context \"sea\" of") && said.ends_with("; known users: anna"),
        "{said}"
    );
    let said = change("/contexts/0/context/cluster", json!("lake")).await;
    assert!(
        said.starts_with("there is no cluster \"lake\" for context \"sea\" of")
            && said.ends_with("; known clusters: harbour"),
        "{said}"
    );
    let said = change("/clusters/0/cluster/server", json!("")).await;
    assert!(said.starts_with("cluster \"harbour\", which context \"sea\" of the kubeconfig /"), "{said}");
    let said = change("/clusters/0/cluster/server", json!("ftp://a")).await;
    assert!(said.contains("the API server \"ftp://a\" of context \"sea\" of the kubeconfig /"), "{said}");
    let said = change("/clusters/0/cluster/certificate-authority", json!("gone.crt")).await;
    assert!(
        said.contains("/gone.crt of context \"sea\" of the kubeconfig /") && said.contains("no such file"),
        "{said}"
    );
    let said = change("/users/0/user", json!({"tokenFile": "gone"})).await;
    assert!(said.contains("/gone of context \"sea\" of the kubeconfig /") && said.contains("no such file"), "{said}");
    let said = change("/users/0/user", json!({"token": "two\nlines"})).await;
    assert!(said.starts_with("the token of user \"anna\" cannot be sent") && !said.contains("two"), "{said}");
    for (data, expected) in [("?", "is not valid base64"), ("bm8=", "has no certificate in PEM form")] {
        let connection = port.connection(json!({"certificate-authority-data": data}), port.admin());
        let said = refusal(&connection).await;
        assert!(
            said.starts_with("the data of the certificate authority of context \"sea\" of the kubeconfig /"),
            "{said}"
        );
        assert!(said.contains(expected), "{said}");
    }
}

#[tokio::test]
async fn say_whom_to_trust() {
    let port = port();
    let by_name = port.connection(json!({"tls-server-name": "kubernetes.default.svc"}), port.admin());
    assert_eq!(name(&by_name).await.unwrap(), "admin");
    let wrong = port.connection(json!({"tls-server-name": "kubernetes.example.com"}), port.admin());
    let said = refusal(&wrong).await;
    assert!(said.starts_with(&format!("connecting to {} (context \"sea\" of", port.cluster.server_url())), "{said}");
    assert!(said.contains("kubernetes.example.com") && said.contains("--kube-api-server-tls-name"), "{said}");
    // The TLS name belonged to the other server.
    let elsewhere = Connection { api_server: Some(port.cluster.server_url().to_string()), ..wrong.clone() };
    assert_eq!(name(&elsewhere).await.unwrap(), "admin");

    let other = json!({"certificate-authority-data": STANDARD.encode(&port.authority.certificate)});
    let said = refusal(&port.connection(other, port.admin())).await;
    assert!(said.contains("UnknownIssuer") && said.contains("--kube-ca"), "{said}");
    let careless = json!({"insecure-skip-tls-verify": true, "certificate-authority": null});
    let careless = port.connection(careless, port.admin());
    assert_eq!(name(&careless).await.unwrap(), "admin");
    let file = port.folder().join("other.crt");
    std::fs::write(&file, &port.authority.certificate).unwrap();
    let said = refusal(&Connection { ca: Some(file.clone()), ..careless }).await;
    assert!(said.contains("UnknownIssuer"), "who names an authority wants it asked: {said}");
    let insecure =
        Connection { insecure: true, ..port.connection(json!({"certificate-authority": file}), port.admin()) };
    assert_eq!(name(&insecure).await.unwrap(), "admin");
}
