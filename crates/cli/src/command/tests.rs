//! Every flag has a field in the settings of its command, or is marked as without effect; and some test of the command
//! line uses it.

use std::collections::BTreeSet;
use std::path::Path;

use super::COMMANDS;
use crate::flags::all;

/// The compiler checks that the field is read.
#[test]
fn every_flag_lands_in_a_field_or_is_only_accepted() {
    for command in COMMANDS {
        let path = command.path.join(" ");
        for flag in all(command.flags) {
            let is_only_accepted = flag.is_without_effect || flag.refused.is_some();
            assert!(flag.has_field != is_only_accepted, "skeg {path} --{}", flag.name);
        }
    }
}

#[test]
fn no_command_has_two_flags_of_one_name() {
    for command in COMMANDS {
        let mut seen = BTreeSet::new();
        for name in all(command.flags).flat_map(|flag| flag.names()) {
            assert!(seen.insert(name), "skeg {}: --{name} stands twice", command.path.join(" "));
        }
        let mut letters = BTreeSet::new();
        for letter in all(command.flags).filter_map(|flag| flag.short) {
            assert!(letters.insert(letter), "skeg {}: -{letter} stands twice", command.path.join(" "));
        }
    }
}

#[test]
fn every_flag_occurs_in_a_test_of_the_command_line() {
    let tests = concat!(env!("CARGO_MANIFEST_DIR"), "/tests");
    let cases = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/charts");
    let mut text = String::new();
    read_all(Path::new(tests), &|name| name.ends_with(".rs"), &mut text);
    read_all(Path::new(cases), &|name| name == "cases.txt", &mut text);
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '-';
    let words: BTreeSet<&str> = text.split(|c| !is_part(c)).filter_map(|word| word.strip_prefix("--")).collect();
    let flags = COMMANDS.iter().flat_map(|command| all(command.flags));
    // Short ones are given by letter: `-v=5`.
    let untried: BTreeSet<&str> = flags
        .filter(|flag| flag.name.len() > 1 && !flag.names().any(|name| words.contains(name)))
        .map(|flag| flag.name)
        .collect();
    assert_eq!(untried, BTreeSet::new());
}

fn read_all(folder: &Path, wanted: &dyn Fn(&str) -> bool, text: &mut String) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_dir() {
            read_all(&path, wanted, text);
        } else if wanted(&name) {
            text.push_str(&std::fs::read_to_string(&path).unwrap());
        }
    }
}
