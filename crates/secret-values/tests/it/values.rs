//! Values files: what changes, what stays, what is refused.

use skeg_secret_values::{
    Error, Format, convert_values, decrypt_values, encrypt_values, format_of_values, masks, reencrypt_values,
};

use crate::{here, key, other_key};

const TEXT: &str = "\
# About the file
db: &db   # the database
    user: app # who
    'pass word': \"s3\\\"cr\\u00e9t\"   # quoted

    port: 5432
    ratio: 1.50
    on: true
    nothing: ~
    missing:
copy: *db
list:
- one
-   two: 2
- [a, 'b c', {d: e}] # flow
block: |  # lines
  line one

  line two

folded: >-
  many words
  in lines
kept: |+
  text

long: some words
  go on
  # a comment in between
last: &anchor value
";

fn encrypt(format: Format, text: &str) -> String {
    encrypt_values(&key(), format, &here(), text).expect("it encrypts")
}

fn decrypt(text: &str) -> String {
    decrypt_values(&key(), &here(), text).expect("it decrypts").text
}

/// The text parsed as YAML.
fn tree(text: &str) -> skeg_go_yaml::Tree {
    skeg_go_yaml::read_tree(text.as_bytes()).expect("YAML")
}

#[test]
fn only_scalars_change() {
    let encrypted = encrypt(Format::Werf, TEXT);
    let shape: Vec<String> = encrypted
        .lines()
        .map(|line| {
            let words = line.split_inclusive(|c: char| !c.is_ascii_hexdigit());
            words
                .map(|word| {
                    if word.len() > 60 {
                        "…".to_string() + &word[word.trim_end_matches(|c: char| !c.is_ascii_hexdigit()).len()..]
                    } else {
                        word.to_string()
                    }
                })
                .collect()
        })
        .collect();
    assert_eq!(
        shape.join("\n"),
        "\
# About the file
db: &db   # the database
    user: … # who
    'pass word': …   # quoted

    port: …
    ratio: …
    on: …
    nothing: ~
    missing:
copy: *db
list:
- …
-   two: …
- […, …, {d: …}] # flow
block: …  # lines

folded: …
kept: …
long: …
  # a comment in between
last: &anchor …"
    );
}

#[test]
fn the_authenticated_format_gives_back_types_and_texts() {
    let decrypted = decrypt(&encrypt(Format::Authenticated, TEXT));
    assert_eq!(tree(&decrypted), tree(TEXT));
    for line in ["    port: 5432", "    ratio: 1.50", "    on: true", "block: |  # lines", "  # a comment in between"] {
        assert!(decrypted.lines().any(|found| found == line), "{line} in {decrypted}");
    }
}

#[test]
fn werf_s_format_gives_back_texts() {
    let decrypted = decrypt(&encrypt(Format::Werf, TEXT));
    let texts = TEXT.replace("5432", "\"5432\"").replace("1.50", "\"1.50\"").replace("on: true", "on: \"true\"");
    assert_eq!(tree(&decrypted), tree(&texts.replace("two: 2", "two: \"2\"")));
}

#[test]
fn texts_that_look_like_something_else_stay_texts() {
    let texts = [
        "",
        " ",
        "null",
        "~",
        "yes",
        "Off",
        "1",
        "1.5",
        "0x1f",
        "0o17",
        "1_000",
        "2001-01-01",
        "12:30:45",
        ".inf",
        ".5",
        "+1",
        "-",
        "- a",
        "a: b",
        "a:",
        "a #b",
        "#a",
        "'",
        "\"",
        "\\",
        "a\\nb",
        "{",
        "[a",
        "*a",
        "&a",
        "!a",
        "|",
        ">",
        "%a",
        "@a",
        "`",
        "a\tb",
        "\ta",
        "a ",
        " a",
        "é ü",
        "😀",
        "\u{85}",
        "\u{2028}",
        "\u{FEFF}",
        "\u{0}",
        "\u{7f}",
        "\r",
        "a\r\nb",
        "\n",
        "\n\n",
        "a\n",
        "a\n\n",
        "a\n\n\n",
        "\na",
        " a\nb",
        "a\n b",
        "a\n  \nb\n",
        "a\nb",
        "a\n\nb\n",
        "a\n\tb",
        "---",
        "...",
        "a\n---\nb",
        "# a\nb\n",
        "a\n# b\n",
        "<<",
        "=",
        "key: |\n  x\n",
        "a,b",
        "a]b",
        "?",
        "? a",
        "a:b",
        "http://x.y/z?a=b&c=d#e",
        "1e3",
        "1000",
    ];
    for text in texts {
        let json: String = text.chars().map(|c| format!("\\U{:08X}", u32::from(c))).collect();
        for frame in [
            "a: \"@\"\n",
            "a:\n  b:\n    - \"@\"\n    - x\n",
            "[\"@\", b]",
            "{a: \"@\"}",
            "a: \"@\" # comment\n\n# more\nb: c\n",
            "a: \"@\"\n    # deep\n",
            "a:\n- - \"@\"",
            "? a\n: \"@\"\nb: c",
            "a:\n  \"@\"\n",
            "\"@\"",
        ] {
            let source = frame.replace('@', &json);
            for format in [Format::Werf, Format::Authenticated] {
                let decrypted = decrypt_values(&key(), &here(), &encrypt(format, &source));
                let decrypted = decrypted.unwrap_or_else(|error| panic!("{text:?} in {frame:?}: {error}")).text;
                assert_eq!(tree(&decrypted), tree(&source), "{text:?} in {frame:?}: {decrypted}");
                let comments = |text: &str| text.matches("# comment").count() + text.matches("# more").count();
                assert_eq!(comments(&decrypted), comments(frame), "{decrypted}");
            }
        }
    }
}

#[test]
fn unchanged_values_keep_their_ciphertext() {
    for format in [Format::Werf, Format::Authenticated] {
        let encrypted = encrypt(format, TEXT);
        let clear = decrypt(&encrypted);
        assert_eq!(reencrypt_values(&key(), format, &here(), &encrypted, &clear).expect("it encrypts"), encrypted);
        let edited = clear.replace("user: app", "user: root").replace("last:", "# new\nlast:");
        let again = reencrypt_values(&key(), format, &here(), &encrypted, &edited).expect("it encrypts");
        let changed: Vec<&str> = again.lines().filter(|line| !encrypted.lines().any(|old| old == *line)).collect();
        assert_eq!(changed.len(), 2, "{changed:?}");
        assert!(changed[0].starts_with("    user: ") && changed[0].ends_with(" # who") && changed[1] == "# new");
        assert_eq!(tree(&decrypt(&again)), tree(&edited));
    }
}

#[test]
fn ciphertexts_in_odd_clothes_are_kept_too() {
    let encrypted = encrypt(Format::Werf, "a: b\n").replace("a: ", "a: |\n  ") + "c: |\n";
    let again = reencrypt_values(&key(), Format::Werf, &here(), &encrypted, "a: b\nc: ''\n").expect("it encrypts");
    assert!(again.starts_with(&encrypted.replace("|\n  ", "").replace("c: |\n", "c: 1000")), "{again}");
    assert_eq!(decrypt(&again), "a: b\nc: \"\"\n");
    assert_eq!(decrypt(&encrypt(Format::Werf, "a: |#c\n  x\nb: 'z'#c\n")), "a: | #c\n  x\nb: z #c\n");
}

#[test]
fn items_that_move_keep_their_ciphertext_where_the_format_lets_them() {
    let (before, after) = ("- a\n- b\n- a\n", "- new\n- a\n- b\n- a\n");
    let encrypted = encrypt(Format::Werf, before);
    let again = reencrypt_values(&key(), Format::Werf, &here(), &encrypted, after).expect("it encrypts");
    assert!(encrypted.lines().all(|line| again.lines().any(|new| new == line)), "{again}");
    let encrypted = encrypt(Format::Authenticated, before);
    let again = reencrypt_values(&key(), Format::Authenticated, &here(), &encrypted, after).expect("it encrypts");
    assert_eq!(decrypt(&again), after);
}

#[test]
fn a_changed_type_is_a_change_where_the_format_holds_types() {
    let encrypted = encrypt(Format::Authenticated, "a: 5\n");
    let again = reencrypt_values(&key(), Format::Authenticated, &here(), &encrypted, "a: '5'\n").expect("it encrypts");
    assert_ne!(again, encrypted);
    assert_eq!(decrypt(&again), "a: \"5\"\n");
}

#[test]
fn swapped_values_are_refused_in_the_authenticated_format() {
    for (text, place) in [("user: a\npassword: b\n", "user"), ("- a\n- b\n", "[0]")] {
        let encrypted = encrypt(Format::Authenticated, text);
        let words: Vec<&str> = encrypted.split_whitespace().filter(|word| word.starts_with("skeg2.")).collect();
        let swapped = encrypted.replace(words[0], "@").replace(words[1], words[0]).replace('@', words[1]);
        let error = decrypt_values(&key(), &here(), &swapped).err().expect("a refusal");
        assert_eq!(error.cause(), &Error::Decrypt);
        assert!(error.to_string().starts_with(&format!("{place}: ")), "{error}");
    }
}

#[test]
fn go_over_to_another_key_or_format() {
    let encrypted = encrypt(Format::Authenticated, TEXT);
    let rotated = convert_values(&key(), &other_key(), None, &here(), &encrypted).expect("it converts");
    assert_eq!(decrypt_values(&other_key(), &here(), &rotated).expect("it decrypts").text, decrypt(&encrypted));
    assert!(matches!(
        decrypt_values(&key(), &here(), &rotated).err().as_ref().map(Error::cause),
        Some(Error::OtherKey { .. })
    ));
    let old = encrypt(Format::Werf, TEXT);
    assert_eq!(format_of_values(&old), Ok(Some(Format::Werf)));
    let new = convert_values(&key(), &key(), Some(Format::Authenticated), &here(), &old).expect("it converts");
    assert_eq!(format_of_values(&new), Ok(Some(Format::Authenticated)));
    assert_eq!(decrypt(&new), decrypt(&old));
}

#[test]
fn what_cannot_be_done_is_said() {
    let refused = |text: &str| encrypt_values(&key(), Format::Werf, &here(), text).expect_err("a refusal").to_string();
    assert!(refused("a: !!int 5\n").starts_with("a: encrypting: a value with the tag"));
    assert!(refused("a: 1\n---\nb: 2\n").contains("several"));
    assert!(refused("a: [\n").contains("yaml: "));
    assert!(refused(&encrypt(Format::Werf, "a: {b: c}")).starts_with("a.b: encrypting: it is already encrypted"));
    assert!(refused(&encrypt(Format::Authenticated, "a: [b]")).starts_with("a[0]: "));
    assert!(refused(&"[".repeat(2000)).contains("yaml"));
    assert!(refused(&format!("{}{}", "[".repeat(2000), "]".repeat(2000))).contains("deeply"));
    let unread = |text: &str| decrypt_values(&key(), &here(), text).err().expect("a refusal");
    for text in ["a: hello", "a: 5", "a: 1000", "a: skeg1.zz.AA", "a: skeg1."] {
        assert_eq!(unread(text).cause(), &Error::Decrypt, "{text}");
    }
    assert_eq!(decrypt("# nothing\na: null\nb:\nc: ''\n"), "# nothing\na: null\nb:\nc: \"\"\n");
    assert_eq!(decrypt(""), "");
}

#[test]
fn line_breaks_of_windows_and_a_mark_at_the_start_are_no_trouble() {
    let encrypted = encrypt(Format::Authenticated, "\u{FEFF}a: |\r\n  x\r\n  y\r\nb: 5\r\n");
    assert_eq!(tree(&decrypt(&encrypted)), tree("a: |\n  x\n  y\nb: 5\n"));
}

#[test]
fn what_to_hide_is_collected() {
    let found = masks(
        ["abc", "true", "password", "line one\n  line two\n", "{\"a\": [\"inner\", 12345]}", "password"]
            .map(str::as_bytes),
    );
    let values: Vec<&str> = found.iter().map(|masked| masked.value.as_str()).collect();
    assert_eq!(
        values,
        [
            "{\"a\": [\"inner\", 12345]}",
            "password",
            "line two",
            "line one\n  line two\n",
            "line one\n  line two",
            "line one",
            "inner",
            "  line two"
        ]
    );
    assert_eq!(found[1].base64, "cGFzc3dvcmQ=");
    assert!(!format!("{found:?}").contains("password"));
}

#[test]
fn tabs_in_blank_lines_behind_a_scalar_are_no_trouble() {
    let key = key();
    // werf's format decrypts to strings, so the number is quoted, and no tabs may follow a quote.
    let encrypted = encrypt_values(&key, Format::Werf, &here(), "a: 5\n  \t\nb: c\n").expect("encrypted");
    let decrypted = decrypt_values(&key, &here(), &encrypted).expect("decrypted");
    assert_eq!(decrypted.text, "a: \"5\"\n  \nb: c\n");
}
