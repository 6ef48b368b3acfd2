//! Readable messages about objects that do not match their schema. Pure.

use skeg_resources::Misfit;

/// Faults without Go's syntax, and hints, each once.
pub(super) fn explain(faults: Vec<Misfit>) -> (Vec<String>, Vec<String>) {
    let mut hints: Vec<String> = Vec::new();
    let mut explained = Vec::new();
    for fault in faults {
        explained.push(fault.to_string());
        hints.extend(fault.hint().filter(|hint| !hints.contains(hint)));
    }
    (explained, hints)
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
        let (explained, hints) = explain(vec![image.clone(), image]);
        assert_eq!(explained[0], ".spec.containers[name=\"main\"].image: expected a string, got the boolean true");
        assert_eq!(hints.len(), 1);
        assert!(hints[0].contains("image: {{ .Values.x | quote }}"), "{hints:?}");
        let (explained, hints) = explain(vec![wrong(".data.port", "80")]);
        assert_eq!(explained, [".data.port: expected a string, got the number 80"]);
        assert_eq!(hints, ["Quote the value in the template: port: {{ .Values.x | quote }}"]);
        let long = format!("\"{}\"", "x".repeat(100));
        for (wanted, value, expected) in [
            ("integer", "\"three\"", ".spec.b: expected an integer, got the string \"three\""),
            ("string", "{\"b\":1}", ".spec.b: expected a string, got a mapping"),
            ("array", "map[string]interface {}{}", ".spec.b: expected an array, got a mapping"),
            ("boolean", &long, ".spec.b: expected a boolean, got a string"),
        ] {
            let (wanted, value) = (wanted.to_string(), value.to_string());
            let fault = Misfit::WrongType { field: ".spec.b".to_string(), wanted, value };
            assert_eq!(explain(vec![fault]).0, [expected]);
        }
        let field = ".spec.containers[name=\"main\"].env".to_string();
        let (explained, hints) = explain(vec![Misfit::Duplicate { field, key: "name=\"A\"".to_string() }]);
        assert_eq!(explained, [".spec.containers[name=\"main\"].env: more than one item with name=\"A\""]);
        assert!(hints[0].contains("Drop all but the last of them from env"), "{hints:?}");
    }
}
