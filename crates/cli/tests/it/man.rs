//! Man pages: required sections, and a formatter without complaints.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

use crate::shell::{folder, skeg};

/// The requests that pages use; each is a macro of `man(7)` or of roff itself.
const REQUESTS: &[&str] = &["TH", "SH", "SS", "TP", "B", "I", "BR", "nf", "fi", "nh", "ad"];

fn pages(name: &str) -> Vec<(PathBuf, String)> {
    let dir = folder(name, &[]);
    let outcome = skeg(&dir, &["man", "--to", "share/man1"]);
    assert_eq!((outcome.status, outcome.stdout.len()), (0, 0), "{}", outcome.stderr);
    let entries = fs::read_dir(dir.join("share/man1")).unwrap();
    let pages: Vec<_> = entries.map(|entry| entry.unwrap().path()).map(|path| (path.clone(), text(&path))).collect();
    assert!(outcome.stderr.contains(&format!("{} man pages", pages.len())), "{}", outcome.stderr);
    pages
}

fn text(path: &PathBuf) -> String {
    fs::read_to_string(path).unwrap()
}

#[test]
fn pages_are_well_formed() {
    for (path, text) in pages("man-form") {
        let stem = path.file_stem().unwrap().to_string_lossy().into_owned();
        let title = format!(".TH {} 1 ", stem.to_uppercase().replace('-', "\\-"));
        assert!(text.starts_with(&title) && text.is_ascii() && text.ends_with('\n'), "{text}");
        let requests = text.lines().filter_map(|line| line.strip_prefix('.'));
        let requests: BTreeSet<&str> = requests.map(|line| line.split(' ').next().unwrap_or_default()).collect();
        assert!(requests.iter().all(|request| REQUESTS.contains(request)), "{stem}: {requests:?}");
        assert!(!text.lines().any(|line| line.starts_with('\'') || line.is_empty()), "{text}");
        // An unescaped minus sign becomes a hyphen, so text copied from the page would not work.
        let bare = text.replace("\\-", "").lines().any(|line| line.contains('-'));
        assert!(!bare, "{stem} has a bare minus sign");
        let sections: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix(".SH ")).collect();
        assert_eq!(sections[..2], ["NAME", "SYNOPSIS"], "{stem}");
        let count = |request: &str| text.lines().filter(|line| *line == request).count();
        assert_eq!(count(".nf"), count(".fi"), "{stem}");
        let bold = text.matches("\\fB").count() + text.matches("\\fI").count();
        assert_eq!(bold, text.matches("\\fR").count(), "{stem}: fonts that are not ended");
        let is_open = text.lines().zip(text.lines().skip(1)).any(|(tag, next)| tag == ".TP" && next == ".TP");
        assert!(!is_open, "{stem}: a tag without a line");
    }
}

#[test]
fn pages_name_every_command_and_flag_of_the_help() {
    let dir = folder("man-flags", &[]);
    let pages = pages("man-flags-pages");
    let help = skeg(&dir, &["help"]).printed().to_string();
    for (path, text) in &pages {
        let stem = path.file_stem().unwrap().to_string_lossy();
        let Some(command) = stem.strip_prefix("skeg-") else { continue };
        // `values-file` is the only word of a command with a minus sign.
        let words: Vec<String> = command.replace("values-file", "values_file").split('-').map(Into::into).collect();
        let words: Vec<String> = words.iter().map(|word| word.replace('_', "-")).collect();
        assert!(help.contains(&words.join(" ")), "{stem} is no command");
        let asked: Vec<&str> = words.iter().map(String::as_str).chain(["--help"]).collect();
        let help = skeg(&dir, &asked).printed().to_string();
        let flags = help
            .lines()
            .filter(|line| line.starts_with("  -") && !line.starts_with("  --") || line.starts_with("      --"));
        for name in flags.filter_map(|line| line.split([' ', ',', '[']).find(|word| word.starts_with("--"))) {
            assert!(text.contains(&name.replace('-', "\\-")), "{stem} does not name {name}");
        }
    }
    assert!(pages.len() > 25 && pages.iter().any(|(path, _)| path.ends_with("skeg.1")));
}

/// Checked only if groff is installed.
#[test]
fn groff_has_nothing_to_complain_about() {
    for (path, _) in pages("man-groff") {
        let Ok(output) = Command::new("groff").args(["-ww", "-Tascii", "-man", "-z"]).arg(&path).output() else {
            return;
        };
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{}", path.display());
    }
}

#[test]
fn a_folder_is_needed() {
    let dir = folder("man-refused", &[]);
    let refused = skeg(&dir, &["man"]).refused().to_string();
    assert!(refused.contains("SKEG-MISSING-ARGUMENT") && refused.contains("skeg man --to"), "{refused}");
    assert!(skeg(&dir, &["man", "shop", "--to", "x"]).refused().contains("unexpected arguments: shop"));
}
