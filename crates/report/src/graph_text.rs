//! Escapes names and reasons for the labels of drawn graphs. They come from charts: nothing in them may end a label or
//! a line.

use crate::visible::visible;

/// A string of Graphviz, in quotes.
pub(crate) fn dot(text: &str) -> String {
    format!("\"{}\"", on_one_line(text).replace('\\', "\\\\").replace('"', "\\\""))
}

/// A string of Mermaid, in quotes. Mermaid has entities but no escapes.
pub(crate) fn mermaid(text: &str) -> String {
    format!("\"{}\"", on_one_line(text).replace('&', "&amp;").replace('"', "&quot;"))
}

fn on_one_line(text: &str) -> String {
    visible(text).replace(['\n', '\r', '\t'], " ")
}

#[cfg(test)]
mod tests {
    use super::{dot, mermaid};

    #[test]
    fn nothing_ends_a_label() {
        let odd = "a\"b\\c&d\ne\u{1b}";
        assert_eq!(dot(odd), r#""a\"b\\c&d e\\x1b""#);
        assert_eq!(mermaid(odd), r#""a&quot;b\c&amp;d e\x1b""#);
    }
}
