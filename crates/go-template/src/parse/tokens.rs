//! Three tokens of lookahead, and going back over them.
//!
//! It moves exactly as Go's does, because error lines are those of the token read last.

use super::Parser;
use crate::lex::{Kind, Token};

/// Tokens read but not used yet.
pub(super) struct Lookahead {
    /// The one read last, then those put back before it, the nearest last.
    tokens: [Token; 3],
    /// How many of them are waiting.
    count: usize,
}

impl Default for Lookahead {
    fn default() -> Lookahead {
        Lookahead { tokens: [Token { kind: Kind::Eof, start: 0, end: 0 }; 3], count: 0 }
    }
}

impl<'t> Parser<'t> {
    pub(super) fn next(&mut self) -> Token {
        if self.tree.lookahead.count > 0 {
            self.tree.lookahead.count -= 1;
        } else {
            self.tree.lookahead.tokens[0] = self.lexer.next();
        }
        self.tree.lookahead.tokens[self.tree.lookahead.count]
    }

    pub(super) fn back_up(&mut self) {
        self.tree.lookahead.count += 1;
    }

    /// Puts a token back before the one read last.
    pub(super) fn back_up_2(&mut self, first: Token) {
        self.tree.lookahead.tokens[1] = first;
        self.tree.lookahead.count = 2;
    }

    /// Puts two tokens back before the one read last.
    pub(super) fn back_up_3(&mut self, first: Token, second: Token) {
        self.tree.lookahead.tokens[1] = second;
        self.tree.lookahead.tokens[2] = first;
        self.tree.lookahead.count = 3;
    }

    pub(super) fn peek(&mut self) -> Token {
        let token = self.next();
        self.back_up();
        token
    }

    pub(super) fn next_non_space(&mut self) -> Token {
        loop {
            let token = self.next();
            if token.kind != Kind::Space {
                return token;
            }
        }
    }

    pub(super) fn peek_non_space(&mut self) -> Token {
        let token = self.next_non_space();
        self.back_up();
        token
    }

    /// The token that the lexer gave last, whether or not it was put back.
    pub(super) fn last_read(&self) -> Token {
        self.tree.lookahead.tokens[0]
    }

    /// The text of a token.
    pub(super) fn text_of(&self, token: Token) -> &'t [u8] {
        self.text.get(token.start as usize..token.end as usize).unwrap_or_default()
    }
}
