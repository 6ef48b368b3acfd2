//! HTTP/1.1 by hand, so that nothing is retried or hidden.

use skeg_test_cluster::TestCluster;
use skeg_test_cluster::faults::FaultProxy;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

#[derive(Debug)]
pub(super) struct Answer {
    pub(super) code: u16,
    pub(super) head: String,
    pub(super) body: String,
}

/// How far the connection got.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Lost {
    Refused,
    /// No byte of a response came.
    Silent,
    /// The response stops in the middle.
    Half,
}

pub(super) fn send(proxy: &FaultProxy, method: &str, target: &str, body: &str) -> Result<Answer, Lost> {
    let mut stream = open(proxy, method, target, body)?;
    let Some((code, head)) = read_head(&mut stream) else { return Err(Lost::Silent) };
    let length = head.lines().find_map(|line| line.strip_prefix("content-length: ")).and_then(|text| text.parse().ok());
    let mut body = Vec::new();
    let read = stream.read_to_end(&mut body);
    if read.is_err() || length.is_some_and(|length: usize| body.len() < length) {
        return Err(Lost::Half);
    }
    Ok(Answer { code, head, body: String::from_utf8(body).unwrap() })
}

pub(super) fn open(proxy: &FaultProxy, method: &str, target: &str, body: &str) -> Result<BufReader<TcpStream>, Lost> {
    let url = proxy.url();
    let address = url.strip_prefix("http://").unwrap();
    let mut stream = TcpStream::connect(address).map_err(|_| Lost::Refused)?;
    let token = TestCluster::shared().admin_token();
    let request = format!(
        "{method} {target} HTTP/1.1\r\nHost: {address}\r\nAuthorization: Bearer {token}\r\nConnection: close\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(request.as_bytes()).map_err(|_| Lost::Silent)?;
    Ok(BufReader::new(stream))
}

/// The status code and all header lines, in lower case.
pub(super) fn read_head(stream: &mut BufReader<TcpStream>) -> Option<(u16, String)> {
    let mut head = String::new();
    while !head.ends_with("\r\n\r\n") {
        if !stream.read_line(&mut head).is_ok_and(|length| length > 0) {
            return None;
        }
    }
    let code = head.split(' ').nth(1)?.parse().ok()?;
    Some((code, head.to_lowercase()))
}

/// A watch: its events, as lines.
pub(super) struct Watch {
    stream: BufReader<TcpStream>,
}

/// The next item of a watch.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// The type, and the name of the object or the reason of an error.
    Event(String, String),
    /// The response ended properly.
    End,
    Cut,
    /// Nothing within the time limit.
    Silence,
}

impl Watch {
    pub(super) fn open(proxy: &FaultProxy, target: &str) -> Self {
        let mut stream = open(proxy, "GET", target, "").unwrap();
        let (code, head) = read_head(&mut stream).unwrap();
        assert_eq!((code, head.contains("transfer-encoding: chunked")), (200, true), "{head}");
        Self { stream }
    }

    pub(super) fn next(&mut self) -> Next {
        self.next_within(Duration::from_secs(60))
    }

    pub(super) fn next_within(&mut self, limit: Duration) -> Next {
        self.stream.get_ref().set_read_timeout(Some(limit)).unwrap();
        let line = match self.next_line() {
            Ok(line) => line,
            Err(next) => return next,
        };
        let event: serde_json::Value = serde_json::from_str(&line).expect(&line);
        let text = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_owned();
        let (object, kind) = (&event["object"], text(&event["type"]));
        Next::Event(kind, text(&object["metadata"]["name"]) + &text(&object["reason"]))
    }

    /// A line of data, not the head or end of a chunk.
    fn next_line(&mut self) -> Result<String, Next> {
        let mut line = String::new();
        loop {
            line.clear();
            match self.stream.read_line(&mut line) {
                Err(why) if why.kind() == std::io::ErrorKind::WouldBlock => return Err(Next::Silence),
                Ok(0) | Err(_) => return Err(Next::Cut),
                Ok(_) if line.starts_with('{') => return Ok(line),
                Ok(_) if line == "0\r\n" => return Err(Next::End),
                Ok(_) => {}
            }
        }
    }
}
