//! The auth provider `oidc`: an id token, refreshed at its issuer before it expires.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use bytes::Bytes;
use http::header::{AUTHORIZATION, CONTENT_TYPE};
use http::{Request, Uri};
use http_body_util::{BodyExt, Full};
use jiff::Timestamp;
use kube::Config;
use serde_json::Value;
use tower::ServiceExt;

use super::{Granted, Login, keep};
use crate::client;
use crate::config::{Settings, certificates, load, proxy, refuse};
use crate::connection::Connection;
use crate::error::{Error, chain};
use crate::path::escape;

/// How long before its expiry an id token is refreshed.
const MARGIN: Duration = Duration::from_secs(10);
const LIMIT: Duration = Duration::from_secs(30);

/// Refreshed tokens by the refresh token of the kubeconfig, which may not be writable.
#[derive(Default)]
pub(crate) struct Renewed(Mutex<BTreeMap<String, Tokens>>);

#[derive(Clone)]
struct Tokens {
    id: String,
    refresh: String,
}

pub(crate) async fn log_in(
    config: &HashMap<String, String>,
    settings: &Settings,
    connection: &Connection,
    renewed: &Renewed,
) -> Result<Granted, Error> {
    let get = |key: &str| config.get(key).map(|value| value.trim()).unwrap_or_default();
    let written = Tokens { id: get("id-token").to_string(), refresh: get("refresh-token").to_string() };
    let known = renewed.0.lock().unwrap_or_else(PoisonError::into_inner).get(&written.refresh).cloned();
    let old = known.unwrap_or_else(|| written.clone());
    if let Some(expires) = expiry(&old.id).filter(|expires| *expires > Timestamp::now()) {
        return Ok(granted(old.id, Some(expires), None));
    }
    let place = &settings.place;
    for (key, value) in
        [("refresh-token", &*old.refresh), ("idp-issuer-url", get("idp-issuer-url")), ("client-id", get("client-id"))]
    {
        if value.is_empty() {
            return Err(refuse(format!(
                "the login of {place} has expired and cannot be renewed, since its auth provider has no {key}: log in again"
            )));
        }
    }
    let issuer = Issuer { config, settings, connection };
    let renewing = tokio::time::timeout(LIMIT, issuer.renew(&old.refresh)).await;
    let renewing = renewing.unwrap_or_else(|_| Err(format!("no answer within {} s", LIMIT.as_secs())));
    let new = renewing.map_err(|why| {
        refuse(format!("renewing the login of {place} at {}: {why}: log in again", get("idp-issuer-url")))
    })?;
    renewed.0.lock().unwrap_or_else(PoisonError::into_inner).insert(written.refresh, new.clone());
    let kept = keep::replace(place.source.files(), &[(&old.id, &new.id), (&old.refresh, &new.refresh)]);
    let is_lost = new.refresh != old.refresh && !matches!(kept, Ok(true));
    let warning = is_lost.then(|| {
        let why = kept.err().map(|error| format!(": {error}")).unwrap_or_default();
        format!("the renewed login could not be saved in {}{why}; log in again next time", place.source)
    });
    let expires = expiry(&new.id);
    Ok(granted(new.id, expires, warning))
}

fn granted(token: String, expires: Option<Timestamp>, warning: Option<String>) -> Granted {
    let mut granted = Granted::token(token, String::new());
    granted.login = Login { expires, warning, ..granted.login };
    granted
}

/// When to refresh a token; `None` if it cannot be read.
fn expiry(token: &str) -> Option<Timestamp> {
    let payload = token.split('.').nth(1)?;
    let claims = URL_SAFE_NO_PAD.decode(payload.trim_end_matches('=')).ok()?;
    let claims: Value = serde_json::from_slice(&claims).ok()?;
    let seconds = claims["exp"].as_i64().or_else(|| claims["exp"].as_f64().map(|seconds| seconds as i64))?;
    Timestamp::from_second(seconds).ok()?.checked_sub(MARGIN).ok()
}

struct Issuer<'a> {
    config: &'a HashMap<String, String>,
    settings: &'a Settings,
    connection: &'a Connection,
}

impl Issuer<'_> {
    fn get(&self, key: &str) -> &str {
        self.config.get(key).map(|value| value.trim()).unwrap_or_default()
    }

    async fn renew(&self, refresh: &str) -> Result<Tokens, String> {
        let issuer = self.get("idp-issuer-url").trim_end_matches('/');
        let discovery = format!("{issuer}/.well-known/openid-configuration");
        let (code, found) = self.ask(&discovery, None, String::new()).await?;
        let Some(endpoint) = found["token_endpoint"].as_str().filter(|_| code == 200) else {
            return Err(format!("it does not name a token endpoint, but answers {code}"));
        };
        let (id, secret) = (self.get("client-id"), self.get("client-secret"));
        let form = format!("grant_type=refresh_token&refresh_token={}", escape(refresh));
        let inside = format!("{form}&client_id={}", escape(id));
        // Some issuers authenticate the client by a header, some by the form, none by both.
        let (mut code, mut answer) = if secret.is_empty() {
            self.ask(endpoint, None, inside.clone()).await?
        } else {
            let pair = STANDARD.encode(format!("{}:{}", escape(id), escape(secret)));
            self.ask(endpoint, Some(pair), form).await?
        };
        if code != 200 && !secret.is_empty() {
            (code, answer) = self.ask(endpoint, None, format!("{inside}&client_secret={}", escape(secret))).await?;
        }
        let text = |key: &str| answer[key].as_str().unwrap_or_default();
        match text("id_token") {
            "" => {
                Err(format!("it answers {code} {} {}", text("error"), text("error_description")).trim_end().to_string())
            }
            id => {
                let fresh = Some(text("refresh_token")).filter(|token| !token.is_empty()).unwrap_or(refresh);
                Ok(Tokens { id: id.to_string(), refresh: fresh.to_string() })
            }
        }
    }

    /// Gets a document, or posts a form if there is one.
    async fn ask(&self, url: &str, client: Option<String>, form: String) -> Result<(u16, Value), String> {
        let uri: Uri = url.parse().map_err(|_| format!("{url:?} is no URL"))?;
        if uri.scheme_str() != Some("https") {
            return Err(format!("{url:?} is no https:// address"));
        }
        let target = uri.path_and_query().map_or("/", |target| target.as_str());
        let mut builder = if form.is_empty() { Request::get(target) } else { Request::post(target) };
        if !form.is_empty() {
            builder = builder.header(CONTENT_TYPE, "application/x-www-form-urlencoded");
        }
        if let Some(client) = client {
            builder = builder.header(AUTHORIZATION, format!("Basic {client}"));
        }
        let request = builder.body(Full::new(Bytes::from(form))).map_err(|error| error.to_string())?;
        let service = self.service(&uri)?;
        let answer = service.oneshot(request).await.map_err(|error| chain(error.as_ref()))?;
        let code = answer.status().as_u16();
        let body = answer.into_body().collect().await.map_err(|error| chain(error.as_ref()))?;
        Ok((code, serde_json::from_slice(&body.to_bytes()).unwrap_or_default()))
    }

    fn service(&self, uri: &Uri) -> Result<client::Service, String> {
        let host = uri.authority().map(|authority| authority.as_str()).unwrap_or_default();
        let base = Uri::builder().scheme("https").authority(host).path_and_query("/").build();
        let mut config = Config::new(base.map_err(|error| error.to_string())?);
        config.root_cert = self.authorities().map_err(|error| error.to_string())?;
        let proxy = proxy::of_environment(&config.cluster_url, self.connection);
        config.proxy_url = proxy.map_err(|error| error.to_string())?;
        client::single(&config)
    }

    fn authorities(&self) -> Result<Option<Vec<Vec<u8>>>, Error> {
        let (data, file) = (self.get("idp-certificate-authority-data"), self.get("idp-certificate-authority"));
        let found = load("issuer's certificate authority", Some(data), Some(file), &self.settings.place)?;
        found.map(|(pem, origin)| certificates(&pem, &origin)).transpose()
    }
}
