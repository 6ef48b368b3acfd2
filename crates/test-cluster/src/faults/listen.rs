//! Accepts connections of any protocol, except during a blackout.

use super::forward::Shared;
use crate::Error;
use hyper::service::service_fn;
use hyper_util::rt::{TokioExecutor, TokioIo};
use hyper_util::server::conn::auto::Builder;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::TlsAcceptor;

/// The first byte of a TLS connection: no HTTP method begins like that.
const HANDSHAKE: u8 = 22;

pub(super) fn bind(port: u16) -> Result<std::net::TcpListener, Error> {
    let failed = |source| Error::Proxy { action: "listening for", source };
    let listener = std::net::TcpListener::bind(SocketAddr::from((Ipv4Addr::LOCALHOST, port))).map_err(failed)?;
    listener.set_nonblocking(true).map_err(failed)?;
    Ok(listener)
}

/// Serves for ever.
pub(super) async fn serve(first: std::net::TcpListener, port: u16, tls: TlsAcceptor, shared: Arc<Shared>) {
    let mut next = Some(first);
    let mut dark_until = shared.dark_until.subscribe();
    loop {
        let until = *dark_until.borrow_and_update();
        tokio::time::sleep_until(until.into()).await;
        if Instant::now() < *dark_until.borrow() {
            continue;
        }
        let listener = next.take().map_or_else(|| bind(port), Ok).ok();
        let Some(listener) = listener.and_then(|listener| TcpListener::from_std(listener).ok()) else {
            tokio::time::sleep(Duration::from_millis(20)).await;
            continue;
        };
        tokio::select! {
            biased;
            // Drops the listener, so that connections are refused.
            _ = dark_until.changed() => {}
            () = take(&listener, &tls, &shared) => {}
        }
    }
}

async fn take(listener: &TcpListener, tls: &TlsAcceptor, shared: &Arc<Shared>) {
    loop {
        let Ok((stream, _)) = listener.accept().await else { continue };
        let (tls, shared, mut dark_until) = (tls.clone(), shared.clone(), shared.dark_until.subscribe());
        tokio::spawn(async move {
            tokio::select! {
                () = greet(stream, &tls, shared) => {}
                _ = dark_until.changed() => {}
            }
        });
    }
}

async fn greet(stream: TcpStream, tls: &TlsAcceptor, shared: Arc<Shared>) {
    let _ = stream.set_nodelay(true);
    let mut first = [0];
    match stream.peek(&mut first).await {
        Ok(1) if first[0] == HANDSHAKE => {
            if let Ok(stream) = tls.accept(stream).await {
                speak(stream, shared).await;
            }
        }
        Ok(1) => speak(stream, shared).await,
        _ => {}
    }
}

async fn speak(stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static, shared: Arc<Shared>) {
    let service = service_fn(move |request| {
        let shared = shared.clone();
        async move { shared.handle(request).await }
    });
    // An error is our own cut, or the client's.
    let _ = Builder::new(TokioExecutor::new()).serve_connection(TokioIo::new(stream), service).await;
}
