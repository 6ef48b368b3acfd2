//! Explains failed templates: the innermost line, the calls leading there, and the value that was missing or wrong.

use skeg_nearest::nearest;
use skeg_render::{CallError, ExecError, ExecErrorKind, Location};
use skeg_report::codes;

use super::scene::Scene;
use super::snippet::{self, Mark};
use super::values;
use crate::error::CommandError;

/// How many calls are shown at either end of a long chain.
const ENDS: usize = 4;

/// Explains a failed execution.
pub(super) fn explain(error: &ExecError, scene: Option<&Scene>) -> CommandError {
    let frames = frames(error);
    let Some(innermost) = frames.last() else { return CommandError::new(&codes::TEMPLATE_FAILED, error.to_string()) };
    let code = if refusal(innermost.error).is_some() { &codes::TEMPLATE_REFUSED } else { &codes::TEMPLATE_FAILED };
    let mut explained = CommandError::new(code, message(innermost.error));
    let root = frames.iter().find_map(|frame| frame.location()).map_or("", |location| &location.file);
    let finding = innermost
        .location()
        .zip(scene)
        .and_then(|(location, scene)| values::find(&location.context, &innermost.error.kind, scene.values_of(root)));
    if let Some(lines) =
        innermost.location().and_then(|location| place(location, innermost.text, finding.as_ref(), scene))
    {
        explained = explained.details(lines);
    } else if let Some(finding) = &finding {
        explained = explained.fill("finding", &finding.label);
    }
    explained = explained.details(callers(&frames));
    advise(explained, innermost.error, scene)
}

/// One execution inside another.
struct Frame<'a> {
    error: &'a ExecError,
    /// The text that `tpl` was given, if it is in that.
    text: Option<&'a [u8]>,
}

impl Frame<'_> {
    fn location(&self) -> Option<&Location> {
        self.error.location.as_ref()
    }
}

/// Outermost first.
fn frames(error: &ExecError) -> Vec<Frame<'_>> {
    let file = |error: &ExecError| error.location.as_ref().map(|location| location.file.clone());
    let mut frames: Vec<Frame<'_>> = vec![Frame { error, text: error.text.as_deref() }];
    while let Some(outer) = frames.last()
        && let Some(CallError::Exec(_, inner)) = outer.error.cause.as_deref()
    {
        // A text may define templates and call them.
        let same = outer.text.filter(|_| file(outer.error) == file(inner));
        frames.push(Frame { error: inner, text: inner.text.as_deref().or(same) });
    }
    frames
}

/// The chart's own message, if it called `fail` or `required`.
fn refusal(error: &ExecError) -> Option<&str> {
    match error.cause.as_deref() {
        Some(CallError::Refused(refusal)) => Some(&refusal.message),
        _ => None,
    }
}

/// The text people search for: Go's, or the chart's own message.
fn message(error: &ExecError) -> String {
    match (&error.location, refusal(error)) {
        (Some(at), Some(said)) => format!("execution error at ({}:{}:{}): {said}", at.file, at.line, at.column),
        _ => error.to_string(),
    }
}

/// The line where it happened, in the chart or in the text given to `tpl`.
fn place(
    location: &Location,
    given: Option<&[u8]>,
    finding: Option<&values::Finding>,
    scene: Option<&Scene>,
) -> Option<Vec<String>> {
    let (title, text) = match given {
        Some(text) => ("text given to tpl".to_string(), String::from_utf8_lossy(text).into_owned()),
        None => (location.file.to_string(), scene?.template(&location.file)?),
    };
    let line = text.lines().nth(location.line.checked_sub(1)?)?;
    let label = finding.map_or(String::new(), |finding| finding.label.clone());
    let mark = Mark { range: pointed_at(line, location, finding), label };
    Some(snippet::line(&title, &text, location.line, Some(mark)))
}

/// The faulty part of the line.
fn pointed_at(line: &str, location: &Location, finding: Option<&values::Finding>) -> std::ops::Range<usize> {
    let column = location.column.min(line.len());
    let covers = |start: usize| (start..start + location.context.len()).contains(&column);
    let starts = line.match_indices(location.context.as_str()).map(|(start, _)| start);
    match (starts.into_iter().find(|start| covers(*start)), finding) {
        (Some(start), Some(finding)) => start + finding.range.start..start + finding.range.end,
        (Some(start), None) => start..start + location.context.len(),
        (None, _) => {
            let rest = line.get(column..).unwrap_or("");
            let length = rest.find(|c: char| c.is_whitespace() || "(){}|".contains(c)).unwrap_or(rest.len());
            column..column + length.max(1)
        }
    }
}

/// `called from FILE:LINE (include "NAME")`, innermost first.
fn callers(frames: &[Frame<'_>]) -> Vec<String> {
    let called = frames.iter().rev().skip(1).filter_map(|frame| {
        let at = frame.location()?;
        let mut words = at.context.splitn(3, ' ');
        let (function, name) = (words.next().unwrap_or(""), words.next().filter(|word| is_quoted(word)));
        let call = name.map_or(function.to_string(), |name| format!("{function} {name}"));
        Some(format!("  called from {}:{} ({call})", at.file, at.line))
    });
    let mut lines: Vec<String> = called.collect();
    if lines.len() > 2 * ENDS + 1 {
        let left_out = lines.len() - 2 * ENDS;
        lines.splice(ENDS..ENDS + left_out, [format!("  … {left_out} more calls …")]);
    }
    lines
}

/// A whole quoted word, not the start of a quoted text.
fn is_quoted(word: &str) -> bool {
    word.len() > 1 && word.starts_with('"') && word.ends_with('"')
}

/// Adds hints.
fn advise(explained: CommandError, error: &ExecError, scene: Option<&Scene>) -> CommandError {
    let case = match (&error.kind, error.cause.as_deref()) {
        (_, Some(CallError::NoTemplate(missing))) => return advise_template(explained, &missing.name, scene),
        (ExecErrorKind::NoTemplate(name), _) => return advise_template(explained, name, scene),
        (ExecErrorKind::Call { function }, Some(CallError::Refused(_))) => {
            let context = error.location.as_ref().map(|at| at.context.as_str()).filter(|_| function == "required");
            return match context.and_then(required_value) {
                Some(path) => explained.fill("value", path),
                None => explained,
            };
        }
        (ExecErrorKind::WrongType { expected: "int", got }, _) if got == "float64" => "int",
        (ExecErrorKind::WrongType { expected: "string", .. }, _) => "string",
        (_, Some(CallError::Incomparable(_))) => "comparison",
        (_, Some(CallError::Recursion(_))) | (ExecErrorKind::TooDeep, _) => "recursion",
        _ => return explained,
    };
    explained.case(case)
}

/// Names the template that was probably meant.
fn advise_template(explained: CommandError, name: &str, scene: Option<&Scene>) -> CommandError {
    let Some(known) = scene.map(Scene::defined_templates) else { return explained };
    match nearest(name, known.iter().map(String::as_str)) {
        Some(meant) => explained.case("template").fill("name", name).fill("meant", meant),
        None => explained.case("no-template").fill("name", name),
    }
}

/// The value that `required "…" .Values.PATH` asks for.
fn required_value(context: &str) -> Option<&str> {
    let path = context.rsplit(' ').next()?.trim_start_matches('$').strip_prefix(".Values.")?;
    path.chars().all(|c| c.is_alphanumeric() || c == '.' || c == '_').then_some(path)
}
