//! A values file: one document, or with Helm 4 several merged.

use skeg_go_yaml::Tree;

use crate::Compat;

/// Reads a values file: the first document (v3) or all documents merged (v4). The error is the text after the file's name.
pub fn read_values(text: &[u8], compat: Compat) -> Result<Tree, String> {
    if compat.is_v3() {
        return read_map(text);
    }
    let mut merged: Option<Tree> = None;
    for document in split(text) {
        let document = document.map_err(|reason| format!("error reading yaml document: {reason}"))?;
        let values = read_map(document).map_err(|reason| format!("cannot unmarshal yaml document: {reason}"))?;
        match &mut merged {
            None => merged = Some(values),
            Some(merged) => merge_maps(merged, values),
        }
    }
    Ok(merged.unwrap_or_else(Tree::map))
}

/// Deep merge: maps merge, anything else of `over` replaces.
pub fn merge_maps(base: &mut Tree, over: Tree) {
    let (Tree::Map(base), Tree::Map(over)) = (base, over) else { return };
    for (key, value) in over {
        match (base.get_mut(&key), value) {
            (Some(own @ Tree::Map(_)), value @ Tree::Map(_)) => merge_maps(own, value),
            (Some(own), value) => *own = value,
            (None, value) => {
                base.insert(key, value);
            }
        }
    }
}

fn read_map(text: &[u8]) -> Result<Tree, String> {
    skeg_go_yaml::read_tree_map(text).map_err(|error| error.to_string())
}

/// The documents of a stream, separated by lines that start with `---`.
fn split(text: &[u8]) -> impl Iterator<Item = Result<&[u8], String>> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let mut position = 0;
        loop {
            if rest.is_empty() {
                return None;
            }
            let Some(found) = next_separator(rest, position) else {
                return Some(Ok(std::mem::take(&mut rest)));
            };
            let end = memchr::memchr(b'\n', &rest[found..]).map_or(rest.len(), |newline| found + newline + 1);
            let after = rest[found + 3..end].trim_ascii();
            if !after.is_empty() && !after.starts_with(b"#") {
                rest = &[];
                return Some(Err(format!("invalid Yaml document separator: {}", String::from_utf8_lossy(after))));
            }
            if found > 0 {
                let document = &rest[..found];
                rest = &rest[end..];
                return Some(Ok(document));
            }
            // A separator before anything else belongs to the document it opens.
            position = end;
            if position >= rest.len() {
                return Some(Ok(std::mem::take(&mut rest)));
            }
        }
    })
}

/// Where the next line that starts with `---` is, from a line start on.
fn next_separator(text: &[u8], from: usize) -> Option<usize> {
    if text.get(from..)?.starts_with(b"---") {
        return Some(from);
    }
    memchr::memmem::find(text.get(from..)?, b"\n---").map(|at| from + at + 1)
}
