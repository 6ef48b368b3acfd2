//! The positions of scalars.

use skeg_go_yaml::{Kind, Node, Spanned, parse_spanned};

/// The source of every scalar, in order; `~` for one that is not written.
fn sources(text: &str) -> Vec<(&str, bool)> {
    fn walk<'t>(spanned: &Spanned<'_>, node: Node<'_, '_>, text: &'t str, found: &mut Vec<(&'t str, bool)>) {
        match node.kind() {
            Kind::Scalar => found.push(match spanned.span(node) {
                Some(span) => (&text[span.start..span.end], span.in_flow),
                None => ("~", false),
            }),
            Kind::List => node.items().for_each(|item| walk(spanned, item, text, found)),
            Kind::Map => node.entries().for_each(|(key, value)| {
                walk(spanned, key, text, found);
                walk(spanned, value, text, found);
            }),
            Kind::Alias => {}
        }
    }
    let mut found = Vec::new();
    for spanned in parse_spanned(text).expect("YAML") {
        walk(&spanned, spanned.document.root(), text, &mut found);
    }
    found
}

#[test]
fn scalars_know_their_places() {
    let outside = |words: &[&'static str]| words.iter().map(|word| (*word, false)).collect::<Vec<_>>();
    assert_eq!(sources("a: b # c\nd:\n- 'e'\n- &x \"f\\n\"\n- *x\n"), outside(&["a", "b ", "d", "'e'", "\"f\\n\""]));
    assert_eq!(
        sources("a: | # c\n  one\n  two\n\nb: x y\n  z\n"),
        outside(&["a", "| # c\n  one\n  two\n\n", "b", "x y\n  z\n"])
    );
    assert_eq!(sources("é: ü\nn:\nm: ~\n---\no: !!str p\n"), outside(&["é", "ü\n", "n", "~", "m", "~\n", "o", "p\n"]));
    assert_eq!(sources("a: [b, {c: 'd'}]"), [("a", false), ("b", true), ("c", true), ("'d'", true)]);
}
