//! Walks the nodes of a template: text, actions and control structures.

use super::frame::{At, Frame, Operand};
use super::{Failure, Machine};
use crate::Value;
use crate::ast::{Block, Branch, Invoke, Node};

/// The depth that Go allows for templates calling templates.
const MAX_DEPTH: usize = 100_000;

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
            return Err(self.error(super::TOO_DEEP));
        }
        let template = self.template;
        let dot = self.vars[0].clone();
        self.walk(m, &dot, &template.body, out).map(drop)
    }

    fn walk(
        &mut self,
        m: &mut Machine<'_>,
        dot: &Operand,
        block: &'t Block,
        out: &mut Vec<u8>,
    ) -> Result<Flow, Failure> {
        m.spent.add(1 + block.nodes.len() as u64, &m.limits).map_err(|message| self.error(message))?;
        for node in &block.nodes {
            let flow = match node {
                Node::Text { start, end } | Node::Literal { start, end } => {
                    out.extend_from_slice(&self.text[*start as usize..*end as usize]);
                    continue;
                }
                Node::Action(action) => {
                    self.at = At::Action(action);
                    let value = self.pipeline(m, dot, &action.pipe)?;
                    if action.pipe.decl.is_empty() {
                        self.at = At::Action(action);
                        print(out, &value);
                    }
                    continue;
                }
                Node::If(branch) => self.walk_condition(m, dot, branch, false, out)?,
                Node::With(branch) => self.walk_condition(m, dot, branch, true, out)?,
                Node::Range(branch) => self.walk_range(m, dot, branch, out)?,
                Node::Template(invoke) => {
                    self.walk_template(m, dot, invoke, out)?;
                    Flow::Normal
                }
                Node::Break { .. } => Flow::Break,
                Node::Continue { .. } => Flow::Continue,
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

    /// `if`, and `with`, whose value becomes the dot inside.
    fn walk_condition(
        &mut self,
        m: &mut Machine<'_>,
        dot: &Operand,
        branch: &'t Branch,
        is_with: bool,
        out: &mut Vec<u8>,
    ) -> Result<Flow, Failure> {
        let value = self.pipeline(m, dot, &branch.pipe)?;
        if !value.truth() {
            return self.walk_otherwise(m, dot, branch, out);
        }
        if is_with {
            return self.walk(m, &Operand::plain(value), &branch.body, out);
        }
        self.walk(m, dot, &branch.body, out)
    }

    fn walk_otherwise(
        &mut self,
        m: &mut Machine<'_>,
        dot: &Operand,
        branch: &'t Branch,
        out: &mut Vec<u8>,
    ) -> Result<Flow, Failure> {
        match &branch.otherwise {
            Some(block) => self.walk(m, dot, block, out),
            None => Ok(Flow::Normal),
        }
    }

    fn walk_range(
        &mut self,
        m: &mut Machine<'_>,
        dot: &Operand,
        branch: &'t Branch,
        out: &mut Vec<u8>,
    ) -> Result<Flow, Failure> {
        let value = self.pipeline(m, dot, &branch.pipe)?;
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
                if branch.pipe.decl.len() > 1 {
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

    /// Sets the loop variables and walks the body once.
    fn iterate(
        &mut self,
        m: &mut Machine<'_>,
        branch: &'t Branch,
        index: Value,
        item: Operand,
        out: &mut Vec<u8>,
    ) -> Result<Flow, Failure> {
        match &*branch.pipe.decl {
            [] => {}
            [element] => self.vars[element.slot as usize] = item.clone(),
            [first, element, ..] => {
                self.vars[first.slot as usize] = Operand::plain(index);
                self.vars[element.slot as usize] = item.clone();
            }
        }
        self.walk(m, &item, &branch.body, out)
    }

    fn walk_template(
        &mut self,
        m: &mut Machine<'_>,
        dot: &Operand,
        invoke: &'t Invoke,
        out: &mut Vec<u8>,
    ) -> Result<(), Failure> {
        self.at = At::Invoke(invoke);
        let set = m.set;
        let overlays = m.scope.clone();
        let Some(template) = overlays.get(&invoke.name).or_else(|| set.get(&invoke.name)) else {
            return Err(self.error(format!("template {} not defined", crate::fmt::quote(invoke.name.as_bytes()))));
        };
        if self.depth == MAX_DEPTH {
            return Err(self.error(format!("exceeded maximum template depth ({MAX_DEPTH})")));
        }
        let data = match &invoke.pipe {
            Some(pipe) => self.pipeline(m, dot, pipe)?,
            None => Value::Nil,
        };
        if m.stack_is_low() {
            self.at = At::Invoke(invoke);
            return Err(self.error(format!("exceeded maximum template depth ({MAX_DEPTH})")));
        }
        Frame::new(template, data, self.depth + 1).execute(m, out)
    }
}

/// Writes a value as an action prints it.
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
