//! Schema violations, as server-side apply and strict decoding word them.

use std::fmt;

/// Longer values are left out of messages.
const LONGEST_VALUE: usize = 60;

/// A schema violation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Misfit {
    /// A value of a wrong type. `value` is in Go's syntax.
    WrongType {
        /// The field's path.
        field: String,
        /// The type the schema asks for.
        wanted: String,
        /// The value in Go's syntax.
        value: String,
    },
    /// Items of a list with the same key.
    Duplicate {
        /// The list's path.
        field: String,
        /// The key that occurs twice.
        key: String,
    },
    /// Anything else, in the server's words.
    Other(String),
}

impl From<String> for Misfit {
    fn from(text: String) -> Misfit {
        Misfit::Other(text)
    }
}

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Misfit::WrongType { field, wanted, value } => {
                let kind = kind_of(value);
                let article = if wanted.starts_with(['a', 'i', 'o']) { "an" } else { "a" };
                write!(f, "{field}: expected {article} {wanted}, got ")?;
                // A long one is left out whole: half of a secret would not be masked.
                // Only Secrets have such a field, and a number or a boolean there is a secret that somebody forgot to quote.
                let is_secret = field.starts_with(".stringData");
                match is_secret || value.len() > LONGEST_VALUE || matches!(kind, "mapping" | "list") {
                    true => write!(f, "a {kind}"),
                    false => write!(f, "the {kind} {value}"),
                }
            }
            Misfit::Duplicate { field, key } => write!(f, "{field}: more than one item with {key}"),
            Misfit::Other(text) => write!(f, "{text}"),
        }
    }
}

impl Misfit {
    /// What to do about it.
    pub fn hint(&self) -> Option<String> {
        match self {
            Misfit::WrongType { field, wanted, value } if wanted == "string" => {
                let quote =
                    format!("Quote the value in the template: {}: {{{{ .Values.x | quote }}}}", last_name(field));
                Some(match kind_of(value) {
                    "boolean" => format!("y, n, yes, no, on and off are booleans in YAML. {quote}"),
                    _ => quote,
                })
            }
            Misfit::Duplicate { field, .. } => Some(format!(
                "Server-side apply takes every key of a list once. Drop all but the last of them from {}: that one is what \
                 Kubernetes uses.",
                last_name(field)
            )),
            Misfit::WrongType { .. } | Misfit::Other(_) => None,
        }
    }
}

fn last_name(field: &str) -> &str {
    field.rsplit('.').next().unwrap_or(field)
}

/// What a value in Go's syntax, or in that of JSON, is.
fn kind_of(value: &str) -> &'static str {
    match value {
        "true" | "false" => "boolean",
        _ if value.parse::<f64>().is_ok() => "number",
        _ if value.starts_with("map[") || value.starts_with('{') => "mapping",
        _ if value.starts_with('[') => "list",
        _ if value.starts_with('"') => "string",
        _ => "value",
    }
}

/// The violations that a message lists; empty if it is about something else.
pub(super) fn read(message: &str) -> Vec<Misfit> {
    let rest = match message.split_once("failed to create typed patch object (") {
        Some((_, rest)) => rest.split_once("): ").map(|(_, faults)| faults),
        None => message.split_once("strict decoding error: ").map(|(_, faults)| faults),
    };
    let lines = rest.unwrap_or_default().lines().map(str::trim);
    lines.filter(|line| !line.is_empty() && *line != "errors:").map(read_one).collect()
}

fn read_one(line: &str) -> Misfit {
    if let Some((field, rest)) = line.split_once(": expected ")
        && let Some((wanted, value)) = rest.split_once(", got &value.valueUnstructured{Value:")
    {
        let (field, wanted) = (field.to_string(), wanted.to_string());
        return Misfit::WrongType { field, wanted, value: value.trim_end_matches('}').to_string() };
    }
    if let Some((field, key)) = line.split_once(": duplicate entries for key [") {
        return Misfit::Duplicate { field: field.to_string(), key: key.trim_end_matches(']').to_string() };
    }
    Misfit::Other(line.to_string())
}

#[cfg(test)]
mod tests {
    use super::{Misfit, read};

    #[test]
    fn faults_are_read_from_texts() {
        let other = |text: &str| Misfit::Other(text.to_string());
        let two = "failed to create typed patch object (/a; apps/v1, Kind=Deployment): errors:\n  \
                   .spec.a: field not declared in schema\n  .spec.b: expected string";
        let image = "failed to create typed patch object (/a; /v1, Kind=Pod): .spec.containers[name=\"main\"].image: \
                     expected string, got &value.valueUnstructured{Value:true}";
        let twice = "failed to create typed patch object (/a; /v1, Kind=Pod): .spec.containers[name=\"main\"].env: \
                     duplicate entries for key [name=\"A\"]";
        let main = |field: &str| format!(".spec.containers[name=\"main\"].{field}");
        for (message, expected) in [
            (
                "failed to create typed patch object (/web; /v1, Kind=Service): .spec.prots: field not declared in schema",
                vec![other(".spec.prots: field not declared in schema")],
            ),
            (two, vec![other(".spec.a: field not declared in schema"), other(".spec.b: expected string")]),
            (image, vec![Misfit::WrongType { field: main("image"), wanted: "string".into(), value: "true".into() }]),
            (twice, vec![Misfit::Duplicate { field: main("env"), key: "name=\"A\"".into() }]),
            ("strict decoding error: unknown field \"spec.x\"", vec![other("unknown field \"spec.x\"")]),
            ("admission webhook \"a.b\" does not support dry run", Vec::new()),
            ("namespaces \"x\" not found", Vec::new()),
        ] {
            assert_eq!(read(message), expected, "{message}");
        }
    }
}
