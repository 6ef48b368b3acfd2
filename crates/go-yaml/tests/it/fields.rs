use skeg_go_yaml::parse;

#[test]
fn turns_scalars_into_strings_as_go_does() {
    let rows = [
        ("1.10", Some("1.1")),
        ("1.0", Some("1")),
        ("16777217.5", Some("1.6777218e+07")),
        ("20240101", Some("20240101")),
        ("0x10", Some("16")),
        ("18446744073709551615", Some("18446744073709551615")),
        ("yes", Some("true")),
        ("'1.10'", Some("1.10")),
        ("v1", Some("v1")),
        ("2024-01-01", Some("2024-01-01")),
        (".inf", Some("+Inf")),
        ("~", None),
        ("", None),
        ("[a]", None),
        ("{a: b}", None),
    ];
    for (text, expected) in rows {
        let text = format!("f: {text}");
        let document = parse(text.as_bytes()).ok().flatten().expect("a document");
        let value = document.root().entries().next().expect("an entry").1;
        assert_eq!(value.as_go_string().as_deref(), expected, "{text}");
    }
}

#[test]
fn finds_fields_in_any_case() {
    let rows = [
        ("name: a", Some("a")),
        ("NAME: a", Some("a")),
        ("name: a\nName: b", Some("a")),
        ("Name: b\nname: a", Some("a")),
        ("name: a\nname: b", Some("b")),
        ("name: a\nNAME: null", Some("a")),
        ("name: null", None),
        ("names: a", None),
        ("x: &x {name: a}\n<<: *x", Some("a")),
        ("x: &x {name: a}\nname: b\n<<: *x", Some("a")),
        ("<<: [{name: a}, {name: b}]", Some("a")),
        ("[name]", None),
    ];
    for (text, expected) in rows {
        let document = parse(text.as_bytes()).ok().flatten().expect("a document");
        assert_eq!(document.root().field("name").map(|n| n.text()), expected, "{text}");
    }
    let document = parse("\u{212A}ind: a".as_bytes()).ok().flatten().expect("a document");
    assert!(document.root().field("kind").is_some());
}

#[test]
fn gives_maps_as_json_objects() {
    let text = b"b: 1\na: 2\n1: 3\ny: 4\nb: 5\nx: &x {c: 6}\n<<: *x";
    let document = parse(text).ok().flatten().expect("a document");
    let entries: Vec<_> = document.root().object().iter().map(|(k, v)| format!("{k}={}", v.text())).collect();
    assert_eq!(entries, ["1=3", "a=2", "b=5", "c=6", "true=4", "x="]);
    assert_eq!(document.root().json_type(), "object");
}
