//! The auth provider `oidc`. A service account's token serves as the id token: it is signed, it expires, and the server
//! accepts it.

use std::os::unix::fs::PermissionsExt;

use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use serde_json::{Value, json};
use skeg_cluster::{Cluster, Connection, Secret};

use super::issuer::Issuer;
use super::port::{name, port, refusal, who};
use super::tls::acceptor;
use crate::support::blocking;

/// A token that expired long ago.
fn old_token() -> String {
    let part = |value: Value| URL_SAFE_NO_PAD.encode(value.to_string());
    format!("{}.{}.c2ln", part(json!({"alg": "RS256"})), part(json!({"exp": 1_600_000_000})))
}

/// A user with this id token and a refresh token.
fn user(issuer: &Issuer, id_token: &str, more: Value) -> Value {
    let authority = std::fs::read(port().cluster.certificate_authority()).unwrap();
    let mut config = json!({
        "idp-issuer-url": issuer.url, "idp-certificate-authority-data": STANDARD.encode(authority),
        "client-id": "skeg tests", "client-secret": "s&t", "id-token": id_token, "refresh-token": "refresh-1",
    });
    config.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    json!({"auth-provider": {"name": "oidc", "config": config}})
}

#[tokio::test]
async fn a_good_token_is_used_as_it_is() {
    let (port, issuer) = (port(), Issuer::start(acceptor(port())).await);
    let (token, account) = blocking(|| port.account("purser")).await;
    assert_eq!(name(&port.connection(json!({}), user(&issuer, &token, json!({})))).await.unwrap(), account);
    let flags = Connection {
        auth_provider: Some("oidc".to_string()),
        auth_provider_config: [("id-token".to_string(), token)].into(),
        ..port.connection(json!({}), port.admin())
    };
    assert_eq!(name(&flags).await.unwrap(), account);
    assert!(issuer.take().is_empty());
}

#[tokio::test]
async fn an_old_token_is_renewed_and_the_new_one_kept() {
    let (port, issuer) = (port(), Issuer::start(acceptor(port())).await);
    let (token, account) = blocking(|| port.account("purser")).await;
    issuer.answers(200, json!({"id_token": token, "refresh_token": "refresh-2"}));
    let connection = port.connection(json!({}), user(&issuer, &old_token(), json!({})));
    let file = &connection.kubeconfigs[0];
    std::fs::set_permissions(file, std::fs::Permissions::from_mode(0o600)).unwrap();
    let cluster = Cluster::connect(&connection).await.unwrap();
    assert_eq!(who(&cluster).await.unwrap()["username"], *account);
    let login = STANDARD.encode("skeg%20tests:s%26t");
    let form = "grant_type=refresh_token&refresh_token=refresh-1";
    assert_eq!(issuer.take(), [format!("POST /realms/sea/token HTTP/1.1 | Basic {login} | {form}")]);

    let kept: Value = serde_json::from_slice(&std::fs::read(file).unwrap()).unwrap();
    assert_eq!(kept, port.kubeconfig(json!({}), user(&issuer, &token, json!({"refresh-token": "refresh-2"}))));
    assert_eq!(std::fs::metadata(file).unwrap().permissions().mode() & 0o777, 0o600);
    assert_eq!(std::fs::read_dir(file.parent().unwrap()).unwrap().count(), 1, "nothing else is left there");
    assert_eq!(name(&connection).await.unwrap(), account);
    assert!(issuer.take().is_empty());
    assert_eq!(cluster.take_warnings(), [""; 0]);
}

#[tokio::test]
async fn what_cannot_be_kept_is_remembered() {
    let (port, issuer) = (port(), Issuer::start(acceptor(port())).await);
    // Still expired: the next call refreshes it again, with the latest refresh token.
    issuer.answers(200, json!({"id_token": old_token(), "refresh_token": "refresh-2"}));
    let kubeconfig = port.kubeconfig(json!({}), user(&issuer, &old_token(), json!({"client-secret": ""})));
    let encoded = Secret::new(STANDARD.encode(kubeconfig.to_string()));
    let connection = Connection { kubeconfig_base64: Some(encoded), ..Connection::default() };
    let cluster = Cluster::connect(&connection).await.unwrap();
    let (token, account) = blocking(|| port.account("purser")).await;
    issuer.answers(200, json!({"id_token": token}));
    assert_eq!(who(&cluster).await.unwrap()["username"], *account);
    let form = "grant_type=refresh_token&refresh_token";
    let expected =
        [1, 2].map(|n| format!("POST /realms/sea/token HTTP/1.1 |  | {form}=refresh-{n}&client_id=skeg%20tests"));
    assert_eq!(issuer.take(), expected);
    let said = "the renewed login could not be saved in the kubeconfig given in base64; log in again next time";
    assert_eq!(cluster.take_warnings(), [said]);
}

#[tokio::test]
async fn what_cannot_be_renewed_is_told() {
    let (port, issuer) = (port(), Issuer::start(acceptor(port())).await);
    issuer.answers(400, json!({"error": "invalid_grant", "error_description": "Session not active"}));
    let try_with = async |more: Value| refusal(&port.connection(json!({}), user(&issuer, &old_token(), more))).await;
    let said = try_with(json!({})).await;
    assert!(said.starts_with("renewing the login of context \"sea\" of the kubeconfig /"), "{said}");
    let end = format!(" at {}: it answers 400 invalid_grant Session not active: log in again", issuer.url);
    assert!(said.ends_with(&end), "{said}");
    let seen = issuer.take();
    assert!(
        seen[0].contains("| Basic ") && seen[1].ends_with("&client_id=skeg%20tests&client_secret=s%26t"),
        "{seen:?}"
    );

    let said = try_with(json!({"refresh-token": ""})).await;
    assert!(said.contains("its auth provider has no refresh-token: log in again"), "{said}");
    let said = try_with(json!({"idp-certificate-authority-data": STANDARD.encode("no")})).await;
    assert!(said.contains("the data of the issuer's certificate authority"), "{said}");
    let said = try_with(json!({"idp-certificate-authority-data": ""})).await;
    assert!(said.contains("invalid peer certificate"), "{said}");
    let said = try_with(json!({"idp-issuer-url": "https://127.0.0.1:1"})).await;
    assert!(said.contains("at https://127.0.0.1:1: ") && said.contains("Connection refused"), "{said}");
    let said = try_with(json!({"idp-issuer-url": "http://127.0.0.1:1"})).await;
    assert!(said.contains("is no https:// address"), "{said}");
    let provider = json!({"auth-provider": {"name": "gcp", "config": {}}});
    let said = refusal(&port.connection(json!({}), provider)).await;
    assert!(said.starts_with("the auth provider \"gcp\" of context \"sea\" of the kubeconfig /"), "{said}");
    assert!(said.ends_with("use a credential plugin (users[].user.exec)"), "{said}");
}
