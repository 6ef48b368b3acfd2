//! `werf_secret_file`: the decrypted files of a chart. Helm does not have it, so it is kept apart from Helm's
//! functions.

use skeg_go_template::{CallError, Function, Machine, Param, Value};

use crate::helm::Host;

/// Finds decrypted files.
pub trait SecretFiles: Send + Sync {
    /// The contents of a file below `secret/` of a chart, for a template of that chart.
    fn read(&self, chart: &str, path: &str) -> Result<Vec<u8>, String>;
}

/// The functions of this family.
pub static FUNCTIONS: &[Function] = &[Function::fixed("werf_secret_file", &[Param::String], werf_secret_file)];

fn werf_secret_file(m: &mut Machine<'_>, args: &mut [Value]) -> Result<Value, CallError> {
    let path = args[0].as_str().cloned().unwrap_or_default().to_string_lossy().into_owned();
    if path.starts_with('/') {
        return Err(CallError::text(format!("expected relative secret file path, given path {path}")));
    }
    match m.host::<Host>().map(|host| host.secret_file(&path)) {
        Some(found) => found.map(Value::from).map_err(CallError::Text),
        None => Err(CallError::text(format!("secret file {path:?} not found"))),
    }
}
