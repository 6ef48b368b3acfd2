//! `--name-template`: a release name made by a template.

use skeg_chart::Compat;
use skeg_go_template::{CallError, Limits, Machine, TemplateSet, Value};
use skeg_template_functions::helm::Host;

const NAME: &str = "name-template";
const STACK: usize = 64 << 20;

/// Executes a template that has nothing but functions. The error is Go's text.
pub fn render_name_template(text: &str, compat: Compat) -> Result<String, String> {
    let execute = || {
        let mut functions = skeg_template_functions::table(compat == Compat::V4);
        for name in ["include", "tpl", "required", "fail", "lookup"] {
            functions.remove(name);
        }
        let mut set = TemplateSet::new(functions);
        set.add(set.parse(NAME, text.to_string()).map_err(|error| error.to_string())?);
        let host = Host::default();
        let limits = Limits { stack: STACK / 2, ..Limits::default() };
        let mut machine = Machine::new(&set, &host, false, limits);
        machine.execute(NAME, Value::Nil, NAME).map_err(|error: CallError| error.to_string())
    };
    let output = std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, execute);
        let thread = thread.map_err(|error| error.to_string())?;
        thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })?;
    Ok(String::from_utf8_lossy(&output).into_owned())
}
