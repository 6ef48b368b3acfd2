//! Describes a connection for messages: server, settings, credentials. No secrets.

use kube::Config;

use crate::config::{Place, Source, proxy};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct About {
    /// With the proxy in front of it.
    server: String,
    place: Place,
    login: String,
    /// The server's certificate is not verified.
    unverified: bool,
}

impl About {
    pub(crate) fn new(config: &Config, place: Place, login: String) -> About {
        let mut server = proxy::shown(&config.cluster_url);
        if let Some(proxy) = &config.proxy_url {
            server = format!("{server} through the proxy {}", proxy::shown(proxy));
        }
        let unverified = config.accept_invalid_certs && config.cluster_url.scheme_str() != Some("http");
        About { server, place, login, unverified }
    }

    /// For a cluster in this process.
    pub(crate) fn in_process(name: &str) -> About {
        let place = Place { source: Source::InProcess, ..Place::default() };
        About { server: name.to_string(), place, login: "no credentials".to_string(), unverified: false }
    }

    /// A warning if the server's certificate is not verified.
    pub(crate) fn unverified(&self) -> Option<String> {
        let (server, place) = (&self.server, &self.place);
        self.unverified.then(|| {
            format!(
                "the certificate of {server} is not verified ({place}): whoever answers there can read and change everything, including secrets and credentials"
            )
        })
    }

    /// For debug logs: why this cluster is used.
    pub(crate) fn describe(&self, namespace: &str) -> String {
        format!("{}: {}, namespace {namespace}, known by {}", self.place, self.server, self.login)
    }

    pub(crate) fn unprepared(&self, why: &str) -> String {
        format!("preparing the connection to {} ({}): {why}", self.server, self.place)
    }

    pub(crate) fn no_answer(&self, why: &str) -> String {
        format!("no answer from {} ({}): {why}", self.server, self.place)
    }

    pub(crate) fn unauthorized(&self, message: &str) -> String {
        format!(
            "{message}: {} does not accept {} ({}): log in again, or choose another context with --kube-context",
            self.server, self.login, self.place
        )
    }

    /// The message for a failed TLS handshake.
    pub(crate) fn mistrust(&self, error: &rustls::Error) -> String {
        let (server, place, login) = (&self.server, &self.place, &self.login);
        match error {
            rustls::Error::AlertReceived(_) => {
                format!(
                    "connecting to {server} ({place}): the server ended the handshake: {error}; it was offered {login}"
                )
            }
            rustls::Error::InvalidMessage(_) => {
                format!(
                    "connecting to {server} ({place}): the server does not speak TLS ({error}): is it http://, or a \
                     proxy?"
                )
            }
            error => format!(
                "connecting to {server} ({place}): {error}: check the server's address, its CA (--kube-ca) and the name in its certificate (--kube-api-server-tls-name)"
            ),
        }
    }
}
