//! A small OIDC issuer over TLS, whose documents are below a path.

use std::sync::{Arc, Mutex};

use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpListener;
use tokio_rustls::TlsAcceptor;

pub(super) struct Issuer {
    pub(super) url: String,
    /// Requests as `line | authorization | body`.
    seen: Arc<Mutex<Vec<String>>>,
    answer: Arc<Mutex<(u16, Value)>>,
}

impl Issuer {
    pub(super) async fn start(acceptor: TlsAcceptor) -> Issuer {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("https://127.0.0.1:{}/realms/sea", listener.local_addr().unwrap().port());
        let (seen, answer) = (Arc::<Mutex<Vec<String>>>::default(), Arc::new(Mutex::new((200, Value::Null))));
        let issuer = Issuer { url: url.clone(), seen: seen.clone(), answer: answer.clone() };
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                let Ok(client) = acceptor.accept(client).await else { continue };
                let mut client = BufReader::new(client);
                let Some(request) = read(&mut client).await else { continue };
                let (code, body) = if request.starts_with("GET /realms/sea/.well-known/openid-configuration ") {
                    (200, json!({"token_endpoint": format!("{url}/token")}))
                } else {
                    seen.lock().unwrap().push(request);
                    answer.lock().unwrap().clone()
                };
                let body = body.to_string();
                let head = format!("HTTP/1.1 {code} x\r\ncontent-length: {}\r\nconnection: close\r\n\r\n", body.len());
                let _ = client.get_mut().write_all((head + &body).as_bytes()).await;
                let _ = client.get_mut().shutdown().await;
            }
        });
        issuer
    }

    pub(super) fn answers(&self, code: u16, body: Value) {
        *self.answer.lock().unwrap() = (code, body);
    }

    /// The requests to the token endpoint since the last call.
    pub(super) fn take(&self) -> Vec<String> {
        std::mem::take(&mut *self.seen.lock().unwrap())
    }
}

async fn read(client: &mut BufReader<impl tokio::io::AsyncRead + Unpin>) -> Option<String> {
    let (mut first, mut length, mut login) = (String::new(), 0, String::new());
    client.read_line(&mut first).await.ok()?;
    loop {
        let mut line = String::new();
        client.read_line(&mut line).await.ok()?;
        let Some((name, value)) = line.split_once(':') else { break };
        match name.to_ascii_lowercase().as_str() {
            "content-length" => length = value.trim().parse().ok()?,
            "authorization" => login = value.trim().to_string(),
            _ => {}
        }
    }
    let mut body = vec![0; length];
    client.read_exact(&mut body).await.ok()?;
    Some(format!("{} | {login} | {}", first.trim(), String::from_utf8(body).ok()?))
}
