//! The grammar of `--set` and its relatives: `a.b=1,list[0].name=x,c={1,2}`.
//!
//! In: one argument and the map to change. Out: the changed map, or Helm's text of what is wrong.

use skeg_go_yaml::{Tree, TreeBuilder, TreeMap};

use super::ReadFile;
use crate::{Compat, SetProblem, SetProblemKind, go_text};

const MAX_INDEX: i64 = 65536;
const MAX_LEVEL: usize = 30;
/// Lists inside each other, maps between them or not: Helm has no limit here, a stack has.
const MAX_LIST_DEPTH: usize = 500;

/// Items that indexes may make in all lists of one command line together: Helm has no limit here, and 2,000 times
/// `a[65535]` take gigabytes.
pub(super) const MOST_ITEMS: usize = 1 << 20;

/// How a value is read.
pub(super) enum Kind<'r, 'f> {
    /// `--set`: booleans, null and whole numbers get their types.
    Typed,
    /// `--set-string`
    Text,
    /// `--set-file`: the value names a file.
    File(&'r mut ReadFile<'f>),
    /// `--set-json`
    Json,
    /// `--set-literal`: the rest of the argument, untouched.
    Literal,
}

/// Applies one argument to a map. `items` is what is left of `MOST_ITEMS`.
pub(super) fn parse_into(
    argument: &str,
    values: &mut Tree,
    kind: Kind<'_, '_>,
    items: &mut usize,
    compat: Compat,
) -> Result<(), SetProblem> {
    let Tree::Map(map) = values else { return Ok(()) };
    let mut parser = Parser { rest: argument, kind, compat, list_depth: 0, items };
    loop {
        parser.list_depth = 0;
        match parser.key(map, 0) {
            Ok(()) => {}
            Err(Stop::End) => return Ok(()),
            Err(Stop::Fail(reason)) => return Err(reason),
        }
    }
}

/// Why parsing stops.
enum Stop {
    /// Nothing is left: the normal end.
    End,
    Fail(SetProblem),
}

fn fail<T>(message: impl Into<String>) -> Result<T, Stop> {
    fail_by(SetProblemKind::Syntax, message)
}

fn fail_by<T>(kind: SetProblemKind, message: impl Into<String>) -> Result<T, Stop> {
    Err(Stop::Fail(SetProblem { kind, message: message.into() }))
}

struct Parser<'a, 'r, 'f> {
    rest: &'a str,
    kind: Kind<'r, 'f>,
    compat: Compat,
    /// How many lists the key that is being read is in.
    list_depth: usize,
    /// How many items indexes may still make.
    items: &'r mut usize,
}

impl Parser<'_, '_, '_> {
    /// Reads a key and its value into `data`.
    fn key(&mut self, data: &mut TreeMap, level: usize) -> Result<(), Stop> {
        let stops: &[char] = if matches!(self.kind, Kind::Literal) { &['=', '[', '.'] } else { &['=', '[', ',', '.'] };
        let (key, stop) = self.until(stops);
        match stop {
            None if key.is_empty() => Err(Stop::End),
            None => fail_by(SetProblemKind::NoValue, format!("key {} has no value", go_text::quote(&key))),
            Some('[') => self.key_of_list(data, key, level),
            Some('=') => self.key_of_value(data, key),
            Some(',') => fail_by(
                SetProblemKind::NoValue,
                format!("key {} has no value (cannot end with ,)", go_text::quote(&key)),
            ),
            Some(_) => self.key_of_map(data, key, level + 1),
        }
    }

    fn key_of_list(&mut self, data: &mut TreeMap, key: String, level: usize) -> Result<(), Stop> {
        let index = self.index()?;
        let mut list = match data.get_mut(key.as_bytes()) {
            None => Vec::new(),
            Some(Tree::List(list)) => std::mem::take(list),
            Some(other) => return fail_by(SetProblemKind::Path, conversion(other, "[]interface {}")),
        };
        let result = self.list_item(&mut list, index, level);
        set(data, key, Tree::List(list));
        result
    }

    fn key_of_map(&mut self, data: &mut TreeMap, key: String, level: usize) -> Result<(), Stop> {
        if level > MAX_LEVEL {
            return fail(format!(
                "value name nested level is greater than maximum supported nested level of {MAX_LEVEL}"
            ));
        }
        let mut inner = match data.get_mut(key.as_bytes()) {
            None => TreeMap::new(),
            Some(Tree::Map(map)) => std::mem::take(map),
            Some(other) => return fail_by(SetProblemKind::Path, conversion(other, "map[string]interface {}")),
        };
        let result = self.key(&mut inner, level);
        if result.is_ok() && inner.is_empty() {
            return fail_by(SetProblemKind::NoValue, format!("key map {} has no value", go_text::quote(&key)));
        }
        if !inner.is_empty() {
            set(data, key, Tree::Map(inner));
        }
        result
    }

    fn key_of_value(&mut self, data: &mut TreeMap, key: String) -> Result<(), Stop> {
        let (value, result) = self.any_value()?;
        set(data, key, value);
        result
    }

    /// What follows `]`: a value, a deeper list or a map.
    fn list_item(&mut self, list: &mut Vec<Tree>, index: i64, level: usize) -> Result<(), Stop> {
        self.list_depth += 1;
        if self.list_depth > MAX_LIST_DEPTH {
            return fail(format!("lists nested deeper than {MAX_LIST_DEPTH} are not supported"));
        }
        if index < 0 {
            return fail(format!("negative {index} index not allowed"));
        }
        let place = usize::try_from(index).unwrap_or(usize::MAX);
        let (junk, stop) = self.until(&['[', '.', '=']);
        if !junk.is_empty() {
            let shown: Vec<String> = junk.chars().map(quote_rune).collect();
            return fail(format!("unexpected data at end of array index: [{}]", shown.join(" ")));
        }
        match stop {
            None => Err(Stop::End),
            Some('=') => {
                let (value, result) = self.any_value()?;
                // A value that ends the argument is no end yet: the next key will find it.
                match result {
                    Err(Stop::Fail(problem)) => Err(Stop::Fail(problem)),
                    _ => self.set_index(list, index, value),
                }
            }
            Some('[') => {
                let next = self.index()?;
                let mut inner = match list.get_mut(place) {
                    None | Some(Tree::Null) => Vec::new(),
                    Some(Tree::List(inner)) => std::mem::take(inner),
                    Some(other) => return fail_by(SetProblemKind::Path, conversion(other, "[]interface {}")),
                };
                let result = self.list_item(&mut inner, next, level);
                if let (Err(_), Some(slot)) = (&result, list.get_mut(place)) {
                    *slot = Tree::List(inner);
                    return result;
                }
                result?;
                self.set_index(list, index, Tree::List(inner))
            }
            Some(_) => {
                let mut inner = match list.get_mut(place) {
                    Some(Tree::Map(map)) => std::mem::take(map),
                    _ => TreeMap::new(),
                };
                let result = self.key(&mut inner, level);
                if let (Err(_), Some(slot)) = (&result, list.get_mut(place)) {
                    *slot = Tree::Map(inner);
                    return result;
                }
                result?;
                self.set_index(list, index, Tree::Map(inner))
            }
        }
    }

    fn set_index(&mut self, list: &mut Vec<Tree>, index: i64, value: Tree) -> Result<(), Stop> {
        if index > MAX_INDEX {
            return fail_by(
                SetProblemKind::Index,
                format!("index of {index} is greater than maximum supported index of {MAX_INDEX}"),
            );
        }
        let place = usize::try_from(index).unwrap_or(0);
        if list.len() <= place {
            let Some(left) = self.items.checked_sub(place + 1 - list.len()) else {
                return fail_by(
                    SetProblemKind::Index,
                    format!("index of {index} makes lists with more than {MOST_ITEMS} items in all"),
                );
            };
            *self.items = left;
            list.resize(place + 1, Tree::Null);
        }
        if let Some(slot) = list.get_mut(place) {
            *slot = value;
        }
        Ok(())
    }

    /// The number up to `]`.
    fn index(&mut self) -> Result<i64, Stop> {
        let (text, stop) = self.until(&[']']);
        if stop.is_none() {
            // Helm 4 takes the end it finds here for the end of a good argument.
            return if self.compat.is_v4() { Err(Stop::End) } else { fail("error parsing index: EOF") };
        }
        let digits = text.strip_prefix(['+', '-']).unwrap_or(&text);
        let is_number = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
        text.parse::<i64>().or_else(|_| {
            let reason = if is_number { "value out of range" } else { "invalid syntax" };
            fail(format!("error parsing index: strconv.Atoi: parsing {}: {reason}", go_text::quote(&text)))
        })
    }

    /// A value and what follows: `Err(End)` at the end of the argument.
    fn any_value(&mut self) -> Result<(Tree, Result<(), Stop>), Stop> {
        match self.kind {
            Kind::Literal => Ok((text_tree(std::mem::take(&mut self.rest)), Ok(()))),
            Kind::Json => self.json_value(),
            _ if self.rest.is_empty() => Ok((text_tree(""), Err(Stop::End))),
            _ => match self.rest.strip_prefix('{') {
                Some(rest) => {
                    self.rest = rest;
                    self.list()
                }
                None => {
                    let (text, _) = self.until(&[',']);
                    Ok((self.scalar(&text)?, Ok(())))
                }
            },
        }
    }

    /// `a,b}`: the items of a list.
    fn list(&mut self) -> Result<(Tree, Result<(), Stop>), Stop> {
        let mut items = Vec::new();
        loop {
            let (text, stop) = self.until(&[',', '}']);
            match stop {
                None => return fail("list must terminate with '}'"),
                Some('}') => {
                    self.rest = self.rest.strip_prefix(',').unwrap_or(self.rest);
                    items.push(self.scalar(&text)?);
                    return Ok((Tree::List(items), Ok(())));
                }
                Some(_) => items.push(self.scalar(&text)?),
            }
        }
    }

    fn json_value(&mut self) -> Result<(Tree, Result<(), Stop>), Stop> {
        if self.skip_to_value() {
            return Ok((Tree::Null, Ok(())));
        }
        let decoded = skeg_go_yaml::json::decode_prefix(self.rest.as_bytes(), &mut TreeBuilder);
        let decoded = decoded.or_else(|error| fail_by(SetProblemKind::Json, error.into_message()))?;
        self.rest = self.rest.get(decoded.consumed..).unwrap_or_default();
        self.skip_to_value();
        Ok((decoded.value, Ok(())))
    }

    /// Skips blanks and one comma: whether no value is here.
    fn skip_to_value(&mut self) -> bool {
        self.rest = self.rest.trim_start_matches(go_text::is_space);
        if let Some(rest) = self.rest.strip_prefix(',') {
            self.rest = rest;
            return true;
        }
        self.rest.is_empty()
    }

    fn scalar(&mut self, text: &str) -> Result<Tree, Stop> {
        match &mut self.kind {
            Kind::File(read) => {
                Ok(Tree::Str(read(text).or_else(|reason| fail_by(SetProblemKind::File, reason))?.into()))
            }
            Kind::Typed => Ok(typed(text)),
            _ => Ok(text_tree(text)),
        }
    }

    /// Text up to one of `stops`, which is taken too; a backslash takes the next character as it is.
    fn until(&mut self, stops: &[char]) -> (String, Option<char>) {
        let escapes = !matches!(self.kind, Kind::Literal);
        let mut text = String::new();
        let mut chars = self.rest.chars();
        let stop = loop {
            match chars.next() {
                None => break None,
                Some(ch) if stops.contains(&ch) => break Some(ch),
                Some('\\') if escapes => match chars.next() {
                    Some(escaped) => text.push(escaped),
                    None => break None,
                },
                Some(ch) => text.push(ch),
            }
        };
        self.rest = chars.as_str();
        (text, stop)
    }
}

fn typed(text: &str) -> Tree {
    if text.eq_ignore_ascii_case("true") {
        return Tree::Bool(true);
    }
    if text.eq_ignore_ascii_case("false") {
        return Tree::Bool(false);
    }
    if text.eq_ignore_ascii_case("null") {
        return Tree::Null;
    }
    if text == "0" {
        return Tree::Int(0);
    }
    match text.parse() {
        Ok(number) if !text.starts_with('0') => Tree::Int(number),
        _ => text_tree(text),
    }
}

fn text_tree(text: &str) -> Tree {
    Tree::Str(text.into())
}

/// An empty key is silently not set.
fn set(data: &mut TreeMap, key: String, value: Tree) {
    if !key.is_empty() {
        data.insert(key.into(), value);
    }
}

/// Go's complaint about a value that is not what the key needs.
fn conversion(found: &Tree, wanted: &str) -> String {
    let found = match found {
        Tree::Null => "nil",
        other => go_text::type_name(other),
    };
    format!("unable to parse key: interface conversion: interface {{}} is {found}, not {wanted}")
}

/// A character as `%q` shows it.
fn quote_rune(ch: char) -> String {
    match ch {
        '\'' => "'\\''".into(),
        '"' => "'\"'".into(),
        ch => {
            let quoted = go_text::quote(ch.to_string());
            format!("'{}'", quoted.trim_start_matches('"').trim_end_matches('"'))
        }
    }
}
