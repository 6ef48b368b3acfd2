//! Files that `$ref: file:` of a schema may and may not read. Helm 4.2.4 and 3.21.4 open any path: they print the first
//! byte of `/etc/passwd` and names from foreign JSON files, and hang on a pipe or `/dev/zero`.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;

use crate::shell::{folder, skeg};

const META: &str = "apiVersion: v2\nname: shop\nversion: 1.0.0\n";
const OUTSIDE: &str = "schemas can only refer to regular files inside their chart's folder";

/// The errors of both rendering commands for a schema with this reference.
#[track_caller]
fn refused(root: &Path, reference: &str) -> String {
    fs::write(root.join("shop/values.schema.json"), format!(r#"{{"$ref":"{reference}"}}"#)).expect("a file");
    let helm_like = skeg(root, &["template", "rel", "shop"]).refused().to_string();
    let own = skeg(root, &["chart", "render", "shop"]).refused().to_string();
    format!("{helm_like}\n{own}")
}

#[track_caller]
fn is_twice(said: &str, text: &str) {
    assert_eq!(said.matches(text).count(), 2, "{text:?} in {said}");
}

#[test]
fn a_schema_reads_regular_files_of_its_chart() {
    let root = folder(
        "schema-inside",
        &[
            ("shop/Chart.yaml", META),
            ("shop/schemas/port.json", r#"{"required":["port"],"properties":{"port":{"$ref":"number.json"}}}"#),
            ("shop/schemas/number.json", r#"{"type":"integer"}"#),
            ("shop/schemas/broken.json", "secret words"),
        ],
    );
    let chart = root.join("shop");
    symlink(chart.join("schemas/number.json"), chart.join("link.json")).expect("a link");
    // Relative references start at the file they are in.
    let rows = [
        ("schemas/port.json", "- at '/port': got string, want integer"),
        ("schemas/../schemas/./port.json", "- at '/port': got string, want integer"),
        ("link.json", "- at '': got object, want integer"),
    ];
    for (name, want) in rows {
        let reference = format!("file://{}/{name}", chart.display());
        fs::write(chart.join("values.schema.json"), format!(r#"{{"$ref":"{reference}"}}"#)).expect("a file");
        let said = skeg(&root, &["template", "rel", "shop", "--set-string", "port=x"]);
        assert!(said.stderr.contains(want), "{}", said.stderr);
    }
    let said = refused(&root, &format!("file://{}/schemas/broken.json", chart.display()));
    is_twice(&said, "it is not valid JSON");
    assert!(!said.contains("'s'") && !said.contains("secret"), "{said}");
    is_twice(&refused(&root, &format!("file://{}/none.json", chart.display())), "no such file or directory");
}

#[test]
fn a_schema_reads_nothing_else() {
    let root = folder(
        "schema-outside",
        &[
            ("shop/Chart.yaml", META),
            ("shop/.helmignore", "pipe\nlarge.json\n"),
            ("foreign.json", r#"{"required":["foreign_name"]}"#),
            ("shop-more/more.json", r#"{"required":["foreign_name"]}"#),
        ],
    );
    let chart = root.join("shop");
    symlink("../foreign.json", chart.join("link.json")).expect("a link");
    assert!(Command::new("mkfifo").arg(chart.join("pipe")).status().expect("mkfifo").success());
    fs::File::create(chart.join("large.json")).and_then(|file| file.set_len(3 << 30)).expect("a sparse file");
    let inside = |name: &str| format!("file://{}/{name}", chart.display());
    let references = [
        "file:///dev/zero".to_string(),
        "file:///etc/passwd".to_string(),
        "file:///nothing/is/here".to_string(),
        "other.json".to_string(),
        format!("file://{}/foreign.json", root.display()),
        format!("file://{}/shop-more/more.json", root.display()),
        inside("../foreign.json"),
        inside("link.json"),
        inside("pipe"),
        inside("templates/../.."),
    ];
    for reference in references {
        let said = refused(&root, &reference);
        is_twice(&said, OUTSIDE);
        assert!(!said.contains("foreign_name") && !said.contains("'r'"), "{said}");
    }
    is_twice(&refused(&root, &inside("large.json")), "the file is larger than 5242880 bytes");
    // Nor as a meta-schema.
    fs::write(chart.join("values.schema.json"), r#"{"$schema":"file:///dev/zero"}"#).expect("a file");
    assert!(skeg(&root, &["template", "rel", "shop"]).refused().contains(OUTSIDE));
}

#[test]
fn a_subchart_in_an_archive_reads_no_files_at_all() {
    let root = folder(
        "schema-archive",
        &[
            ("shop/Chart.yaml", META),
            ("shop/own.json", r#"{"required":["own_name"]}"#),
            ("shop/values.yaml", "inner: {a: 1}\n"),
            ("inner/Chart.yaml", "apiVersion: v2\nname: inner\nversion: 1.0.0\n"),
        ],
    );
    fs::create_dir(root.join("shop/charts")).expect("a folder");
    for path in ["/dev/zero", "/etc/passwd", &root.join("shop/own.json").display().to_string()] {
        fs::write(root.join("inner/values.schema.json"), format!(r#"{{"$ref":"file://{path}"}}"#)).expect("a file");
        let packed = Command::new("tar").args(["-czf", "shop/charts/inner.tgz", "inner"]).current_dir(&root).status();
        assert!(packed.expect("tar").success());
        for words in [&["template", "rel", "shop"][..], &["chart", "render", "shop"]] {
            let said = skeg(&root, words);
            let want = format!("open {path}: schemas of a packed chart cannot refer to files on disk");
            assert!(said.refused().contains(&want), "{}", said.stderr);
        }
    }
}
