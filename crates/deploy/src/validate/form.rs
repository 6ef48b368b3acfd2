//! Objects that do not fit their kind, in words that people can act on. Pure.

use skeg_resources::Misfit;

/// Faults without Go's syntax, and what to do about them, each once.
pub(super) fn explain(faults: Vec<Misfit>) -> (Vec<String>, Vec<String>) {
    let mut hints: Vec<String> = Vec::new();
    let mut told = Vec::new();
    for fault in faults {
        let (fault, hint) = explain_one(fault);
        told.push(fault);
        hints.extend(hint.filter(|hint| !hints.contains(hint)));
    }
    (told, hints)
}

fn explain_one(fault: Misfit) -> (String, Option<String>) {
    match fault {
        Misfit::WrongType { field, wanted, value } => {
            let kind = kind_of(&value);
            let name = last_name(&field);
            let hint = (wanted == "string").then(|| match kind {
                "boolean" => format!(
                    "y, n, yes, no, on and off are booleans in YAML. Quote the value in the template: {name}: {{{{ .Values.x | quote }}}}"
                ),
                _ => format!("Quote the value in the template: {name}: {{{{ .Values.x | quote }}}}"),
            });
            (format!("{field}: expected a {wanted}, got the {kind} {value}"), hint)
        }
        Misfit::Duplicate { field, key } => {
            let hint = format!(
                "Server-side apply takes every key of a list once. Drop all but the last of them from {}: that one is what \
                 Kubernetes uses.",
                last_name(&field)
            );
            (format!("{field}: more than one item with {key}"), Some(hint))
        }
        Misfit::Other(text) => (text, None),
    }
}

fn last_name(field: &str) -> &str {
    field.rsplit('.').next().unwrap_or(field)
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
    use skeg_resources::Misfit;

    use super::explain;

    #[test]
    fn faults_are_told_with_what_to_do() {
        let wrong = |field: &str, value: &str| {
            let (field, value) = (field.to_string(), value.to_string());
            Misfit::WrongType { field, wanted: "string".to_string(), value }
        };
        let image = wrong(".spec.containers[name=\"main\"].image", "true");
        let (told, hints) = explain(vec![image.clone(), image]);
        assert_eq!(told[0], ".spec.containers[name=\"main\"].image: expected a string, got the boolean true");
        assert_eq!(hints.len(), 1);
        assert!(hints[0].contains("image: {{ .Values.x | quote }}"), "{hints:?}");
        let (told, hints) = explain(vec![wrong(".data.port", "80")]);
        assert_eq!(told, [".data.port: expected a string, got the number 80"]);
        assert_eq!(hints, ["Quote the value in the template: port: {{ .Values.x | quote }}"]);
        let field = ".spec.containers[name=\"main\"].env".to_string();
        let (told, hints) = explain(vec![Misfit::Duplicate { field, key: "name=\"A\"".to_string() }]);
        assert_eq!(told, [".spec.containers[name=\"main\"].env: more than one item with name=\"A\""]);
        assert!(hints[0].contains("Drop all but the last of them from env"), "{hints:?}");
    }
}
