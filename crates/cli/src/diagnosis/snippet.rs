//! Lines of a file with their numbers, and a caret under what is wrong.

use std::ops::Range;

const WIDEST: usize = 160;
const TAB: &str = "    ";

/// What to point at in a line.
pub(super) struct Mark {
    /// Bytes of the line.
    pub(super) range: Range<usize>,
    pub(super) label: String,
}

/// One line of a text.
pub(super) fn line(title: &str, text: &str, number: usize, mark: Option<Mark>) -> Vec<String> {
    let gutter = gutter(number);
    let mut lines = vec![format!("{:gutter$} ╭ {title}:{number}", "")];
    let Some(content) = number.checked_sub(1).and_then(|index| text.lines().nth(index)) else { return lines };
    lines.push(numbered(number, content, gutter));
    lines.extend(mark.map(|mark| underline(content, &mark, gutter)));
    lines
}

/// A line and those around it.
pub(super) fn around(title: &str, text: &str, number: usize, mark: Option<Mark>) -> Vec<String> {
    const BEFORE: usize = 3;
    const AFTER: usize = 2;
    let gutter = gutter(number + AFTER);
    let mut lines = vec![format!("{:gutter$} ╭ {title}", "")];
    let first = number.saturating_sub(BEFORE).max(1);
    for (number_here, content) in (1..).zip(text.lines()).skip(first - 1).take(BEFORE + 1 + AFTER) {
        lines.push(numbered(number_here, content, gutter));
        lines.extend(mark.as_ref().filter(|_| number_here == number).map(|mark| underline(content, mark, gutter)));
    }
    lines
}

/// The whole line without the white space around it.
pub(super) fn all_of(line: &str) -> Range<usize> {
    let start = line.len() - line.trim_start().len();
    start..line.trim_end().len().max(start + 1)
}

/// How wide the numbers are.
fn gutter(largest: usize) -> usize {
    largest.to_string().len().max(2)
}

fn numbered(number: usize, content: &str, gutter: usize) -> String {
    let shown: String = content.replace('\t', TAB).chars().take(WIDEST).collect();
    format!("{number:>gutter$} │ {shown}").trim_end().to_string()
}

fn underline(content: &str, mark: &Mark, gutter: usize) -> String {
    let columns = |end: usize| {
        let before = content.get(..end.min(content.len())).unwrap_or(content);
        before.replace('\t', TAB).chars().count()
    };
    let (start, end) = (columns(mark.range.start), columns(mark.range.end));
    if start >= WIDEST {
        return format!("{:gutter$} │ {}", "", mark.label);
    }
    let carets = "^".repeat(end.saturating_sub(start).max(1).min(WIDEST - start));
    format!("{:gutter$} │ {}{carets} {}", "", " ".repeat(start), mark.label).trim_end().to_string()
}
