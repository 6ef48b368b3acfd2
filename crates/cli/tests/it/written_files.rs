//! Files that commands write never go through symbolic links, and only their owner may change them, whatever the umask.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::process::{Command, Output};

use crate::secrets::KEY;
use crate::shell::{shop, skeg};

const PRECIOUS: &str = "not ours\n";

/// Runs the real program with this umask.
fn with_umask(umask: &str, directory: &Path, words: &[&str]) -> Output {
    let script = format!("umask {umask}; exec \"$0\" \"$@\"");
    let mut command = Command::new("sh");
    command.args(["-c", &script, env!("CARGO_BIN_EXE_skeg")]).args(words).current_dir(directory);
    command.env_clear().env("KUBECONFIG", "/dev/null").env("SKEG_SECRET_KEY", KEY);
    command.output().expect("it runs")
}

fn mode(path: &Path) -> u32 {
    fs::metadata(path).expect("a file").permissions().mode() & 0o777
}

#[test]
fn manifests_are_not_written_through_links() {
    let root = shop("written-manifests");
    fs::create_dir_all(root.join("elsewhere/templates")).expect("a folder");
    fs::write(root.join("elsewhere/templates/web.yaml"), PRECIOUS).expect("a file");
    let elsewhere = root.join("elsewhere");
    let file = root.join("elsewhere/templates/web.yaml");
    // A link instead of a file, of a folder, and of a folder above.
    for (out, link, target, reason) in [
        ("a", "a/shop/templates/web.yaml", &file, "it is a symbolic link, and files are not written through links"),
        ("b", "b/shop/templates", &elsewhere, "a symbolic link on the way leads out of the folder"),
        ("c", "c/shop", &elsewhere, "a symbolic link on the way leads out of the folder"),
    ] {
        let link = root.join(link);
        fs::create_dir_all(link.parent().expect("a folder")).expect("a folder");
        symlink(target, &link).expect("a link");
        for words in [&["template", "rel", "shop"][..], &["chart", "render", "shop"]] {
            let said = skeg(&root, &[words, &["--output-dir", out, "--no-hooks"]].concat());
            assert_eq!(said.status, 1, "{link:?}: {}", said.stderr);
            assert!(said.stderr.contains(reason), "{link:?}: {}", said.stderr);
        }
    }
    symlink(&file, root.join("all.yaml")).expect("a link");
    let said = skeg(&root, &["chart", "render", "shop", "--save-output-to", "all.yaml"]);
    assert!(said.refused().contains("all.yaml: it is a symbolic link"), "{}", said.stderr);
    assert_eq!(fs::read_to_string(&file).expect("a file"), PRECIOUS);
    assert_eq!(fs::read_dir(elsewhere.join("templates")).expect("a folder").count(), 1);
}

#[test]
fn folders_may_be_links_that_stay_inside() {
    let root = shop("written-inside");
    fs::create_dir_all(root.join("real/kept")).expect("a folder");
    symlink("real", root.join("out")).expect("a link");
    symlink("kept", root.join("real/shop")).expect("a link");
    let said = skeg(&root, &["template", "rel", "shop", "--output-dir", "out"]);
    assert_eq!(said.status, 0, "{}", said.stderr);
    assert!(root.join("real/kept/templates/web.yaml").is_file());
}

#[test]
fn private_files_are_not_written_through_links() {
    let root = shop("written-private");
    fs::write(root.join("precious"), PRECIOUS).expect("a file");
    fs::write(root.join("clear"), "hello").expect("a file");
    symlink("precious", root.join("link")).expect("a link");
    let words = ["chart", "secret", "file", "encrypt", "clear", "--save-output-to", "link"];
    let output = with_umask("022", &root, &words);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success() && said.contains("it is a symbolic link"), "{said}");
    // A plan, before any request.
    let plan = ["release", "plan", "install", "-n", "shop", "-r", "shop", "./shop", "--out", "link"];
    let said = skeg(&root, &plan);
    assert!(said.refused().contains("--out link: it is a symbolic link"), "{}", said.stderr);
    assert_eq!(fs::read_to_string(root.join("precious")).expect("a file"), PRECIOUS);
}

#[test]
fn streams_are_written_though_their_names_are_links() {
    let root = shop("written-streams");
    let words = ["chart", "render", "shop", "--save-output-to", "/dev/stdout"];
    let output = with_umask("022", &root, &words);
    assert!(output.stdout.starts_with(b"---\n# Source: shop/"), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn modes_do_not_depend_on_a_lax_umask() {
    let root = shop("written-modes");
    fs::write(root.join("clear"), "hello").expect("a file");
    for (umask, public, folder, private) in
        [("000", 0o644, 0o755, 0o600), ("077", 0o600, 0o700, 0o600), ("377", 0o400, 0o500, 0o600)]
    {
        let private_file = format!("private-{umask}");
        let words = ["chart", "secret", "file", "encrypt", "clear", "--save-output-to", &private_file];
        assert!(with_umask(umask, &root, &words).status.success());
        assert_eq!(mode(&root.join(private_file)), private, "{umask}");
        let public_file = format!("public-{umask}");
        let words = ["chart", "render", "shop", "--save-output-to", &public_file];
        assert!(with_umask(umask, &root, &words).status.success());
        assert_eq!(mode(&root.join(public_file)), public, "{umask}");
        let out = format!("out-{umask}");
        if umask != "377" {
            assert!(with_umask(umask, &root, &["template", "rel", "shop", "--output-dir", &out]).status.success());
            assert_eq!(mode(&root.join(&out).join("shop/templates/web.yaml")), public, "{umask}");
            assert_eq!(mode(&root.join(&out).join("shop/templates")), folder, "{umask}");
        }
    }
}
