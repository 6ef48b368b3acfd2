//! The evaluator: walks a template's tree over a value and writes bytes.
//!
//! It follows Go's `exec.go` in what it accepts and in the words of its errors. One machine serves one rendering; the
//! functions it calls get it, to execute further templates.

mod call;
mod eval;
mod frame;
mod scope;
#[cfg(test)]
mod tests;
mod walk;

use std::any::Any;
use std::collections::HashMap;
use std::rc::Rc;

use crate::ast::Template;
use crate::hash::FastBuild;
use crate::{CallError, ExecError, ParseError, Str, TemplateSet, Value};
use frame::Frame;
pub use scope::Overlay;
use scope::Scope;

type Failure = Box<ExecError>;

/// Bounds that keep a rendering from taking the machine down.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Bytes one template may write.
    pub output: usize,
    /// Bytes of stack; the thread that executes must have somewhat more.
    pub stack: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { output: 512 << 20, stack: 1 << 20 }
    }
}

/// Executes templates of a set; functions get it to call back into templates.
pub struct Machine<'e> {
    set: &'e TemplateSet,
    scope: Scope,
    host: &'e dyn Any,
    /// A missing map key is an error.
    strict: bool,
    limits: Limits,
    stack_base: usize,
    parsed: HashMap<Str, Rc<Overlay>, FastBuild>,
}

impl<'e> Machine<'e> {
    /// Makes a machine over a set. `host` is what functions find by `host()`.
    pub fn new(set: &'e TemplateSet, host: &'e dyn Any, strict: bool, limits: Limits) -> Machine<'e> {
        let stack_base = stack_position();
        Machine { set, scope: Scope::default(), host, strict, limits, stack_base, parsed: HashMap::default() }
    }

    /// What the caller of the execution gave functions to work with, by its type.
    pub fn host<T: 'static>(&self) -> Option<&'e T> {
        self.host.downcast_ref::<T>()
    }

    /// The most bytes that one template or function may make.
    pub fn output_limit(&self) -> usize {
        self.limits.output
    }

    /// Go's `ExecuteTemplate`: finds the template and executes it on `data`. `root` is the name of the set for the error.
    pub fn execute(&mut self, name: &str, data: Value, root: &str) -> Result<Vec<u8>, CallError> {
        let set = self.set;
        let overlays = self.scope.clone();
        let Some(template) = overlays.get(name).or_else(|| set.get(name)) else {
            let (name, root) = (crate::fmt::quote(name.as_bytes()), crate::fmt::quote(root.as_bytes()));
            return Err(CallError::text(format!("template: no template {name} associated with template {root}")));
        };
        self.run(template, data).map_err(|error| CallError::Exec(String::new(), error))
    }

    /// Parses a text as an addition to the set, once for each text.
    pub fn parse_overlay(&mut self, name: &str, text: &Str) -> Result<Rc<Overlay>, ParseError> {
        if let Some(overlay) = self.parsed.get(text) {
            return Ok(overlay.clone());
        }
        let overlay = Rc::new(Overlay::new(self.set.parse(name, text.clone())?));
        self.parsed.insert(text.clone(), overlay.clone());
        Ok(overlay)
    }

    /// Executes an overlay's body on `data`, with its definitions visible to all that it calls.
    pub fn execute_overlay(&mut self, overlay: &Rc<Overlay>, data: Value) -> Result<Vec<u8>, Failure> {
        let outer = self.scope.clone();
        self.scope = outer.with(overlay.clone(), self.set);
        let result = self.run(overlay.body(), data);
        self.scope = outer;
        result
    }

    fn run(&mut self, template: &Template, data: Value) -> Result<Vec<u8>, Failure> {
        let mut out = Vec::new();
        let mut frame = Frame::new(template, data, 0);
        frame.execute(self, &mut out)?;
        Ok(out)
    }

    /// Tells whether so much stack is used that a deeper call must be refused.
    fn stack_is_low(&self) -> bool {
        self.stack_base.abs_diff(stack_position()) > self.limits.stack
    }
}

/// About where the stack stands: the address of a local.
#[inline(never)]
fn stack_position() -> usize {
    let here = 0u8;
    std::ptr::from_ref(std::hint::black_box(&here)).addr()
}
