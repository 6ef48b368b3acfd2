//! Makes the API server look like one before 1.27, which lists its kinds group by group.

use std::io::{BufRead, BufReader};
use std::process::{Child, Stdio};

use skeg_cluster::{Cluster, Connection};
use skeg_test_cluster::TestCluster;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

/// Speaks plain HTTP to us and TLS to the server.
pub(crate) struct Plain(Child);

impl Drop for Plain {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Supports reads only.
pub(crate) async fn connect_to_old_server() -> (Cluster, Plain) {
    let (plain, port) = crate::support::blocking(plain).await;
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move {
        while let Ok((client, _)) = listener.accept().await {
            tokio::spawn(serve(client, port));
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

/// One request per connection, without the headers that an old server does not understand.
async fn serve(mut client: TcpStream, port: u16) {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        if client.read_buf(&mut head).await.unwrap_or(0) == 0 {
            return;
        }
    }
    let head = String::from_utf8(head).unwrap().replacen("\r\n", "\r\nConnection: close\r\n", 1);
    let mut server = TcpStream::connect(("127.0.0.1", port)).await.unwrap();
    server.write_all(head.replace("apidiscovery", "absent").as_bytes()).await.unwrap();
    let _ = tokio::io::copy(&mut server, &mut client).await;
}
