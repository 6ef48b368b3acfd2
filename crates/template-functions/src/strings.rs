//! sprig's string functions on bytes: cutting, searching, joining, quoting and indenting.

use memchr::memmem;
use skeg_go_template::{CallError, Elem, Function, LARGEST, List, Machine, Map, MapType, Param, Str, Value, fmt};

use crate::runes::Runes;
use crate::text::{strslice, strval, strval_str};
use crate::{args, strings_trim};

use Param::{Any, Int, String};

type Outcome = Result<Value, CallError>;

pub(crate) static FUNCTIONS: &[Function] = &[
    Function::fixed("hello", &[], |_, _| Ok(Value::str("Hello!"))),
    Function::fixed("trunc", &[Int, String], trunc),
    Function::fixed("substr", &[Int, Int, String], substr),
    Function::fixed("repeat", &[Int, String], |m, a| {
        Ok(Value::str(repeat(args::text(a, 1), args::int(a, 0), m.output_limit())?))
    }),
    Function::fixed("contains", &[String, String], |_, a| {
        Ok(memmem::find(args::text(a, 1), args::text(a, 0)).is_some().into())
    }),
    Function::fixed("hasPrefix", &[String, String], |_, a| Ok(args::text(a, 1).starts_with(args::text(a, 0)).into())),
    Function::fixed("hasSuffix", &[String, String], |_, a| Ok(args::text(a, 1).ends_with(args::text(a, 0)).into())),
    Function::fixed("replace", &[String, String, String], replace),
    Function::fixed("plural", &[String, String, Int], |_, a| {
        let chosen = if args::int(a, 2) == 1 { 0 } else { 1 };
        Ok(args::take(a, chosen))
    }),
    Function::variadic("quote", &[], Any, quote),
    Function::variadic("squote", &[], Any, squote),
    Function::variadic("cat", &[], Any, cat),
    Function::fixed("indent", &[Int, String], |m, a| indent(m, b"", a)),
    Function::fixed("nindent", &[Int, String], |m, a| indent(m, b"\n", a)),
    Function::fixed("toString", &[Any], |_, a| Ok(Value::Str(strval_str(args::any(a, 0))))),
    Function::fixed("toStrings", &[Any], |m, a| {
        m.check_whole(args::any(a, 0))?;
        Ok(string_list(strslice(args::any(a, 0))))
    }),
    Function::fixed("join", &[String, Any], join),
    Function::fixed("sortAlpha", &[Any], sort_alpha),
    Function::fixed("split", &[String, String], |m, a| {
        numbered(m, split(args::text(a, 1), args::text(a, 0), i64::MAX)?)
    }),
    Function::fixed("splitn", &[String, Int, String], |m, a| {
        numbered(m, split(args::text(a, 2), args::text(a, 0), args::int(a, 1))?)
    }),
    Function::fixed("splitList", &[String, String], |m, a| {
        let parts = split(args::text(a, 1), args::text(a, 0), i64::MAX)?;
        m.spend(WORK_OF_PART * parts.len() as u64)?;
        Ok(Value::strings(parts))
    }),
    Function::fixed("trim", &[String], |_, a| keep(a, 0, strings_trim::space)).total(),
    Function::fixed("trimAll", &[String, String], |_, a| trim_cutset(a)),
    Function::fixed("trimall", &[String, String], |_, a| trim_cutset(a)),
    Function::fixed("trimSuffix", &[String, String], |_, a| {
        let suffix = args::take(a, 0);
        let suffix = suffix.as_str().map_or(&b""[..], |s| s);
        keep(a, 1, |s| s.strip_suffix(suffix).unwrap_or(s))
    }),
    Function::fixed("trimPrefix", &[String, String], |_, a| {
        let prefix = args::take(a, 0);
        let prefix = prefix.as_str().map_or(&b""[..], |s| s);
        keep(a, 1, |s| s.strip_prefix(prefix).unwrap_or(s))
    }),
];

/// Returns a part of an argument, or the argument itself if the part is all of it.
fn keep<'a>(args: &'a mut [Value], at: usize, part: impl FnOnce(&'a [u8]) -> &'a [u8]) -> Outcome {
    let Some(Value::Str(whole)) = args.get(at) else { return Ok(Value::str("")) };
    let kept = part(whole);
    Ok(if kept.len() == whole.len() { Value::Str(whole.clone()) } else { Value::str(kept) })
}

fn trim_cutset(args: &mut [Value]) -> Outcome {
    let cutset = args::take(args, 0);
    let cutset = cutset.as_str().map_or(&b""[..], |s| s);
    keep(args, 1, |s| strings_trim::cutset(s, cutset))
}

fn trunc(_: &mut Machine<'_>, args: &mut [Value]) -> Outcome {
    let count = args::int(args, 0);
    keep(args, 1, |s| {
        let length = s.len() as i64;
        if count < 0 && length.saturating_add(count) > 0 {
            &s[(length + count) as usize..]
        } else if count >= 0 && length > count {
            &s[..count as usize]
        } else {
            s
        }
    })
}

fn substr(_: &mut Machine<'_>, args: &mut [Value]) -> Outcome {
    let (start, end) = (args::int(args, 0), args::int(args, 1));
    let length = args::text(args, 2).len() as i64;
    let (start, end) = if start < 0 {
        if end < 0 {
            return Err(CallError::text(format!("runtime error: slice bounds out of range [:{end}]")));
        }
        if end > length {
            return Err(out_of_length(end, length));
        }
        (0, end)
    } else if end < 0 || end > length {
        (start, length)
    } else {
        (start, end)
    };
    if start > end {
        return Err(CallError::text(format!("runtime error: slice bounds out of range [{start}:{end}]")));
    }
    keep(args, 2, |s| &s[start as usize..end as usize])
}

fn out_of_length(end: i64, length: i64) -> CallError {
    CallError::text(format!("runtime error: slice bounds out of range [:{end}] with length {length}"))
}

/// `strings.Repeat`, up to a limit in bytes.
fn repeat(text: &[u8], count: i64, limit: usize) -> Result<Vec<u8>, CallError> {
    const MAX_ALLOCATION: usize = 1 << 48;
    let count = usize::try_from(count).map_err(|_| CallError::text("strings: negative Repeat count"))?;
    let length = text.len().checked_mul(count).filter(|n| *n <= i64::MAX as usize);
    match length {
        None => Err(CallError::text("strings: Repeat output length overflow")),
        Some(n) if n > MAX_ALLOCATION => Err(CallError::text("runtime error: makeslice: len out of range")),
        Some(n) if n > limit => Err(too_large(limit)),
        Some(_) => Ok(text.repeat(count)),
    }
}

/// The refusal to create a text that would exhaust the memory.
pub(crate) fn too_large(limit: usize) -> CallError {
    CallError::text(format!("the output is larger than {limit} bytes"))
}

fn replace(machine: &mut Machine<'_>, args: &mut [Value]) -> Outcome {
    let (old, new, src) = (args::text(args, 0), args::text(args, 1), args::text(args, 2));
    let limit = machine.output_limit();
    let mut out = Vec::with_capacity(src.len());
    if old.is_empty() {
        out.extend_from_slice(new);
        let mut at = 0;
        for (_, width) in Runes(src) {
            out.extend_from_slice(&src[at..at + width]);
            out.extend_from_slice(new);
            at += width;
            if out.len() > limit {
                return Err(too_large(limit));
            }
        }
        return Ok(Value::str(out));
    }
    let mut at = 0;
    for found in memmem::find_iter(src, old) {
        out.extend_from_slice(&src[at..found]);
        out.extend_from_slice(new);
        at = found + old.len();
        if out.len() > limit {
            return Err(too_large(limit));
        }
    }
    if at == 0 {
        return Ok(args::take(args, 2));
    }
    out.extend_from_slice(&src[at..]);
    Ok(Value::str(out))
}

fn quote(_: &mut Machine<'_>, args: &mut [Value]) -> Outcome {
    let mut out = Vec::new();
    for value in args.iter().filter(|v| !v.is_nil()) {
        if !out.is_empty() {
            out.push(b' ');
        }
        fmt::write_quoted(&mut out, &strval(value));
    }
    Ok(Value::str(out))
}

fn squote(_: &mut Machine<'_>, args: &mut [Value]) -> Outcome {
    let mut out = Vec::new();
    for value in args.iter().filter(|v| !v.is_nil()) {
        if !out.is_empty() {
            out.push(b' ');
        }
        out.push(b'\'');
        fmt::write_value(&mut out, value);
        out.push(b'\'');
    }
    Ok(Value::str(out))
}

fn cat(_: &mut Machine<'_>, args: &mut [Value]) -> Outcome {
    let mut out = Vec::new();
    for (i, value) in args.iter().filter(|v| !v.is_nil()).enumerate() {
        if i > 0 {
            out.push(b' ');
        }
        fmt::write_value(&mut out, value);
    }
    Ok(Value::str(out))
}

fn indent(machine: &Machine<'_>, before: &[u8], args: &[Value]) -> Outcome {
    let limit = machine.output_limit();
    let text = args::text(args, 1);
    let pad = repeat(b" ", args::int(args, 0), limit)?;
    let lines = memchr::memchr_iter(b'\n', text).count() + 1;
    let length = before.len() + text.len() + pad.len().saturating_mul(lines).min(limit);
    if length > limit {
        return Err(too_large(limit));
    }
    let mut out = Vec::with_capacity(length);
    out.extend_from_slice(before);
    out.extend_from_slice(&pad);
    let mut at = 0;
    for found in memchr::memchr_iter(b'\n', text) {
        out.extend_from_slice(&text[at..=found]);
        out.extend_from_slice(&pad);
        at = found + 1;
    }
    out.extend_from_slice(&text[at..]);
    Ok(Value::str(out))
}

fn string_list(items: Vec<Str>) -> Value {
    Value::List(List::new(Elem::String, items.into_iter().map(Value::Str).collect()))
}

fn join(machine: &mut Machine<'_>, args: &mut [Value]) -> Outcome {
    let separator = args::text(args, 0);
    machine.check_whole(args::any(args, 1))?;
    let mut out = Vec::new();
    for (i, item) in strslice(args::any(args, 1)).iter().enumerate() {
        if i > 0 {
            out.extend_from_slice(separator);
        }
        out.extend_from_slice(item);
        if out.len() > machine.output_limit() {
            return Err(too_large(machine.output_limit()));
        }
    }
    Ok(Value::str(out))
}

fn sort_alpha(machine: &mut Machine<'_>, args: &mut [Value]) -> Outcome {
    let value = args::any(args, 0);
    machine.check_whole(value)?;
    if crate::lists::elements(value).is_none() {
        return Ok(string_list(vec![strval_str(value)]));
    }
    let mut items = strslice(value);
    items.sort_unstable();
    Ok(string_list(items))
}

/// The cost of copying a part to a separate text, on top of its bytes.
pub(crate) const WORK_OF_PART: u64 = 4;

/// `strings.SplitN`; a negative limit and the largest one mean no limit.
fn split<'t>(text: &'t [u8], separator: &[u8], limit: i64) -> Result<Vec<&'t [u8]>, CallError> {
    const MOST_PARTS: usize = LARGEST / 64;
    let limit = if limit < 0 { usize::MAX } else { limit as usize };
    let mut parts = Vec::new();
    if limit == 0 {
        return Ok(parts);
    }
    let mut rest = text;
    while parts.len() + 1 < limit {
        if parts.len() >= MOST_PARTS {
            return Err(CallError::text(format!("there are more than {MOST_PARTS} parts")));
        }
        if separator.is_empty() {
            if rest.is_empty() {
                return Ok(parts);
            }
            let (_, width) = fmt::decode_rune(rest);
            parts.push(&rest[..width]);
            rest = &rest[width..];
        } else {
            let Some(found) = memmem::find(rest, separator) else { break };
            parts.push(&rest[..found]);
            rest = &rest[found + separator.len()..];
        }
    }
    if !(separator.is_empty() && rest.is_empty()) {
        parts.push(rest);
    }
    Ok(parts)
}

/// A `map[string]string` with the keys `_0`, `_1` ….
fn numbered(machine: &mut Machine<'_>, parts: Vec<&[u8]>) -> Outcome {
    machine.spend(3 * WORK_OF_PART * parts.len() as u64)?;
    let entries = parts.into_iter().enumerate().map(|(i, part)| (format!("_{i}").into(), Value::str(part)));
    Ok(Value::Map(Map::with_type(MapType::String, entries.collect())))
}
