//! Splitting, compared with what Helm's own separators make of the same texts.

use skeg_chart::Compat;

use super::split_documents;

#[test]
fn splits_as_each_generation_does() {
    let rows: &[(&str, &[&str], &[&str])] = &[
        ("", &[], &[]),
        ("a: 1", &["a: 1"], &["a: 1"]),
        ("---\na: 1\n", &["a: 1"], &["a: 1\n"]),
        ("a: 1\n---\nb: 2\n", &["a: 1", "b: 2"], &["a: 1\n", "b: 2\n"]),
        ("a: 1\n---\n---\nb: 2\n", &["a: 1", "---\nb: 2"], &["a: 1\n", "b: 2\n"]),
        ("---\n---\na\n", &["---\na"], &["a\n"]),
        ("a\n--- \t b\n", &["a", "b"], &["a\n", "b\n"]),
        ("a\n---b\n", &["a", "b"], &["a\n", "b\n"]),
        ("a\n ---\nb", &["a\n ---\nb"], &["a\n ---\nb"]),
        ("a\r\n---\r\nb\r\n", &["a", "b"], &["a\r\n", "b\r\n"]),
        ("\n\n  a: 1\n  b: 2\n---\n  c: 3\n\n\n", &["a: 1\n  b: 2", "c: 3"], &["a: 1\n  b: 2\n", "c: 3\n\n\n"]),
        ("a\n\n\n---\n\n\nb\n---", &["a", "b"], &["a\n\n\n", "b\n"]),
        ("a\n---\n   \n---\nb", &["a", "---\nb"], &["a\n", "b"]),
        ("# c\n---\nx: |\n  ---\n  y", &["# c", "x: |\n  ---\n  y"], &["# c\n", "x: |\n  ---\n  y"]),
        ("a\n---\n \n---\nb", &["a", "", "b"], &["a\n", "b"]),
        ("a\n---- x\nb", &["a", "- x\nb"], &["a\n", "- x\nb"]),
        ("---", &[], &[]),
        ("--- a", &["a"], &["a"]),
        ("x---\ny", &["x---\ny"], &["x---\ny"]),
        ("a\n---\n\x0b\n---\n b \x0c", &["a", "", "b"], &["a\n", "b \x0c"]),
        ("a\n---\n# c\n---\n\n---\nb", &["a", "# c", "---\nb"], &["a\n", "# c\n", "b"]),
    ];
    for (text, v3, v4) in rows {
        for (compat, expected) in [(Compat::V3, v3), (Compat::V4, v4)] {
            let documents = split_documents(text.as_bytes(), compat);
            let documents: Vec<&str> = documents.iter().map(|d| std::str::from_utf8(d).expect("text")).collect();
            assert_eq!(documents, *expected, "{compat:?} of {text:?}");
        }
    }
}
