//! Base64 and base32. For invalid text the result is Go's error message, not an error.

use skeg_go_template::{Function, Param, Value};

use crate::{args, base32, base64};

use Param::String;

pub(crate) static FUNCTIONS: &[Function] = &[
    Function::fixed("b64enc", &[String], |_, a| Ok(Value::str(base64::encode(args::text(a, 0))))).total(),
    Function::fixed("b64dec", &[String], |_, a| {
        Ok(Value::str(base64::decode(args::text(a, 0)).unwrap_or_else(|at| complaint("base64", at))))
    }),
    Function::fixed("b32enc", &[String], |_, a| Ok(Value::str(base32::encode(args::text(a, 0))))),
    Function::fixed("b32dec", &[String], |_, a| {
        Ok(Value::str(base32::decode(args::text(a, 0)).unwrap_or_else(|at| complaint("base32", at))))
    }),
];

/// Encodes bytes in standard base64 with padding.
pub fn base64(bytes: &[u8]) -> Vec<u8> {
    base64::encode(bytes).into_bytes()
}

fn complaint(encoding: &str, at: usize) -> Vec<u8> {
    format!("illegal {encoding} data at input byte {at}").into_bytes()
}
