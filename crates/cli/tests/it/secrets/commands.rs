//! Keys, encrypting, decrypting, rotating, upgrading.

use super::{KEY, NELM_FILE, NELM_VALUE, OTHER_KEY, mode, names, read, set_mode, with_key};
use crate::shell::{folder, skeg, skeg_with};

#[test]
fn new_keys_are_printed_or_kept_private() {
    let dir = folder("secret-key-create", &[(".werf_secret_key", "old")]);
    let outcome = skeg(&dir, &["chart", "secret", "key", "create"]);
    let key = outcome.printed();
    assert!(key.len() == 33 && key.trim_end().bytes().all(|digit| digit.is_ascii_hexdigit()), "{key}");
    assert_eq!(skeg(&dir, &["chart", "secret", "key", "create", "--save-output-to", ".werf_secret_key"]).printed(), "");
    assert_eq!((mode(dir.join(".werf_secret_key")), names(&dir).len()), (0o600, 1));
    let encrypted = skeg_with(&dir, &["chart", "secret", "file", "encrypt"], &[], b"x").printed().to_string();
    assert_eq!(skeg_with(&dir, &["chart", "secret", "file", "decrypt"], &[], encrypted.as_bytes()).printed(), "x");
}

#[test]
fn keys_are_found_in_their_places_in_order() {
    let dir = folder("secret-key-places", &[("home/.werf/global_secret_key", &format!("{KEY}\n")), ("x", NELM_FILE)]);
    let home = dir.join("home");
    let home = home.to_str().expect("a path");
    let decrypt = |flags: &[&str], variables: &[(&str, &str)]| {
        let words = [&["chart", "secret", "file", "decrypt", "x"], flags].concat();
        skeg_with(&dir, &words, variables, b"")
    };
    let refused = decrypt(&[], &[("HOME", "/nowhere")]);
    let text = refused.refused();
    for place in [
        "--secret-key",
        "SKEG_SECRET_KEY",
        "NELM_SECRET_KEY",
        "WERF_SECRET_KEY",
        ".werf_secret_key",
        "/nowhere/.werf/global_secret_key",
    ] {
        assert!(text.contains(place), "{place} in {text}");
    }
    // Each place takes precedence over those before it in this list.
    let mut variables = vec![("HOME", home)];
    set_mode(dir.join("home/.werf/global_secret_key"), 0o600);
    assert_eq!(decrypt(&[], &variables).printed(), "hello secret\n");
    std::fs::write(dir.join(".werf_secret_key"), OTHER_KEY).expect("a file");
    decrypt(&[], &variables).refused();
    for (variable, key) in [("WERF_SECRET_KEY", KEY), ("NELM_SECRET_KEY", OTHER_KEY), ("SKEG_SECRET_KEY", KEY)] {
        variables.push((variable, key));
        assert_eq!(decrypt(&[], &variables).status, u8::from(key == OTHER_KEY), "{variable}");
    }
    decrypt(&["--secret-key", OTHER_KEY], &variables).refused();
}

#[test]
fn keys_that_others_can_read_are_warned_of() {
    let place = "home/.werf/global_secret_key";
    let files = [("shop/Chart.yaml", "apiVersion: v2\nname: shop\nversion: 1.0.0\n"), ("shop/secret/x", NELM_FILE)];
    let dir = folder("secret-key-readers", &[&files[..], &[(place, KEY), (".werf_secret_key", KEY)]].concat());
    let home = dir.join("home");
    let variables = [("HOME", home.to_str().expect("a path"))];
    let stderr = |words: &[&str]| {
        let outcome = skeg_with(&dir, words, &variables, b"");
        assert_eq!(outcome.status, 0, "{}", outcome.stderr);
        outcome.stderr
    };
    let warning = |file: &str| {
        let file = dir.join(file);
        format!("warning: others can read the secret key in {0}: chmod 600 {0}\n", file.display())
    };
    let decrypt = ["chart", "secret", "file", "decrypt", "shop/secret/x"];
    for file in [".werf_secret_key", place] {
        for (mode, is_told) in [(0o644, true), (0o640, true), (0o604, true), (0o600, false), (0o700, false)] {
            set_mode(dir.join(file), mode);
            let expected = if is_told { warning(file) } else { String::new() };
            assert_eq!(stderr(&decrypt), expected, "{file} {mode:o}");
        }
        set_mode(dir.join(file), 0o644);
        assert_eq!(stderr(&["chart", "render", "shop"]), warning(file));
        // Like Helm, `template` decrypts nothing, so no key file is read.
        assert_eq!(stderr(&["template", "shop"]), "");
        assert_eq!(stderr(&["chart", "render", "shop", "--no-decrypt-secrets"]), "");
        std::fs::remove_file(dir.join(file)).expect("a file");
    }
}

#[test]
fn a_bad_key_is_not_repeated() {
    let dir = folder("secret-key-bad", &[]);
    let outcome = skeg_with(&dir, &["chart", "secret", "file", "encrypt"], &[("WERF_SECRET_KEY", "0123456789")], b"x");
    assert_eq!(
        outcome.refused(),
        "error[SKEG-SECRET-KEY-INVALID]: reading the secret key: it must have 32, 48 or 64 hexadecimal digits: --secret-key or its environment variable\n"
    );
}

#[test]
fn what_nelm_encrypted_is_decrypted() {
    let values = format!("# top\ndb:\n  password: {NELM_VALUE} # kept\n");
    let dir = folder("secret-nelm", &[("file", NELM_FILE), ("values.yaml", &values)]);
    assert_eq!(with_key(&dir, &["chart", "secret", "file", "decrypt", "file"], b"").printed(), "hello secret\n");
    let outcome = with_key(&dir, &["chart", "secret", "values-file", "decrypt", "values.yaml"], b"");
    assert_eq!(outcome.printed(), "# top\ndb:\n  password: s3cr3t # kept\n");
    let words = ["chart", "secret", "values-file", "decrypt", "values.yaml", "--secret-key", OTHER_KEY];
    let text = skeg(&dir, &words).refused().to_string();
    assert!(
        text.starts_with(
            "error[SKEG-SECRET-DECRYPT]: values.yaml: db.password: decrypting: check that this is the right key"
        ),
        "{text}"
    );
}

#[test]
fn output_goes_to_a_private_file_even_over_a_public_one() {
    let dir = folder("secret-output", &[("plain.yaml", "a: b\n"), ("out.yaml", "public")]);
    let words = ["chart", "secret", "values-file", "encrypt", "plain.yaml", "--save-output-to", "out.yaml"];
    assert_eq!(with_key(&dir, &words, b"").printed(), "");
    assert_eq!((mode(dir.join("out.yaml")), names(&dir).len()), (0o600, 2));
    let encrypted = read(dir.join("out.yaml"));
    assert!(encrypted.starts_with("a: 1000"), "{encrypted}");
    assert_eq!(
        with_key(&dir, &["chart", "secret", "values-file", "decrypt", "-"], encrypted.as_bytes()).printed(),
        "a: b\n"
    );
    let text = with_key(&dir, &["chart", "secret", "values-file", "encrypt", "out.yaml"], b"").refused().to_string();
    assert!(text.contains("out.yaml: a: encrypting: it is already encrypted"), "{text}");
}

/// A chart with secrets of all kinds, in werf's format.
fn chart(name: &str) -> std::path::PathBuf {
    let values = format!("# kept\npassword: {NELM_VALUE}\n");
    folder(
        name,
        &[
            ("shop/Chart.yaml", "apiVersion: v2\nname: shop\nversion: 1.0.0\n"),
            ("shop/charts/sub/Chart.yaml", "apiVersion: v2\nname: sub\nversion: 1.0.0\n"),
            ("shop/secret-values.yaml", &values),
            ("shop/secret/deep/file", NELM_FILE),
            ("shop/charts/sub/secret-values.yaml", &values),
            ("shop/charts/sub/secret/file", NELM_FILE),
            ("more.yaml", &values),
        ],
    )
}

const FILES: [&str; 5] = [
    "more.yaml",
    "shop/charts/sub/secret/file",
    "shop/charts/sub/secret-values.yaml",
    "shop/secret/deep/file",
    "shop/secret-values.yaml",
];

#[test]
fn rotating_encrypts_all_with_the_new_key() {
    let dir = chart("secret-rotate");
    let words = ["chart", "secret", "key", "rotate", "shop", "--secret-values", "more.yaml"];
    let keys = [("WERF_OLD_SECRET_KEY", KEY), ("SKEG_SECRET_KEY", OTHER_KEY)];
    let outcome = skeg_with(&dir, &words, &keys, b"");
    let messages: Vec<String> = FILES.iter().map(|name| format!("{name}: encrypted with the new key\n")).collect();
    assert_eq!((outcome.status, outcome.stderr), (0, messages.concat()));
    for name in FILES {
        let kind = if name.ends_with(".yaml") { "values-file" } else { "file" };
        let outcome = skeg(&dir, &["chart", "secret", kind, "decrypt", name, "--secret-key", OTHER_KEY]);
        assert!(["# kept\npassword: s3cr3t\n", "hello secret\n"].contains(&outcome.printed()), "{name}");
        with_key(&dir, &["chart", "secret", kind, "decrypt", name], b"").refused();
    }
}

#[test]
fn rotating_changes_nothing_where_one_file_cannot_be_read() {
    let dir = chart("secret-rotate-broken");
    std::fs::write(dir.join("shop/secret/zz"), "no ciphertext").expect("a file");
    let before = FILES.map(|name| read(dir.join(name)));
    let words = ["chart", "secret", "key", "rotate", "shop", "--old-secret-key", KEY, "--secret-key", OTHER_KEY];
    let outcome = skeg(&dir, &words);
    let text = outcome.refused();
    assert!(
        text.starts_with("error[SKEG-SECRET-DECRYPT]: shop/secret/zz: decrypting: check")
            && text.contains("No file was changed."),
        "{text}"
    );
    assert_eq!(FILES.map(|name| read(dir.join(name))), before);
    assert_eq!(names(&dir.join("shop")), ["Chart.yaml", "charts", "secret", "secret-values.yaml"]);
    assert_eq!(names(&dir.join("shop/secret")), ["deep", "zz"]);
    assert!(with_key(&dir, &["chart", "secret", "key", "rotate", "shop"], b"").refused().contains("old secret key"));
}

#[test]
fn upgrading_goes_to_the_authenticated_format_and_back() {
    let dir = chart("secret-upgrade");
    let outcome = with_key(&dir, &["chart", "secret", "upgrade", "shop"], b"");
    assert_eq!((outcome.status, outcome.stderr.lines().count()), (0, 4));
    let upgraded = read(dir.join("shop/secret-values.yaml"));
    assert!(upgraded.starts_with("# kept\npassword: skeg2."), "{upgraded}");
    let moved = upgraded.replace("password:", "user:");
    let words = ["chart", "secret", "values-file", "decrypt", "--for-file", "shop/secret-values.yaml"];
    let text = with_key(&dir, &words, moved.as_bytes()).refused().to_string();
    assert!(text.contains("stdin: user: decrypting") && text.contains("moved"), "{text}");
    assert_eq!(with_key(&dir, &["chart", "secret", "upgrade", "shop", "--secret-format", "werf"], b"").status, 0);
    assert!(read(dir.join("shop/secret-values.yaml")).starts_with("# kept\npassword: 1000"));
    assert!(with_key(&dir, &["chart", "secret", "upgrade", "nothing"], b"").refused().contains("not a folder"));
}

/// The first commands of docs/secrets.md, in a chart without a folder `secret/`.
#[test]
fn the_folder_of_the_first_secret_is_made() {
    let dir = folder("secret-first", &[("shop/Chart.yaml", "apiVersion: v2\nname: shop\nversion: 1.0.0\n")]);
    let encrypt = |to: &str| {
        let words = ["chart", "secret", "file", "encrypt", "--secret-format", "authenticated", "--save-output-to", to];
        with_key(&dir, &words, b"hello")
    };
    for path in ["shop/secret/tls.key", "shop/charts/sub/secret/deep/tls.key"] {
        assert_eq!(encrypt(path).printed(), "");
        assert_eq!(with_key(&dir, &["chart", "secret", "file", "decrypt", path], b"").printed(), "hello");
    }
    let refused = encrypt("shpo/secret/tls.key");
    let text = refused.refused();
    assert!(
        text.contains("its folder is missing") && text.contains("mkdir -p ") && !dir.join("shpo").exists(),
        "{text}"
    );
    let refused = with_key(&dir, &["chart", "secret", "file", "edit", "shpo/secret/tls.key"], b"");
    assert!(refused.refused().contains("its folder is missing"));
}
