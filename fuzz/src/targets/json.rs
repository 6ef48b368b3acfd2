//! JSON text: parsing, and a round trip of what was parsed.

use super::Target;
use skeg_go_yaml::{json, write_tree_json};

pub(super) const TARGET: Target = Target {
    name: "json",
    dictionary: &[
        "[", "]", "{", "}", ",", ":", "\"", "\\u", "\\ud83d", "\\n", "null", "true", "1e400", "-0", "0.1", "[[[[",
        "{\"a\":",
    ],
    seeds,
    run,
};

fn seeds() -> Vec<Vec<u8>> {
    let texts = [
        r#"{"a": [1, 2.5, -3e+10, null, true, false, "x"], "b": {"c": {}}}"#,
        r#"["\u00e9\ud83d\ude00\n\t\"\\\/", "", " "]"#,
        r#"{"a":1,"a":2}"#,
        "12345678901234567890",
        " \t\r\n[ ]",
        "[[[[[[[[[[]]]]]]]]]]",
        "\"\u{2028}<&>\"",
    ];
    texts.iter().map(|text| text.as_bytes().to_vec()).collect()
}

fn run(input: &[u8]) {
    let Ok(tree) = json::read_tree(input) else { return };
    let Ok(text) = write_tree_json(&tree) else { return };
    let again = json::read_tree(&text).and_then(|tree| write_tree_json(&tree));
    assert_eq!(again.as_ref(), Ok(&text), "written, read and written again is something else");
}
