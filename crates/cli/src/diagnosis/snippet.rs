//! Shows lines of a file with their numbers, and a caret under the fault.

use std::ops::Range;

use skeg_report::visible;

/// The widest line that is shown; longer ones are cut around the fault.
const WIDEST: usize = 100;
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
    let window = Window::of(content, mark.as_ref());
    lines.push(numbered(number, content, gutter, window));
    lines.extend(mark.map(|mark| underline(content, &mark, gutter, window)));
    lines
}

/// A line with its neighbours.
pub(super) fn around(title: &str, text: &str, number: usize, mark: Option<Mark>) -> Vec<String> {
    const BEFORE: usize = 3;
    const AFTER: usize = 2;
    let gutter = gutter(number + AFTER);
    let mut lines = vec![format!("{:gutter$} ╭ {title}", "")];
    let first = number.saturating_sub(BEFORE).max(1);
    for (number_here, content) in (1..).zip(text.lines()).skip(first - 1).take(BEFORE + 1 + AFTER) {
        let mark = mark.as_ref().filter(|_| number_here == number);
        let window = Window::of(content, mark);
        lines.push(numbered(number_here, content, gutter, window));
        lines.extend(mark.map(|mark| underline(content, mark, gutter, window)));
    }
    lines
}

/// The whole line without surrounding white space.
pub(super) fn all_of(line: &str) -> Range<usize> {
    let start = line.len() - line.trim_start().len();
    start..line.trim_end().len().max(start + 1)
}

/// The width of the line numbers.
fn gutter(largest: usize) -> usize {
    largest.to_string().len().max(2)
}

/// The visible columns of a line.
#[derive(Clone, Copy)]
struct Window {
    first: usize,
}

impl Window {
    fn of(content: &str, mark: Option<&Mark>) -> Window {
        let end = mark.map_or(0, |mark| column(content, mark.range.end));
        let start = mark.map_or(0, |mark| column(content, mark.range.start));
        let first = if end <= WIDEST || start < WIDEST / 2 { 0 } else { start - WIDEST / 2 };
        Window { first }
    }
}

/// The column of a byte position.
fn column(content: &str, end: usize) -> usize {
    shown(content.get(..end.min(content.len())).unwrap_or(content)).chars().count()
}

/// The text as printed, so that carets are in the right place.
fn shown(text: &str) -> String {
    visible(text).replace('\t', TAB)
}

fn numbered(number: usize, content: &str, gutter: usize, window: Window) -> String {
    let shown = shown(content);
    let mut part: Vec<char> = shown.chars().skip(window.first).take(WIDEST + 1).collect();
    if part.len() > WIDEST {
        part[WIDEST - 1] = '…';
        part.truncate(WIDEST);
    }
    if let Some(first) = part.first_mut().filter(|_| window.first > 0) {
        *first = '…';
    }
    format!("{number:>gutter$} │ {}", String::from_iter(part)).trim_end().to_string()
}

fn underline(content: &str, mark: &Mark, gutter: usize, window: Window) -> String {
    let start = column(content, mark.range.start).saturating_sub(window.first);
    let end = column(content, mark.range.end).saturating_sub(window.first);
    let carets = "^".repeat(end.min(WIDEST).saturating_sub(start).max(1));
    format!("{:gutter$} │ {}{carets} {}", "", " ".repeat(start), mark.label).trim_end().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_show_the_part_that_is_wrong() {
        let text = format!("{}WRONG{}", "a".repeat(300), "b".repeat(300));
        let lines = line("t", &text, 1, Some(Mark { range: 300..305, label: "here".into() }));
        assert_eq!(lines[1], format!(" 1 │ …{}WRONG{}…", "a".repeat(49), "b".repeat(44)));
        assert_eq!(lines[2], format!("   │ {}^^^^^ here", " ".repeat(50)));
        let lines = line("t", &text, 1, None);
        assert_eq!(lines[1], format!(" 1 │ {}…", "a".repeat(99)));
    }
}
