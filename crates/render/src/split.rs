//! Splits a template's output into documents, as each generation of Helm does.

#[cfg(test)]
mod tests;

use bstr::ByteSlice;
use skeg_chart::Compat;

/// Splits a stream into its documents, trimmed as the generation trims them.
pub fn split_documents(text: &[u8], compat: Compat) -> Vec<&[u8]> {
    match compat {
        Compat::V3 => split_v3(text),
        Compat::V4 => split_v4(text),
    }
}

/// Separators are lines that start with `---`; only the start of a document is trimmed.
fn split_v4(text: &[u8]) -> Vec<&[u8]> {
    let text = trim_start(text);
    let mut documents = Vec::new();
    let mut start = 0;
    loop {
        let separator = next_line_start(text, start, b"---");
        let document = trim_start(&text[start..separator.unwrap_or(text.len())]);
        if !document.is_empty() {
            documents.push(document);
        }
        let Some(at) = separator else {
            return documents;
        };
        let blanks = text[at + 3..].iter().take_while(|b| matches!(b, b' ' | b'\t')).count();
        start = at + 3 + blanks;
    }
}

/// The next line at or after `from` that starts with `mark`.
fn next_line_start(text: &[u8], from: usize, mark: &[u8]) -> Option<usize> {
    let mut search = from;
    loop {
        let at = search + text.get(search..)?.find(mark)?;
        if at == 0 || text[at - 1] == b'\n' {
            return Some(at);
        }
        search = at + 1;
    }
}

/// Separators take the white space around them along; both ends of a document are trimmed. A second separator right after
/// the first is not seen as one, and stays in the document.
fn split_v3(text: &[u8]) -> Vec<&[u8]> {
    let text = text.trim_with(char::is_whitespace);
    let mut documents = Vec::new();
    let mut start = 0;
    while let Some(at) = next_separator_v3(text, start) {
        let before = text[start..at].trim_end_with(is_regex_space);
        if !before.is_empty() {
            documents.push(before.trim_with(char::is_whitespace));
        }
        let dashes = if at == 0 { 3 } else { 4 };
        let after = text[at + dashes..].trim_start_with(is_regex_space);
        start = text.len() - after.len();
    }
    if start < text.len() {
        documents.push(text[start..].trim_with(char::is_whitespace));
    }
    documents
}

/// The start of the text if it is `---`, else the line break before the next `---`.
fn next_separator_v3(text: &[u8], from: usize) -> Option<usize> {
    if from == 0 && text.starts_with(b"---") {
        return Some(0);
    }
    Some(from + text.get(from..)?.find(b"\n---")?)
}

/// White space as `\s` of Go's regular expressions has it.
fn is_regex_space(c: char) -> bool {
    matches!(c, '\t' | '\n' | '\x0c' | '\r' | ' ')
}

fn trim_start(text: &[u8]) -> &[u8] {
    text.trim_start_with(char::is_whitespace)
}
