//! Hostile documents: deep, self-referential, exponential. Test threads have 2 MB of stack, as the renderer's do.

use skeg_go_yaml::{json, parse, read_tree, write_tree, write_tree_pretty};

fn message(text: &str) -> Option<String> {
    read_tree(text.as_bytes()).err().map(|e| e.into_message())
}

#[test]
fn survives_depth() {
    for text in ["[", "- ", "? ", "{a: ", "{? ", "[? ", "!x ", "&a "] {
        let deep = text.repeat(9_990);
        let _ =
            (read_tree(deep.as_bytes()).is_ok(), parse(deep.as_bytes()).map(|d| d.map(|d| d.check().is_ok())).is_ok());
    }
    let nested = |n: usize| format!("{}{}", "[".repeat(n), "]".repeat(n));
    assert!(parse(nested(10_000).as_bytes()).is_ok());
    assert_eq!(
        message(&nested(10_001)).as_deref(),
        Some("error converting YAML to JSON: yaml: exceeded max depth of 10000")
    );
    assert_eq!(
        message(&nested(5_000)).as_deref(),
        Some("error unmarshaling JSON: while decoding JSON: exceeded max depth")
    );
    let tree = read_tree(nested(1_000).as_bytes()).expect("as deep as values go");
    assert_eq!(json::read_tree(nested(1_000).as_bytes()).as_ref(), Ok(&tree));
    assert!(json::read_tree(nested(1_001).as_bytes()).is_err());
    assert!(write_tree(&tree).is_ok() && write_tree_pretty(&tree).is_ok());
    let maps = format!("{}1{}", "{a: ".repeat(999), "}".repeat(999));
    assert!(read_tree(maps.as_bytes()).is_ok());
}

#[test]
fn stops_aliases_without_end() {
    let mut bomb = String::from("a: &a [x, x, x, x, x, x, x, x, x]\n");
    for pair in "abcdefghi".as_bytes().windows(2) {
        let (old, new) = (pair[0] as char, pair[1] as char);
        bomb.push_str(&format!("{new}: &{new} [{}]\n", vec![format!("*{old}"); 9].join(", ")));
    }
    let excessive = Some("error converting YAML to JSON: yaml: document contains excessive aliasing".to_owned());
    assert_eq!(message(&bomb), excessive);
    assert_eq!(message(&format!("{bomb}null: *i\n")), excessive);
    let itself = "error converting YAML to JSON: yaml: anchor 'a' value contains itself";
    for text in ["&a [*a]", "a: &a\n  <<: *a", "&a {b: [*a]}"] {
        assert_eq!(message(text).as_deref(), Some(itself), "{text}");
    }
}

#[test]
fn stops_merges_without_end() {
    let mut text = String::from("m0: &m0 {x: 1}\n");
    for n in 1..40 {
        text.push_str(&format!("m{n}: &m{n} {{<<: [*m{0}, *m{0}]}}\n", n - 1));
    }
    let document = parse(text.as_bytes()).ok().flatten().expect("a document");
    assert!(document.check().is_err());
    let last = document.root().field("m39").expect("the last map");
    assert!(last.object().len() <= 1 && last.field("y").is_none());
}

#[test]
fn takes_time_in_proportion() {
    // Each of these is quadratic if implemented carelessly: minutes instead of milliseconds.
    let line = format!("{{{}}}", (0..50_000).map(|n| format!("\"k{n}\": 'v v'")).collect::<Vec<_>>().join(", "));
    assert!(read_tree(line.as_bytes()).is_ok());
    assert!(read_tree(format!("'{}'", "\n".repeat(300_000)).as_bytes()).is_ok());
    assert!(read_tree(format!("- |\n{}", "  é\u{2028}\n".repeat(50_000)).as_bytes()).is_ok());
    assert!(read_tree("a".repeat(1_000_000).as_bytes()).is_ok());
    assert!(read_tree("- &a x\n- *a\n".repeat(50).as_bytes()).is_ok());
}
