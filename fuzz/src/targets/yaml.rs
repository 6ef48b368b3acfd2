//! YAML text: parsing, and parsing what was written.

use super::Target;
use crate::seeds;

pub(super) const TARGET: Target = Target {
    name: "yaml",
    dictionary: &[
        "- ",
        "? ",
        ": ",
        "---\n",
        "...\n",
        "%YAML 1.1\n",
        "&a ",
        "*a",
        "<<: *a",
        "!!str ",
        "!!binary ",
        "!<x>",
        "|\n",
        ">-\n",
        "|2+\n",
        "[",
        "]",
        "{",
        "}",
        ",",
        "\"",
        "'",
        "\\x",
        "\\u12",
        "#",
        " #",
        "\t",
        "\n  ",
        "\r\n",
        "\u{85}",
        "\u{2028}",
        "\u{feff}",
        "null",
        "~",
        "yes",
        "0x1F",
        "1_0",
        "1e400",
        ".inf",
        "2020-01-01",
        "- - - ",
        "[[",
        "{a: ",
    ],
    seeds: || seeds::files(|path| path.ends_with(".yaml") && !path.contains("/templates/")),
    run,
};

fn run(input: &[u8]) {
    let Ok(tree) = skeg_go_yaml::read_tree(input) else { return };
    let Ok(text) = skeg_go_yaml::write_tree(&tree) else { return };
    let again = skeg_go_yaml::read_tree(&text);
    assert!(again.is_ok(), "what was written cannot be read: {again:?}");
}
