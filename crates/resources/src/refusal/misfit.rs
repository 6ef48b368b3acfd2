//! Objects that do not fit their kind, as server-side apply and strict decoding word it.

/// What is wrong with an object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Misfit {
    /// A value of a wrong type. `value` is in Go's syntax.
    WrongType { field: String, wanted: String, value: String },
    /// Items of a list with the same key.
    Duplicate { field: String, key: String },
    /// Anything else, in the words of the server.
    Other(String),
}

impl From<String> for Misfit {
    fn from(text: String) -> Misfit {
        Misfit::Other(text)
    }
}

/// The faults that a message lists; none where it is about something else.
pub(super) fn read(message: &str) -> Vec<Misfit> {
    let told = match message.split_once("failed to create typed patch object (") {
        Some((_, rest)) => rest.split_once("): ").map(|(_, faults)| faults),
        None => message.split_once("strict decoding error: ").map(|(_, faults)| faults),
    };
    let lines = told.unwrap_or_default().lines().map(str::trim);
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
