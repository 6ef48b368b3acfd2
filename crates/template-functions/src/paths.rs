//! Paths with slashes, as in Go's `path`; the `os` functions are the same here.

use skeg_go_template::{Function, Param, Value};

use crate::args;

use Param::String;

pub(crate) static FUNCTIONS: &[Function] = &[
    Function::fixed("base", &[String], |_, a| Ok(Value::str(base(args::text(a, 0))))),
    Function::fixed("osBase", &[String], |_, a| Ok(Value::str(base(args::text(a, 0))))),
    Function::fixed("dir", &[String], |_, a| Ok(Value::str(dir(args::text(a, 0))))),
    Function::fixed("osDir", &[String], |_, a| Ok(Value::str(dir(args::text(a, 0))))),
    Function::fixed("clean", &[String], |_, a| Ok(Value::str(clean(args::text(a, 0))))),
    Function::fixed("osClean", &[String], |_, a| Ok(Value::str(clean(args::text(a, 0))))),
    Function::fixed("ext", &[String], |_, a| Ok(Value::str(ext(args::text(a, 0))))),
    Function::fixed("osExt", &[String], |_, a| Ok(Value::str(ext(args::text(a, 0))))),
    Function::fixed("isAbs", &[String], |_, a| Ok(args::text(a, 0).starts_with(b"/").into())),
    Function::fixed("osIsAbs", &[String], |_, a| Ok(args::text(a, 0).starts_with(b"/").into())),
];

/// `path.Base`: the last element.
fn base(path: &[u8]) -> &[u8] {
    if path.is_empty() {
        return b".";
    }
    let end = path.iter().rposition(|b| *b != b'/').map_or(0, |at| at + 1);
    if end == 0 {
        return b"/";
    }
    let start = path[..end].iter().rposition(|b| *b == b'/').map_or(0, |at| at + 1);
    &path[start..end]
}

/// `path.Dir`: all except the last element, cleaned.
fn dir(path: &[u8]) -> Vec<u8> {
    let end = path.iter().rposition(|b| *b == b'/').map_or(0, |at| at + 1);
    clean(&path[..end])
}

/// `path.Ext`: from the last dot of the last element on.
fn ext(path: &[u8]) -> &[u8] {
    let found = path.iter().rposition(|b| *b == b'.' || *b == b'/');
    match found {
        Some(at) if path[at] == b'.' => &path[at..],
        _ => b"",
    }
}

/// `path.Clean`: the shortest equivalent path.
fn clean(path: &[u8]) -> Vec<u8> {
    let rooted = path.starts_with(b"/");
    let mut kept: Vec<&[u8]> = Vec::new();
    for part in path.split(|b| *b == b'/') {
        match part {
            b"" | b"." => {}
            b".." => match kept.last() {
                Some(last) if *last != b".." => {
                    kept.pop();
                }
                _ if rooted => {}
                _ => kept.push(part),
            },
            _ => kept.push(part),
        }
    }
    let mut out = if rooted { vec![b'/'] } else { Vec::new() };
    out.extend_from_slice(&kept.join(&b'/'));
    if out.is_empty() { vec![b'.'] } else { out }
}
