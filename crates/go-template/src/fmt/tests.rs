//! Tables whose expected texts come from Go 1.26.

mod formats;
mod objects;
mod scalars;

use super::*;
use crate::{Elem, IntKind, List, Map, MapType, Str};

fn int(n: i64) -> Value {
    Value::int(n)
}

fn bytes(text: &str) -> Value {
    Value::Bytes(text.into())
}

fn ints(numbers: &[i64]) -> Value {
    Value::List(List::new(Elem::Int, numbers.iter().map(|&n| Value::int(n)).collect()))
}

fn map<const N: usize>(entries: [(&str, Value); N]) -> Value {
    Value::Map(Map::from_iter(entries))
}

fn string_map<const N: usize>(entries: [(&str, &str); N]) -> Value {
    let entries = entries.map(|(key, value)| (Str::from(key), Value::str(value)));
    Value::Map(Map::with_type(MapType::String, entries.into_iter().collect()))
}

fn text(bytes: Vec<u8>) -> String {
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Checks several formats on each value.
fn check_each(table: &[(Value, &[(&str, &str)])]) {
    for (value, cells) in table {
        for (format, want) in *cells {
            let got = text(sprintf(format.as_bytes(), std::slice::from_ref(value)));
            assert_eq!(got, *want, "{format} of {value:?}");
        }
    }
}
