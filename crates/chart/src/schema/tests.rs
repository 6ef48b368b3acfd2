//! Messages about values and schemas.

use super::table::ROWS;
use super::*;
use crate::File;

fn chart(name: &str, schema: &str) -> Chart {
    let mut chart = Chart { schema: Some(File::from_bytes("values.schema.json", schema.into())), ..Chart::default() };
    chart.metadata.name = name.to_string();
    chart
}

fn check(chart: &Chart, values: &str) -> Result<Vec<Warning>, Error> {
    let values = skeg_go_yaml::read_tree_map(values.as_bytes()).expect("values");
    validate(chart, &values, &|_| Err("no network here".into()))
}

#[test]
fn messages_are_those_of_helm() {
    let mut wrong = Vec::new();
    for (schema, values, expected) in ROWS {
        let found = check(&chart("c", schema), values).map_or_else(|error| error.to_string(), |_| String::new());
        let head = "values don't meet the specifications of the schema(s) in the following chart(s):\nc:\n";
        if found.strip_prefix(head).unwrap_or(&found) != *expected {
            wrong.push(format!("{schema} {values}\n--- Helm\n{expected}\n--- here\n{found}"));
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn violations_are_data() {
    let mut parent = chart("top", r#"{"properties":{"a":{"type":"string"}}}"#);
    parent.dependencies.push(chart("sub", r##"{"$ref":"#/$defs/d","$defs":{"d":{"required":["x"]}}}"##));
    let error = check(&parent, "a: 1\nsub: {}\n").expect_err("violations");
    let Error::Schema(validation) = &error else { panic!("{error}") };
    let [top, sub] = validation.charts.as_slice() else { panic!("{error}") };
    assert_eq!((top.chart.as_str(), top.path.len()), ("top", 0));
    assert_eq!(top.violations[0].path, ["a"]);
    assert_eq!(sub.path, ["sub"]);
    assert_eq!(sub.violations[0].message, "missing property 'x'");
    let text = "values don't meet the specifications of the schema(s) in the following chart(s):\ntop:\n- at '/a': got number, want string\nsub:\n- at '': missing property 'x'\n";
    assert_eq!(error.to_string(), text);
}

#[test]
fn the_net_is_only_reached_through_the_caller() {
    let schema = r#"{"$ref":"https://example.com/s.json"}"#;
    let error = check(&chart("c", schema), "{}").expect_err("no network").to_string();
    assert!(error.ends_with("c:\nfailing loading \"https://example.com/s.json\": no network here"), "{error}");
    let fetch = |url: &str| match url {
        "https://example.com/s.json" => Ok(br#"{"$ref":"t.json#/$defs/x"}"#.to_vec()),
        "https://example.com/t.json" => Ok(br#"{"$defs":{"x":{"required":["k"]}}}"#.to_vec()),
        other => Err(format!("unexpected {other}")),
    };
    let error = validate(&chart("c", schema), &Tree::map(), &fetch).expect_err("violations").to_string();
    assert!(error.ends_with("c:\n- at '': missing property 'k'\n"), "{error}");
}

#[test]
fn a_packed_chart_reads_nothing_from_the_disk() {
    let packed = "schemas of a packed chart cannot refer to files on disk";
    for (reference, path) in [
        ("other.json", "/other.json"),
        ("file://../a%20b.json", "/a b.json"),
        ("file:/none%41", "/noneA"),
        ("file://none", ""),
        ("file:///etc/passwd", "/etc/passwd"),
        ("file:///dev/zero", "/dev/zero"),
    ] {
        let schema = format!(r#"{{"properties":{{"a":{{"$ref":"{reference}"}}}}}}"#);
        let error = check(&chart("c", &schema), "{}").expect_err(reference).to_string();
        assert!(error.ends_with(&format!("\": open {path}: {packed}")), "{error}");
    }
    let error = check(&chart("c", r#"{"$schema":"file:///dev/zero"}"#), "{}").expect_err("refused").to_string();
    assert!(error.ends_with(packed), "{error}");
}

#[test]
fn equal_items_are_found_without_comparing_all_with_all() {
    let unique = chart("c", r#"{"properties":{"a":{"uniqueItems":true}}}"#);
    // So many that comparing each with each would take hours.
    let numbers: Vec<String> = (0..100_000).map(|n: i64| (n - 50_000).to_string()).collect();
    let texts: Vec<String> = (0..50_000).map(|n| format!("{{k: [t{n}, {{x: {n}.5}}]}}")).collect();
    let values = format!("a: [{}, {}]\n", numbers.join(", "), texts.join(", "));
    check(&unique, &values).expect("all differ");
    let rows = [
        ("[1, 2, 1.0]", "0 and 2"),
        ("[{a: 1, b: [2.5]}, x, {b: [2.5], a: 1.0}]", "0 and 2"),
        ("[0, -0.0]", "0 and 1"),
        ("[1e20, 100000000000000000000.0]", "0 and 1"),
        ("[null, false, 0, \"\", [], {}, \"null\", [null], \"\"]", "3 and 8"),
    ];
    for (items, pair) in rows {
        let error = check(&unique, &format!("a: {items}\n")).expect_err(items).to_string();
        assert!(error.ends_with(&format!("items at {pair} are equal\n")), "{items}: {error}");
    }
}

#[test]
fn long_lists_of_choices_end() {
    let choices: Vec<String> = (0..20_000).map(|n| n.to_string()).collect();
    let schema = format!(r#"{{"properties":{{"a":{{"items":{{"enum":[{}]}}}}}}}}"#, choices.join(","));
    let values = format!("a: [{}]\n", vec!["19999"; 20_000].join(", "));
    let error = check(&chart("c", &schema), &values).expect_err("too much").to_string();
    assert!(error.ends_with("validation takes more than 20000000 steps\n"), "{error}");
}

#[test]
fn an_unresolved_urn_allows_everything_with_a_warning() {
    let warnings = check(&chart("c", r#"{"$ref":"urn:example:x"}"#), "{a: 1}").expect("no violations");
    assert_eq!(warnings, [Warning::UrnIgnored { urn: "urn:example:x".into() }]);
}

#[test]
fn deep_values_and_schemas_do_not_exhaust_the_stack() {
    let schema = r##"{"additionalProperties":{"$ref":"#"}}"##;
    let values = format!("{}{}", "{a: ".repeat(900), "}".repeat(900)).replace("{a: }", "{}");
    assert!(check(&chart("c", schema), &values).is_err());
    let schema = format!("{}true{}", r#"{"not":"#.repeat(5000), "}".repeat(5000));
    assert!(check(&chart("c", &schema), "{}").is_err());
}

#[test]
fn schemas_that_multiply_end() {
    for keyword in ["anyOf", "oneOf"] {
        let parts: Vec<String> = (0..40)
            .map(|i| {
                format!(
                    r##""d{i}":{{"{keyword}":[{{"$ref":"#/$defs/d{next}"}},{{"$ref":"#/$defs/d{next}"}}]}}"##,
                    next = i + 1
                )
            })
            .collect();
        let schema = format!(r##"{{"$ref":"#/$defs/d0","$defs":{{{},"d40":{{"type":"string"}}}}}}"##, parts.join(","));
        let error = check(&chart("c", &schema), "{}").expect_err(keyword).to_string();
        assert!(error.ends_with("c:\n- at '': validation takes more than 20000000 steps\n"), "{error}");
    }
}
