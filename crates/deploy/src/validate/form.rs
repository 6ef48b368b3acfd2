//! Objects that do not fit their kind: what the API server says of them, in words that people can act on. Pure.

/// Fields that the kind does not have, and values of the wrong type: told by text alone.
pub(super) fn faults(message: &str) -> Vec<String> {
    let told = match message.split_once("failed to create typed patch object (") {
        Some((_, rest)) => rest.split_once("): ").map(|(_, faults)| faults),
        None => message.split_once("strict decoding error: ").map(|(_, faults)| faults),
    };
    let lines = told.unwrap_or_default().lines().map(str::trim);
    lines.filter(|line| !line.is_empty() && *line != "errors:").map(str::to_string).collect()
}

/// Faults without Go's syntax, and what to do about them, each once.
pub(super) fn explain(faults: Vec<String>) -> (Vec<String>, Vec<String>) {
    let mut hints: Vec<String> = Vec::new();
    let mut told = Vec::new();
    for fault in faults {
        let (fault, hint) = explain_one(&fault);
        told.push(fault);
        hints.extend(hint.filter(|hint| !hints.contains(hint)));
    }
    (told, hints)
}

fn explain_one(fault: &str) -> (String, Option<String>) {
    if let Some((place, rest)) = fault.split_once(": expected ")
        && let Some((wanted, value)) = rest.split_once(", got &value.valueUnstructured{Value:")
    {
        let value = value.trim_end_matches('}');
        let kind = kind_of(value);
        let field = place.rsplit('.').next().unwrap_or(place);
        let hint = (wanted == "string").then(|| match kind {
            "boolean" => format!(
                "y, n, yes, no, on and off are booleans in YAML. Quote the value in the template: {field}: {{{{ .Values.x | quote }}}}"
            ),
            _ => format!("Quote the value in the template: {field}: {{{{ .Values.x | quote }}}}"),
        });
        return (format!("{place}: expected a {wanted}, got the {kind} {value}"), hint);
    }
    if let Some((place, key)) = fault.split_once(": duplicate entries for key [") {
        let key = key.trim_end_matches(']');
        let list = place.rsplit('.').next().unwrap_or(place);
        let hint = format!(
            "Server-side apply takes every key of a list once. Drop all but the last of them from {list}: that one is what \
             Kubernetes uses."
        );
        return (format!("{place}: more than one item with {key}"), Some(hint));
    }
    (fault.to_string(), None)
}

/// What a value in Go's syntax is.
fn kind_of(value: &str) -> &'static str {
    match value {
        "true" | "false" => "boolean",
        _ if value.parse::<f64>().is_ok() => "number",
        _ if value.starts_with("map[") => "mapping",
        _ if value.starts_with("[]") => "list",
        _ => "value",
    }
}

#[cfg(test)]
mod tests {
    use super::{explain, faults};

    #[test]
    fn faults_of_form_are_read_from_texts() {
        let two = "failed to create typed patch object (/a; apps/v1, Kind=Deployment): errors:\n  \
                   .spec.a: field not declared in schema\n  .spec.b: expected string";
        let cases: &[(&str, &[&str])] = &[
            (
                "failed to create typed patch object (/web; /v1, Kind=Service): .spec.prots: field not declared in schema",
                &[".spec.prots: field not declared in schema"],
            ),
            (two, &[".spec.a: field not declared in schema", ".spec.b: expected string"]),
            ("strict decoding error: unknown field \"spec.x\"", &["unknown field \"spec.x\""]),
            ("admission webhook \"a.b\" does not support dry run", &[]),
            ("namespaces \"x\" not found", &[]),
        ];
        for (message, expected) in cases {
            assert_eq!(faults(message), *expected, "{message}");
        }
    }

    #[test]
    fn faults_are_told_with_what_to_do() {
        let image = ".spec.containers[name=\"main\"].image: expected string, got &value.valueUnstructured{Value:true}";
        let (told, hints) = explain(vec![image.to_string(), image.to_string()]);
        assert_eq!(told[0], ".spec.containers[name=\"main\"].image: expected a string, got the boolean true");
        assert_eq!(hints.len(), 1);
        assert!(hints[0].contains("image: {{ .Values.x | quote }}"), "{hints:?}");
        let port = ".data.port: expected string, got &value.valueUnstructured{Value:80}";
        let (told, hints) = explain(vec![port.to_string()]);
        assert_eq!(told, [".data.port: expected a string, got the number 80"]);
        assert_eq!(hints, ["Quote the value in the template: port: {{ .Values.x | quote }}"]);
        let twice = ".spec.containers[name=\"main\"].env: duplicate entries for key [name=\"A\"]";
        let (told, hints) = explain(vec![twice.to_string()]);
        assert_eq!(told, [".spec.containers[name=\"main\"].env: more than one item with name=\"A\""]);
        assert!(hints[0].contains("Drop all but the last of them from env"), "{hints:?}");
    }
}
