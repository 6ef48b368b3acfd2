//! Templates that failed: the innermost place with its line, the way there, and which value was missing or wrong.

use skeg_nearest::nearest;
use skeg_render::{CallError, ExecError, Location};
use skeg_report::codes;

use super::scene::Scene;
use super::snippet::{self, Mark};
use super::values;
use crate::error::CommandError;

/// The name under which `tpl` runs texts.
const TPL: &str = "gotpl";
/// Calls shown at either end of a long chain.
const ENDS: usize = 4;

/// Explains a failed execution.
pub(super) fn explain(error: &ExecError, scene: Option<&Scene>) -> CommandError {
    let frames = frames(error);
    let Some(innermost) = frames.last() else { return CommandError::new(&codes::TEMPLATE_FAILED, error.to_string()) };
    let code = if is_refusal(innermost.error) { &codes::TEMPLATE_REFUSED } else { &codes::TEMPLATE_FAILED };
    let mut explained = CommandError::new(code, message(innermost.error));
    let root = frames.iter().find_map(|frame| frame.location()).map_or("", |location| &location.file);
    let finding = innermost
        .location()
        .zip(scene)
        .and_then(|(location, scene)| values::find(&location.context, &innermost.error.message, scene.values_of(root)));
    if let Some(lines) =
        innermost.location().and_then(|location| place(location, innermost.tpl, finding.as_ref(), scene))
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
    /// The text, where `tpl` ran one.
    tpl: Option<&'a str>,
}

impl Frame<'_> {
    fn location(&self) -> Option<&Location> {
        self.error.location.as_ref()
    }
}

/// Outermost first.
fn frames(error: &ExecError) -> Vec<Frame<'_>> {
    let mut frames = vec![Frame { error, tpl: None }];
    let mut current = error;
    while let Some(CallError::Exec(before, inner)) = current.cause.as_deref() {
        frames.push(Frame { error: inner, tpl: Some(before) });
        current = inner;
    }
    frames
}

/// Whether the chart itself gave up.
fn is_refusal(error: &ExecError) -> bool {
    ["error calling fail: ", "error calling required: "].contains(&error.message.as_str())
}

/// The text people search for: Go's own, or the chart's where the chart itself gave up.
fn message(error: &ExecError) -> String {
    match (&error.location, error.cause.as_deref()) {
        (Some(at), Some(CallError::Text(text))) if is_refusal(error) => {
            // The renderer keeps Helm's marks around such texts, by which it finds them in a chain.
            let text = text.trim_start_matches("HELM_ERR_START").trim_end_matches("HELM_ERR_END");
            format!("execution error at ({}:{}:{}): {text}", at.file, at.line, at.column)
        }
        _ => error.to_string(),
    }
}

/// The line where it happened, from the chart or from the text given to `tpl`.
fn place(
    location: &Location,
    tpl: Option<&str>,
    finding: Option<&values::Finding>,
    scene: Option<&Scene>,
) -> Option<Vec<String>> {
    let (title, text) = match &*location.file {
        TPL => ("text given to tpl".to_string(), tpl_text(tpl?)?),
        file => (file.to_string(), scene?.template(file)?),
    };
    let line = text.lines().nth(location.line.checked_sub(1)?)?;
    let label = finding.map_or(String::new(), |finding| finding.label.clone());
    let mark = Mark { range: pointed_at(line, location, finding), label };
    Some(snippet::line(&title, &text, location.line, Some(mark)))
}

/// The part of the line that is at fault.
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

/// The text inside `…execution for "TEXT": `, its escapes undone.
fn tpl_text(before: &str) -> Option<String> {
    let quoted = before.split_once('"')?.1.rsplit_once('"')?.0;
    let mut text = String::with_capacity(quoted.len());
    let mut chars = quoted.chars();
    while let Some(c) = chars.next() {
        match (c, c == '\\') {
            (_, true) => match chars.next()? {
                'n' => text.push('\n'),
                't' => text.push('\t'),
                'r' => text.push('\r'),
                other => text.push(other),
            },
            (c, false) => text.push(c),
        }
    }
    Some(text)
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

/// A whole quoted word, not the beginning of a quoted text.
fn is_quoted(word: &str) -> bool {
    word.len() > 1 && word.starts_with('"') && word.ends_with('"')
}

/// Adds what to try.
fn advise(explained: CommandError, error: &ExecError, scene: Option<&Scene>) -> CommandError {
    let text =
        error.cause.as_deref().map_or_else(|| error.message.clone(), |cause| format!("{}{cause}", error.message));
    if let Some((_, rest)) = text.split_once("no template \"") {
        let name = rest.split('"').next().unwrap_or(rest);
        let Some(known) = scene.map(Scene::defined_templates) else { return explained };
        return match nearest(name, known.iter().map(String::as_str)) {
            Some(meant) => explained.case("template").fill("name", name).fill("meant", meant),
            None => explained.case("no-template").fill("name", name),
        };
    }
    if error.message == "error calling required: "
        && let Some(path) = error.location.as_ref().and_then(|at| required_value(&at.context))
    {
        return explained.fill("value", path);
    }
    if is_refusal(error) {
        return explained;
    }
    for (part, case) in [
        ("expected int; got float64", "int"),
        ("expected string; got", "string"),
        ("incompatible types for comparison", "comparison"),
        ("rendering template has a nested reference name", "recursion"),
    ] {
        if text.contains(part) {
            return explained.case(case);
        }
    }
    explained
}

/// The value that `required "…" .Values.PATH` asks for.
fn required_value(context: &str) -> Option<&str> {
    let path = context.rsplit(' ').next()?.trim_start_matches('$').strip_prefix(".Values.")?;
    path.chars().all(|c| c.is_alphanumeric() || c == '.' || c == '_').then_some(path)
}
