//! Arguments, files and their order.

use super::table::{ALIKE, DIFFERENT};
use super::*;
use skeg_go_yaml::write_tree_json;

fn read(path: &str) -> Result<Vec<u8>, String> {
    match path {
        "greeting.txt" => Ok("hello, é\n".into()),
        other => Err(format!("open {other}: no such file or directory")),
    }
}

fn json(tree: &Tree) -> String {
    String::from_utf8(write_tree_json(tree).expect("values for JSON")).expect("UTF-8")
}

fn outcome(flag: SetFlag, argument: &str, compat: Compat) -> String {
    let mut values = UserValues::default();
    let arguments = match flag {
        SetFlag::Set => &mut values.set,
        SetFlag::SetString => &mut values.set_string,
        SetFlag::SetFile => &mut values.set_file,
        SetFlag::SetJson => &mut values.set_json,
        SetFlag::SetLiteral => &mut values.set_literal,
    };
    arguments.push(argument.to_string());
    match values.merge(&mut read, compat) {
        Ok(tree) => json(&tree),
        Err(error) => format!("error: {error}"),
    }
}

#[test]
fn arguments_are_read_as_by_helm() {
    let alike = ALIKE.iter().map(|&(flag, argument, expected)| (flag, argument, expected, expected));
    for (flag, argument, v3, v4) in alike.chain(DIFFERENT.iter().copied()) {
        assert_eq!(outcome(flag, argument, Compat::V3), v3, "{} {argument:?} with v3", flag.name());
        assert_eq!(outcome(flag, argument, Compat::V4), v4, "{} {argument:?} with v4", flag.name());
    }
}

#[test]
fn whole_numbers_of_set_are_ints_and_those_of_files_floats() {
    let values = UserValues {
        files: vec!["greeting.yaml".into()],
        set: vec!["int=1000000".into()],
        set_json: vec!["float=1000000".into()],
        ..UserValues::default()
    };
    let tree = values.merge(&mut |_| Ok(b"file: 1000000\n".to_vec()), Compat::V4).expect("values");
    assert_eq!(tree.get("int"), Some(&Tree::Int(1_000_000)));
    assert_eq!(tree.get("float"), Some(&Tree::Float(1e6)));
    assert_eq!(tree.get("file"), Some(&Tree::Float(1e6)));
}

#[test]
fn kinds_have_an_order_whatever_the_command_line() {
    let values = UserValues {
        files: vec!["one".into(), "two".into()],
        set_json: vec![r#"a={"json":1},l=1"#.into()],
        set: vec!["a.set=1,l=2".into()],
        set_string: vec!["a.string=1,l=3".into()],
        set_file: vec!["a.file=x,l=x".into()],
        set_literal: vec!["l=5".into()],
    };
    let mut read = |name: &str| match name {
        "one" => Ok(b"a: {one: 1, gone: 1}\nt: {x: 1, s: {z: 1}}\n".to_vec()),
        "two" => Ok(b"t: {s: {w: 2}, k: null}\n".to_vec()),
        _ => Ok(b"4".to_vec()),
    };
    let expected = r#"{"a":{"file":"4","json":1,"set":1,"string":"1"},"l":"5","t":{"k":null,"s":{"w":2,"z":1},"x":1}}"#;
    assert_eq!(json(&values.merge(&mut read, Compat::V4).expect("values")), expected);
}

#[test]
fn broken_files_are_named() {
    let rows = [
        ("a: [1\nb: 2\n", "error converting YAML to JSON: yaml: line 1: did not find expected ',' or ']'"),
        (
            "- a\n",
            "error unmarshaling JSON: while decoding JSON: json: cannot unmarshal array into Go value of type map[string]interface {}",
        ),
    ];
    for (text, reason) in rows {
        let values = UserValues { files: vec!["my.yaml".into()], ..UserValues::default() };
        let error = |compat| values.merge(&mut |_| Ok(text.into()), compat).expect_err("an error").to_string();
        assert_eq!(error(Compat::V3), format!("failed to parse my.yaml: {reason}"));
        assert_eq!(error(Compat::V4), format!("failed to parse my.yaml: cannot unmarshal yaml document: {reason}"));
    }
    let values = UserValues { files: vec!["none".into()], ..UserValues::default() };
    let error = values.merge(&mut read, Compat::V4).expect_err("an error").to_string();
    assert_eq!(error, "open none: no such file or directory");
}

#[test]
fn the_largest_index_fills_a_list_with_nulls() {
    let values = UserValues { set: vec!["a[65536]=1".into()], ..UserValues::default() };
    let tree = values.merge(&mut read, Compat::V4).expect("values");
    let Some(Tree::List(items)) = tree.get("a") else { panic!("no list") };
    assert_eq!((items.len(), &items[0], &items[65536]), (65537, &Tree::Null, &Tree::Int(1)));
}

#[test]
fn lists_made_by_indexes_are_bounded_together() {
    let merge = |arguments: Vec<String>| {
        let values = UserValues { set: arguments, ..UserValues::default() };
        values.merge(&mut read, Compat::V4).map(|_| ()).map_err(|error| error.to_string())
    };
    let refused =
        Err("failed parsing --set data: index of 65535 makes lists with more than 1048576 items in all".to_string());
    let several = |count| (0..count).map(|n| format!("a{n}[65535]=1")).collect::<Vec<_>>();
    assert_eq!(merge(several(16)), Ok(()));
    assert_eq!(merge(several(17)), refused);
    assert_eq!(merge(vec![several(17).join(",")]), refused);
    assert_eq!(merge(vec![format!("a{}=1", "[65535]".repeat(17))]), refused);
    // Lists that are there already are not counted again.
    assert_eq!(merge((0..100).map(|n| format!("a[65535].b{n}=1")).collect()), Ok(()));
}
