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

/// So many that they are listed on several threads.
#[test]
fn many_subcharts_keep_their_order() {
    let directory = chart();
    let names: Vec<String> = (10..50).map(|number| format!("part-{number}")).collect();
    for name in &names {
        let chart_yaml = format!("apiVersion: v2\nname: {name}\nversion: 1.0.0\n");
        directory.write(&format!("charts/{name}/Chart.yaml"), chart_yaml);
        directory.write(&format!("charts/{name}/values.yaml"), format!("\u{feff}own: {name}\n"));
        symlink("values.yaml", directory.path().join(format!("charts/{name}/link"))).expect("a link");
    }
    let loaded = load(directory.path(), Compat::V4).expect("a chart");
    assert_eq!(loaded.dependencies.iter().map(skeg_chart::Chart::name).collect::<Vec<_>>(), names);
    for (subchart, name) in loaded.dependencies.iter().zip(&names) {
        assert_eq!(subchart.values.get("own"), Some(&skeg_go_yaml::Tree::from(name.as_str())));
    }
    let linked = |name: &String| directory.path().join(format!("charts/{name}/link")).display().to_string();
    let warned: Vec<String> = loaded.warnings.iter().map(ToString::to_string).collect();
    assert_eq!(warned.len(), names.len());
    assert!(warned.iter().zip(&names).all(|(warning, name)| warning.contains(&linked(name))), "{warned:?}");

    // The first refusal in their order counts, whichever thread meets one first.
    directory.write("charts/part-30/templates/large.yaml", vec![b' '; (5 << 20) + 1]);
    symlink("nowhere", directory.path().join("charts/part-40/nowhere")).expect("a link");
    let error = load(directory.path(), Compat::V4).expect_err("a refusal").to_string();
    assert!(error.contains("large.yaml"), "{error}");
    std::fs::remove_file(directory.path().join("charts/part-20/link")).expect("the link was there");
    directory.write("charts/part-20/values.yaml", vec![b' '; (5 << 20) + 1]);
    let error = load(directory.path(), Compat::V4).expect_err("a refusal").to_string();
    assert!(error.contains("values.yaml"), "{error}");
}
