//! Pipelines, with the variables they declare.

use std::sync::Arc;

use super::{Parsed, Parser};
use crate::ast::{Command, ExprKind, Pipe, Variable};
use crate::lex::{Kind, Token};

impl Parser<'_> {
    /// A pipeline up to the token that ends it.
    pub(super) fn pipeline(&mut self, context: &str, end: Kind) -> Parsed<Pipe> {
        let pos = self.peek_non_space().start;
        let mut pipe = Pipe { pos, is_assign: false, decl: Vec::new(), commands: Vec::with_capacity(1) };
        self.declarations(&mut pipe, context)?;
        loop {
            let token = self.next_non_space();
            match token.kind {
                kind if kind == end => break,
                Kind::Bool
                | Kind::CharConstant
                | Kind::Complex
                | Kind::Dot
                | Kind::Field
                | Kind::Identifier
                | Kind::Number
                | Kind::Nil
                | Kind::RawString
                | Kind::String
                | Kind::Variable
                | Kind::LeftParen => {
                    self.back_up();
                    let command = self.command()?;
                    pipe.commands.push(command);
                }
                _ => return self.fail_unexpected(token, context),
            }
        }
        self.check_commands(&pipe, context)?;
        self.settle_declarations(&mut pipe);
        Ok(pipe)
    }

    /// The variables before `:=` or `=`, if this is one of those pipelines.
    fn declarations(&mut self, pipe: &mut Pipe, context: &str) -> Parsed<()> {
        loop {
            let variable = self.peek_non_space();
            if variable.kind != Kind::Variable {
                return Ok(());
            }
            self.next();
            // `$x` may turn out to be an operand; then all three tokens go back.
            let after = self.peek();
            let next = self.peek_non_space();
            match next.kind {
                Kind::Assign | Kind::Declare => {
                    self.next_non_space();
                    pipe.is_assign = next.kind == Kind::Assign;
                    self.announce(pipe, variable);
                    return Ok(());
                }
                Kind::Char if self.text_of(next) == b"," => {
                    self.next_non_space();
                    self.announce(pipe, variable);
                    self.check_second_variable(pipe, context)?;
                }
                _ => {
                    match after.kind {
                        Kind::Space => self.back_up_3(variable, after),
                        _ => self.back_up_2(variable),
                    }
                    return Ok(());
                }
            }
        }
    }

    /// Checks that another variable may come after a comma.
    fn check_second_variable(&mut self, pipe: &Pipe, context: &str) -> Parsed<()> {
        if context != "range" || pipe.decl.len() >= 2 {
            return self.fail(format!("too many declarations in {context}"));
        }
        match self.peek_non_space().kind {
            Kind::Variable | Kind::RightDelim | Kind::RightParen => Ok(()),
            _ => self.fail("range can only initialize variables"),
        }
    }

    fn announce(&mut self, pipe: &mut Pipe, variable: Token) {
        let name: Arc<str> = Arc::from(String::from_utf8_lossy(self.text_of(variable)));
        self.tree.scope.announce(name.clone());
        pipe.decl.push(Variable { pos: variable.start, name, slot: 0 });
    }

    /// Gives the variables their slots, after the commands: `$x := add $x 1` reads the `$x` of before.
    fn settle_declarations(&mut self, pipe: &mut Pipe) {
        let scope = &mut self.tree.scope;
        for variable in &mut pipe.decl {
            variable.slot = match pipe.is_assign {
                true => scope.resolve(&variable.name),
                false => scope.declare(variable.name.clone()),
            };
        }
    }

    /// Checks that there are commands, and that only the first one is a plain value.
    fn check_commands(&self, pipe: &Pipe, context: &str) -> Parsed<()> {
        if pipe.commands.is_empty() {
            return self.fail(format!("missing value for {context}"));
        }
        match pipe.commands.iter().skip(1).position(is_plain_value) {
            Some(i) => self.fail(format!("non executable command in pipeline stage {}", i + 2)),
            None => Ok(()),
        }
    }

    /// Operands with space between them, up to a pipe sign (which is read) or what ends the pipeline (which is not).
    fn command(&mut self) -> Parsed<Command> {
        let pos = self.peek_non_space().start;
        let first = self.operands.len();
        loop {
            self.peek_non_space();
            let operand = self.operand()?;
            self.operands.extend(operand);
            let token = self.next();
            match token.kind {
                Kind::Space => continue,
                Kind::RightDelim | Kind::RightParen => self.back_up(),
                Kind::Pipe => {}
                _ => return self.fail_unexpected(token, "operand"),
            }
            break;
        }
        match self.operands.split_off(first) {
            args if args.is_empty() => self.fail("empty command"),
            args => Ok(Command { pos, args }),
        }
    }
}

fn is_plain_value(command: &Command) -> bool {
    let first = command.args.first().map(|arg| &arg.kind);
    matches!(
        first,
        Some(ExprKind::Bool(_) | ExprKind::Dot | ExprKind::Nil | ExprKind::Number(_) | ExprKind::Str { .. })
    )
}
