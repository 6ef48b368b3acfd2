//! Helm's YAML functions: write and parse as sigs.k8s.io/yaml does.

use skeg_go_template::{CallError, Function, Machine, Map, Param, Str, Value};
use skeg_go_yaml::{natural_cmp, natural_cmp_pretty, read_list, read_map, yaml::Writer};

use crate::args;
use crate::convert::ValueBuilder;
use crate::events::{Form, send};

use Param::{Any, String};

type Outcome = Result<Value, CallError>;

pub(crate) static FUNCTIONS: &[Function] = &[
    Function::fixed("toYaml", &[Any], |_, a| match marshal(args::any(a, 0)) {
        Err(limit @ CallError::Limit(_)) => Err(limit),
        marshalled => Ok(Value::Str(marshalled.map(without_line_end).unwrap_or_default())),
    }),
    Function::fixed("mustToYaml", &[Any], |_, a| {
        marshal(args::any(a, 0)).map(|text| Value::Str(without_line_end(text)))
    }),
    Function::fixed("toYamlPretty", &[Any], to_yaml_pretty),
    Function::fixed("fromYaml", &[String], from_yaml),
    Function::fixed("fromYamlArray", &[String], from_yaml_array),
];

/// The result of the `toYaml` function: the text without its last line break, or nothing if there is an error.
pub fn to_yaml(value: &Value) -> Str {
    marshal(value).map(without_line_end).unwrap_or_default()
}

/// Writes a value as `sigs.k8s.io/yaml.Marshal` does.
///
/// # Errors
/// Go's error for a value that cannot be represented in JSON.
pub fn marshal(value: &Value) -> Result<Vec<u8>, CallError> {
    let mut writer = Writer::new();
    let form = Form { order: Some(natural_cmp), nil_is_null: true, yaml_fields: false };
    let sent = send(value, &mut writer, form);
    sent.and_then(|()| writer.finish().map_err(|error| CallError::Text(error.into_message()))).map_err(|error| {
        match error {
            // Errors of the first step, writing JSON, are prefixed with its name.
            CallError::Text(text) if text.starts_with("json: ") => {
                CallError::Text(format!("error marshaling into JSON: {text}"))
            }
            error => error,
        }
    })
}

fn without_line_end(mut text: Vec<u8>) -> Str {
    if text.last() == Some(&b'\n') {
        text.pop();
    }
    text.into()
}

fn to_yaml_pretty(_: &mut Machine<'_>, args: &mut [Value]) -> Outcome {
    let mut writer = Writer::pretty();
    let form = Form { order: Some(natural_cmp_pretty), nil_is_null: false, yaml_fields: true };
    let text = match send(args::any(args, 0), &mut writer, form) {
        Ok(()) => writer.finish().unwrap_or_default(),
        Err(limit @ CallError::Limit(_)) => return Err(limit),
        Err(_) => Vec::new(),
    };
    Ok(Value::Str(without_line_end(text)))
}

fn from_yaml(_: &mut Machine<'_>, args: &mut [Value]) -> Outcome {
    Ok(match read_map(args::text(args, 0), &mut ValueBuilder) {
        Ok(Some(map)) => map,
        Ok(None) => Map::new().into(),
        Err(error) => error_map(error.into_message()),
    })
}

fn from_yaml_array(_: &mut Machine<'_>, args: &mut [Value]) -> Outcome {
    Ok(match read_list(args::text(args, 0), &mut ValueBuilder) {
        Ok(Some(list)) => list,
        Ok(None) => Value::list(Vec::new()),
        Err(error) => Value::list(vec![Value::str(error.into_message())]),
    })
}

/// A map with only the text of an error.
pub(crate) fn error_map(message: std::string::String) -> Value {
    [("Error", Value::str(message))].into_iter().collect::<Map>().into()
}
