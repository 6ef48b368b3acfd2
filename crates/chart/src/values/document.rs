//! A values file: one document, or with Helm 4 several merged.

use std::borrow::Cow;

use skeg_go_yaml::{Error, Tree, read_tree_map};

use crate::Compat;

/// The size of Go's buffered reader.
const READER_BUFFER: usize = 4096;

/// Reads a values file: the first document (v3) or all documents merged (v4). The error is the text after the file's name,
/// and its line is one of the file.
pub fn read_values(text: &[u8], compat: Compat) -> Result<Tree, Error> {
    if compat.is_v3() {
        return read_tree_map(text);
    }
    let mut merged: Option<Tree> = None;
    let text = whole_lines(text);
    for document in split(&text) {
        let document = document.map_err(|reason| Error::other(format!("error reading yaml document: {reason}")))?;
        let values = read_tree_map(document).map_err(|error| {
            let start = document.as_ptr().addr() - text.as_ptr().addr();
            let lines = memchr::memchr_iter(b'\n', text.get(..start).unwrap_or_default()).count();
            error.after("cannot unmarshal yaml document: ").below(lines)
        })?;
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

/// The text as Helm 4's line reader passes it on: every line ends with a bare newline, the last one too.
fn whole_lines(text: &[u8]) -> Cow<'_, [u8]> {
    let last = memchr::memrchr(b'\n', text).map_or(0, |newline| newline + 1);
    let (ended, open) = text.split_at(last);
    let ended =
        if memchr::memmem::find(ended, b"\r\n").is_some() { Cow::Owned(without_returns(ended)) } else { ended.into() };
    if open.is_empty() || is_lost(open) {
        return ended;
    }
    let mut lines = ended.into_owned();
    lines.extend_from_slice(open);
    lines.push(b'\n');
    Cow::Owned(lines)
}

fn without_returns(text: &[u8]) -> Vec<u8> {
    let mut lines = Vec::with_capacity(text.len());
    for line in text.split_inclusive(|&byte| byte == b'\n') {
        match line.strip_suffix(b"\r\n") {
            Some(line) => lines.extend([line, b"\n"].into_iter().flatten()),
            None => lines.extend_from_slice(line),
        }
    }
    lines
}

/// Whether the reader loses a last line that no newline ends: it does so where the line fills the reader's buffer
/// exactly. A carriage return at the end of the buffer is put back for the next round.
fn is_lost(line: &[u8]) -> bool {
    let mut rest = line;
    while let Some((chunk, after)) = rest.split_at_checked(READER_BUFFER) {
        rest = if chunk.ends_with(b"\r") { &rest[READER_BUFFER - 1..] } else { after };
    }
    rest.is_empty()
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
