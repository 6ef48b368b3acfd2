//! The extent of numbers. As in Go it is generous; the parser refuses invalid numbers.

use super::letter::is_alphanumeric;
use super::{Kind, Lexer, Token};

impl Lexer<'_> {
    pub(super) fn number(&mut self) -> Token {
        if let Some(token) = self.plain_number() {
            return token;
        }
        if !self.skip_number() {
            return self.bad_number();
        }
        if !matches!(self.text.get(self.pos), Some(b'+' | b'-')) {
            return self.emit(Kind::Number);
        }
        // The imaginary part of a complex constant.
        if !self.skip_number() || self.text.get(self.pos - 1) != Some(&b'i') {
            return self.bad_number();
        }
        self.emit(Kind::Complex)
    }

    /// Digits alone, the first one not 0, and few enough for any type: nearly all numbers in practice.
    fn plain_number(&mut self) -> Option<Token> {
        const MOST: usize = 9;
        let digits = self.rest().iter().take_while(|b| b.is_ascii_digit()).count();
        let is_plain = (1..=MOST).contains(&digits) && self.text[self.pos] != b'0';
        if !is_plain || !matches!(self.text.get(self.pos + digits), Some(b' ' | b')' | b'}' | b'\n')) {
            return None;
        }
        self.pos += digits;
        Some(self.emit_marked(Kind::Number, true))
    }

    fn bad_number(&mut self) -> Token {
        let number = crate::fmt::quote(&self.text[self.start..self.pos]);
        self.fail(format!("bad number syntax: {number}"))
    }

    fn skip_number(&mut self) -> bool {
        self.accept(b"+-");
        let mut digits: fn(u8) -> bool = is_decimal;
        let mut exponent: &[u8] = b"eE";
        if self.accept(b"0") {
            if self.accept(b"xX") {
                (digits, exponent) = (is_hexadecimal, b"pP");
            } else if self.accept(b"oO") {
                (digits, exponent) = (is_octal, b"");
            } else if self.accept(b"bB") {
                (digits, exponent) = (is_binary, b"");
            }
        }
        self.accept_run(digits);
        if self.accept(b".") {
            self.accept_run(digits);
        }
        if self.accept(exponent) {
            self.accept(b"+-");
            self.accept_run(is_decimal);
        }
        self.accept(b"i");
        match self.peek_char() {
            Some((c, len)) if is_alphanumeric(c) => {
                self.pos += len;
                false
            }
            _ => true,
        }
    }

    fn accept(&mut self, set: &[u8]) -> bool {
        let accepted = self.text.get(self.pos).is_some_and(|b| set.contains(b));
        self.pos += usize::from(accepted);
        accepted
    }

    fn accept_run(&mut self, is_digit: fn(u8) -> bool) {
        self.pos += self.rest().iter().take_while(|b| is_digit(**b)).count();
    }
}

fn is_decimal(b: u8) -> bool {
    b.is_ascii_digit() || b == b'_'
}

fn is_hexadecimal(b: u8) -> bool {
    b.is_ascii_hexdigit() || b == b'_'
}

fn is_octal(b: u8) -> bool {
    matches!(b, b'0'..=b'7' | b'_')
}

fn is_binary(b: u8) -> bool {
    matches!(b, b'0' | b'1' | b'_')
}
