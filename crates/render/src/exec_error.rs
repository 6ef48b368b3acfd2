//! How Helm words errors of templates: on one line in generation 3, as a stack of entries in generation 4.

use skeg_chart::Compat;
use skeg_go_template::{CallError, ExecError, ParseError};

const REFUSAL_START: &str = "HELM_ERR_START";
const REFUSAL_END: &str = "HELM_ERR_END";

/// The text for a template that does not parse.
pub(crate) fn parse_text(error: &ParseError) -> String {
    let text = error.to_string();
    let tokens: Vec<&str> = text.split(": ").collect();
    match tokens.as_slice() {
        [_, location, .., message] => format!("parse error at ({location}): {message}"),
        [_, message] => format!("parse error at ({message}): {message}"),
        _ => format!("parse error in ({}): {text}", error.name),
    }
}

/// The text for a template that failed.
pub(crate) fn exec_text(file: &str, error: &ExecError, compat: Compat) -> String {
    let text = error.to_string();
    let mut tokens = text.splitn(3, ": ");
    let (Some(_), Some(location), Some(rest)) = (tokens.next(), tokens.next(), tokens.next()) else {
        return format!("execution error in ({file}): {text}");
    };
    if let Some(refusal) = refusal(rest) {
        return format!("execution error at ({location}): {refusal}");
    }
    match compat {
        Compat::V3 => text,
        Compat::V4 => stack(error).unwrap_or(text),
    }
}

/// The message of `fail` or `required`.
fn refusal(text: &str) -> Option<&str> {
    let start = text.find(REFUSAL_START)? + REFUSAL_START.len();
    let end = text.rfind(REFUSAL_END)?;
    text.get(start..end)
}

/// An entry of the stack, read off one error's text.
#[derive(PartialEq)]
struct StackEntry {
    location: String,
    executing: String,
    message: String,
}

/// The stack of entries, outermost first; `None` if a part of the chain does not have the form of a template error.
fn stack(error: &ExecError) -> Option<String> {
    let mut entries: Vec<StackEntry> = Vec::new();
    let mut push = |text: &str| -> Option<()> {
        let entry = read_entry(text)?;
        if entries.last() != Some(&entry) {
            entries.push(entry);
        }
        Some(())
    };
    let mut current = error;
    loop {
        match current.cause.as_deref() {
            None => {
                push(&current.to_string())?;
                break;
            }
            // What follows its own text is cut off again: with thousands of calls it is long.
            Some(CallError::Exec(before, inner)) if before.is_empty() => {
                push(&format!("{}template: ", current.own_text()))?;
                current = inner;
            }
            Some(other) => {
                push(&current.to_string())?;
                push(&other.to_string())?;
                break;
            }
        }
    }
    let printed: String = entries.iter().map(print_entry).collect();
    Some(printed.trim().to_string())
}

fn print_entry(entry: &StackEntry) -> String {
    let mut out = String::new();
    if !entry.location.is_empty() {
        out += &format!("{}\n  ", entry.location);
    }
    if !entry.executing.is_empty() {
        out += &format!("{}\n    ", entry.executing);
    }
    if !entry.message.is_empty() {
        out += &format!("{}\n", entry.message);
    }
    out
}

fn read_entry(text: &str) -> Option<StackEntry> {
    let rest = text.strip_prefix("template: ")?;
    if rest.starts_with("no template ") {
        return Some(StackEntry { location: String::new(), executing: String::new(), message: text.to_string() });
    }
    read_executing(rest).or_else(|| read_simple(rest))
}

/// `LOCATION: executing "NAME" at <CONTEXT>: MESSAGE`
fn read_executing(text: &str) -> Option<StackEntry> {
    let (location, after) = text.split_once(": executing ")?;
    let (name, after) = after.strip_prefix('"')?.split_once('"')?;
    let (context, message) = after.strip_prefix(" at <")?.split_once(">: ")?;
    Some(StackEntry {
        location: location.to_string(),
        executing: format!("executing \"{name}\" at <{context}>:"),
        message: without_next(message),
    })
}

/// `LOCATION: MESSAGE`
fn read_simple(text: &str) -> Option<StackEntry> {
    let (location, message) = text.rsplit_once(": ")?;
    Some(StackEntry { location: location.to_string(), executing: String::new(), message: without_next(message) })
}

/// Cuts off the chained error that follows.
fn without_next(message: &str) -> String {
    message.split_once(" template:").map_or(message, |(own, _)| own).to_string()
}
