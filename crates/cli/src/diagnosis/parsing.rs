//! Explains files that do not parse as templates: the line, and the action or block that was left open.

use skeg_chart::Compat;
use skeg_nearest::nearest;
use skeg_render::{Error, ParseError, ParseErrorKind};
use skeg_report::codes;

use super::scene::Scene;
use super::snippet::{self, Mark, all_of};
use crate::error::CommandError;

/// Explains why a template does not parse.
pub(super) fn explain(parse: &ParseError, error: &Error, scene: Option<&Scene>, compat: Compat) -> CommandError {
    let explained = CommandError::new(&codes::TEMPLATE_SYNTAX, error.to_string());
    let Some(text) = scene.and_then(|scene| scene.template(&parse.name)) else {
        return explained;
    };
    let show = |number: usize, mark: Option<Mark>| snippet::line(&parse.name, &text, number, mark);
    let line = |number: usize| number.checked_sub(1).and_then(|index| text.lines().nth(index));
    let whole = |number: usize| line(number).map(|line| Mark { range: all_of(line), label: String::new() });
    if let Some(opening) = left_open(&text, parse) {
        let mark =
            line(opening).map(|line| Mark { range: action_in(line), label: "is not closed with }}".to_string() });
        return explained.details(show(opening, mark));
    }
    if parse.kind == ParseErrorKind::MissingEnd
        && let Some(block) = unended(&text)
    {
        let label = format!("this {} has no {{{{ end }}}}", block.word);
        let range = line(block.line).map_or(0..1, |line| block.column..action_end(line, block.column));
        return explained.details(show(block.line, Some(Mark { range, label })));
    }
    if let ParseErrorKind::UndefinedFunction(name) = &parse.kind {
        let start = line(parse.line).and_then(|line| word_in(line, name));
        let mark = start.map(|start| Mark { range: start..start + name.len(), label: String::new() });
        let explained = explained.details(show(parse.line, mark));
        return match nearest(name, skeg_render::function_names(compat)) {
            Some(meant) => explained.case("function").fill("name", name).fill("meant", meant),
            None => explained.case("no-function"),
        };
    }
    let explained = explained.details(show(parse.line, whole(parse.line)));
    match parse.kind {
        ParseErrorKind::StrayEnd => explained.case("end"),
        _ => explained,
    }
}

/// Where a name appears as a separate word.
fn word_in(line: &str, name: &str) -> Option<usize> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    line.match_indices(name).map(|(start, _)| start).find(|start| {
        !line[..*start].ends_with(|c| is_part(c) || c == '.') && !line[start + name.len()..].starts_with(is_part)
    })
}

/// The line of an unclosed action that extends over the failing line, if that line opens none itself.
fn left_open(text: &str, parse: &ParseError) -> Option<usize> {
    let before: usize = text.split_inclusive('\n').take(parse.line.checked_sub(1)?).map(str::len).sum();
    let open = text.get(..before)?.rfind("{{")?;
    if text[open..before].contains("}}") || parse.kind == ParseErrorKind::Comment {
        return None;
    }
    Some(text[..open].matches('\n').count() + 1)
}

fn action_in(line: &str) -> std::ops::Range<usize> {
    line.rfind("{{").unwrap_or(0)..line.trim_end().len()
}

fn action_end(line: &str, start: usize) -> usize {
    line.get(start..).and_then(|rest| rest.find("}}")).map_or(line.len(), |length| start + length + 2)
}

/// An `if`, `range` and the like.
struct Block<'t> {
    word: &'t str,
    line: usize,
    column: usize,
}

/// The last block without an `end`.
fn unended(text: &str) -> Option<Block<'_>> {
    let mut open = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        for (column, _) in line.match_indices("{{") {
            let inside = line[column + 2..].trim_start_matches('-').trim_start();
            let word = inside.split(|c: char| !c.is_ascii_alphabetic()).next().unwrap_or("");
            match word {
                "if" | "range" | "with" | "define" | "block" => open.push(Block { word, line: number, column }),
                "end" => drop(open.pop()),
                _ => {}
            }
        }
    }
    open.pop()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_what_was_left_open() {
        let text = "a\n{{ if .x }}\n{{- range .y }}z{{ end }}\n{{/* if */}}\n";
        let found = unended(text).map(|block| (block.word, block.line, block.column));
        assert_eq!(found, Some(("if", 2, 0)));
        assert!(unended("{{ with . }}{{ else }}{{ end }}").is_none());
        let kind = ParseErrorKind::UndefinedFunction("b".into());
        let failed = |line| ParseError { name: "t".into(), line, message: String::new(), kind: kind.clone() };
        assert_eq!(left_open("x\na: {{ .Values.name\nb: 1\n", &failed(3)), Some(2));
        assert_eq!(left_open("a: {{ .Values.name }}\n{{ b }}\n", &failed(2)), None);
        assert_eq!(word_in("{{ .toYml | toYmlx | toYml }}", "toYml"), Some(21));
    }
}
