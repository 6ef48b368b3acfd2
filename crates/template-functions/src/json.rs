//! JSON functions: sprig's, with Helm's own `toJson`, `fromJson` and `fromJsonArray`.

use skeg_go_template::{CallError, Elem, Function, List, Map, MapType, Param, Value};
use skeg_go_yaml::json::{Writer, read};

use crate::args;
use crate::convert::ValueBuilder;
use crate::events::{Form, send};
use crate::yaml::error_map;

use Param::{Any, String};

type Outcome = Result<Value, CallError>;

pub(crate) static FUNCTIONS: &[Function] = &[
    Function::fixed("toJson", &[Any], |_, a| or_nothing(write(a, Writer::new()))),
    Function::fixed("mustToJson", &[Any], |_, a| write(a, Writer::new())),
    Function::fixed("toPrettyJson", &[Any], |_, a| or_nothing(write(a, Writer::new().indented("  ")))),
    Function::fixed("mustToPrettyJson", &[Any], |_, a| write(a, Writer::new().indented("  "))),
    Function::fixed("toRawJson", &[Any], |_, a| write(a, Writer::new().without_html_escapes())),
    Function::fixed("mustToRawJson", &[Any], |_, a| write(a, Writer::new().without_html_escapes())),
    Function::fixed("fromJson", &[String], |_, a| Ok(from_json(args::text(a, 0)))),
    Function::fixed("fromJsonArray", &[String], |_, a| Ok(from_json_array(args::text(a, 0)))),
    Function::fixed("mustFromJson", &[String], |_, a| {
        read(args::text(a, 0), &mut ValueBuilder).map_err(|error| CallError::text(error.into_message()))
    }),
];

fn write(args: &[Value], mut writer: Writer) -> Outcome {
    send(args::any(args, 0), &mut writer, Form { order: None, nil_is_null: true, yaml_fields: false })?;
    writer.finish().map(Value::from).map_err(|error| CallError::text(error.into_message()))
}

/// Nothing for an error, as in Helm and sprig, unless a limit of ours was exceeded.
fn or_nothing(written: Outcome) -> Outcome {
    match written {
        Err(limit @ CallError::Limit(_)) => Err(limit),
        written => Ok(written.unwrap_or_else(|_| Value::str(""))),
    }
}

fn from_json(text: &[u8]) -> Value {
    match read(text, &mut ValueBuilder) {
        Ok(Value::Map(map)) => Value::Map(map),
        Ok(Value::Nil) => Value::Map(Map::nil(MapType::Any)),
        Ok(other) => error_map(mismatch(&other, "map[string]interface {}")),
        Err(error) => error_map(error.into_message()),
    }
}

fn from_json_array(text: &[u8]) -> Value {
    let message = match read(text, &mut ValueBuilder) {
        Ok(Value::List(list)) => return Value::List(list),
        Ok(Value::Nil) => return Value::List(List::nil(Elem::Any)),
        Ok(other) => mismatch(&other, "[]interface {}"),
        Err(error) => error.into_message(),
    };
    Value::list(vec![Value::str(message)])
}

fn mismatch(value: &Value, wanted: &str) -> std::string::String {
    let found = match value {
        Value::Bool(_) => "bool",
        Value::Str(_) => "string",
        Value::List(_) => "array",
        Value::Map(_) => "object",
        _ => "number",
    };
    format!("json: cannot unmarshal {found} into Go value of type {wanted}")
}
