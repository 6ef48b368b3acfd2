//! The evaluator: executes a template's tree on a value and writes bytes.
//!
//! It follows Go's `exec.go` in what it accepts and in its error messages. One machine serves one rendering; it is
//! passed to the functions it calls, so that they can execute further templates.

mod call;
mod eval;
mod frame;
mod limits;
mod scope;
#[cfg(test)]
mod tests;
mod walk;

use std::any::Any;
use std::collections::HashMap;
use std::rc::Rc;

use crate::ast::Template;
use crate::hash::FastBuild;
use crate::{CallError, ExecError, ExecErrorKind, MissingTemplate, ParseError, Str, TemplateSet, Value};
use frame::Frame;
pub use limits::{LARGEST, Limits};
use limits::{MAX_NESTING, Spent};
pub use scope::Overlay;
use scope::Scope;

type Failure = Box<ExecError>;

const TOO_DEEP: &str = "templates call each other too deeply";

/// How many bytes of parsed texts are cached.
const MAX_PARSED: usize = 16 << 20;
/// The largest output buffer that is reused, in bytes, and how many are kept for nested executions.
const MAX_BUFFER: usize = 4 << 20;
const MAX_BUFFERS: usize = 8;

/// Outputs of at least this size are not copied: getting fresh memory takes longer than filling it.
const LARGE: usize = 32 << 10;

/// How many bytes of texts may be under execution at once.
const MAX_QUOTED: usize = 64 << 20;

/// Executes templates of a set; functions use it to call back into templates.
pub struct Machine<'e> {
    set: &'e TemplateSet,
    scope: Scope,
    host: &'e dyn Any,
    /// A missing map key is an error.
    strict: bool,
    limits: Limits,
    spent: Spent,
    /// How many nested executions on behalf of functions are running.
    nesting: usize,
    /// The total size of their texts, all of which an error quotes.
    quoted: usize,
    stack_base: usize,
    was_short_of_stack: bool,
    parsed: HashMap<Str, Rc<Overlay>, FastBuild>,
    parsed_bytes: usize,
    /// Output buffers of earlier executions, for reuse.
    buffers: Vec<Vec<u8>>,
}

impl<'e> Machine<'e> {
    /// Creates a machine for a set. Functions get `host` from [`host`](Self::host).
    pub fn new(set: &'e TemplateSet, host: &'e dyn Any, strict: bool, limits: Limits) -> Machine<'e> {
        Machine {
            set,
            scope: Scope::default(),
            host,
            strict,
            limits,
            spent: Spent::default(),
            nesting: 0,
            quoted: 0,
            stack_base: stack_position(),
            was_short_of_stack: false,
            parsed: HashMap::default(),
            parsed_bytes: 0,
            buffers: Vec::new(),
        }
    }

    /// The data that the caller provides to functions, by type.
    pub fn host<T: 'static>(&self) -> Option<&'e T> {
        self.host.downcast_ref::<T>()
    }

    /// The most bytes that one template or function may produce.
    pub fn output_limit(&self) -> usize {
        self.limits.output
    }

    /// Counts steps of a function whose work is not proportional to its input and output.
    pub fn spend(&mut self, steps: u64) -> Result<(), CallError> {
        self.spent.add(steps, &self.limits).map_err(CallError::Limit)
    }

    /// Refuses a value that is too large or too deep for a function that walks all of it.
    pub fn check_whole(&self, value: &Value) -> Result<(), CallError> {
        limits::check_whole(value, self.limits.output)
    }

    /// Go's `ExecuteTemplate`: finds the template and executes it on `data`. `root` is the name of the set for the error.
    pub fn execute(&mut self, name: &str, data: Value, root: &str) -> Result<Str, CallError> {
        self.execute_into(name, data, root, Machine::copy)
    }

    /// The same for a whole file, whose output is not copied if it is large.
    pub fn execute_file(&mut self, name: &str, data: Value, root: &str) -> Result<Vec<u8>, CallError> {
        self.execute_into(name, data, root, Machine::hand_over)
    }

    fn execute_into<T>(
        &mut self,
        name: &str,
        data: Value,
        root: &str,
        take: fn(&mut Self, Vec<u8>) -> T,
    ) -> Result<T, CallError> {
        let set = self.set;
        let overlays = self.scope.clone();
        let Some(template) = overlays.get(name).or_else(|| set.get(name)) else {
            let (name, root) = (name.to_string(), root.to_string());
            return Err(CallError::NoTemplate(Box::new(MissingTemplate { name, root })));
        };
        self.run(template, data, take).map_err(|error| CallError::Exec(String::new(), error))
    }

    /// Parses a text as an addition to the set; each text only once.
    pub fn parse_overlay(&mut self, name: &str, text: &Str) -> Result<Rc<Overlay>, ParseError> {
        if let Some(overlay) = self.parsed.get(text) {
            return Ok(overlay.clone());
        }
        // If this exceeds the limit, the next step is refused.
        let _ = self.spent.add(8 * text.len() as u64, &self.limits);
        let overlay = Rc::new(Overlay::new(self.set.parse(name, text.clone())?, text.clone()));
        if self.parsed_bytes > MAX_PARSED {
            self.parsed.clear();
            self.parsed_bytes = 0;
        }
        self.parsed_bytes += text.len();
        self.parsed.insert(text.clone(), overlay.clone());
        Ok(overlay)
    }

    /// Executes an overlay's body on `data`, with its definitions visible to everything it calls.
    pub fn execute_overlay(&mut self, overlay: &Rc<Overlay>, data: Value) -> Result<Str, Failure> {
        let outer = self.scope.clone();
        self.scope = outer.with(overlay.clone(), self.set);
        let length = overlay.body().code.bytes().len();
        self.quoted += length;
        let result = self.run(overlay.body(), data, Machine::copy);
        self.quoted -= length;
        self.scope = outer;
        result.map_err(|error| overlay.with_text(error))
    }

    /// Executes a template; `take` converts its output.
    fn run<T>(&mut self, template: &Template, data: Value, take: fn(&mut Self, Vec<u8>) -> T) -> Result<T, Failure> {
        let mut frame = Frame::new(template, data, 0);
        if self.nesting >= MAX_NESTING || self.quoted > MAX_QUOTED {
            return Err(frame.error_by(ExecErrorKind::TooDeep, TOO_DEEP));
        }
        self.nesting += 1;
        let mut out = self.buffers.pop().unwrap_or_default();
        if self.nesting == 1 && out.capacity() < template.code.bytes().len() {
            // A file's output is about as large as its text: reserve that much at once instead of doubling again and
            // again.
            self.recycle(out);
            out = Vec::with_capacity(template.code.bytes().len());
        }
        let result = frame.execute(self, &mut out);
        self.nesting -= 1;
        match result {
            Ok(()) => Ok(take(self, out)),
            Err(failure) => {
                self.recycle(out);
                Err(failure)
            }
        }
    }

    /// The output as a string; its buffer is kept for the next one.
    fn copy(&mut self, out: Vec<u8>) -> Str {
        let text = Str::from(out.as_slice());
        self.recycle(out);
        text
    }

    /// The output itself if it is large and fills its buffer, or else a copy.
    fn hand_over(&mut self, out: Vec<u8>) -> Vec<u8> {
        if out.len() >= LARGE && out.len() >= out.capacity() / 2 {
            return out;
        }
        let text = out.as_slice().to_vec();
        self.recycle(out);
        text
    }

    /// Keeps an output's buffer for reuse.
    fn recycle(&mut self, mut out: Vec<u8>) {
        if out.capacity() <= MAX_BUFFER && self.buffers.len() < MAX_BUFFERS {
            out.clear();
            self.buffers.push(out);
        }
    }

    /// Whether too little stack is left for a deeper call.
    fn stack_is_low(&mut self) -> bool {
        let is_low = self.stack_base.abs_diff(stack_position()) > self.limits.stack;
        self.was_short_of_stack |= is_low;
        is_low
    }

    /// Whether anything failed that might succeed with more stack.
    pub fn was_short_of_stack(&self) -> bool {
        self.was_short_of_stack
    }
}

/// The approximate position of the stack: the address of a local.
#[inline(never)]
fn stack_position() -> usize {
    let here = 0u8;
    std::ptr::from_ref(std::hint::black_box(&here)).addr()
}
