//! Asking glibc's own program.

use std::collections::BTreeSet;
use std::io::{Error, ErrorKind, Result};
use std::net::IpAddr;
use std::process::Stdio;

/// What `getent` ends with where a name is not known.
const NOT_FOUND: i32 = 2;

/// None where there is no such program.
pub(crate) fn ask(host: &str) -> Option<Result<Vec<IpAddr>>> {
    // It would take the one for an option; the others are no names either.
    if host.is_empty() || host.starts_with('-') || host.contains(|c: char| c.is_whitespace() || c.is_control()) {
        return Some(Err(super::unknown(host)));
    }
    let mut command = skeg_child_process::command("getent");
    let output = match command.args(["ahosts", host]).stdin(Stdio::null()).stderr(Stdio::null()).output() {
        Ok(output) => output,
        Err(error) if error.kind() == ErrorKind::NotFound => return None,
        Err(error) => return Some(Err(error)),
    };
    let found = addresses(&String::from_utf8_lossy(&output.stdout));
    Some(match output.status.code() {
        Some(0) if !found.is_empty() => Ok(found),
        Some(0 | NOT_FOUND) => Err(super::unknown(host)),
        _ => Err(Error::other(format!("getent ahosts {host}: {}", output.status))),
    })
}

/// A line for each sort of socket, each with the address first.
fn addresses(text: &str) -> Vec<IpAddr> {
    let mut known = BTreeSet::new();
    let first = text.lines().filter_map(|line| line.split_whitespace().next());
    first.filter_map(|word| word.parse().ok()).filter(|address: &IpAddr| known.insert(*address)).collect()
}

#[cfg(test)]
mod tests {
    use super::addresses;

    #[test]
    fn each_address_counts_once_in_its_place() {
        let text =
            "192.0.2.7  STREAM example.com\n192.0.2.7  DGRAM\n2001:db8::1 STREAM\n192.0.2.7  RAW\n2001:db8::1 RAW\n";
        let shown: Vec<String> = addresses(text).iter().map(ToString::to_string).collect();
        assert_eq!(shown, ["192.0.2.7", "2001:db8::1"]);
        assert!(addresses("fe80::1%eth0 STREAM\n\n").is_empty());
    }
}
