//! `--name-template`: a release name made by a template.

use skeg_chart::Compat;
use skeg_go_template::{CallError, Limits, Machine, TemplateSet, Value};
use skeg_template_functions::helm::Host;

const NAME: &str = "name-template";
const STACK: usize = 64 << 20;

/// Names are short: what makes one may take far less than what makes manifests.
const LARGEST_TEXT: usize = 1 << 20;
const WORK: u64 = 50_000_000;
const MEMORY: usize = 256 << 20;

/// Executes a template that has nothing but functions. `memory_in_use` tells the bytes that the process uses, where that can
/// be known. The error is Go's text.
pub fn render_name_template(
    text: &str,
    compat: Compat,
    memory_in_use: Option<fn() -> usize>,
) -> Result<String, String> {
    let execute = || {
        let mut functions = skeg_template_functions::table(compat == Compat::V4);
        for name in ["include", "tpl", "required", "fail", "lookup"] {
            functions.remove(name);
        }
        let mut set = TemplateSet::new(functions);
        set.add(set.parse(NAME, text.to_string()).map_err(|error| error.to_string())?);
        let host = Host::default();
        let limits = Limits { output: LARGEST_TEXT, stack: STACK / 2, work: WORK, memory: MEMORY, memory_in_use };
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
