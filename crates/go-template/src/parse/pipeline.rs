//! Pipelines, with the variables they declare.

use super::{Parsed, Parser};
use crate::ast::{NodeKind, Pipe};
use crate::lex::{Kind, Token};

/// A pipeline has at most two variables.
const MOST_VARIABLES: u8 = 2;

impl Parser<'_> {
    /// A pipeline up to its end token. Returns its node number.
    pub(super) fn pipeline(&mut self, context: &str, end: Kind) -> Parsed<u32> {
        let pos = self.peek().start;
        let mut pipe = Pipe { end: 0, variables: 0, is_assign: false, has_fields: false };
        let number = self.push(pos, NodeKind::Pipe(pipe));
        self.declarations(&mut pipe, context)?;
        let mut commands = 0;
        let mut stage_without_call = None;
        loop {
            let token = self.next();
            if token.kind == end {
                break;
            }
            if !token.kind.starts_operand() {
                return self.fail_unexpected(token, context);
            }
            commands += 1;
            let command = self.command(token)?;
            if commands > 1 && stage_without_call.is_none() && self.is_plain_value(command + 1) {
                stage_without_call = Some(commands);
            }
        }
        if commands == 0 {
            return self.fail(format!("missing value for {context}"));
        }
        if let Some(stage) = stage_without_call {
            return self.fail(format!("non executable command in pipeline stage {stage}"));
        }
        self.settle_declarations(number, pipe);
        pipe.end = self.node_count();
        self.set(number, NodeKind::Pipe(pipe));
        Ok(number)
    }

    /// The variables before `:=` or `=`, if this is one of those pipelines.
    fn declarations(&mut self, pipe: &mut Pipe, context: &str) -> Parsed<()> {
        loop {
            let variable = self.peek();
            if variable.kind != Kind::Variable {
                return Ok(());
            }
            self.next();
            let next = self.peek();
            match next.kind {
                Kind::Assign | Kind::Declare => {
                    self.next();
                    pipe.is_assign = next.kind == Kind::Assign;
                    self.announce(pipe, variable);
                    return Ok(());
                }
                Kind::Char if self.text_of(next) == b"," => {
                    self.next();
                    self.announce(pipe, variable);
                    self.check_second_variable(pipe, context)?;
                }
                _ => {
                    // `$x` is an operand after all.
                    self.back_up_2(variable);
                    return Ok(());
                }
            }
        }
    }

    /// Checks that another variable may come after a comma.
    fn check_second_variable(&mut self, pipe: &Pipe, context: &str) -> Parsed<()> {
        if context != "range" || pipe.variables >= MOST_VARIABLES {
            return self.fail(format!("too many declarations in {context}"));
        }
        match self.peek().kind {
            Kind::Variable | Kind::RightDelim | Kind::RightParen => Ok(()),
            _ => self.fail("range can only initialize variables"),
        }
    }

    fn announce(&mut self, pipe: &mut Pipe, variable: Token) {
        self.tree.scope.announce(self.text_of(variable));
        self.push(variable.start, NodeKind::Declared { slot: 0, end: variable.end });
        pipe.variables += 1;
    }

    /// Assigns slots to the variables, after the commands: `$x := add $x 1` reads the previous `$x`.
    fn settle_declarations(&mut self, number: u32, pipe: Pipe) {
        let first = number as usize + 1;
        for node in &mut self.nodes[first..first + usize::from(pipe.variables)] {
            let span = match node.kind {
                NodeKind::Declared { end, .. } => node.span(end),
                _ => continue,
            };
            let end = span.end as u32;
            let name = self.text.get(span).unwrap_or_default();
            let slot = match pipe.is_assign {
                true => self.tree.scope.resolve(name),
                false => self.tree.scope.declare(name),
            };
            node.kind = NodeKind::Declared { slot, end };
        }
    }

    /// Operands separated by white space, up to a pipe sign (which is consumed) or the end of the pipeline (which is
    /// not); the first token is already consumed. Returns the node number.
    fn command(&mut self, first: Token) -> Parsed<u32> {
        let number = self.push(first.start, NodeKind::Command { args: 0, end: 0 });
        self.operand(first)?;
        let mut args = 0;
        loop {
            let token = self.next();
            match token.kind {
                Kind::RightDelim | Kind::RightParen => {
                    self.back_up();
                    break;
                }
                Kind::Pipe => break,
                kind if token.is_spaced && kind.starts_operand() => self.operand(token)?,
                _ => return self.fail_unexpected(token, "operand"),
            }
            args += 1;
        }
        self.set(number, NodeKind::Command { args, end: self.node_count() });
        Ok(number)
    }

    fn is_plain_value(&self, operand: u32) -> bool {
        matches!(
            self.nodes[operand as usize].kind,
            NodeKind::Bool(_) | NodeKind::Dot | NodeKind::Nil | NodeKind::Number { .. } | NodeKind::Str { .. }
        )
    }
}
