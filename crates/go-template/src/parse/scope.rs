//! The variables in scope, and their slots.
//!
//! Go looks variables up by name twice: its parser, to check that one was declared, and its evaluator, on a stack that
//! grows as declarations are executed. The two differ: for the parser a variable exists from its `:=` until the `end`;
//! for the evaluator only after the pipeline that declares it, and not in the `else`. Hence two stacks.

use crate::ast::UNDEFINED_SLOT;

/// The variables at a point of a template, besides `$`, which always exists in slot 0.
#[derive(Default)]
pub(super) struct Scope<'t> {
    /// The variables known to Go's parser.
    known: Vec<&'t [u8]>,
    /// The stack of Go's evaluator at this point, from slot 1.
    live: Vec<&'t [u8]>,
    most: usize,
}

/// A state of the scope to return to.
#[derive(Clone, Copy)]
pub(super) struct Mark {
    known: usize,
    live: usize,
}

impl<'t> Scope<'t> {
    /// The most slots in use at once.
    pub(super) fn slots(&self) -> usize {
        1 + self.most
    }

    pub(super) fn mark(&self) -> Mark {
        Mark { known: self.known.len(), live: self.live.len() }
    }

    /// Drops all variables since the mark.
    pub(super) fn pop(&mut self, mark: Mark) {
        self.known.truncate(mark.known);
        self.live.truncate(mark.live);
    }

    /// Frees the slots taken since the mark; the parser still knows the variables.
    pub(super) fn free(&mut self, mark: Mark) {
        self.live.truncate(mark.live);
    }

    /// Makes a variable known, before its pipeline.
    pub(super) fn announce(&mut self, name: &'t [u8]) {
        self.known.push(name);
    }

    /// Gives a variable its slot, after its pipeline.
    pub(super) fn declare(&mut self, name: &'t [u8]) -> u32 {
        self.live.push(name);
        self.most = self.most.max(self.live.len());
        self.live.len() as u32
    }

    /// The slot that an assignment goes to.
    pub(super) fn resolve(&self, name: &[u8]) -> u32 {
        match self.live.iter().rposition(|n| *n == name) {
            Some(i) => i as u32 + 1,
            None if name == b"$" => 0,
            None => UNDEFINED_SLOT,
        }
    }

    /// The slot of a variable that is used.
    pub(super) fn find(&self, name: &[u8]) -> Option<u32> {
        let slot = self.resolve(name);
        (slot != UNDEFINED_SLOT || self.known.contains(&name)).then_some(slot)
    }
}
