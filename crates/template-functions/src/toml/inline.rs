//! Inline arrays and tables.

use skeg_go_template::{Map, Value, fmt};

use super::document::key_text;
use super::parse::Parser;
use super::scan::Stop;

/// How deep arrays and inline tables may nest.
const MAX_DEPTH: usize = 200;

fn deeper(parser: &mut Parser<'_>) -> Result<(), Stop> {
    parser.depth += 1;
    if parser.depth > MAX_DEPTH {
        return Err(parser.scanner.stop("values nest too deeply"));
    }
    Ok(())
}

fn or_end(c: Option<char>) -> String {
    c.map_or("end of file".to_string(), |c| format!("'{c}'"))
}

/// Parses an array after its bracket.
pub(super) fn array(parser: &mut Parser<'_>) -> Result<Value, Stop> {
    deeper(parser)?;
    let name = parser.current.clone().unwrap_or_default();
    parser.document.mark(&parser.context, &name, true);
    let mut items = Vec::new();
    let mut wants_value = true;
    loop {
        match parser.scanner.peek()? {
            Some(' ' | '\t' | '\n' | '\r') => {
                parser.scanner.next()?;
            }
            Some('#') => parser.comment()?,
            Some(']') => {
                parser.scanner.next()?;
                break;
            }
            Some(',') => {
                parser.scanner.next()?;
                if wants_value {
                    return Err(parser.scanner.stop("unexpected comma"));
                }
                wants_value = true;
            }
            _ if wants_value => {
                items.push(parser.value(true)?);
                wants_value = false;
            }
            c => {
                parser.scanner.next()?;
                let message = format!("expected a comma (',') or array terminator (']'), but got {}", or_end(c));
                return Err(parser.scanner.stop_after(c, message));
            }
        }
    }
    parser.depth -= 1;
    Ok(Value::list(items))
}

/// Parses an inline table after its brace.
pub(super) fn table(parser: &mut Parser<'_>, in_array: bool) -> Result<Value, Stop> {
    deeper(parser)?;
    let (outer, outer_key) = (parser.context.clone(), parser.current.take());
    let mut context = outer.clone();
    context.extend(outer_key.clone());
    parser.document.mark_implicit(&context);
    parser.context = context.clone();
    parser.open(&context, in_array)?;
    let map = Map::new();
    let mut wants_pair = true;
    loop {
        match parser.scanner.peek()? {
            Some(' ' | '\t' | '\n' | '\r') => {
                parser.scanner.next()?;
            }
            Some('#') => parser.comment()?,
            Some('}') => {
                parser.scanner.next()?;
                break;
            }
            Some(',') => {
                parser.scanner.next()?;
                if wants_pair {
                    return Err(parser.scanner.stop("unexpected comma"));
                }
                wants_pair = true;
            }
            _ if wants_pair => {
                let (parents, last, value) = parser.pair(context.len())?;
                let mut target = map.clone();
                for part in &parents {
                    let inner = target.get(part).unwrap_or_else(|| Value::Map(Map::new()));
                    target.set(part.clone(), inner.clone());
                    target = match inner {
                        Value::Map(inner) => inner,
                        _ => return Err(parser.key_error(not_a_table(parser))),
                    };
                }
                target.set(last, value);
                parser.context = context.clone();
                wants_pair = false;
            }
            c => {
                parser.scanner.next()?;
                let message =
                    format!("expected a comma or an inline table terminator '}}', but got {} instead", or_end(c));
                return Err(parser.scanner.stop_after(c, message));
            }
        }
    }
    parser.context = outer;
    parser.current = outer_key;
    parser.depth -= 1;
    Ok(Value::Map(map))
}

fn not_a_table(parser: &Parser<'_>) -> String {
    format!("{} is not a table", fmt::quote(&key_text(&parser.context)))
}
