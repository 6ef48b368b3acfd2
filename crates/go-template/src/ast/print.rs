//! Prints nodes as Go's parse tree does (`Node.String()`), and computes positions, for error messages.
//!
//! Invalid UTF-8 is replaced.

use std::fmt::{Display, Formatter, Result};

use super::{Code, Keyword, NodeKind, Template, after_operand, after_part};
use crate::parse::unquote;

impl Code {
    /// The line of a position, counted from 1.
    pub(crate) fn line(&self, pos: u32) -> usize {
        line(self.bytes(), pos)
    }

    /// The number of bytes before a position on its line.
    pub(crate) fn column(&self, pos: u32) -> usize {
        let before = before(self.bytes(), pos);
        before.len() - memchr::memrchr(b'\n', before).map_or(0, |newline| newline + 1)
    }

    /// The position of an operand according to Go: for a chain of fields, that of its second name.
    pub(crate) fn place_of_operand(&self, operand: u32) -> u32 {
        let node = self.nodes[operand as usize];
        match node.kind {
            NodeKind::Field { end } | NodeKind::Variable { end, .. } => {
                let written = self.bytes().get(node.span(end)).unwrap_or_default();
                let second = memchr::memchr(b'.', written.get(1..).unwrap_or_default());
                node.pos + second.map_or(0, |second| second as u32 + 1)
            }
            NodeKind::Pipe(pipe) if pipe.has_fields => self.nodes[pipe.end as usize].pos,
            NodeKind::Function { has_fields: true, .. } => self.nodes[operand as usize + 1].pos,
            _ => node.pos,
        }
    }
}

/// The line of a position in a text, counted from 1.
pub(crate) fn line(text: &[u8], pos: u32) -> usize {
    1 + memchr::memchr_iter(b'\n', before(text, pos)).count()
}

fn before(text: &[u8], pos: u32) -> &[u8] {
    text.get(..pos as usize).unwrap_or(text)
}

impl Display for Template {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        Printer { code: &self.code }.parts(f, self.start, self.end)
    }
}

/// Prints one node.
pub(crate) struct Printed<'c> {
    pub(crate) code: &'c Code,
    pub(crate) shape: Shape,
}

/// The form in which a node is printed.
#[derive(Clone, Copy)]
pub(crate) enum Shape {
    Invoke(u32),
    Pipe(u32),
    Command(u32),
    /// A parenthesised pipeline prints its parentheses only as a part of something.
    Operand(u32),
    /// An operand without the fields after it.
    Bare(u32),
}

impl Display for Printed<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let printer = Printer { code: self.code };
        match self.shape {
            Shape::Invoke(at) => printer.invoke(f, at),
            Shape::Pipe(at) => printer.pipe(f, at),
            Shape::Command(at) => printer.command(f, at),
            Shape::Operand(at) => printer.operand(f, at, printer.has_fields(at)),
            Shape::Bare(at) => printer.bare(f, at),
        }
    }
}

struct Printer<'c> {
    code: &'c Code,
}

impl Printer<'_> {
    fn kind(&self, at: u32) -> NodeKind {
        self.code.nodes[at as usize].kind
    }

    fn written(&self, f: &mut Formatter<'_>, start: u32, end: u32) -> Result {
        let text = self.code.bytes().get(start as usize..end as usize).unwrap_or_default();
        f.write_str(&String::from_utf8_lossy(text))
    }

    fn parts(&self, f: &mut Formatter<'_>, start: u32, end: u32) -> Result {
        let mut at = start;
        while at < end {
            let pos = self.code.nodes[at as usize].pos;
            match self.kind(at) {
                NodeKind::Text { end } => self.written(f, pos, end)?,
                NodeKind::Literal { end } => {
                    f.write_str("{{")?;
                    // With the quotes around it.
                    self.written(f, pos - 1, end + 1)?;
                    f.write_str("}}")?;
                }
                NodeKind::Branch { .. } => self.branch(f, at)?,
                NodeKind::Invoke { .. } => self.invoke(f, at)?,
                NodeKind::Break => f.write_str("{{break}}")?,
                NodeKind::Continue => f.write_str("{{continue}}")?,
                NodeKind::Pipe(_) => {
                    f.write_str("{{")?;
                    self.pipe(f, at)?;
                    f.write_str("}}")?;
                }
                _ => {}
            }
            at = after_part(&self.code.nodes, at);
        }
        Ok(())
    }

    fn branch(&self, f: &mut Formatter<'_>, at: u32) -> Result {
        let NodeKind::Branch { keyword, has_else, otherwise, end } = self.kind(at) else { return Ok(()) };
        f.write_str(match keyword {
            Keyword::If => "{{if ",
            Keyword::With => "{{with ",
            Keyword::Range => "{{range ",
        })?;
        self.pipe(f, at + 1)?;
        f.write_str("}}")?;
        self.parts(f, after_part(&self.code.nodes, at + 1), otherwise)?;
        if has_else {
            f.write_str("{{else}}")?;
            self.parts(f, otherwise, end)?;
        }
        f.write_str("{{end}}")
    }

    fn invoke(&self, f: &mut Formatter<'_>, at: u32) -> Result {
        let NodeKind::Invoke { name_end, end } = self.kind(at) else { return Ok(()) };
        let written = self.code.bytes().get(self.code.nodes[at as usize].span(name_end)).unwrap_or_default();
        let name = unquote(written).unwrap_or_default();
        let name = String::from_utf8_lossy(&name);
        write!(f, "{{{{template {}", crate::fmt::quote(name.as_bytes()))?;
        if at + 1 < end {
            f.write_str(" ")?;
            self.pipe(f, at + 1)?;
        }
        f.write_str("}}")
    }

    fn pipe(&self, f: &mut Formatter<'_>, at: u32) -> Result {
        let NodeKind::Pipe(pipe) = self.kind(at) else { return Ok(()) };
        let first_command = at + 1 + u32::from(pipe.variables);
        for variable in at + 1..first_command {
            f.write_str(if variable > at + 1 { ", " } else { "" })?;
            if let NodeKind::Declared { end, .. } = self.kind(variable) {
                self.written(f, self.code.nodes[variable as usize].pos, end)?;
            }
        }
        if pipe.variables > 0 {
            f.write_str(if pipe.is_assign { " = " } else { " := " })?;
        }
        let mut command = first_command;
        while let NodeKind::Command { end, .. } = self.kind(command) {
            f.write_str(if command > first_command { " | " } else { "" })?;
            self.command(f, command)?;
            command = end;
            if command >= pipe.end {
                break;
            }
        }
        Ok(())
    }

    fn command(&self, f: &mut Formatter<'_>, at: u32) -> Result {
        let NodeKind::Command { args, .. } = self.kind(at) else { return Ok(()) };
        let mut operand = at + 1;
        for i in 0..=args {
            f.write_str(if i > 0 { " " } else { "" })?;
            self.operand(f, operand, true)?;
            operand = after_operand(&self.code.nodes, operand);
        }
        Ok(())
    }

    fn has_fields(&self, at: u32) -> bool {
        match self.kind(at) {
            NodeKind::Pipe(pipe) => pipe.has_fields,
            NodeKind::Function { has_fields, .. } => has_fields,
            _ => false,
        }
    }

    fn operand(&self, f: &mut Formatter<'_>, at: u32, is_part: bool) -> Result {
        match self.kind(at) {
            NodeKind::Pipe(_) if is_part => {
                f.write_str("(")?;
                self.pipe(f, at)?;
                f.write_str(")")?;
            }
            _ => self.bare(f, at)?,
        }
        if !self.has_fields(at) {
            return Ok(());
        }
        let fields = after_operand(&self.code.nodes, at) - 1;
        match self.kind(fields) {
            NodeKind::Fields { end } => self.written(f, self.code.nodes[fields as usize].pos, end),
            _ => Ok(()),
        }
    }

    fn bare(&self, f: &mut Formatter<'_>, at: u32) -> Result {
        let pos = self.code.nodes[at as usize].pos;
        match self.kind(at) {
            NodeKind::Dot => f.write_str("."),
            NodeKind::Nil => f.write_str("nil"),
            NodeKind::Bool(value) => value.fmt(f),
            NodeKind::Number { end, .. }
            | NodeKind::Str { end, .. }
            | NodeKind::Field { end }
            | NodeKind::Variable { end, .. } => self.written(f, pos, end),
            NodeKind::Function { number, .. } => f.write_str(self.code.functions.get(number).function.name),
            NodeKind::Pipe(_) => self.pipe(f, at),
            _ => Ok(()),
        }
    }
}
