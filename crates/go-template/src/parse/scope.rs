//! Which variables there are, and the slots they live in.
//!
//! Go looks variables up by name twice: its parser, to see whether one was declared, and its evaluator, on a stack that
//! grows as declarations are executed. The two differ: to the parser a variable exists from its `:=` on and until the
//! `end`, to the evaluator only after the pipeline that declares it, and not in the `else`. Hence two stacks.

use std::sync::Arc;

use crate::ast::UNDEFINED_SLOT;

/// The variables at a point of a template.
pub(super) struct Scope {
    /// What Go's parser knows.
    known: Vec<Arc<str>>,
    /// What Go's evaluator will have on its stack; the index is the slot.
    live: Vec<Arc<str>>,
    most: usize,
}

/// A state of the scope to go back to.
#[derive(Clone, Copy)]
pub(super) struct Mark {
    known: usize,
    live: usize,
}

impl Scope {
    /// Starts with `$` alone.
    pub(super) fn new(dollar: Arc<str>) -> Scope {
        Scope { known: vec![dollar.clone()], live: vec![dollar], most: 1 }
    }

    /// How many slots were in use at most.
    pub(super) fn slots(&self) -> usize {
        self.most
    }

    pub(super) fn mark(&self) -> Mark {
        Mark { known: self.known.len(), live: self.live.len() }
    }

    /// Forgets everything since the mark.
    pub(super) fn pop(&mut self, mark: Mark) {
        self.known.truncate(mark.known);
        self.live.truncate(mark.live);
    }

    /// Frees the slots taken since the mark; that there were such variables stays known.
    pub(super) fn free(&mut self, mark: Mark) {
        self.live.truncate(mark.live);
    }

    /// Makes a variable known, before its pipeline.
    pub(super) fn announce(&mut self, name: Arc<str>) {
        self.known.push(name);
    }

    /// Gives a variable its slot, after its pipeline.
    pub(super) fn declare(&mut self, name: Arc<str>) -> u32 {
        let slot = self.live.len() as u32;
        self.live.push(name);
        self.most = self.most.max(self.live.len());
        slot
    }

    /// The slot that an assignment goes to.
    pub(super) fn resolve(&self, name: &str) -> u32 {
        self.live.iter().rposition(|n| **n == *name).map_or(UNDEFINED_SLOT, |i| i as u32)
    }

    /// Finds a variable that is being used: its name to share and its slot.
    pub(super) fn find(&self, name: &[u8]) -> Option<(Arc<str>, u32)> {
        let is_it = |n: &Arc<str>| n.as_bytes() == name;
        if let Some(i) = self.live.iter().rposition(is_it) {
            return Some((self.live[i].clone(), i as u32));
        }
        self.known.iter().find(|n| is_it(n)).map(|n| (n.clone(), UNDEFINED_SLOT))
    }
}
