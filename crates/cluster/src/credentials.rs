//! Resolves credentials: reads token files, runs plugins, refreshes logins.
//!
//! In: settings with credentials as configured. Out: settings with the header or certificate to send, and when those
//! expire.

mod certificate;
mod exec;
mod keep;
mod oidc;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use http::HeaderValue;
use http::header::AUTHORIZATION;
use jiff::Timestamp;
use kube::config::AuthInfo;
use secrecy::{ExposeSecret, SecretString};

use crate::config::{Settings, file, refuse};
use crate::connection::Connection;
use crate::error::Error;
pub(crate) use oidc::Renewed;

/// What is known of credentials besides the secret itself.
#[derive(Default)]
pub(crate) struct Login {
    /// Their name for messages.
    pub(crate) shown: String,
    pub(crate) expires: Option<Timestamp>,
    /// A warning although the login succeeded.
    pub(crate) warning: Option<String>,
}

/// What a plugin or a file returned.
struct Granted {
    token: Option<SecretString>,
    /// Certificate and key, both in PEM.
    certificate: Option<(String, SecretString)>,
    login: Login,
}

impl Granted {
    fn token(token: impl Into<SecretString>, shown: String) -> Granted {
        Granted { token: Some(token.into()), certificate: None, login: Login { shown, ..Login::default() } }
    }
}

/// Puts the credentials to send into the settings.
pub(crate) async fn log_in(
    settings: &mut Settings,
    connection: &Connection,
    renewed: &Renewed,
) -> Result<Login, Error> {
    let user = std::mem::take(&mut settings.config.auth_info);
    let granted = grant(&user, settings, connection, renewed).await?;
    let kept = &mut settings.config.auth_info;
    kept.impersonate = user.impersonate;
    kept.impersonate_uid = user.impersonate_uid;
    kept.impersonate_groups = user.impersonate_groups;
    kept.impersonate_user_extra = user.impersonate_user_extra;
    kept.client_certificate_data = user.client_certificate_data;
    kept.client_key_data = user.client_key_data;
    if let Some((certificate, key)) = granted.certificate {
        kept.client_certificate_data = Some(STANDARD.encode(certificate));
        kept.client_key_data = Some(SecretString::from(STANDARD.encode(key.expose_secret())));
    }
    if let Some(token) = granted.token {
        let value = header(&format!("Bearer {}", token.expose_secret().trim()), &granted.login.shown)?;
        settings.config.headers.push((AUTHORIZATION, value));
    } else if let (Some(name), Some(password)) = (&user.username, &user.password) {
        let pair = STANDARD.encode(format!("{name}:{}", password.expose_secret()));
        settings.config.headers.push((AUTHORIZATION, header(&format!("Basic {pair}"), &granted.login.shown)?));
    }
    Ok(granted.login)
}

fn header(text: &str, shown: &str) -> Result<HeaderValue, Error> {
    let mut value = HeaderValue::from_str(text)
        .map_err(|_| refuse(format!("{shown} cannot be sent: it has spaces, line ends or the like in it")))?;
    value.set_sensitive(true);
    Ok(value)
}

/// In this order: token, password, provider, plugin.
async fn grant(
    user: &AuthInfo,
    settings: &Settings,
    connection: &Connection,
    renewed: &Renewed,
) -> Result<Granted, Error> {
    let place = &settings.place;
    let whose = match &place.user {
        Some(user) => format!("of user {user:?}"),
        None => "that was given".to_string(),
    };
    if let Some(granted) = token(user, &whose, settings)? {
        return Ok(granted);
    }
    let shown = |shown: String| Granted { token: None, certificate: None, login: Login { shown, ..Login::default() } };
    if let Some(name) = &user.username {
        return Ok(shown(format!("the password of {name:?}")));
    }
    if let Some(provider) = &user.auth_provider {
        if provider.name != "oidc" {
            return Err(refuse(format!(
                "the auth provider {:?} of {place} is not supported, but oidc is: use a credential plugin (users[].user.exec)",
                provider.name
            )));
        }
        let mut granted = oidc::log_in(&provider.config, settings, connection, renewed).await?;
        granted.login.shown = format!("the login {whose}");
        return Ok(granted);
    }
    if let Some(exec) = &user.exec {
        return exec::run(exec, place, exec::LIMIT, connection.is_unattended).await;
    }
    Ok(shown(match &user.client_certificate_data {
        Some(data) => format!("the client certificate {whose}{}", certificate::expiry(data)),
        None => "a request without credentials".to_string(),
    }))
}

/// A token file wins over an inline token, which is the fallback if the file cannot be read.
fn token(user: &AuthInfo, whose: &str, settings: &Settings) -> Result<Option<Granted>, Error> {
    let inline = user.token.as_ref().filter(|token| !token.expose_secret().is_empty());
    if let Some(path) = user.token_file.as_deref().filter(|path| !path.is_empty()) {
        match file::read_text(path) {
            Ok(text) => return Ok(Some(Granted::token(text.trim(), format!("the token in {path}")))),
            Err(error) if inline.is_none() => {
                return Err(refuse(format!("reading the token {path} of {}: {error}", settings.place)));
            }
            Err(_) => {}
        }
    }
    Ok(inline.map(|token| Granted::token(token.expose_secret(), format!("the token {whose}"))))
}
