//! The HTTP stacks: one for short calls, one for long streams, both over HTTP/2 if the server offers it.
//!
//! kube's own stack speaks HTTP/1.1 only, so this one is assembled from kube's public layers. Its settings are
//! complete: nothing here fetches credentials.

use std::time::Duration;

use base64::Engine;
use bytes::Bytes;
use http::{Request, Response, Uri};
use http_body_util::combinators::UnsyncBoxBody;
use http_body_util::{BodyExt, Full};
use hyper_rustls::{FixedServerNameResolver, HttpsConnector, HttpsConnectorBuilder};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::proxy::{SocksV5, Tunnel};
use hyper_util::client::legacy::connect::{Connect, HttpConnector};
use hyper_util::rt::{TokioExecutor, TokioTimer};
use kube::Config;
use kube::client::ConfigExt;
use kube::client::middleware::ExtraHeadersLayer;
use rustls::ClientConfig;
use tower::util::BoxCloneSyncService;
use tower::{BoxError, ServiceBuilder, ServiceExt};
use tower_http::decompression::DecompressionLayer;

use crate::error::chain;

/// The body of a request, sent at once.
pub type RequestBody = Full<Bytes>;
/// The body of a response, which may be streamed.
pub type AnswerBody = UnsyncBoxBody<Bytes, BoxError>;
pub(crate) type Service = BoxCloneSyncService<Request<RequestBody>, Response<AnswerBody>, BoxError>;

/// After this long without traffic a connection is pinged.
const PING_INTERVAL: Duration = Duration::from_secs(15);
const PING_TIMEOUT: Duration = Duration::from_secs(15);

/// The API server allows about a hundred streams per connection; another one would wait for ever.
const LONG_STACKS: usize = 8;

/// The stacks of a connection. Each has its own connection to the server.
pub(crate) struct Stacks {
    pub(crate) short: Service,
    pub(crate) long: Vec<Service>,
}

/// Builds the stacks. Blocks, since it reads the system's certificates.
pub(crate) fn build(config: &Config, http1_only: bool) -> Result<Stacks, String> {
    let maker = Maker::new(config, http1_only)?;
    let long: Result<Vec<Service>, String> = (0..LONG_STACKS).map(|_| maker.stack()).collect();
    Ok(Stacks { short: maker.stack()?, long: long? })
}

/// One stack for a few calls.
pub(crate) fn single(config: &Config) -> Result<Service, String> {
    Maker::new(config, true)?.stack()
}

/// What all stacks share.
struct Maker<'a> {
    config: &'a Config,
    tls: ClientConfig,
    headers: ExtraHeadersLayer,
    http1_only: bool,
}

impl<'a> Maker<'a> {
    fn new(config: &'a Config, http1_only: bool) -> Result<Maker<'a>, String> {
        // A second install finds the first one and is a no-op.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let tls = config.rustls_client_config().map_err(|error| chain(&error))?;
        let headers = config.extra_headers_layer().map_err(|error| chain(&error))?;
        Ok(Maker { config, tls, headers, http1_only })
    }

    fn stack(&self) -> Result<Service, String> {
        let mut tcp = HttpConnector::new();
        tcp.enforce_http(false);
        tcp.set_nodelay(true);
        tcp.set_connect_timeout(self.config.connect_timeout);
        let Some(proxy) = &self.config.proxy_url else { return Ok(self.over(self.secure(tcp)?)) };
        match proxy.scheme_str() {
            Some("socks5" | "socks5h") => Ok(self.over(self.secure(socks(proxy, tcp))?)),
            Some("https") => {
                let to_proxy = HttpsConnectorBuilder::new().with_tls_config(self.tls.clone()).https_or_http();
                let tunnel = tunnel(proxy, to_proxy.enable_http1().wrap_connector(tcp))?;
                Ok(self.over(self.secure(tunnel)?))
            }
            _ => Ok(self.over(self.secure(tunnel(proxy, tcp)?)?)),
        }
    }

    fn secure<C>(&self, connector: C) -> Result<HttpsConnector<C>, String> {
        let mut builder = HttpsConnectorBuilder::new().with_tls_config(self.tls.clone()).https_or_http();
        if let Some(name) = &self.config.tls_server_name {
            let parsed = name.clone().try_into();
            let parsed = parsed.map_err(|_| format!("{name:?} is not a valid TLS server name"))?;
            builder = builder.with_server_name_resolver(FixedServerNameResolver::new(parsed));
        }
        Ok(if self.http1_only {
            builder.enable_http1().wrap_connector(connector)
        } else {
            builder.enable_all_versions().wrap_connector(connector)
        })
    }

    fn over<C>(&self, connector: C) -> Service
    where
        C: Connect + Clone + Send + Sync + 'static,
    {
        let client: Client<C, RequestBody> = Client::builder(TokioExecutor::new())
            .timer(TokioTimer::new())
            .pool_timer(TokioTimer::new())
            .http2_keep_alive_interval(PING_INTERVAL)
            .http2_keep_alive_timeout(PING_TIMEOUT)
            .http2_adaptive_window(true)
            .build(connector);
        let service = ServiceBuilder::new()
            .layer(self.config.base_uri_layer())
            .layer(&self.headers)
            .map_err(BoxError::from)
            .layer(DecompressionLayer::new().gzip(!self.config.disable_compression))
            .service(client)
            .map_response(|answer: Response<_>| answer.map(|body| body.map_err(BoxError::from).boxed_unsync()));
        BoxCloneSyncService::new(service)
    }
}

fn tunnel<C>(proxy: &Uri, connector: C) -> Result<Tunnel<C>, String> {
    let tunnel = Tunnel::new(proxy.clone(), connector);
    let Some(login) = login(proxy) else { return Ok(tunnel) };
    let encoded = base64::engine::general_purpose::STANDARD.encode(unescape(login));
    let value = http::HeaderValue::from_str(&format!("Basic {encoded}"));
    let value = value.map_err(|_| "the proxy's user and password cannot be sent")?;
    Ok(tunnel.with_auth(value))
}

/// The proxy resolves the server's name itself.
fn socks<C>(proxy: &Uri, connector: C) -> SocksV5<C> {
    let socks = SocksV5::new(proxy.clone(), connector);
    let Some(login) = login(proxy) else { return socks };
    let (user, password) = login.split_once(':').unwrap_or((login, ""));
    let text = |escaped: &str| String::from_utf8_lossy(&unescape(escaped)).into_owned();
    socks.with_auth(text(user), text(password))
}

/// User and password of an address.
fn login(proxy: &Uri) -> Option<&str> {
    Some(proxy.authority()?.as_str().rsplit_once('@')?.0)
}

/// `%41` → `A`.
fn unescape(text: &str) -> Vec<u8> {
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let pair = bytes.get(at + 1..at + 3).filter(|pair| bytes[at] == b'%' && pair.iter().all(u8::is_ascii_hexdigit));
        let code =
            pair.and_then(|pair| std::str::from_utf8(pair).ok()).and_then(|pair| u8::from_str_radix(pair, 16).ok());
        out.push(code.unwrap_or(bytes[at]));
        at += if code.is_some() { 3 } else { 1 };
    }
    out
}
