//! The help texts of flags.

use super::{Flag, Flags, Group, Kind, all};

const WIDTH: usize = 118;

/// Flags below their heading, or that of the group before; empty if all are hidden.
pub(crate) fn describe(group: &Group, has_heading: bool) -> String {
    let shown: Vec<(String, &Flag)> =
        group.flags.iter().filter(|flag| !flag.hidden).map(|flag| (left(flag), flag)).collect();
    if shown.is_empty() {
        return String::new();
    }
    let column = shown.iter().map(|(left, _)| left.chars().count()).max().unwrap_or(0).min(40) + 2;
    let mut out = if has_heading { format!("\n{}:\n", group.title) } else { String::new() };
    for (left, flag) in shown {
        out.push_str(&left);
        let mut at = left.chars().count();
        if at >= column {
            out.push('\n');
            at = 0;
        }
        out.push_str(&" ".repeat(column - at));
        push_wrapped(&mut out, flag.doc, column);
        out.push('\n');
    }
    out
}

/// `  -f, --values FILE,…`
fn left(flag: &Flag) -> String {
    let short = flag.short.map_or("    ".to_string(), |short| format!("-{short}, "));
    let names = flag.aliases.iter().fold(format!("--{}", flag.name), |names, alias| format!("{names}, --{alias}"));
    format!("  {short}{names}{}", value(flag))
}

/// What follows a flag's name: ` FILE,…`, `[=text|dot]`, empty for a switch.
pub(crate) fn value(flag: &Flag) -> String {
    let value = match flag.kind {
        Kind::Switch => return String::new(),
        Kind::Array => format!("{}…", flag.value),
        Kind::List | Kind::Map => format!("{},…", flag.value),
        Kind::Choice(words) if flag.value.is_empty() => words.shown.join("|"),
        _ => flag.value.to_string(),
    };
    match flag.bare {
        Some(_) => format!("[={value}]"),
        None => format!(" {value}"),
    }
}

/// Flags without effect, in one sentence.
pub(crate) fn describe_without_effect(flags: Flags) -> String {
    let names: Vec<String> =
        all(flags).filter(|flag| flag.is_without_effect).map(|flag| format!("--{}", flag.name)).collect();
    if names.is_empty() {
        return String::new();
    }
    let mut out = "\nAccepted, without effect:\n  ".to_string();
    push_wrapped(&mut out, &names.join(", "), 2);
    out.push('\n');
    out
}

fn push_wrapped(out: &mut String, text: &str, column: usize) {
    let mut at = column;
    for (i, word) in text.split(' ').enumerate() {
        let length = word.chars().count() + 1;
        if i > 0 && at + length > WIDTH {
            out.push('\n');
            out.push_str(&" ".repeat(column));
            at = column;
        } else if i > 0 {
            out.push(' ');
        }
        out.push_str(word);
        at += length;
    }
}
