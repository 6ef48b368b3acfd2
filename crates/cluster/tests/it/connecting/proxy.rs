//! A small proxy: CONNECT (with or without TLS) or SOCKS5. Every request goes to the same port.

use std::io;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, copy_bidirectional};
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::TlsAcceptor;

#[derive(Clone)]
pub(super) enum Kind {
    Connect,
    SecureConnect(TlsAcceptor),
    Socks,
    /// Accepts connections and never answers.
    Silent,
}

#[derive(Default)]
struct Seen {
    /// The requests: `user:password host:port`.
    asked: Mutex<Vec<String>>,
    /// Connections forwarded to the server.
    carried: AtomicU64,
}

pub(super) struct Proxy {
    pub(super) port: u16,
    seen: Arc<Seen>,
}

impl Proxy {
    /// Accepts only `user:password`, or anybody if that is empty.
    pub(super) async fn start(kind: Kind, to: u16, login: &'static str) -> Proxy {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let (port, seen) = (listener.local_addr().unwrap().port(), Arc::<Seen>::default());
        let shared = seen.clone();
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                tokio::spawn(serve(client, kind.clone(), to, login, shared.clone()));
            }
        });
        Proxy { port, seen }
    }

    /// The distinct requests.
    pub(super) fn asked(&self) -> Vec<String> {
        let mut asked = self.seen.asked.lock().unwrap().clone();
        asked.sort();
        asked.dedup();
        asked
    }

    /// How many connections were forwarded to the server.
    pub(super) fn carried(&self) -> u64 {
        self.seen.carried.load(Ordering::SeqCst)
    }
}

async fn serve(mut client: TcpStream, kind: Kind, to: u16, login: &str, seen: Arc<Seen>) -> io::Result<()> {
    match kind {
        Kind::Connect => {
            connect(&mut client, login, &seen).await?;
            carry(client, to, &seen).await
        }
        Kind::SecureConnect(acceptor) => {
            let mut client = acceptor.accept(client).await?;
            connect(&mut client, login, &seen).await?;
            carry(client, to, &seen).await
        }
        Kind::Socks => {
            socks(&mut client, login, &seen).await?;
            carry(client, to, &seen).await
        }
        Kind::Silent => std::future::pending().await,
    }
}

async fn carry(mut client: impl AsyncRead + AsyncWrite + Unpin, to: u16, seen: &Seen) -> io::Result<()> {
    let mut server = TcpStream::connect(("127.0.0.1", to)).await?;
    seen.carried.fetch_add(1, Ordering::SeqCst);
    copy_bidirectional(&mut client, &mut server).await?;
    Ok(())
}

fn refuse() -> io::Error {
    io::Error::other("refused")
}

async fn connect(client: &mut (impl AsyncRead + AsyncWrite + Unpin), login: &str, seen: &Seen) -> io::Result<()> {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        head.push(client.read_u8().await?);
    }
    let head = String::from_utf8(head).unwrap();
    let target = head.strip_prefix("CONNECT ").and_then(|rest| rest.split(' ').next()).unwrap().to_string();
    let said = head.lines().find_map(|line| line.strip_prefix("Proxy-Authorization: Basic "));
    let said = said.map(|said| String::from_utf8(STANDARD.decode(said).unwrap()).unwrap()).unwrap_or_default();
    seen.asked.lock().unwrap().push(format!("{said} {target}").trim().to_string());
    if said != login {
        client.write_all(b"HTTP/1.1 407 Proxy Authentication Required\r\n\r\n").await?;
        return Err(refuse());
    }
    client.write_all(b"HTTP/1.1 200 OK\r\n\r\n").await
}

async fn socks(client: &mut (impl AsyncRead + AsyncWrite + Unpin), login: &str, seen: &Seen) -> io::Result<()> {
    let [_, methods] = read(client).await?;
    let methods = read_some(client, methods).await?;
    let method = if login.is_empty() { 0 } else { 2 };
    if !methods.contains(&method) {
        client.write_all(&[5, 0xff]).await?;
        return Err(refuse());
    }
    client.write_all(&[5, method]).await?;
    let mut said = String::new();
    if method == 2 {
        let [_, length] = read(client).await?;
        let user = read_some(client, length).await?;
        let [length] = read(client).await?;
        let password = read_some(client, length).await?;
        said = format!("{}:{}", String::from_utf8(user).unwrap(), String::from_utf8(password).unwrap());
        client.write_all(&[1, u8::from(said != login)]).await?;
    }
    let [_, _, _, kind] = read(client).await?;
    let host = if kind == 3 {
        let [length] = read(client).await?;
        String::from_utf8(read_some(client, length).await?).unwrap()
    } else {
        let address: [u8; 4] = read(client).await?;
        std::net::Ipv4Addr::from(address).to_string()
    };
    let port = u16::from_be_bytes(read(client).await?);
    seen.asked.lock().unwrap().push(format!("{said} {host}:{port}").trim().to_string());
    client.write_all(&[5, 0, 0, 1, 0, 0, 0, 0, 0, 0]).await
}

async fn read<const N: usize>(client: &mut (impl AsyncRead + Unpin)) -> io::Result<[u8; N]> {
    let mut bytes = [0; N];
    client.read_exact(&mut bytes).await?;
    Ok(bytes)
}

async fn read_some(client: &mut (impl AsyncRead + Unpin), length: u8) -> io::Result<Vec<u8>> {
    let mut bytes = vec![0; usize::from(length)];
    client.read_exact(&mut bytes).await?;
    Ok(bytes)
}
