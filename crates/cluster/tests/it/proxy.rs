//! A proxy before the API server that does what a bad day does: refuses, and cuts connections before and after the request
//! was served.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader};
use std::process::{Child, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use skeg_cluster::{Cluster, Connection};
use skeg_test_cluster::TestCluster;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

/// What happens to one request.
#[derive(Clone, Debug)]
pub(crate) enum Fault {
    /// Answered without asking the server.
    Answer(u16, &'static str, String),
    /// The connection ends before the server hears of it.
    CutBefore,
    /// The server does it, and nobody hears of that.
    CutAfter,
    /// The answer is cut off in its middle.
    CutWithin,
}

/// Faults for the requests of one method, in their order; what comes later passes.
#[derive(Clone, Default)]
pub(crate) struct Script {
    faults: Arc<Mutex<VecDeque<(&'static str, Fault)>>>,
    /// The methods and paths of all requests that reached the proxy.
    pub(crate) seen: Arc<Mutex<Vec<String>>>,
    /// Nothing goes through.
    pub(crate) is_down: Arc<AtomicBool>,
    /// The server looks like one before 1.27, which tells of its kinds group by group.
    pub(crate) is_old: Arc<AtomicBool>,
}

impl Script {
    pub(crate) fn add(&self, method: &'static str, fault: Fault) {
        self.faults.lock().unwrap().push_back((method, fault));
    }

    fn next(&self, head: &str) -> Option<Fault> {
        self.seen.lock().unwrap().push(head.lines().next().unwrap_or_default().to_string());
        let mut faults = self.faults.lock().unwrap();
        let due = faults.front().is_some_and(|(method, _)| head.starts_with(method));
        if due { faults.pop_front().map(|(_, fault)| fault) } else { None }
    }

    pub(crate) fn is_done(&self) -> bool {
        self.faults.lock().unwrap().is_empty()
    }

    pub(crate) fn count(&self, method: &str) -> usize {
        self.seen.lock().unwrap().iter().filter(|line| line.starts_with(method)).count()
    }
}

/// Speaks plain HTTP to us and TLS to the server.
struct Plain(Child);

impl Drop for Plain {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A cluster behind the proxy. The guard keeps it up.
pub(crate) async fn behind(script: &Script) -> (Cluster, impl Drop + use<>) {
    let (plain, port) = crate::support::blocking(plain).await;
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let script = script.clone();
    tokio::spawn(async move {
        while let Ok((client, _)) = listener.accept().await {
            tokio::spawn(serve(client, port, script.clone()));
        }
    });
    let connection = Connection { api_server: Some(format!("http://{address}")), ..Connection::default() };
    (Cluster::connect(&connection).await.unwrap(), plain)
}

fn plain() -> (Plain, u16) {
    let mut kubectl = TestCluster::shared().kubectl().unwrap();
    let mut child = kubectl.args(["proxy", "--port=0"]).stdout(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let port = line.trim().rsplit(':').next().unwrap().parse().unwrap();
    (Plain(child), port)
}

/// One request a connection.
async fn serve(mut client: TcpStream, port: u16, script: Script) {
    let Some((head, body)) = request(&mut client).await else { return };
    if script.is_down.load(Ordering::Relaxed) {
        return;
    }
    let head = if script.is_old.load(Ordering::Relaxed) { head.replace("apidiscovery", "absent") } else { head };
    let fault = script.next(&head);
    match &fault {
        Some(Fault::CutBefore) => return,
        Some(Fault::Answer(code, headers, body)) => {
            let text = format!(
                "HTTP/1.1 {code} X\r\nContent-Type: application/json\r\nConnection: close\r\n{headers}Content-Length: {}\r\n\r\n{body}",
                body.len()
            );
            let _ = client.write_all(text.as_bytes()).await;
            return;
        }
        _ => {}
    }
    let mut server = TcpStream::connect(("127.0.0.1", port)).await.unwrap();
    let head = head.replacen("\r\n", "\r\nConnection: close\r\n", 1);
    server.write_all(head.as_bytes()).await.unwrap();
    server.write_all(&body).await.unwrap();
    let mut answer = Vec::new();
    match fault {
        None => drop(tokio::io::copy(&mut server, &mut client).await),
        Some(Fault::CutWithin) => {
            server.read_to_end(&mut answer).await.unwrap();
            let _ = client.write_all(&answer[..answer.len() - 10]).await;
        }
        _ => drop(server.read_to_end(&mut answer).await),
    }
}

async fn request(client: &mut TcpStream) -> Option<(String, Vec<u8>)> {
    let mut bytes = Vec::new();
    loop {
        if client.read_buf(&mut bytes).await.ok()? == 0 {
            return None;
        }
        let Some(end) = bytes.windows(4).position(|four| four == b"\r\n\r\n") else { continue };
        let head = String::from_utf8_lossy(&bytes[..end + 4]).into_owned();
        let length =
            head.lines().find_map(|line| line.to_lowercase().strip_prefix("content-length:")?.trim().parse().ok());
        let mut body = bytes.split_off(end + 4);
        while body.len() < length.unwrap_or(0) {
            client.read_buf(&mut body).await.ok()?;
        }
        return Some((head, body));
    }
}
