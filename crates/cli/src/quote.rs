//! Text in the style of Go's `%q`, for messages that people know from Helm.

pub(crate) use skeg_chart::quote;

#[cfg(test)]
mod tests {
    use super::quote;

    #[test]
    fn quotes_as_go() {
        for (text, want) in [
            ("a\"b", r#""a\"b""#),
            ("a\\b\n", r#""a\\b\n""#),
            ("\x01\x7f", r#""\x01\x7f""#),
            ("é\u{feff}", r#""é\ufeff""#),
        ] {
            assert_eq!(quote(text), want);
        }
    }
}
