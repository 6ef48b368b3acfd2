//! Which proxy to use, by Go's rules: an explicit one, else the environment's unless `NO_PROXY` excludes the server.

use http::Uri;
use hyper_util::client::proxy::matcher::Matcher;

use super::refuse;
use crate::connection::Connection;
use crate::error::Error;

/// `named` comes from the kubeconfig or a flag.
pub(crate) fn choose(named: Option<&str>, server: &Uri, connection: &Connection) -> Result<Option<Uri>, Error> {
    match named.filter(|url| !url.is_empty()) {
        Some(url) => parse(url).map(Some),
        None => of_environment(server, connection),
    }
}

pub(crate) fn of_environment(server: &Uri, connection: &Connection) -> Result<Option<Uri>, Error> {
    let is_secure = server.scheme_str() != Some("http");
    let url = if is_secure { &connection.https_proxy } else { &connection.http_proxy };
    let Some(url) = url.as_deref().filter(|url| !url.is_empty()) else { return Ok(None) };
    let matcher = Matcher::builder().all(url).no(connection.no_proxy.as_deref().unwrap_or_default()).build();
    if is_loopback(server) || matcher.intercept(server).is_none() {
        return Ok(None);
    }
    parse(url).map(Some)
}

/// The environment's proxies are never used for this machine itself.
fn is_loopback(server: &Uri) -> bool {
    let host = server.host().unwrap_or_default().trim_matches(['[', ']']);
    host == "localhost" || host.parse().is_ok_and(|address: std::net::IpAddr| address.is_loopback())
}

/// Errors do not show a user and password in the address.
fn parse(text: &str) -> Result<Uri, Error> {
    let whole = if text.contains("://") { text.to_string() } else { format!("http://{text}") };
    let uri = whole.parse::<Uri>().ok();
    let uri = uri.filter(|uri| uri.host().is_some_and(|host| !host.is_empty()));
    let uri = uri.ok_or_else(|| refuse("the address of the proxy is not a URL of the form http://host:port"))?;
    match uri.scheme_str() {
        Some("http" | "https") => Ok(uri),
        Some("socks5" | "socks5h") => Ok(with_port(uri, 1080)),
        scheme => Err(refuse(format!(
            "the scheme of a proxy must be http, https or socks5, not {}, as that of {} would",
            scheme.unwrap_or_default(),
            uri.host().unwrap_or_default()
        ))),
    }
}

/// The address with its port. Without one, hyper's proxies assume 443 for the server's and 80 for their own.
pub(crate) fn with_port(uri: Uri, port: u16) -> Uri {
    let authority = uri.authority().filter(|authority| authority.port().is_none());
    let Some(authority) = authority.map(|authority| format!("{authority}:{port}")) else { return uri };
    let mut parts = uri.clone().into_parts();
    parts.authority = authority.parse().ok();
    Uri::from_parts(parts).unwrap_or(uri)
}

/// The address without user and password.
pub(crate) fn shown(proxy: &Uri) -> String {
    let port = proxy.port_u16().map(|port| format!(":{port}")).unwrap_or_default();
    format!("{}://{}{port}", proxy.scheme_str().unwrap_or_default(), proxy.host().unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::{choose, shown};
    use crate::connection::Connection;

    #[test]
    fn which_proxy() {
        // Named, server: chosen.
        let table = [
            (None, "https://api.example.com:6443", "http://of-https:3128"),
            (None, "http://api.example.com", "http://of-http"),
            (Some("socks5://named:7"), "https://api.example.com", "socks5://named:7"),
            (Some("socks5://user:word@named"), "https://api.example.com", "socks5://named:1080"),
            (Some("http://user:word@named"), "https://127.0.0.1:6443", "http://named"),
            (Some("named:3128"), "https://kept.out", "http://named:3128"),
            (None, "https://127.0.0.1:6443", ""),
            (None, "https://[::1]:6443", ""),
            (None, "https://localhost", ""),
            (None, "https://kept.out:6443", ""),
            (None, "https://api.kept.out", ""),
            (None, "https://notkept.out", "http://of-https:3128"),
            (None, "https://10.1.2.3", ""),
            (None, "https://11.1.2.3", "http://of-https:3128"),
        ];
        let connection = Connection {
            https_proxy: Some("of-https:3128".to_string()),
            http_proxy: Some("http://of-http".to_string()),
            no_proxy: Some(" kept.out, ,10.0.0.0/8".to_string()),
            ..Connection::default()
        };
        for (named, server, expected) in table {
            let found = choose(named, &server.parse().unwrap(), &connection).unwrap();
            assert_eq!(found.map(|proxy| shown(&proxy)).unwrap_or_default(), expected, "{named:?} {server}");
        }
    }

    #[test]
    fn what_is_no_proxy() {
        for (named, expected) in [
            ("ftp://user:word@a", "the scheme of a proxy must be http, https or socks5, not ftp, as that of a would"),
            ("http://user:word@", "the address of the proxy is not a URL of the form http://host:port"),
            ("http://us er:word@a", "the address of the proxy is not a URL of the form http://host:port"),
        ] {
            let server = "https://b".parse().unwrap();
            let error = choose(Some(named), &server, &Connection::default()).unwrap_err();
            assert_eq!(error.to_string(), expected);
        }
    }
}
