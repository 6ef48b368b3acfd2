//! The cost of the searches of one call.
//!
//! A search reads each byte once, but a call for all matches searches again after each of them, and `a*?b|a` reads to
//! the end of the text before it settles for the `a` at hand: a megabyte of those would take minutes. The engine does
//! not tell how far it read. While all searches together cannot have read much, nothing is measured; after that, an
//! automaton of the same pattern runs alongside each search and counts.

use regex_automata::hybrid::dfa::{Cache, DFA};
use regex_automata::nfa::thompson;
use regex_automata::util::syntax;
use regex_automata::{Anchored, Input};
use skeg_go_template::{CallError, Machine};

use super::engine::{Engine, SIZE_LIMIT};

/// Bytes that are read in a tenth of a second.
const NOT_MUCH: u64 = 32 << 20;

/// The searches of one call in one text.
pub(super) struct Effort<'t> {
    engine: &'t Engine,
    text: &'t str,
    /// An upper limit for the bytes they have read.
    at_most: u64,
    automaton: Option<Automaton>,
}

impl<'t> Effort<'t> {
    pub(super) fn new(engine: &'t Engine, text: &'t str) -> Effort<'t> {
        Effort { engine, text, at_most: 0, automaton: None }
    }

    /// Counts a search from a position.
    pub(super) fn spend(&mut self, machine: &mut Machine<'_>, at: usize) -> Result<(), CallError> {
        let rest = (self.text.len() - at) as u64;
        self.at_most += rest;
        if self.at_most <= NOT_MUCH {
            return Ok(());
        }
        let (engine, text) = (self.engine, self.text);
        let automaton = self.automaton.get_or_insert_with(|| engine.automaton(text));
        machine.spend(automaton.reach(text.as_bytes(), at).unwrap_or(rest))
    }
}

/// Reads a text as a search does.
pub(super) struct Automaton(Option<(DFA, Cache)>);

impl Automaton {
    /// The automaton of a translated pattern; if it cannot be built, searches count as if they read the whole text.
    pub(super) fn new(pattern: &str, unicode: bool) -> Automaton {
        let built = DFA::builder()
            .configure(DFA::config().skip_cache_capacity_check(true))
            .syntax(syntax::Config::new().unicode(unicode).utf8(unicode))
            .thompson(thompson::Config::new().utf8(unicode).nfa_size_limit(Some(SIZE_LIMIT)))
            .build(pattern);
        Automaton(built.ok().map(|dfa| {
            let cache = dfa.create_cache();
            (dfa, cache)
        }))
    }

    /// How many bytes a search reads from a position until its match is certain.
    fn reach(&mut self, text: &[u8], at: usize) -> Option<u64> {
        let (dfa, cache) = self.0.as_mut()?;
        let input = Input::new(text).range(at..).anchored(Anchored::No);
        let mut state = dfa.start_state_forward(cache, &input).ok()?;
        for (read, byte) in (1..).zip(&text[at..]) {
            state = dfa.next_state(cache, state, *byte).ok()?;
            if state.is_dead() {
                return Some(read);
            }
            if state.is_quit() {
                return None;
            }
        }
        Some((text.len() - at) as u64)
    }
}
