//! sprig's `regex…` functions: Go's regular expressions over the `regex` crate.
//!
//! Patterns are translated (see `translate`), matching and replacing follow Go's rules for empty matches, and compiled
//! patterns are cached, since charts use the same ones in loops.

mod class;
mod effort;
mod engine;
mod escape;
mod expand;
mod pattern;
#[cfg(test)]
mod tests;
mod translate;

use skeg_go_template::{CallError, Elem, Function, List, Machine, Param, Value, fmt};

use crate::args;
use crate::strings::WORK_OF_PART;
use pattern::Pattern;

const TWO: &[Param] = &[Param::String, Param::String];
const THREE: &[Param] = &[Param::String, Param::String, Param::String];
const LIMITED: &[Param] = &[Param::String, Param::String, Param::Int];

/// The functions of this family.
pub(crate) static FUNCTIONS: &[Function] = &[
    Function::fixed("regexMatch", TWO, regex_match),
    Function::fixed("mustRegexMatch", TWO, must_regex_match),
    Function::fixed("regexFind", TWO, |m, a| find(&compiled(m, a)?, a)),
    Function::fixed("mustRegexFind", TWO, |m, a| find(&compiled_or_error(m, a)?, a)),
    Function::fixed("regexFindAll", LIMITED, |m, a| find_all(&compiled(m, a)?, m, a)),
    Function::fixed("mustRegexFindAll", LIMITED, |m, a| find_all(&compiled_or_error(m, a)?, m, a)),
    Function::fixed("regexReplaceAll", THREE, |m, a| replace_all(&compiled(m, a)?, m, a)),
    Function::fixed("mustRegexReplaceAll", THREE, |m, a| replace_all(&compiled_or_error(m, a)?, m, a)),
    Function::fixed("regexReplaceAllLiteral", THREE, |m, a| replace_all_literal(&compiled(m, a)?, m, a)),
    Function::fixed("mustRegexReplaceAllLiteral", THREE, |m, a| replace_all_literal(&compiled_or_error(m, a)?, m, a)),
    Function::fixed("regexSplit", LIMITED, |m, a| split(&compiled(m, a)?, m, a)),
    Function::fixed("mustRegexSplit", LIMITED, |m, a| split(&compiled_or_error(m, a)?, m, a)),
    Function::fixed("regexQuoteMeta", &[Param::String], regex_quote_meta),
];

/// The compiled pattern, for functions that panic if it is invalid.
fn compiled(machine: &mut Machine<'_>, args: &[Value]) -> Result<Pattern, CallError> {
    let text = args::text(args, 0);
    Pattern::for_text(machine, text, args::text(args, 1))?
        .map_err(|error| CallError::text(format!("regexp: Compile({}): {error}", quoted(text))))
}

/// The compiled pattern, for functions that return the error.
fn compiled_or_error(machine: &mut Machine<'_>, args: &[Value]) -> Result<Pattern, CallError> {
    Pattern::for_text(machine, args::text(args, 0), args::text(args, 1))?
        .map_err(|error| CallError::text(error.to_string()))
}

/// In backquotes if Go can use them, or else in double quotes.
fn quoted(text: &[u8]) -> String {
    let plain = |c: char| c != '`' && c != '\u{feff}' && c != '\x7f' && (c >= ' ' || c == '\t');
    match std::str::from_utf8(text) {
        Ok(text) if text.chars().all(plain) => format!("`{text}`"),
        _ => fmt::quote(text),
    }
}

fn regex_match(machine: &mut Machine<'_>, args: &mut [Value]) -> Result<Value, CallError> {
    let text = args::text(args, 1);
    let compiled = Pattern::for_text(machine, args::text(args, 0), text)?;
    Ok(Value::Bool(compiled.is_ok_and(|pattern| pattern.is_match(text))))
}

fn must_regex_match(machine: &mut Machine<'_>, args: &mut [Value]) -> Result<Value, CallError> {
    Ok(Value::Bool(compiled_or_error(machine, args)?.is_match(args::text(args, 1))))
}

fn find(pattern: &Pattern, args: &[Value]) -> Result<Value, CallError> {
    let text = args::text(args, 1);
    Ok(Value::str(pattern.find(text).map(|range| &text[range]).unwrap_or_default()))
}

fn find_all(pattern: &Pattern, machine: &mut Machine<'_>, args: &[Value]) -> Result<Value, CallError> {
    let text = args::text(args, 1);
    let found = pattern.find_all(machine, text, args::int(args, 2))?;
    machine.spend(WORK_OF_PART * found.len() as u64)?;
    if found.is_empty() {
        return Ok(Value::List(List::nil(Elem::String)));
    }
    Ok(Value::strings(found.into_iter().map(|range| &text[range])))
}

fn replace_all(pattern: &Pattern, machine: &mut Machine<'_>, args: &[Value]) -> Result<Value, CallError> {
    Ok(Value::str(pattern.replace_all(machine, args::text(args, 1), args::text(args, 2))?))
}

fn replace_all_literal(pattern: &Pattern, machine: &mut Machine<'_>, args: &[Value]) -> Result<Value, CallError> {
    Ok(Value::str(pattern.replace_all_literal(machine, args::text(args, 1), args::text(args, 2))?))
}

fn split(pattern: &Pattern, machine: &mut Machine<'_>, args: &[Value]) -> Result<Value, CallError> {
    let (text, limit) = (args::text(args, 1), args::int(args, 2));
    if limit == 0 {
        return Ok(Value::List(List::nil(Elem::String)));
    }
    if text.is_empty() && !args::text(args, 0).is_empty() {
        return Ok(Value::strings([""]));
    }
    let mut pieces: Vec<&[u8]> = Vec::new();
    let (mut start, mut end) = (0, 0);
    for found in pattern.find_all(machine, text, limit)? {
        if limit > 0 && pieces.len() as i64 >= limit - 1 {
            break;
        }
        end = found.start;
        if found.end != 0 {
            pieces.push(&text[start..end]);
        }
        start = found.end;
    }
    if end != text.len() {
        pieces.push(&text[start..]);
    }
    machine.spend(WORK_OF_PART * pieces.len() as u64)?;
    Ok(Value::strings(pieces))
}

fn regex_quote_meta(_: &mut Machine<'_>, args: &mut [Value]) -> Result<Value, CallError> {
    let text = args::text(args, 0);
    let mut out = Vec::with_capacity(text.len() + 8);
    for &b in text {
        if b"\\.+*?()|[]{}^$".contains(&b) {
            out.push(b'\\');
        }
        out.push(b);
    }
    Ok(Value::str(out))
}
