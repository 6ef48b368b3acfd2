//! Moves `stringData` of Secrets to `data`: server-side apply cannot see when a key of `stringData` is dropped, since
//! the server never stores it.

use serde_json::{Map, Value};
use skeg_go_yaml::base64;

use crate::object::Object;

/// Moves the texts of `stringData` to `data`, overriding existing keys.
pub(crate) fn encode_string_data(object: &mut Object) {
    if object.api_version() != "v1" || object.kind() != "Secret" {
        return;
    }
    let map = object.as_map_mut();
    if !matches!(map.get("data"), None | Some(Value::Null | Value::Object(_))) {
        return;
    }
    let Some(Value::Object(plain)) = map.remove("stringData") else { return };
    let (texts, others): (Map<_, _>, Map<_, _>) = plain.into_iter().partition(|(_, value)| value.is_string());
    // The API server refuses values that are not texts.
    if !others.is_empty() {
        map.insert("stringData".to_string(), Value::Object(others));
    }
    if texts.is_empty() {
        return;
    }
    let data = map.entry("data").or_insert(Value::Null);
    if data.is_null() {
        *data = Value::Object(Map::new());
    }
    if let Some(data) = data.as_object_mut() {
        data.extend(
            texts
                .into_iter()
                .map(|(key, text)| (key, Value::String(base64::encode(text.as_str().unwrap_or_default().as_bytes())))),
        );
    }
}

#[cfg(test)]
mod tests {
    use super::encode_string_data;
    use crate::Object;
    use serde_json::{Value, json};

    #[test]
    fn string_data_goes_over_data() {
        let cases = [
            (
                json!({"stringData": {"a": "x"}, "data": {"a": "b2xk", "b": "eQ=="}}),
                json!({"data": {"a": "eA==", "b": "eQ=="}}),
            ),
            (json!({"stringData": {"a": "x"}}), json!({"data": {"a": "eA=="}})),
            (json!({"stringData": {"a": "x"}, "data": null}), json!({"data": {"a": "eA=="}})),
            (json!({"stringData": {}}), json!({})),
            (json!({"stringData": {"a": 1, "b": ""}}), json!({"stringData": {"a": 1}, "data": {"b": ""}})),
            (json!({"data": {"a": "eA=="}}), json!({"data": {"a": "eA=="}})),
        ];
        for (before, after) in cases {
            let secret = |mut value: Value| {
                value["apiVersion"] = json!("v1");
                value["kind"] = json!("Secret");
                Object::try_from(value).unwrap()
            };
            let mut object = secret(before.clone());
            encode_string_data(&mut object);
            assert_eq!(object, secret(after), "{before}");
        }
    }
}
