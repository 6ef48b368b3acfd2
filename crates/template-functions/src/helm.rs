//! Helm's functions that work on templates and on the cluster: include, tpl, required, fail, lookup.
//!
//! Their shared state in one rendering is the `Host`, which the machine carries.

use std::cell::RefCell;
use std::sync::Arc;

use skeg_go_template::{CallError, Function, Machine, Map, Param, Refusal, Str, Value, fmt};
use skeg_go_yaml::Tree;

use crate::secrets::SecretFiles;

/// The name of Helm's root template, which its errors show.
pub const ROOT: &str = "gotpl";

/// How often a template may include itself.
const MAX_NESTING: usize = 1000;

/// Finds objects for `lookup`.
pub trait Lookup: Send + Sync {
    /// An object by name, or a List of all if the name is empty; `None` if there is nothing.
    fn lookup(&self, api_version: &str, kind: &str, namespace: &str, name: &str) -> Result<Option<Tree>, String>;
}

/// The shared state of one rendering's functions.
#[derive(Default)]
pub struct Host {
    lookup: Option<Arc<dyn Lookup>>,
    /// Whether `getHostByName` may use the resolver.
    pub allow_dns: bool,
    /// The templates that are being included, the innermost last.
    included: RefCell<Vec<Str>>,
    secret_files: Option<Arc<dyn SecretFiles>>,
    /// The chart whose template is being executed, if there are secret files.
    chart: RefCell<String>,
}

impl Host {
    /// Creates a host; without a `lookup`, that function finds nothing.
    pub fn new(lookup: Option<Arc<dyn Lookup>>, allow_dns: bool) -> Host {
        Host { lookup, allow_dns, ..Host::default() }
    }

    /// Sets the files for `werf_secret_file`.
    pub fn with_secret_files(self, files: Option<Arc<dyn SecretFiles>>) -> Host {
        Host { secret_files: files, ..self }
    }

    /// Sets the chart of the template that is executed next.
    pub fn enter(&self, chart: &str) {
        if self.secret_files.is_some() {
            self.chart.replace(chart.to_string());
        }
    }

    /// A decrypted file of the chart whose template is being executed.
    pub(crate) fn secret_file(&self, path: &str) -> Result<Vec<u8>, String> {
        match &self.secret_files {
            Some(files) => files.read(&self.chart.borrow(), path),
            None => Err(format!("secret file {path:?} not found")),
        }
    }
}

/// The functions of this family.
pub static FUNCTIONS: &[Function] = &[
    Function::fixed("include", &[Param::String, Param::Any], include),
    Function::fixed("tpl", &[Param::String, Param::Any], tpl),
    Function::fixed("required", &[Param::String, Param::Any], required),
    Function::fixed("fail", &[Param::String], fail),
    Function::fixed("lookup", &[Param::String, Param::String, Param::String, Param::String], lookup),
];

fn text(value: &Value) -> Str {
    value.as_str().cloned().unwrap_or_default()
}

fn include(m: &mut Machine<'_>, args: &mut [Value]) -> Result<Value, CallError> {
    let name = text(&args[0]);
    let data = std::mem::take(&mut args[1]);
    let host = m.host::<Host>();
    if let Some(host) = host {
        let mut included = host.included.borrow_mut();
        // Only if there are many can one be included too often.
        let is_many = included.len() > MAX_NESTING;
        if is_many && included.iter().filter(|other| **other == name).count() > MAX_NESTING {
            let message = "rendering template has a nested reference name";
            return Err(CallError::Recursion(format!("{message}: {name}: unable to execute template")));
        }
        included.push(name.clone());
    }
    let result = m.execute(&name.to_string_lossy(), data, ROOT);
    if let Some(host) = host {
        host.included.borrow_mut().pop();
    }
    result.map(Value::Str)
}

fn tpl(m: &mut Machine<'_>, args: &mut [Value]) -> Result<Value, CallError> {
    let source = text(&args[0]);
    let data = std::mem::take(&mut args[1]);
    if memchr::memmem::find(&source, b"{{").is_none() {
        return Ok(Value::Str(without_no_value(source)));
    }
    let overlay = m.parse_overlay(ROOT, &source).map_err(|error| {
        CallError::Parse(format!("cannot parse template {}: ", fmt::quote(&source)), Box::new(error))
    })?;
    let output = m.execute_overlay(&overlay, data).map_err(|error| {
        CallError::Exec(format!("error during tpl function execution for {}: ", fmt::quote(&source)), error)
    })?;
    Ok(Value::Str(without_no_value(output)))
}

/// Removes what Go prints for a missing value, as Helm does after each file and each `tpl`.
pub fn without_no_value<T: AsRef<[u8]> + From<Vec<u8>>>(text: T) -> T {
    const NO_VALUE: &[u8] = b"<no value>";
    let bytes = text.as_ref();
    let mut found = memchr::memmem::find_iter(bytes, NO_VALUE).peekable();
    if found.peek().is_none() {
        return text;
    }
    let mut out = Vec::with_capacity(bytes.len());
    let mut rest = 0;
    for at in found {
        out.extend_from_slice(&bytes[rest..at]);
        rest = at + NO_VALUE.len();
    }
    out.extend_from_slice(&bytes[rest..]);
    T::from(out)
}

/// A refusal by the template, within the marks that distinguish it from other template errors in Helm.
fn refusal(message: &Str) -> CallError {
    let text = format!("HELM_ERR_START{message}HELM_ERR_END");
    CallError::Refused(Box::new(Refusal { message: message.to_string(), text }))
}

fn required(_: &mut Machine<'_>, args: &mut [Value]) -> Result<Value, CallError> {
    let value = std::mem::take(&mut args[1]);
    let is_missing = match &value {
        Value::Nil => true,
        Value::Str(s) => s.is_empty(),
        _ => false,
    };
    if is_missing { Err(refusal(&text(&args[0]))) } else { Ok(value) }
}

fn fail(_: &mut Machine<'_>, args: &mut [Value]) -> Result<Value, CallError> {
    Err(refusal(&text(&args[0])))
}

fn lookup(m: &mut Machine<'_>, args: &mut [Value]) -> Result<Value, CallError> {
    let Some(lookup) = m.host::<Host>().and_then(|host| host.lookup.as_ref()) else {
        return Ok(Value::Map(Map::new()));
    };
    let word = |i: usize| text(&args[i]).to_string_lossy().into_owned();
    let found = lookup.lookup(&word(0), &word(1), &word(2), &word(3)).map_err(CallError::Text)?;
    Ok(found.map_or_else(|| Value::Map(Map::new()), |tree| crate::convert::thaw(&tree)))
}
