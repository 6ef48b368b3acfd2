//! What messages tell of a connection: which server, by which settings, known by what. No secrets.

use kube::Config;

use crate::config::{Place, Source, proxy};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct About {
    /// With the proxy before it.
    server: String,
    place: Place,
    login: String,
    /// Nobody checks whether it is the right server.
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

    /// For what runs in this process.
    pub(crate) fn in_process(name: &str) -> About {
        let place = Place { source: Source::InProcess, ..Place::default() };
        About { server: name.to_string(), place, login: "no credentials".to_string(), unverified: false }
    }

    /// A warning where the server's certificate is not checked.
    pub(crate) fn unverified(&self) -> Option<String> {
        let (server, place) = (&self.server, &self.place);
        self.unverified.then(|| {
            format!(
                "the certificate of {server} is not verified ({place}): whoever answers there can read and change everything, including secrets and credentials"
            )
        })
    }

    /// For people who wonder why it is this cluster.
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

    /// A server that is not the one we trust, or does not trust us.
    pub(crate) fn mistrust(&self, error: &rustls::Error) -> String {
        let (server, place, login) = (&self.server, &self.place, &self.login);
        match error {
            rustls::Error::AlertReceived(_) => {
                format!(
                    "connecting to {server} ({place}): the server ended the handshake: {error}; we came with {login}"
                )
            }
            rustls::Error::InvalidMessage(_) => {
                format!(
                    "connecting to {server} ({place}): what answers speaks no TLS ({error}): is it http://, or a proxy?"
                )
            }
            error => format!(
                "connecting to {server} ({place}): {error}: check the server's address, its CA (--kube-ca) and the name in its certificate (--kube-api-server-tls-name)"
            ),
        }
    }
}
