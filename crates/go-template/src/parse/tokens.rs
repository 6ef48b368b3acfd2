//! Two tokens of lookahead, with backtracking.
//!
//! It advances as Go's parser does, because error lines are those of the token read last. Only white space, a token in
//! Go, is not represented; the few errors that it affects handle it themselves.

use super::Parser;
use crate::lex::{Kind, Token};

/// Tokens that were read but not consumed.
pub(super) struct Lookahead {
    /// The one read last.
    last: Token,
    /// One put back before it.
    first: Token,
    /// How many tokens are pending.
    count: u8,
}

impl Default for Lookahead {
    fn default() -> Lookahead {
        let none = Token { kind: Kind::Eof, is_spaced: false, is_plain: false, start: 0, end: 0 };
        Lookahead { last: none, first: none, count: 0 }
    }
}

impl<'t> Parser<'t> {
    #[inline]
    pub(super) fn next(&mut self) -> Token {
        let lookahead = &mut self.tree.lookahead;
        match lookahead.count {
            0 => lookahead.last = self.lexer.next(),
            1 => lookahead.count = 0,
            _ => {
                lookahead.count = 1;
                return lookahead.first;
            }
        }
        lookahead.last
    }

    #[inline]
    pub(super) fn back_up(&mut self) {
        self.tree.lookahead.count += 1;
    }

    /// Puts a token back before the one read last.
    pub(super) fn back_up_2(&mut self, first: Token) {
        self.tree.lookahead.first = first;
        self.tree.lookahead.count = 2;
    }

    #[inline]
    pub(super) fn peek(&mut self) -> Token {
        let token = self.next();
        self.back_up();
        token
    }

    /// The last token of the lexer, whether or not it was put back.
    pub(super) fn last_read(&self) -> Token {
        self.tree.lookahead.last
    }

    /// The text of a token.
    pub(super) fn text_of(&self, token: Token) -> &'t [u8] {
        self.text.get(token.start as usize..token.end as usize).unwrap_or_default()
    }
}
