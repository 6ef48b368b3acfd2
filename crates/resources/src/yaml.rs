//! Reads and writes objects as YAML. Whole numbers become integers, as in Kubernetes' JSON.

use serde_json::{Map, Number, Value};
use skeg_go_yaml::{Builder, Events, natural_cmp, sort_by_key_order, yaml};

/// Reads one document.
pub fn read(text: &[u8]) -> Result<Value, skeg_go_yaml::Error> {
    skeg_go_yaml::read(text, &mut Json)
}

struct Json;

impl Builder for Json {
    type Value = Value;

    fn null(&mut self) -> Value {
        Value::Null
    }

    fn bool(&mut self, value: bool) -> Value {
        Value::Bool(value)
    }

    fn float(&mut self, value: f64) -> Value {
        // Go writes whole floats without a point, and reads them back as integers.
        const END: f64 = 9_223_372_036_854_775_808.0;
        match value.fract() == 0.0 && (-END..END).contains(&value) {
            true => Value::from(value as i64),
            false => Number::from_f64(value).map_or(Value::Null, Value::Number),
        }
    }

    fn int(&mut self, value: i64) -> Value {
        Value::from(value)
    }

    fn uint(&mut self, value: u64) -> Value {
        Value::from(value)
    }

    fn string(&mut self, value: &str) -> Value {
        Value::from(value)
    }

    fn list(&mut self, items: Vec<Value>) -> Value {
        Value::Array(items)
    }

    fn map(&mut self, entries: Vec<(String, Value)>) -> Value {
        Value::Object(entries.into_iter().collect())
    }
}

/// Writes a value in the style of Helm's `toYaml`, with a final line feed. Unlike `toYaml` it loses nothing: what is
/// not shown is not reviewed, and what is not recorded is not deleted.
pub fn to_yaml(value: &Value) -> String {
    let mut writer = yaml::Writer::lossless();
    send(value, &mut writer);
    match writer.finish() {
        Ok(text) => String::from_utf8_lossy(&text).into_owned(),
        // Nested too deep for the writer; JSON is YAML as well.
        Err(_) => format!("{value}\n"),
    }
}

fn send(value: &Value, events: &mut impl Events) {
    match value {
        Value::Null => events.null(),
        Value::Bool(value) => events.bool(*value),
        Value::Number(number) => send_number(number, events),
        Value::String(text) => events.str(text.as_bytes()),
        Value::Array(items) => {
            events.begin_list(items.len());
            items.iter().for_each(|item| send(item, events));
            events.end_list();
        }
        Value::Object(map) => send_map(map, events),
    }
}

fn send_number(number: &Number, events: &mut impl Events) {
    match (number.as_i64(), number.as_u64()) {
        (Some(value), _) => events.int(value),
        (None, Some(value)) => events.uint(value),
        (None, None) => events.float(number.as_f64().unwrap_or_default()),
    }
}

fn send_map(map: &Map<String, Value>, events: &mut impl Events) {
    let mut entries: Vec<(&String, &Value)> = map.iter().collect();
    sort_by_key_order(&mut entries, |a, b| natural_cmp(a.0.as_bytes(), b.0.as_bytes()));
    events.begin_map(entries.len());
    for (key, value) in entries {
        events.key(key.as_bytes());
        send(value, events);
    }
    events.end_map();
}

/// The type of a value for messages.
pub(crate) fn name_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "nothing",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a text",
        Value::Array(_) => "a list",
        Value::Object(_) => "a mapping",
    }
}

#[cfg(test)]
mod tests {
    use super::{read, to_yaml};

    #[test]
    fn numbers_come_through_as_kubernetes_sees_them() {
        let cases = [
            ("1", "1"),
            ("1.0", "1"),
            ("1e3", "1000"),
            ("0.5", "0.5"),
            ("1e18", "1000000000000000000"),
            ("1e19", "1e+19"),
            ("9007199254740993", "9007199254740993"),
            ("18446744073709551615", "18446744073709551615"),
            ("0o17", "15"),
            ("\"1\"", "\"1\""),
            ("yes", "true"),
            ("~", "null"),
        ];
        for (text, json) in cases {
            assert_eq!(read(text.as_bytes()).unwrap().to_string(), json, "{text}");
        }
    }

    #[test]
    fn what_is_written_reads_back() {
        let value = serde_json::json!({"b": [1, 2.5, "1", null, true, {}], "a": {"x10": "y", "x9": "multi\nline\n"}});
        assert_eq!(read(to_yaml(&value).as_bytes()).unwrap(), value);
    }

    /// `toYaml` drops or changes these.
    #[test]
    fn whatever_is_in_a_text_is_written() {
        for c in (0..=0x2100).chain(0xfdd0..=0x1_0000).filter_map(char::from_u32) {
            let value = serde_json::json!({"a": format!("x{c} y"), "b": {format!("k{c}"): 1}});
            let text = to_yaml(&value);
            assert_eq!(read(text.as_bytes()).unwrap(), value, "{c:?}: {text}");
        }
        let value = serde_json::json!({"k".repeat(2000): {"a\u{85}\u{85}--- b": "a\u{85}--- b"}});
        assert_eq!(read(to_yaml(&value).as_bytes()).unwrap(), value);
    }
}
