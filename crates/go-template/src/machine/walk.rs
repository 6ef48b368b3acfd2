//! Executes the nodes of a template: text, actions and control structures.

use std::ops::Range;

use super::frame::{Frame, Operand};
use super::{Failure, Machine};
use crate::ast::{Keyword, NodeKind, Shape};
use crate::parse::unquote;
use crate::{ExecErrorKind, Value};

/// Go's limit for templates calling templates.
const MAX_DEPTH: usize = 100_000;

/// A range of node numbers.
type Block = Range<u32>;

/// An `if`, `with` or `range`.
#[derive(Clone, Copy)]
struct Branch {
    pipe: u32,
    variables: u8,
    body: u32,
    otherwise: u32,
    end: u32,
}

/// How a block ended.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Flow {
    Normal,
    Break,
    Continue,
}

impl<'t> Frame<'t> {
    /// Executes the frame's template on its data.
    pub(super) fn execute(&mut self, m: &mut Machine<'_>, out: &mut Vec<u8>) -> Result<(), Failure> {
        if m.stack_is_low() {
            return Err(self.error_by(ExecErrorKind::TooDeep, super::TOO_DEEP));
        }
        let template = self.template;
        let dot = self.vars[0].clone();
        self.walk(m, &dot, template.start..template.end, out).map(drop)
    }

    fn walk(&mut self, m: &mut Machine<'_>, dot: &Operand, block: Block, out: &mut Vec<u8>) -> Result<Flow, Failure> {
        m.spent.add(1, &m.limits).map_err(|message| self.error(message))?;
        let mut at = block.start;
        while at < block.end {
            m.spent.add(1, &m.limits).map_err(|message| self.error(message))?;
            let flow = match self.kind(at) {
                NodeKind::Text { end } | NodeKind::Literal { end } => {
                    out.extend_from_slice(self.text_to(at, end));
                    at += 1;
                    continue;
                }
                NodeKind::Pipe(pipe) => {
                    let value = self.pipeline(m, dot, at)?;
                    if pipe.variables == 0 {
                        print(out, &value);
                    }
                    at = pipe.end;
                    continue;
                }
                NodeKind::Branch { keyword, otherwise, end, .. } => {
                    let branch = self.branch(at + 1, otherwise, end);
                    at = end;
                    match keyword {
                        Keyword::If => self.walk_condition(m, dot, branch, false, out)?,
                        Keyword::With => self.walk_condition(m, dot, branch, true, out)?,
                        Keyword::Range => self.walk_range(m, dot, branch, out)?,
                    }
                }
                NodeKind::Invoke { name_end, end } => {
                    self.walk_template(m, dot, at, name_end, end, out)?;
                    at = end;
                    continue;
                }
                NodeKind::Definition { end } => {
                    at = end;
                    continue;
                }
                NodeKind::Break => return Ok(Flow::Break),
                NodeKind::Continue => return Ok(Flow::Continue),
                _ => return Err(self.error("not a part of a template")),
            };
            if flow != Flow::Normal {
                return Ok(flow);
            }
        }
        if out.len() > m.limits.output {
            return Err(self.error(format!("the output is larger than {} bytes", m.limits.output)));
        }
        Ok(Flow::Normal)
    }

    fn branch(&self, pipe: u32, otherwise: u32, end: u32) -> Branch {
        match self.kind(pipe) {
            NodeKind::Pipe(p) => Branch { pipe, variables: p.variables, body: p.end, otherwise, end },
            _ => Branch { pipe, variables: 0, body: pipe, otherwise, end },
        }
    }

    /// `if`, and `with`, whose value becomes the dot inside.
    fn walk_condition(
        &mut self,
        m: &mut Machine<'_>,
        dot: &Operand,
        branch: Branch,
        is_with: bool,
        out: &mut Vec<u8>,
    ) -> Result<Flow, Failure> {
        let value = self.pipeline(m, dot, branch.pipe)?;
        if !value.truth() {
            return self.walk_otherwise(m, dot, branch, out);
        }
        if is_with {
            return self.walk(m, &Operand::plain(value), branch.body..branch.otherwise, out);
        }
        self.walk(m, dot, branch.body..branch.otherwise, out)
    }

    fn walk_otherwise(
        &mut self,
        m: &mut Machine<'_>,
        dot: &Operand,
        branch: Branch,
        out: &mut Vec<u8>,
    ) -> Result<Flow, Failure> {
        match branch.otherwise < branch.end {
            true => self.walk(m, dot, branch.otherwise..branch.end, out),
            false => Ok(Flow::Normal),
        }
    }

    fn walk_range(
        &mut self,
        m: &mut Machine<'_>,
        dot: &Operand,
        branch: Branch,
        out: &mut Vec<u8>,
    ) -> Result<Flow, Failure> {
        let value = self.pipeline(m, dot, branch.pipe)?;
        let value = match &value {
            Value::Object(object) => object.native().unwrap_or(value),
            _ => value,
        };
        let ran = match &value {
            Value::List(list) => {
                let boxed = list.elem() == crate::Elem::Any;
                for (i, item) in list.iter().enumerate() {
                    let item = Operand { value: item.clone(), boxed };
                    if self.iterate(m, branch, Value::int(i as i64), item, out)? == Flow::Break {
                        break;
                    }
                }
                !list.is_empty()
            }
            Value::Bytes(bytes) => {
                for (i, byte) in bytes.iter().enumerate() {
                    let item = Operand::plain(Value::Int(crate::IntKind::Uint8, i64::from(*byte)));
                    if self.iterate(m, branch, Value::int(i as i64), item, out)? == Flow::Break {
                        break;
                    }
                }
                !bytes.is_empty()
            }
            Value::Map(map) => {
                let boxed = map.map_type().elem() == crate::Elem::Any;
                let entries = map.entries();
                let ran = !entries.is_empty();
                for (key, value) in entries {
                    if self.iterate(m, branch, Value::Str(key), Operand { value, boxed }, out)? == Flow::Break {
                        break;
                    }
                }
                ran
            }
            Value::Int(kind, n) => {
                if branch.variables > 1 {
                    return Err(self.error(format!("can't use {n} to iterate over more than one variable")));
                }
                let end = if kind.is_unsigned() { *n as u64 } else { (*n).max(0) as u64 };
                for i in 0..end {
                    let item = Operand::plain(Value::Int(*kind, i as i64));
                    if self.iterate(m, branch, Value::Nil, item, out)? == Flow::Break {
                        break;
                    }
                }
                end > 0
            }
            Value::Nil => false,
            other => {
                let mut printed = Vec::new();
                crate::fmt::write_value(&mut printed, other);
                let printed = String::from_utf8_lossy(&printed).into_owned();
                return Err(self.error(format!("range can't iterate over {printed}")));
            }
        };
        if ran { Ok(Flow::Normal) } else { self.walk_otherwise(m, dot, branch, out) }
    }

    /// Sets the loop variables and executes the body once.
    fn iterate(
        &mut self,
        m: &mut Machine<'_>,
        branch: Branch,
        index: Value,
        item: Operand,
        out: &mut Vec<u8>,
    ) -> Result<Flow, Failure> {
        let slot = |number| self.slot(branch.pipe + number);
        match branch.variables {
            0 => {}
            1 => {
                let element = slot(1);
                self.vars[element] = item.clone();
            }
            _ => {
                let (first, element) = (slot(1), slot(2));
                self.vars[first] = Operand::plain(index);
                self.vars[element] = item.clone();
            }
        }
        self.walk(m, &item, branch.body..branch.otherwise, out)
    }

    /// The slot of a declared variable.
    fn slot(&self, declared: u32) -> usize {
        match self.kind(declared) {
            NodeKind::Declared { slot, .. } => slot as usize,
            _ => 0,
        }
    }

    /// Executes another template; `name_end` and `end` are where the call's name and parts end.
    fn walk_template(
        &mut self,
        m: &mut Machine<'_>,
        dot: &Operand,
        node: u32,
        name_end: u32,
        end: u32,
        out: &mut Vec<u8>,
    ) -> Result<(), Failure> {
        self.at = Some(Shape::Invoke(node));
        let name = unquote(self.text_to(node, name_end)).unwrap_or_default();
        let name = String::from_utf8_lossy(&name);
        let set = m.set;
        let overlays = m.scope.clone();
        let Some(template) = overlays.get(&name).or_else(|| set.get(&name)) else {
            let message = format!("template {} not defined", crate::fmt::quote(name.as_bytes()));
            return Err(self.error_by(ExecErrorKind::NoTemplate(name.into_owned()), message));
        };
        if self.depth == MAX_DEPTH {
            return Err(self.too_deep());
        }
        let data = if node + 1 < end { self.pipeline(m, dot, node + 1)? } else { Value::Nil };
        if m.stack_is_low() {
            self.at = Some(Shape::Invoke(node));
            return Err(self.too_deep());
        }
        Frame::new(template, data, self.depth + 1).execute(m, out)
    }

    #[cold]
    fn too_deep(&self) -> Failure {
        self.error_by(ExecErrorKind::TooDeep, format!("exceeded maximum template depth ({MAX_DEPTH})"))
    }
}

/// Prints a value as an action does.
fn print(out: &mut Vec<u8>, value: &Value) {
    match value {
        Value::Str(s) => out.extend_from_slice(s),
        Value::Object(object) => match object.printed() {
            Some(printed) => out.extend_from_slice(&printed),
            None => crate::fmt::write_printable(out, value),
        },
        other => crate::fmt::write_printable(out, other),
    }
}
