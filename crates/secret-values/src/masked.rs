//! What must not appear in any output: decrypted texts, plain and in base64.

use std::fmt;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use skeg_go_yaml::Tree;

/// The shortest text that is masked, in characters: shorter ones are part of too many words.
const SHORTEST: usize = 4;

/// A text to mask. `Debug` does not show it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Masked {
    /// The decrypted text.
    pub value: String,
    /// The value in base64, as in a Secret's data.
    pub base64: String,
}

impl fmt::Debug for Masked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Masked(…)")
    }
}

/// What to mask of decrypted texts: each as a whole, its lines, and the texts in it if it is JSON. Common words
/// (`true`, `null`) and texts under four characters are left out. Sorted and unique, longer ones before their prefixes.
/// Binary data is masked in base64 only.
pub fn masks<'a>(texts: impl IntoIterator<Item = &'a [u8]>) -> Vec<Masked> {
    let mut found = Vec::new();
    for text in texts {
        let Ok(text) = std::str::from_utf8(text) else {
            add(&STANDARD.encode(text), &mut found);
            continue;
        };
        add(text, &mut found);
        if text.contains('\n') {
            text.lines().for_each(|line| add(line, &mut found));
        }
        if text.trim_start().starts_with(['{', '[']) {
            let tree = skeg_go_yaml::json::read_tree(text.as_bytes());
            tree.iter().for_each(|tree| add_leaves(tree, &mut found));
        }
    }
    found.sort_unstable_by(|a, b| b.cmp(a));
    found.dedup();
    found
}

fn add(text: &str, found: &mut Vec<Masked>) {
    for text in [text, text.trim()] {
        let is_word = matches!(text.trim(), "true" | "false" | "null");
        if text.trim().chars().count() >= SHORTEST && !is_word {
            found.push(Masked { value: text.to_string(), base64: STANDARD.encode(text) });
        }
    }
}

fn add_leaves(tree: &Tree, found: &mut Vec<Masked>) {
    match tree {
        Tree::List(items) => items.iter().for_each(|item| add_leaves(item, found)),
        Tree::Map(entries) => entries.into_iter().for_each(|(_, value)| add_leaves(value, found)),
        tree => tree.as_str().into_iter().for_each(|text| add(&text.to_string(), found)),
    }
}
