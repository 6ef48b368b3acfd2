//! What the documentation mentions exists: commands, flags, files, headings.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

fn skeg<'a>(words: impl IntoIterator<Item = &'a str>) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_skeg")).args(words).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// All pages: in docs, and next to the README.
fn pages() -> Vec<PathBuf> {
    let folders = [root(), root().join("docs"), root().join("docs/adr")];
    let entries = folders.iter().flat_map(|folder| std::fs::read_dir(folder).unwrap());
    let pages = entries.map(|entry| entry.unwrap().path());
    pages.filter(|page| page.extension().is_some_and(|ending| ending == "md")).collect()
}

/// The commands of `skeg help`, the longest first.
fn commands() -> Vec<String> {
    let help = skeg(["help"]);
    let list = help.split_once("Commands:\n").unwrap().1.split_once("\n\n").unwrap().0;
    let mut commands: Vec<String> = list
        .lines()
        .map(|line| line.trim().split(' ').take_while(|word| word.starts_with(|c: char| c.is_lowercase())))
        .map(|words| words.collect::<Vec<_>>().join(" "))
        .collect();
    commands.sort_by_key(|command| std::cmp::Reverse(command.len()));
    commands
}

#[test]
fn commands_and_flags_in_the_documentation_exist() {
    let commands = commands();
    let mut helps: BTreeMap<&str, String> = BTreeMap::new();
    let mut unknown = Vec::new();
    for page in pages() {
        let text = std::fs::read_to_string(&page).unwrap().replace("\\\n", " ");
        let shown = text.lines().filter_map(|line| Some(line.split_once("skeg ")?.1));
        for words in shown.map(|rest| rest.split(['`', '|', '>', '#', ';', ')']).next().unwrap()) {
            let Some(command) = commands.iter().find(|command| words.starts_with(command.as_str())) else { continue };
            let help = helps.entry(command).or_insert_with(|| skeg(command.split(' ').chain(["--help"])));
            let flags = words.split(' ').filter(|word| word.starts_with("--") && word.len() > 2);
            for flag in flags.map(|flag| flag.split('=').next().unwrap().trim_end_matches([',', '.', ':'])) {
                if !help.contains(flag) {
                    unknown.push(format!("{}: skeg {command} has no {flag}", page.display()));
                }
            }
        }
    }
    assert!(!helps.is_empty() && unknown.is_empty(), "{}", unknown.join("\n"));
}

/// The anchors of a page's headings.
fn anchors(page: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(page).unwrap();
    let headings = text.lines().filter(|line| line.starts_with('#')).map(|line| line.trim_start_matches('#').trim());
    let kept = |c: &char| c.is_alphanumeric() || matches!(c, '-' | '_' | ' ');
    headings.map(|heading| heading.to_lowercase().chars().filter(kept).collect::<String>().replace(' ', "-")).collect()
}

#[test]
fn links_in_the_documentation_lead_somewhere() {
    let mut dead = Vec::new();
    for page in pages() {
        let text = std::fs::read_to_string(&page).unwrap();
        let links = text.split("](").skip(1).filter_map(|rest| rest.split_once(')')).map(|(link, _)| link);
        for link in links.filter(|link| !link.starts_with("https://")) {
            let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
            let target = if file.is_empty() { page.clone() } else { page.parent().unwrap().join(file) };
            let has_anchor = || anchor.is_empty() || anchors(&target).iter().any(|known| known == anchor);
            if !target.exists() || !has_anchor() {
                dead.push(format!("{}: {link}", page.display()));
            }
        }
    }
    assert!(dead.is_empty(), "{}", dead.join("\n"));
}

/// All source files below a folder, as one text.
fn sources(folder: &Path) -> String {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries
        .map(|path| match path.is_dir() {
            true => sources(&path),
            false => std::fs::read_to_string(&path).unwrap_or_default(),
        })
        .collect()
}

/// People search for the words that they see.
#[test]
fn errors_in_troubleshooting_are_worded_as_they_are_printed() {
    let page = std::fs::read_to_string(root().join("docs/troubleshooting.md")).unwrap();
    let section = page.split_once("## It refuses").unwrap().1.split_once("\n## ").unwrap().0;
    let quoted: Vec<&str> =
        section.lines().filter_map(|line| line.strip_prefix("| `")?.split_once('`')).map(|(text, _)| text).collect();
    let crates = ["plan", "deploy"].map(|name| sources(&root().join("crates").join(name).join("src")));
    assert!(quoted.len() > 5, "{section}");
    for text in quoted {
        assert!(crates.iter().any(|source| source.contains(text)), "no message has {text:?}");
    }
}
