//! Helm's YAML functions: values written by sigs.k8s.io/yaml's rules, texts read by them.

use skeg_go_template::{CallError, Function, Machine, Map, Param, Str, Value};
use skeg_go_yaml::{natural_cmp, natural_cmp_pretty, read_list, read_map, yaml::Writer};

use crate::args;
use crate::convert::ValueBuilder;
use crate::events::{Form, TOO_LARGE, send};

use Param::{Any, String};

type Outcome = Result<Value, CallError>;

pub(crate) static FUNCTIONS: &[Function] = &[
    Function::fixed("toYaml", &[Any], |_, a| match marshal(args::any(a, 0)) {
        Err(message) if message == TOO_LARGE => Err(CallError::text(message)),
        marshalled => Ok(Value::Str(marshalled.map(without_line_end).unwrap_or_default())),
    }),
    Function::fixed("mustToYaml", &[Any], |_, a| {
        marshal(args::any(a, 0)).map(|text| Value::Str(without_line_end(text))).map_err(CallError::text)
    }),
    Function::fixed("toYamlPretty", &[Any], to_yaml_pretty),
    Function::fixed("fromYaml", &[String], from_yaml),
    Function::fixed("fromYamlArray", &[String], from_yaml_array),
];

/// What the `toYaml` function returns: the text without its last line end, or nothing where there is an error.
pub fn to_yaml(value: &Value) -> Str {
    marshal(value).map(without_line_end).unwrap_or_default()
}

/// Writes a value as `sigs.k8s.io/yaml.Marshal` does.
///
/// # Errors
/// Go's text for a value that has no JSON.
pub fn marshal(value: &Value) -> Result<Vec<u8>, std::string::String> {
    let mut writer = Writer::new();
    let form = Form { order: Some(natural_cmp), nil_is_null: true, yaml_fields: false };
    let sent = send(value, &mut writer, form).map_err(|error| error.to_string());
    sent.and_then(|()| writer.finish().map_err(|error| error.message)).map_err(|message| match message {
        _ if message.starts_with("json: ") => format!("error marshaling into JSON: {message}"),
        _ => message,
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
        Err(CallError::Text(message)) if message == TOO_LARGE => return Err(CallError::Text(message)),
        Err(_) => Vec::new(),
    };
    Ok(Value::Str(without_line_end(text)))
}

fn from_yaml(_: &mut Machine<'_>, args: &mut [Value]) -> Outcome {
    Ok(match read_map(args::text(args, 0), &mut ValueBuilder) {
        Ok(Some(map)) => map,
        Ok(None) => Map::new().into(),
        Err(error) => error_map(error.message),
    })
}

fn from_yaml_array(_: &mut Machine<'_>, args: &mut [Value]) -> Outcome {
    Ok(match read_list(args::text(args, 0), &mut ValueBuilder) {
        Ok(Some(list)) => list,
        Ok(None) => Value::list(Vec::new()),
        Err(error) => Value::list(vec![Value::str(error.message)]),
    })
}

/// A map that holds nothing but the text of an error.
pub(crate) fn error_map(message: std::string::String) -> Value {
    [("Error", Value::str(message))].into_iter().collect::<Map>().into()
}
