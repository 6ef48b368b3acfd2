//! Upper and lower case: Go's `strings` mappings and goutils' functions for words.

use skeg_go_template::{CallError, Function, Machine, Param, Value};

use crate::runes;
use crate::{args, words};

use Param::String;

pub(crate) static FUNCTIONS: &[Function] = &[
    Function::fixed("upper", &[String], upper),
    Function::fixed("lower", &[String], lower),
    Function::fixed("title", &[String], |_, a| Ok(Value::str(title(args::text(a, 0))))),
    Function::fixed("untitle", &[String], |_, a| Ok(Value::str(untitle(args::text(a, 0))))),
    Function::fixed("swapcase", &[String], |_, a| Ok(Value::str(swap_case(args::text(a, 0))))),
    Function::fixed("initials", &[String], |_, a| Ok(Value::str(initials(args::text(a, 0))))),
    Function::fixed("nospace", &[String], |_, a| Ok(Value::str(delete_white_space(args::text(a, 0))))),
    Function::fixed("snakecase", &[String], |_, a| Ok(Value::str(words::separate(args::text(a, 0), b'_')))),
    Function::fixed("kebabcase", &[String], |_, a| Ok(Value::str(words::separate(args::text(a, 0), b'-')))),
    Function::fixed("camelcase", &[String], |_, a| Ok(Value::str(words::pascal(args::text(a, 0))))),
];

fn upper(_: &mut Machine<'_>, args: &mut [Value]) -> Result<Value, CallError> {
    let text = args::text(args, 0);
    if !text.is_ascii() {
        return Ok(Value::str(runes::map(text, runes::to_upper)));
    }
    if text.iter().any(u8::is_ascii_lowercase) {
        return Ok(Value::str(text.to_ascii_uppercase()));
    }
    Ok(args::take(args, 0))
}

fn lower(_: &mut Machine<'_>, args: &mut [Value]) -> Result<Value, CallError> {
    let text = args::text(args, 0);
    if !text.is_ascii() {
        return Ok(Value::str(runes::map(text, runes::to_lower)));
    }
    if text.iter().any(u8::is_ascii_uppercase) {
        return Ok(Value::str(text.to_ascii_lowercase()));
    }
    Ok(args::take(args, 0))
}

/// `strings.Title`.
fn title(text: &[u8]) -> Vec<u8> {
    let mut previous = ' ';
    runes::map(text, |rune| {
        let starts = ends_word(previous);
        previous = rune;
        if starts { runes::to_title(rune) } else { rune }
    })
}

fn ends_word(c: char) -> bool {
    if c.is_ascii() {
        return !(c.is_ascii_alphanumeric() || c == '_');
    }
    !runes::is_letter(c) && !runes::is_digit(c) && runes::is_space(c)
}

fn untitle(text: &[u8]) -> Vec<u8> {
    let mut starts = true;
    runes::map(text, |rune| {
        if runes::is_space(rune) {
            starts = true;
            return rune;
        }
        if std::mem::take(&mut starts) { runes::to_lower(rune) } else { rune }
    })
}

fn swap_case(text: &[u8]) -> Vec<u8> {
    let mut after_space = true;
    runes::map(text, |rune| {
        if runes::is_upper(rune) || runes::is_title(rune) {
            after_space = false;
            runes::to_lower(rune)
        } else if runes::is_lower(rune) {
            if std::mem::take(&mut after_space) { runes::to_title(rune) } else { runes::to_upper(rune) }
        } else {
            after_space = runes::is_space(rune);
            rune
        }
    })
}

/// The first letters of words. goutils takes each byte for a rune, which garbles non-ASCII text.
fn initials(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut after_gap = true;
    for rune in text.iter().map(|b| *b as char) {
        if runes::is_space(rune) {
            after_gap = true;
        } else if std::mem::take(&mut after_gap) {
            runes::push(&mut out, rune);
        }
    }
    out
}

/// The text without white space. As in `initials`, bytes count as runes, unless there is no white space at all.
fn delete_white_space(text: &[u8]) -> Vec<u8> {
    if !text.iter().any(|b| runes::is_space(*b as char)) {
        return text.to_vec();
    }
    let mut out = Vec::with_capacity(text.len());
    for rune in text.iter().map(|b| *b as char).filter(|c| !runes::is_space(*c)) {
        runes::push(&mut out, rune);
    }
    out
}
