//! Rules of Kubernetes for keys of annotations and labels, and for values of labels.

/// Why a key of an annotation is invalid. Kubernetes checks it in lower case.
pub(crate) fn annotation_key_fault(key: &str) -> Option<&'static str> {
    label_key_fault(&key.to_lowercase())
}

/// Why a key of a label is invalid.
pub(crate) fn label_key_fault(key: &str) -> Option<&'static str> {
    let name = match key.split_once('/') {
        Some((prefix, _)) if !is_subdomain(prefix) => {
            return Some("the part before the slash must be a lower-case DNS name");
        }
        Some((_, name)) => name,
        None => key,
    };
    match name {
        "" => Some("its name is empty"),
        _ if name.len() > 63 => Some("its name is longer than 63 characters"),
        _ if !is_name(name) => Some(
            "its name must consist of letters, digits, '-', '_' and '.', and start and end with a letter or a digit",
        ),
        _ => None,
    }
}

/// Why a value of a label is invalid.
pub(crate) fn label_value_fault(value: &str) -> Option<&'static str> {
    match value {
        "" => None,
        _ if value.len() > 63 => Some("the value is longer than 63 characters"),
        _ if !is_name(value) => Some(
            "the value must consist of letters, digits, '-', '_' and '.', and start and end with a letter or a digit",
        ),
        _ => None,
    }
}

fn is_name(text: &str) -> bool {
    let bytes = text.as_bytes();
    let is_end = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_alphanumeric);
    is_end(bytes.first())
        && is_end(bytes.last())
        && bytes.iter().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.'))
}

fn is_subdomain(text: &str) -> bool {
    let is_part = |part: &str| {
        let bytes = part.as_bytes();
        let is_letter = |byte: &u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
        bytes.first().is_some_and(is_letter)
            && bytes.last().is_some_and(is_letter)
            && bytes.iter().all(|byte| is_letter(byte) || *byte == b'-')
    };
    text.len() <= 253 && text.split('.').all(is_part)
}

#[cfg(test)]
mod tests {
    use super::{annotation_key_fault, label_key_fault, label_value_fault};

    #[test]
    fn keys_and_values_are_judged_as_by_kubernetes() {
        let long = "x".repeat(64);
        for key in ["a", "A.b_c-9", "example.com/a", "a-b.example/x"] {
            assert_eq!(label_key_fault(key), None, "{key}");
        }
        for key in ["", "-a", "a-", "a b", "/a", "a/", "a/b/c", "Example.com/a", "a..b/c", "ü", &long] {
            assert!(label_key_fault(key).is_some(), "{key}");
        }
        assert_eq!(annotation_key_fault("Example.com/a"), None);
        for value in ["", "a", "1.2-3_4", &long[..63]] {
            assert_eq!(label_value_fault(value), None, "{value}");
        }
        for value in ["a b", "-", "a/b", &long] {
            assert!(label_value_fault(value).is_some(), "{value}");
        }
    }
}
