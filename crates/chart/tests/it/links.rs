//! Symbolic links in a chart directory: what leads nowhere is refused in the words of Go's path walk.

use std::os::unix::fs::symlink;

use skeg_chart::{Compat, load};

use crate::directory::Directory;

/// Targets of a link `templates/x.yaml` and Helm's words for them; `{}` stands for the chart.
const NOWHERE: &[(&str, &str)] = &[
    ("../files/none.txt", "error evaluating symlink {}/templates/x.yaml: lstat {}/files: no such file or directory"),
    ("no.yaml", "error evaluating symlink {}/templates/x.yaml: lstat {}/templates/no.yaml: no such file or directory"),
    ("/nowhere/y", "error evaluating symlink {}/templates/x.yaml: lstat /nowhere: no such file or directory"),
    ("../Chart.yaml/y", "error evaluating symlink {}/templates/x.yaml: not a directory"),
    ("x.yaml", "error evaluating symlink {}/templates/x.yaml: EvalSymlinks: too many links"),
];

fn chart() -> Directory {
    let directory = Directory::new();
    directory.write("Chart.yaml", "apiVersion: v2\nname: top\nversion: 1.0.0\n");
    directory.write("templates/a.yaml", "a: 1\n");
    directory
}

#[test]
fn links_that_lead_nowhere() {
    for (target, want) in NOWHERE {
        let directory = chart();
        symlink(target, directory.path().join("templates/x.yaml")).expect("a link");
        let error = load(directory.path(), Compat::V4).expect_err("a refusal").to_string();
        assert_eq!(error, want.replace("{}", &directory.path().display().to_string()), "{target}");
    }
}

#[test]
fn a_folder_that_links_to_itself() {
    let directory = chart();
    symlink(".", directory.path().join("templates/loop")).expect("a link");
    let error = load(directory.path(), Compat::V4).expect_err("a refusal").to_string();
    let path = format!("{}/templates{}", directory.path().display(), "/loop".repeat(41));
    assert_eq!(error, format!("open {path}: too many levels of symbolic links"));
}

#[test]
fn links_that_lead_somewhere() {
    let directory = chart();
    directory.write("more/z.yaml", "z: 1\n");
    symlink("../more", directory.path().join("templates/more")).expect("a link");
    symlink("more/../Chart.yaml", directory.path().join("templates/up.yaml")).expect("a link");
    let chart = load(directory.path(), Compat::V4).expect("a chart");
    let names: Vec<&str> = chart.templates.iter().map(|file| file.name.as_str()).collect();
    assert_eq!(names, ["templates/a.yaml", "templates/more/z.yaml", "templates/up.yaml"]);
}

#[test]
fn folders_may_be_deeper_than_links() {
    let directory = chart();
    let path = format!("{}x.txt", "d/".repeat(300));
    directory.write(&path, "deep");
    let loaded = load(directory.path(), Compat::V4).expect("a chart");
    assert!(loaded.files.iter().any(|file| file.name == path));
    symlink("..", directory.path().join("templates/up")).expect("a link");
    assert!(load(directory.path(), Compat::V4).is_err(), "a link to above never ends");
}
