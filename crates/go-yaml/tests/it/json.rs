use skeg_go_yaml::json::{Writer, decode_prefix, read_tree, replace_invalid};
use skeg_go_yaml::{Events, Tree, TreeBuilder, write_tree_json};

use crate::check_table;
use crate::json_table::{JSON, JSON_INDENTED, JSON_PREFIXES};

#[test]
fn reads_and_writes_as_go_does() {
    check_table(JSON, |text| write_tree_json(&read_tree(text)?));
}

#[test]
fn reads_a_value_and_leaves_the_rest() {
    check_table(JSON_PREFIXES, |text| {
        let decoded = decode_prefix(text, &mut TreeBuilder)?;
        let mut out = write_tree_json(&decoded.value)?;
        out.extend_from_slice(format!("@{}", decoded.consumed).as_bytes());
        Ok(out)
    });
}

#[test]
fn indents_as_go_does() {
    check_table(JSON_INDENTED, |text| {
        let mut writer = Writer::new().without_html_escapes().indented("  ");
        send(&read_tree(text)?, &mut writer);
        writer.finish()
    });
}

#[test]
fn replaces_bytes_that_are_no_text_one_by_one() {
    assert_eq!(replace_invalid(b"a\xE2\x80b\xFF"), "a\u{FFFD}\u{FFFD}b\u{FFFD}");
    assert_eq!(write_tree_json(&Tree::Str(b"a\xE2\x80b".into())), Ok(br#""a\ufffd\ufffdb""#.to_vec()));
    assert_eq!(read_tree(b"\"a\xFFb\""), Ok(Tree::from("a\u{FFFD}b")));
    assert_eq!(
        read_tree(b"\xE9").map_err(|e| e.into_message()),
        Err("invalid character 'é' looking for beginning of value".into())
    );
}

fn send(tree: &Tree, events: &mut impl Events) {
    match tree {
        Tree::Null => events.null(),
        Tree::Bool(b) => events.bool(*b),
        Tree::Int(n) => events.int(*n),
        Tree::Float(f) => events.float(*f),
        Tree::Str(s) => events.str(s),
        Tree::List(items) => {
            events.begin_list(items.len());
            items.iter().for_each(|item| send(item, events));
            events.end_list();
        }
        Tree::Map(map) => {
            events.begin_map(map.len());
            for (key, value) in map {
                events.key(key);
                send(value, events);
            }
            events.end_map();
        }
    }
}
