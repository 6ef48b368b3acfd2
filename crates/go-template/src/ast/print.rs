//! Prints nodes back as Go's parse tree does (`Node.String()`), and finds places in the source, for error texts.
//!
//! What is not UTF-8 is replaced.

use std::fmt::{Display, Formatter, Result};

use super::{Action, Block, Branch, Command, Expr, ExprKind, Invoke, Node, Pipe, Quoting, Source, Template, Variable};
use crate::Str;

impl Source {
    /// The line of a position, counted from 1.
    pub fn line(&self, pos: u32) -> usize {
        1 + memchr::memchr_iter(b'\n', self.before(pos)).count()
    }

    /// The bytes before a position on its line.
    pub fn column(&self, pos: u32) -> usize {
        let before = self.before(pos);
        before.len() - memchr::memrchr(b'\n', before).map_or(0, |newline| newline + 1)
    }

    fn before(&self, pos: u32) -> &[u8] {
        self.bytes().get(..pos as usize).unwrap_or(self.bytes())
    }
}

/// The line, the column and the text that Go's `ErrorContext` gives for a node: today all of the text, uncut.
pub fn error_context(source: &Source, pos: u32, printed: &str) -> (usize, usize, String) {
    (source.line(pos), source.column(pos), printed.to_string())
}

impl Display for Template {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write_block(f, &self.body, self.source.bytes())
    }
}

fn write_block(f: &mut Formatter<'_>, block: &Block, source: &[u8]) -> Result {
    for node in &block.nodes {
        match node {
            Node::Text { start, end } => {
                let text = source.get(*start as usize..*end as usize).unwrap_or_default();
                f.write_str(&String::from_utf8_lossy(text))?;
            }
            Node::Literal { start, end } => {
                // With the quotes around it.
                let text = source.get(*start as usize - 1..*end as usize + 1).unwrap_or_default();
                write!(f, "{{{{{}}}}}", String::from_utf8_lossy(text))?;
            }
            Node::Action(action) => action.fmt(f)?,
            Node::If(branch) => write_branch(f, "if", branch, source)?,
            Node::With(branch) => write_branch(f, "with", branch, source)?,
            Node::Range(branch) => write_branch(f, "range", branch, source)?,
            Node::Template(invoke) => invoke.fmt(f)?,
            Node::Break { .. } => f.write_str("{{break}}")?,
            Node::Continue { .. } => f.write_str("{{continue}}")?,
        }
    }
    Ok(())
}

impl Display for Action {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write!(f, "{{{{{}}}}}", self.pipe)
    }
}

fn write_branch(f: &mut Formatter<'_>, keyword: &str, branch: &Branch, source: &[u8]) -> Result {
    write!(f, "{{{{{keyword} {}}}}}", branch.pipe)?;
    write_block(f, &branch.body, source)?;
    if let Some(otherwise) = &branch.otherwise {
        f.write_str("{{else}}")?;
        write_block(f, otherwise, source)?;
    }
    f.write_str("{{end}}")
}

impl Display for Invoke {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write!(f, "{{{{template {}", crate::fmt::quote(self.name.as_bytes()))?;
        if let Some(pipe) = &self.pipe {
            write!(f, " {pipe}")?;
        }
        f.write_str("}}")
    }
}

impl Display for Pipe {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write_joined(f, &self.decl, ", ")?;
        if !self.decl.is_empty() {
            f.write_str(if self.is_assign { " = " } else { " := " })?;
        }
        write_joined(f, &self.commands, " | ")
    }
}

impl Display for Variable {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str(&self.name)
    }
}

impl Display for Command {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        for (i, arg) in self.args.iter().enumerate() {
            if i > 0 {
                f.write_str(" ")?;
            }
            write_operand(f, arg)?;
        }
        Ok(())
    }
}

/// A parenthesised pipeline prints its parentheses only where it is part of something.
fn write_operand(f: &mut Formatter<'_>, expr: &Expr) -> Result {
    match &expr.kind {
        ExprKind::Pipe(pipe) => write!(f, "({pipe})"),
        _ => expr.fmt(f),
    }
}

impl Display for Expr {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match &self.kind {
            ExprKind::Dot => f.write_str("."),
            ExprKind::Nil => f.write_str("nil"),
            ExprKind::Bool(value) => value.fmt(f),
            ExprKind::Number(number) => f.write_str(&number.text),
            ExprKind::Str { quoting: Quoting::Double, value } => write!(f, "\"{value}\""),
            ExprKind::Str { quoting: Quoting::Raw, value } => write!(f, "`{value}`"),
            ExprKind::Str { quoting: Quoting::Other(written), .. } => f.write_str(&String::from_utf8_lossy(written)),
            ExprKind::Field(fields) => write_fields(f, fields),
            ExprKind::Variable { name, fields, .. } => {
                f.write_str(name)?;
                write_fields(f, fields)
            }
            ExprKind::Chain { operand, fields } => {
                write_operand(f, operand)?;
                write_fields(f, fields)
            }
            ExprKind::Function(function) => f.write_str(function.function.name),
            ExprKind::Pipe(pipe) => pipe.fmt(f),
        }
    }
}

fn write_fields(f: &mut Formatter<'_>, fields: &[Str]) -> Result {
    fields.iter().try_for_each(|field| write!(f, ".{field}"))
}

fn write_joined(f: &mut Formatter<'_>, items: &[impl Display], separator: &str) -> Result {
    for (i, item) in items.iter().enumerate() {
        if i > 0 {
            f.write_str(separator)?;
        }
        item.fmt(f)?;
    }
    Ok(())
}
