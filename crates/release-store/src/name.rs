//! Names of releases and of their records.

use crate::error::Error;

/// The longest name Helm allows: charts append to it.
const MAX_NAME: usize = 53;
const PREFIX: &str = "sh.helm.release.v1.";

/// The name of the object with a revision.
pub fn record_key(name: &str, revision: u64) -> String {
    format!("{PREFIX}{name}.v{revision}")
}

/// Name and revision from the name of the object.
pub(crate) fn parse_key(key: &str) -> Option<(&str, u64)> {
    let (name, revision) = key.strip_prefix(PREFIX)?.rsplit_once(".v")?;
    Some((name, revision.parse().ok()?))
}

/// Checks a release's name as Helm does.
///
/// # Errors
/// Says what is wrong with the name.
pub fn check_name(name: &str) -> Result<(), Error> {
    let is_word = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit();
    let is_label = |label: &str| {
        label.starts_with(is_word) && label.ends_with(is_word) && label.chars().all(|c| is_word(c) || c == '-')
    };
    let problem = if name.is_empty() {
        "it is empty"
    } else if name.len() > MAX_NAME {
        "it is too long"
    } else if !name.split('.').all(is_label) {
        "it is not a valid Kubernetes name"
    } else {
        return Ok(());
    };
    Err(Error::InvalidName { name: name.to_string(), problem })
}

#[cfg(test)]
mod tests {
    use super::{check_name, parse_key, record_key};

    #[test]
    fn names_as_helm_allows_them() {
        for name in ["a", "a-b", "a.b-c.d", "0", &"x".repeat(53)] {
            assert!(check_name(name).is_ok(), "{name}");
        }
        for name in ["", "-a", "a-", "a..b", ".a", "a.", "A", "a_b", "ä", "a.-b", "a b", &"x".repeat(54)] {
            assert!(check_name(name).is_err(), "{name}");
        }
    }

    #[test]
    fn keys_there_and_back() {
        assert_eq!(record_key("a.v2", 13), "sh.helm.release.v1.a.v2.v13");
        assert_eq!(parse_key("sh.helm.release.v1.a.v2.v13"), Some(("a.v2", 13)));
        assert_eq!(parse_key("sh.helm.release.v1.a"), None);
        assert_eq!(parse_key("sh.helm.release.v1.a.vx"), None);
    }
}
