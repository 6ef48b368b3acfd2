//! Symbolic links that lead out of a chart's folder: followed with Helm's warning, unless a flag forbids it. Encrypted
//! files are never read from outside.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::PathBuf;

use crate::secrets::{KEY, NELM_FILE, OTHER_KEY, with_key};
use crate::shell::{folder, skeg, skeg_with};

const META: &str = "apiVersion: v2\nname: shop\nversion: 1.0.0\n";

/// A chart with its own templates and, by a link to a folder beside it, those of others.
fn linked(name: &str) -> PathBuf {
    let files = [
        ("shop/Chart.yaml", META),
        ("shop/templates/a.yaml", "kind: A\n"),
        ("shop/parts/c.yaml", "kind: C\n"),
        ("shared/b.yaml", "kind: B\n"),
    ];
    let root = folder(name, &files);
    symlink("../../shared", root.join("shop/templates/shared")).expect("a link");
    symlink("../parts/c.yaml", root.join("shop/templates/c.yaml")).expect("a link");
    root
}

#[test]
fn they_are_followed_with_a_warning() {
    let root = linked("links-followed");
    let said = skeg(&root, &["template", "rel", "shop"]);
    let printed = String::from_utf8_lossy(&said.stdout);
    assert_eq!(said.status, 0, "{}", said.stderr);
    for kind in ["kind: A", "kind: B", "kind: C"] {
        assert!(printed.contains(kind), "{printed}");
    }
    let warning = format!(
        "found symbolic link in path. Contents of linked file included and used: {}/shop/templates/shared",
        root.display()
    );
    assert!(said.stderr.contains(&warning), "{}", said.stderr);
}

#[test]
fn they_are_refused_where_nobody_wants_them() {
    let root = linked("links-refused");
    let expected = format!("templates/shared is outside the chart: links lead to {}", root.join("shared").display());
    for words in [&["template", "rel", "shop"][..], &["chart", "render", "shop"]] {
        let said = skeg(&root, &[words, &["--no-outside-links"]].concat());
        assert!(said.refused().contains(&expected), "{}", said.stderr);
        let said = skeg_with(&root, words, &[("SKEG_NO_OUTSIDE_LINKS", "true")], b"");
        assert!(said.refused().contains(&expected), "{}", said.stderr);
    }
    let said = skeg(&root, &["chart", "render", "shop", "--no-outside-links"]);
    assert!(said.refused().contains("SKEG-CHART-OUTSIDE-LINK"), "{}", said.stderr);
    assert!(said.refused().contains("drop --no-outside-links"), "{}", said.stderr);
    // Ignored files are not part of the chart, and a link that stays inside is fine.
    fs::write(root.join("shop/.helmignore"), "templates/shared\n").expect("a file");
    let said = skeg(&root, &["template", "rel", "shop", "--no-outside-links"]);
    assert_eq!(said.status, 0, "{}", said.stderr);
    assert!(String::from_utf8_lossy(&said.stdout).contains("kind: C"));
}

#[test]
fn the_chart_itself_may_be_a_link() {
    let root = folder("links-chart", &[("real/Chart.yaml", META), ("real/parts/c.yaml", "kind: C\n")]);
    fs::create_dir(root.join("real/templates")).expect("a folder");
    symlink("../parts/c.yaml", root.join("real/templates/c.yaml")).expect("a link");
    symlink("real", root.join("shop")).expect("a link");
    let said = skeg(&root, &["template", "rel", "shop", "--no-outside-links"]);
    assert_eq!(said.status, 0, "{}", said.stderr);
}

#[test]
fn secrets_are_never_followed() {
    let template = "kind: A\nfile: {{ werf_secret_file \"file\" | trim }}\n";
    let chart = [("shop/Chart.yaml", META), ("shop/templates/a.yaml", template), ("foreign/file", NELM_FILE)];
    // A file, the whole folder, and a subchart whose folder is elsewhere.
    for (name, link, target, inside) in [
        ("links-secret-file", "shop/secret/file", "../../foreign/file", "secret/file"),
        ("links-secret-folder", "shop/secret", "../foreign", "secret"),
        ("links-secret-subchart", "shop/charts/sub", "../../sub", "charts/sub/secret"),
    ] {
        let root = folder(name, &chart);
        fs::create_dir_all(root.join("sub/secret")).expect("a folder");
        fs::write(root.join("sub/Chart.yaml"), META.replace("shop", "sub")).expect("a file");
        fs::write(root.join("sub/secret/file"), NELM_FILE).expect("a file");
        fs::create_dir_all(root.join(link).parent().expect("a folder above")).expect("a folder");
        symlink(target, root.join(link)).expect("a link");
        let said = with_key(&root, &["chart", "render", "shop"], b"");
        assert!(said.refused().contains(&format!("{inside} is outside the chart: links lead to ")), "{}", said.stderr);
        assert!(said.stderr.contains("what is below secret/ must be in the chart's own folder"), "{}", said.stderr);
        // Without decryption, as in Helm.
        let said = skeg(&root, &["template", "rel", "shop"]);
        assert!(!said.stderr.contains("outside the chart"), "{}", said.stderr);
    }
}

#[test]
fn another_key_is_not_written_through_a_link() {
    let chart = [("shop/Chart.yaml", META), ("shop/secret/own", NELM_FILE), ("foreign/file", NELM_FILE)];
    let root = folder("links-rotate", &chart);
    symlink("../../foreign/file", root.join("shop/secret/file")).expect("a link");
    let keys = [("SKEG_OLD_SECRET_KEY", KEY), ("SKEG_SECRET_KEY", OTHER_KEY)];
    let rotated = skeg_with(&root, &["chart", "secret", "key", "rotate", "shop"], &keys, b"");
    assert!(rotated.refused().contains("shop/secret/file is outside the chart: links lead to "), "{}", rotated.stderr);
    assert_eq!(fs::read_to_string(root.join("foreign/file")).expect("a file"), NELM_FILE);
    assert_eq!(fs::read_to_string(root.join("shop/secret/own")).expect("a file"), NELM_FILE);
}
