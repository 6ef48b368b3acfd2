//! Simple keys: words, quoted texts and flow collections that a `:` on the same line may turn into a key.

use super::{MAX_DEPTH, Scanner};
use crate::Error;

/// The longest key in characters.
const MAX_KEY: usize = 1024;

#[derive(Clone, Copy, Default)]
pub(super) struct SimpleKey {
    pub(super) possible: bool,
    /// Only a key is possible here.
    required: bool,
    pub(super) token_number: usize,
    pub(super) line: usize,
    index: usize,
    pub(super) column: usize,
}

impl Scanner<'_> {
    /// The index of the simple key that the first token may be.
    pub(super) fn key_of_first_token(&mut self) -> Option<usize> {
        while let Some(&(number, key)) = self.keys_by_token.front() {
            if number >= self.tokens_parsed {
                return (number == self.tokens_parsed).then_some(key);
            }
            self.keys_by_token.pop_front();
        }
        None
    }

    /// Whether a candidate can still become a key; it is an error if a required key cannot.
    pub(super) fn simple_key_is_valid(&mut self, at: usize) -> Result<bool, Error> {
        let (line, index) = (self.line, self.index());
        let Some(key) = self.simple_keys.get_mut(at).filter(|k| k.possible) else { return Ok(false) };
        if key.line == line && key.index + MAX_KEY >= index {
            return Ok(true);
        }
        if key.required {
            return Err(self.error("could not find expected ':'"));
        }
        key.possible = false;
        Ok(false)
    }

    /// Records that a key may start here.
    pub(super) fn save_simple_key(&mut self) -> Result<(), Error> {
        if !self.simple_key_allowed {
            return Ok(());
        }
        let column = self.column();
        let key = SimpleKey {
            possible: true,
            required: self.flow_level == 0 && self.indent == column as isize,
            token_number: self.next_token_number(),
            line: self.line,
            index: self.index(),
            column,
        };
        self.remove_simple_key()?;
        let at = self.simple_keys.len().saturating_sub(1);
        if let Some(last) = self.simple_keys.last_mut() {
            *last = key;
        }
        self.keys_by_token.push_back((key.token_number, at));
        Ok(())
    }

    /// Drops the possible key of this flow level.
    pub(super) fn remove_simple_key(&mut self) -> Result<(), Error> {
        let Some(key) = self.simple_keys.last_mut().filter(|k| k.possible) else { return Ok(()) };
        if key.required {
            return Err(self.error("could not find expected ':'"));
        }
        key.possible = false;
        let number = key.token_number;
        self.forget_key_token(number);
        Ok(())
    }

    pub(super) fn forget_key_token(&mut self, number: usize) {
        if let Some(at) = self.keys_by_token.iter().rposition(|k| k.0 <= number)
            && self.keys_by_token.get(at).is_some_and(|k| k.0 == number)
        {
            self.keys_by_token.remove(at);
        }
    }

    pub(super) fn increase_flow_level(&mut self) -> Result<(), Error> {
        self.simple_keys.push(SimpleKey { token_number: self.next_token_number(), ..SimpleKey::default() });
        self.flow_level += 1;
        if self.flow_level > MAX_DEPTH {
            return Err(self.error(&format!("exceeded max depth of {MAX_DEPTH}")));
        }
        Ok(())
    }

    pub(super) fn decrease_flow_level(&mut self) {
        if self.flow_level == 0 {
            return;
        }
        self.flow_level -= 1;
        if let Some(key) = self.simple_keys.pop() {
            self.forget_key_token(key.token_number);
        }
    }

    fn next_token_number(&self) -> usize {
        self.tokens_parsed + self.tokens.len()
    }
}
