//! What functions do with values: pass them on, look into them, or (all that are not listed here) read all of them.

use std::rc::Rc;

use skeg_go_template::syntax::{Base, Operand};

use super::follow::{Follower, Frame};
use super::traced::{Origin, Traced};

/// An argument: what it may be, and its text where it is a string in the template.
struct Argument<'a> {
    value: Traced,
    text: Option<&'a str>,
    /// A map that was just made: nobody else holds it.
    is_fresh: bool,
    operand: Option<&'a Operand>,
}

/// Calls a function.
pub(super) fn call(
    follower: &mut Follower<'_>,
    name: &str,
    operands: &[Operand],
    piped: Option<Traced>,
    frame: &mut Frame,
) -> Traced {
    let mut arguments: Vec<Argument<'_>> = Vec::with_capacity(operands.len() + 1);
    for operand in operands {
        let value = follower.operand(operand, frame);
        arguments.push(Argument { value, text: text_of(operand), is_fresh: is_fresh(operand), operand: Some(operand) });
    }
    arguments.extend(piped.map(|value| Argument { value, text: None, is_fresh: false, operand: None }));
    let name = match name.strip_prefix("must") {
        Some(rest) if !rest.is_empty() => {
            let mut rest = rest.to_string();
            rest[..1].make_ascii_lowercase();
            rest
        }
        _ => name.to_string(),
    };
    apply(follower, &name, &arguments)
}

fn apply(follower: &mut Follower<'_>, name: &str, arguments: &[Argument<'_>]) -> Traced {
    match name {
        "default" | "coalesce" | "or" | "and" | "ternary" | "required" | "any" | "all" | "not" | "empty" => {
            arguments.iter().for_each(|argument| follower.test(&argument.value));
            if matches!(name, "not" | "empty" | "any" | "all") { Traced::default() } else { union(arguments) }
        }
        "kindIs" | "kindOf" | "typeOf" | "typeIs" | "typeIsLike" => {
            arguments.iter().for_each(|argument| follower.touch(&argument.value));
            Traced::default()
        }
        "deepCopy" | "omit" | "unset" => union(arguments),
        "dict" => dict(arguments),
        "list" | "tuple" => list(arguments),
        "append" | "push" => match arguments {
            [list, items @ ..] => list.value.clone().joined(&Traced::list(union(items))),
            [] => Traced::default(),
        },
        "prepend" => match arguments {
            [list, more @ ..] => {
                let old = follower.item(&list.value);
                Traced::list(old.joined(&union(more)))
            }
            [] => Traced::default(),
        },
        "first" => match arguments {
            [list] => follower.field(&list.value, "0"),
            _ => items(follower, arguments),
        },
        "last" => items(follower, arguments),
        "rest" | "initial" | "uniq" | "reverse" | "concat" | "compact" | "values" => {
            Traced::list(items(follower, arguments))
        }
        "keys" => {
            items(follower, arguments);
            Traced::default()
        }
        "index" | "get" => match arguments {
            [map, keys @ ..] => keys.iter().fold(map.value.clone(), |value, key| under(follower, &value, key)),
            [] => Traced::default(),
        },
        "hasKey" => match arguments {
            [map, key] => {
                let value = under(follower, &map.value, key);
                follower.touch(&value);
                Traced::default()
            }
            _ => read_all(follower, arguments),
        },
        "dig" => match arguments {
            [keys @ .., default, map] => {
                let found = keys.iter().fold(map.value.clone(), |value, key| under(follower, &value, key));
                follower.test(&found);
                found.joined(&default.value)
            }
            _ => read_all(follower, arguments),
        },
        "pluck" => match arguments {
            [key, maps @ ..] => {
                let mut found = Traced::default();
                for map in maps {
                    found.join(&under(follower, &map.value, key));
                }
                Traced::list(found)
            }
            [] => Traced::default(),
        },
        "pick" => pick(follower, arguments),
        "set" => set(follower, arguments),
        "merge" | "mergeOverwrite" => merge(follower, arguments),
        "include" => include(follower, arguments),
        "tpl" => text_template(follower, arguments),
        _ => read_all(follower, arguments),
    }
}

fn union(arguments: &[Argument<'_>]) -> Traced {
    arguments.iter().fold(Traced::default(), |all, argument| all.joined(&argument.value))
}

fn read_all(follower: &mut Follower<'_>, arguments: &[Argument<'_>]) -> Traced {
    arguments.iter().for_each(|argument| follower.read(&argument.value));
    Traced::default()
}

fn items(follower: &mut Follower<'_>, arguments: &[Argument<'_>]) -> Traced {
    let all = union(arguments);
    follower.item(&all)
}

/// What stands under a key, which may be computed.
fn under(follower: &mut Follower<'_>, value: &Traced, key: &Argument<'_>) -> Traced {
    follower.read(&key.value);
    match key.text {
        Some(text) => follower.field(value, text),
        None => follower.item(value),
    }
}

fn dict(arguments: &[Argument<'_>]) -> Traced {
    let mut made = Traced::default();
    for pair in arguments.chunks(2) {
        match pair {
            [Argument { text: Some(key), .. }, value] => made.add_field(Rc::from(*key), &Rc::new(value.value.clone())),
            [_, value] => made.add_items(&value.value),
            _ => {}
        }
    }
    made
}

/// A list whose items are known by their numbers.
fn list(arguments: &[Argument<'_>]) -> Traced {
    let mut made = Traced::default();
    for (number, item) in arguments.iter().enumerate() {
        made.add_field(Rc::from(number.to_string()), &Rc::new(item.value.clone()));
    }
    made
}

fn pick(follower: &mut Follower<'_>, arguments: &[Argument<'_>]) -> Traced {
    let [map, keys @ ..] = arguments else { return Traced::default() };
    if keys.iter().any(|key| key.text.is_none()) {
        return map.value.clone();
    }
    let mut made = Traced::default();
    for key in keys.iter().filter_map(|key| key.text) {
        made.add_field(Rc::from(key), &Rc::new(follower.field(&map.value, key)));
    }
    made
}

fn set(follower: &mut Follower<'_>, arguments: &[Argument<'_>]) -> Traced {
    let [map, key, value] = arguments else { return read_all(follower, arguments) };
    follower.read(&key.value);
    let mut changed = map.value.clone();
    match key.text {
        Some(key) => changed.add_field(Rc::from(key), &Rc::new(value.value.clone())),
        None => changed.add_items(&value.value),
    }
    if !map.is_fresh {
        follower.attach(key.text, &value.value);
    }
    changed
}

/// Maps are laid over each other; the first one is changed by it.
fn merge(follower: &mut Follower<'_>, arguments: &[Argument<'_>]) -> Traced {
    let Some((first, rest)) = arguments.split_first() else { return Traced::default() };
    if !first.is_fresh {
        for argument in rest {
            for (name, field) in &argument.value.fields {
                follower.attach(Some(name), field);
            }
            if let Some(items) = &argument.value.items {
                follower.attach(None, items);
            }
            for origin in &argument.value.origins {
                match origin {
                    Origin::Root(chart) => {
                        let values = Origin::Value(follower.paths[*chart].clone());
                        follower.attach_root("Values", values);
                    }
                    origin => follower.read(&Traced::of(origin.clone())),
                }
            }
        }
    }
    union(arguments)
}

fn include(follower: &mut Follower<'_>, arguments: &[Argument<'_>]) -> Traced {
    let [name, dot] = arguments else { return read_all(follower, arguments) };
    follower.read(&name.value);
    match name.text {
        Some(name) => follower.call(name, dot.value.clone()),
        None => {
            let (prefix, suffix) = name.operand.map(name_pattern).unwrap_or_default();
            follower.call_all(&prefix, &suffix, &dot.value);
        }
    }
    Traced::default()
}

/// What a computed name begins and ends with.
fn name_pattern(operand: &Operand) -> (String, String) {
    let Base::Pipeline(pipeline) = &operand.base else { return Default::default() };
    let [command] = pipeline.commands.as_slice() else { return Default::default() };
    let text = |operand: Option<&Operand>| operand.and_then(text_of).unwrap_or_default().to_string();
    match command.as_slice() {
        [Operand { base: Base::Function("print"), .. }, parts @ ..] => (text(parts.first()), text(parts.last())),
        [Operand { base: Base::Function("printf"), .. }, format, ..] => {
            let format = text(Some(format));
            let prefix = format.split('%').next().unwrap_or_default().to_string();
            let last = format.rsplit_once('%').map(|(_, rest)| rest.get(1..).unwrap_or_default());
            (prefix, last.unwrap_or_default().to_string())
        }
        _ => Default::default(),
    }
}

/// `tpl`: the text may name anything below the values of a chart, which is checked by its words.
fn text_template(follower: &mut Follower<'_>, arguments: &[Argument<'_>]) -> Traced {
    let [text, dot] = arguments else { return read_all(follower, arguments) };
    follower.read(&text.value);
    follower.reads.text_template();
    expose(follower, &dot.value);
    Traced::default()
}

fn expose(follower: &mut Follower<'_>, value: &Traced) {
    for origin in &value.origins {
        match origin {
            Origin::Value(path) if !follower.paths.contains(path) => follower.reads.whole(path),
            _ => {}
        }
    }
    value.fields.values().chain(&value.items).for_each(|below| expose(follower, below));
}

fn text_of(operand: &Operand) -> Option<&str> {
    match &operand.base {
        Base::Text(text) | Base::Number(text) if operand.fields.is_empty() => Some(text),
        Base::Pipeline(pipeline) if operand.fields.is_empty() && pipeline.variables.is_empty() => {
            match pipeline.commands.as_slice() {
                [command] if command.len() == 1 => text_of(&command[0]),
                _ => None,
            }
        }
        _ => None,
    }
}

fn is_fresh(operand: &Operand) -> bool {
    let Base::Pipeline(pipeline) = &operand.base else { return false };
    if !operand.fields.is_empty() || !pipeline.variables.is_empty() {
        return false;
    }
    match pipeline.commands.as_slice() {
        [.., last] => match last.as_slice() {
            [Operand { base: Base::Function(name), .. }, arguments @ ..] => match *name {
                "dict" | "deepCopy" | "mustDeepCopy" | "fromYaml" | "fromJson" => true,
                "merge" | "mergeOverwrite" | "mustMerge" | "mustMergeOverwrite" | "set" => {
                    arguments.first().is_some_and(is_fresh)
                }
                _ => false,
            },
            _ => false,
        },
        [] => false,
    }
}
