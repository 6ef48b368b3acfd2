//! Free loopback ports.
//!
//! Below the range that systems use for outgoing connections: otherwise a busy client could take a port between our
//! check and the server's start.

use crate::Error;
use std::hash::{BuildHasher, RandomState};
use std::net::{Ipv4Addr, TcpListener};
use std::sync::Mutex;

const FIRST: u16 = 12_000;
const COUNT: u16 = 20_000;

/// Ports this process has already handed out, since a server may not listen yet.
static GIVEN: Mutex<Vec<u16>> = Mutex::new(Vec::new());

pub(crate) fn free() -> Result<u16, Error> {
    let mut given = GIVEN.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let start = (random() % u64::from(COUNT)) as u16;
    let candidates = (0..COUNT).map(|step| FIRST + (start + step) % COUNT);
    let port = candidates
        .filter(|port| !given.contains(port))
        .find(|port| TcpListener::bind((Ipv4Addr::LOCALHOST, *port)).is_ok())
        .ok_or(Error::NoPort { tried: COUNT })?;
    given.push(port);
    Ok(port)
}

/// Differs from process to process and from call to call.
pub(crate) fn random() -> u64 {
    RandomState::new().hash_one(std::process::id())
}
