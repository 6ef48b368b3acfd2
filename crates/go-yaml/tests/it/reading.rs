use skeg_go_yaml::{
    Kind, Style, Tree, TreeBuilder, parse, parse_all, read_list, read_map, read_tree, read_tree_map, write_tree_json,
};

use crate::check_table;
use crate::reading_table::{LISTS, MAPS, SCALARS, TAGS};
use crate::structure_table::STRUCTURES;

#[test]
fn reads_as_go_does() {
    for table in [SCALARS, TAGS, STRUCTURES] {
        check_table(table, |text| write_tree_json(&read_tree(text)?));
    }
}

#[test]
fn checks_as_go_reads() {
    for table in [SCALARS, TAGS, STRUCTURES] {
        for &(input, expected) in table {
            let found = parse(input.as_bytes()).and_then(|d| d.map_or(Ok(()), |d| d.check()));
            assert_eq!(found.map_err(|e| e.into_message()).err().as_deref(), expected.err(), "{input:?}");
        }
    }
}

#[test]
fn reads_into_maps_and_lists() {
    check_table(MAPS, |text| write_tree_json(&read_map(text, &mut TreeBuilder)?.unwrap_or_default()));
    check_table(LISTS, |text| write_tree_json(&read_list(text, &mut TreeBuilder)?.unwrap_or_default()));
    assert_eq!(read_tree_map(b"null"), Ok(Tree::map()));
}

#[test]
fn names_the_stage_of_an_error() {
    let message = |text: &str| read_tree_map(text.as_bytes()).map_err(|e| e.into_message());
    assert_eq!(
        message("a: b\nc"),
        Err("error converting YAML to JSON: yaml: line 3: could not find expected ':'".into())
    );
    assert_eq!(
        message("[1]"),
        Err("error unmarshaling JSON: while decoding JSON: json: cannot unmarshal array into Go value of type \
             map[string]interface {}"
            .into())
    );
}

#[test]
fn minds_only_the_infinities_that_stay() {
    let text = |text: &str| read_tree(text.as_bytes()).and_then(|t| write_tree_json(&t)).map_err(|e| e.into_message());
    assert_eq!(text("b: .inf\nb: 1"), Ok(br#"{"b":1}"#.to_vec()));
    assert_eq!(
        text("b: .nan\na: [1, -.inf]"),
        Err("error converting YAML to JSON: json: unsupported value: -Inf".into())
    );
}

#[test]
fn decodes_utf16_and_byte_order_marks() {
    let utf16 = |big: bool| {
        let units = "\u{FEFF}a: é😀\n".encode_utf16();
        units.flat_map(|u| if big { u.to_be_bytes() } else { u.to_le_bytes() }).collect::<Vec<u8>>()
    };
    let expected = Ok(Tree::Map([("a".into(), Tree::from("é😀"))].into()));
    assert_eq!(read_tree(&utf16(true)), expected);
    assert_eq!(read_tree(&utf16(false)), expected);
    assert_eq!(read_tree("\u{FEFF}a: é😀".as_bytes()), expected);
    let error = |bytes: &[u8]| {
        read_tree(bytes).map_err(|e| e.into_message().split_off("error converting YAML to JSON: ".len()))
    };
    assert_eq!(error(b"\xFF\xFEa"), Err("yaml: incomplete UTF-16 character".into()));
    assert_eq!(error(b"\xFE\xFF\xDC\0"), Err("yaml: unexpected low surrogate area".into()));
    assert_eq!(error(b"a: \xFF"), Err("yaml: invalid leading UTF-8 octet".into()));
    assert_eq!(error(b"a: \xE9b"), Err("yaml: incomplete UTF-8 octet sequence".into()));
    assert_eq!(error(b"a: \xE9bcd"), Err("yaml: invalid trailing UTF-8 octet".into()));
    assert_eq!(error(b"a: \xC0\x80"), Err("yaml: invalid length of a UTF-8 sequence".into()));
}

#[test]
fn meets_bad_characters_window_by_window() {
    let text = format!("a: [\n{}\n\u{7F}", "# comment\n".repeat(100));
    let error = |text: &str| read_tree(text.as_bytes()).map_err(|e| e.into_message());
    let bad = "error converting YAML to JSON: yaml: control characters are not allowed";
    assert_eq!(error(&text), Err(bad.into()));
    // An error in an earlier window is reported first; within one window, the bad character is.
    assert_eq!(
        error(&format!("a: b: c\n{text}")),
        Err("error converting YAML to JSON: yaml: mapping values are not allowed in this context".into())
    );
    assert_eq!(error("a: b: c\n\u{7F}"), Err(bad.into()));
}

#[test]
fn gives_nodes_without_reading_values() {
    let text = b"# head\napiVersion: v1\nkind: \"ConfigMap\"\nmetadata: &m\n  name: x\ndata: {a: |\n";
    assert!(parse(text).is_err());
    let text = b"# head\napiVersion: v1\nkind: \"ConfigMap\"\nmetadata: &m {name: x}\nother: *m\nlist:\n- !t 1\n- 2";
    let document = parse(text).ok().flatten().expect("a document");
    let root = document.root();
    assert_eq!((root.kind(), root.line()), (Kind::Map, 2));
    let kinds: Vec<_> = root.entries().map(|(k, v)| (k.text(), v.kind(), v.line())).collect();
    assert_eq!(
        kinds,
        [
            ("apiVersion", Kind::Scalar, 2),
            ("kind", Kind::Scalar, 3),
            ("metadata", Kind::Map, 4),
            ("other", Kind::Alias, 5),
            ("list", Kind::List, 7),
        ]
    );
    let list = root.field("list").expect("a list");
    assert_eq!(
        list.items().map(|i| (i.text(), i.tag().into_owned())).collect::<Vec<_>>(),
        [("1", "!t".to_owned()), ("2", String::new())]
    );
    assert_eq!(root.field("kind").map(|k| k.style()), Some(Style::DoubleQuoted));
    assert_eq!(root.field("other").and_then(|o| o.field("name")).map(|n| n.text()), Some("x"));
}

#[test]
fn parses_every_document() {
    let documents =
        parse_all(b"a: |\n  x\n---\n'b''c'\n...\n%YAML 1.1\n---\n- >-\n  d\n  e\n---\n").expect("documents");
    let texts: Vec<_> = documents.iter().map(|d| skeg_go_yaml::read_document(d, &mut TreeBuilder)).collect();
    let json: Vec<_> = texts.into_iter().map(|t| t.and_then(|t| write_tree_json(&t)).map(String::from_utf8)).collect();
    let expected = [r#"{"a":"x\n"}"#, r#""b'c""#, r#"["d e"]"#, "null"];
    assert_eq!(json, expected.map(|e| Ok(Ok(e.to_owned()))));
    assert_eq!(parse_all(b"").map(|d| d.len()), Ok(0));
    assert!(parse_all(b"a\n---\n]").is_err());
}
