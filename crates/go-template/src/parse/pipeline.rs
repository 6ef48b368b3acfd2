//! Pipelines, with the variables they declare.

use std::sync::Arc;

use smallvec::SmallVec;

use super::{Parsed, Parser};
use crate::ast::{Command, ExprKind, Pipe, Variable};
use crate::lex::{Kind, Token};

/// What stands before `:=` or `=`.
#[derive(Default)]
struct Declared {
    is_assign: bool,
    variables: SmallVec<[Variable; 2]>,
}

impl Parser<'_> {
    /// A pipeline up to the token that ends it.
    pub(super) fn pipeline(&mut self, context: &str, end: Kind) -> Parsed<Pipe> {
        let pos = self.peek_non_space().start;
        let mut declared = Declared::default();
        self.declarations(&mut declared, context)?;
        let mut commands: SmallVec<[Command; 3]> = SmallVec::new();
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
                    commands.push(command);
                }
                _ => return self.fail_unexpected(token, context),
            }
        }
        self.check_commands(&commands, context)?;
        self.settle_declarations(&mut declared);
        let Declared { is_assign, variables } = declared;
        Ok(Pipe { pos, is_assign, decl: variables.into_boxed_slice(), commands: commands.into_boxed_slice() })
    }

    /// The variables before `:=` or `=`, if this is one of those pipelines.
    fn declarations(&mut self, declared: &mut Declared, context: &str) -> Parsed<()> {
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
                    declared.is_assign = next.kind == Kind::Assign;
                    self.announce(declared, variable);
                    return Ok(());
                }
                Kind::Char if self.text_of(next) == b"," => {
                    self.next_non_space();
                    self.announce(declared, variable);
                    self.check_second_variable(declared, context)?;
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
    fn check_second_variable(&mut self, declared: &Declared, context: &str) -> Parsed<()> {
        if context != "range" || declared.variables.len() >= 2 {
            return self.fail(format!("too many declarations in {context}"));
        }
        match self.peek_non_space().kind {
            Kind::Variable | Kind::RightDelim | Kind::RightParen => Ok(()),
            _ => self.fail("range can only initialize variables"),
        }
    }

    fn announce(&mut self, declared: &mut Declared, variable: Token) {
        let name: Arc<str> = Arc::from(String::from_utf8_lossy(self.text_of(variable)));
        self.tree.scope.announce(name.clone());
        declared.variables.push(Variable { pos: variable.start, name, slot: 0 });
    }

    /// Gives the variables their slots, after the commands: `$x := add $x 1` reads the `$x` of before.
    fn settle_declarations(&mut self, declared: &mut Declared) {
        let scope = &mut self.tree.scope;
        for variable in &mut declared.variables {
            variable.slot = match declared.is_assign {
                true => scope.resolve(&variable.name),
                false => scope.declare(variable.name.clone()),
            };
        }
    }

    /// Checks that there are commands, and that only the first one is a plain value.
    fn check_commands(&self, commands: &[Command], context: &str) -> Parsed<()> {
        if commands.is_empty() {
            return self.fail(format!("missing value for {context}"));
        }
        match commands.iter().skip(1).position(is_plain_value) {
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
            args => Ok(Command { pos, args: args.into_boxed_slice() }),
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
