//! Simulates a distant server: a port that forwards bytes in both directions, each after a delay. A client pays for
//! every round trip as on a real network; bandwidth is not limited.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::mpsc;
use std::time::{Duration, Instant};

/// Opens a port that forwards to `port` of this machine with this round-trip time. It stays until the process ends.
pub(super) fn open(port: u16, round_trip: Duration) -> Result<u16, String> {
    let failed = |why: std::io::Error| format!("opening a port: {why}");
    let listener = TcpListener::bind("127.0.0.1:0").map_err(failed)?;
    let own = listener.local_addr().map_err(failed)?.port();
    std::thread::spawn(move || {
        for client in listener.incoming().flatten() {
            std::thread::spawn(move || connect(client, port, round_trip));
        }
    });
    Ok(own)
}

/// A connection costs a round trip of its own before the first byte.
fn connect(client: TcpStream, port: u16, round_trip: Duration) -> std::io::Result<()> {
    std::thread::sleep(round_trip);
    let server = TcpStream::connect(("127.0.0.1", port))?;
    client.set_nodelay(true)?;
    server.set_nodelay(true)?;
    let (up, down) = ((client.try_clone()?, server.try_clone()?), (server, client));
    for (from, to) in [up, down] {
        std::thread::spawn(move || carry(from, to, round_trip / 2));
    }
    Ok(())
}

/// Forwards one direction: bytes are queued with the time at which they are due.
fn carry(mut from: TcpStream, mut to: TcpStream, after: Duration) {
    let (sender, due) = mpsc::channel::<(Instant, Vec<u8>)>();
    let writer = std::thread::spawn(move || {
        for (at, bytes) in due {
            std::thread::sleep(at.saturating_duration_since(Instant::now()));
            if to.write_all(&bytes).is_err() {
                break;
            }
        }
        let _ = to.shutdown(Shutdown::Write);
    });
    let mut buffer = vec![0; 64 * 1024];
    while let Ok(count @ 1..) = from.read(&mut buffer) {
        if sender.send((Instant::now() + after, buffer[..count].to_vec())).is_err() {
            break;
        }
    }
    drop(sender);
    let _ = writer.join();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_come_there_and_back_late() {
        let echo = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = echo.local_addr().unwrap().port();
        std::thread::spawn(move || {
            let (mut client, _) = echo.accept().unwrap();
            let mut bytes = [0; 5];
            client.read_exact(&mut bytes).unwrap();
            client.write_all(&bytes).unwrap();
        });
        let far = open(port, Duration::from_millis(40)).unwrap();
        let begun = Instant::now();
        let mut client = TcpStream::connect(("127.0.0.1", far)).unwrap();
        client.write_all(b"hello").unwrap();
        let mut answer = String::new();
        client.read_to_string(&mut answer).unwrap();
        assert_eq!(answer, "hello");
        assert!(begun.elapsed() >= Duration::from_millis(80));
    }
}
