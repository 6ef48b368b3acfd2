//! Addresses of hosts, as the system's own programs find them.
//!
//! In: a name. Out: its addresses, in the order to try them. Blocks.
//!
//! The command is linked statically on Linux, and glibc's lookup is not made for that: what `/etc/nsswitch.conf` names, it
//! loads at run time, which works only with the very glibc that was linked. So `getent` is asked where there is one: it comes
//! with every glibc that has such a file. Without it, files and DNS are all there is, and these need nothing to be loaded.

#[cfg(all(target_os = "linux", target_env = "gnu"))]
mod getent;

use std::io::{Error, ErrorKind, Result};
use std::net::{IpAddr, ToSocketAddrs};

/// Never gives an empty list.
pub fn look_up(host: &str) -> Result<Vec<IpAddr>> {
    if let Ok(address) = host.parse() {
        return Ok(vec![address]);
    }
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    if let Some(answer) = getent::ask(host) {
        return answer;
    }
    in_process(host)
}

fn in_process(host: &str) -> Result<Vec<IpAddr>> {
    let found: Vec<IpAddr> = (host, 0).to_socket_addrs()?.map(|address| address.ip()).collect();
    if found.is_empty() { Err(unknown(host)) } else { Ok(found) }
}

fn unknown(host: &str) -> Error {
    Error::new(ErrorKind::NotFound, format!("no address was found for the host {host:?}"))
}

#[cfg(test)]
mod tests {
    use super::{in_process, look_up};

    #[test]
    fn addresses_are_their_own() {
        assert_eq!(look_up("10.1.2.3").unwrap(), ["10.1.2.3".parse::<std::net::IpAddr>().unwrap()]);
        assert_eq!(look_up("::1").unwrap(), ["::1".parse::<std::net::IpAddr>().unwrap()]);
    }

    #[test]
    fn this_machine_is_known() {
        for found in [look_up("localhost"), in_process("localhost")] {
            let found = found.unwrap();
            assert!(!found.is_empty() && found.iter().all(|address| address.is_loopback()), "{found:?}");
        }
    }

    #[test]
    fn what_is_no_host_is_said_so() {
        for name in ["", "--help", "-i", "two words", "no-such-host.invalid"] {
            let error = look_up(name).unwrap_err();
            assert!(error.to_string().contains(name), "{name:?}: {error}");
        }
    }
}
