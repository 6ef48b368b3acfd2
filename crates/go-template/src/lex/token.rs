//! Tokens: a kind and a range of the text.

/// The kind of a token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// The text is not valid; the lexer has the message.
    Error,
    Bool,
    /// A printable ASCII character without a meaning of its own, such as a comma.
    Char,
    CharConstant,
    /// `1+2i`; an imaginary number alone is a `Number`.
    Complex,
    Assign,
    Declare,
    Eof,
    /// Names with their leading dots.
    Field,
    Identifier,
    LeftDelim,
    LeftParen,
    Number,
    Pipe,
    RawString,
    RightDelim,
    RightParen,
    String,
    Text,
    /// A name with its leading `$`.
    Variable,
    // Keywords from here on.
    Block,
    Break,
    Continue,
    Dot,
    Define,
    Else,
    End,
    If,
    Nil,
    Range,
    Template,
    With,
}

impl Kind {
    /// The kind of a word.
    pub(super) fn of_word(word: &[u8]) -> Kind {
        match word {
            b"block" => Kind::Block,
            b"break" => Kind::Break,
            b"continue" => Kind::Continue,
            b"define" => Kind::Define,
            b"else" => Kind::Else,
            b"end" => Kind::End,
            b"if" => Kind::If,
            b"nil" => Kind::Nil,
            b"range" => Kind::Range,
            b"template" => Kind::Template,
            b"with" => Kind::With,
            b"true" | b"false" => Kind::Bool,
            _ => Kind::Identifier,
        }
    }

    /// Whether an operand can start with it.
    pub(crate) fn starts_operand(self) -> bool {
        matches!(
            self,
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
                | Kind::LeftParen
        )
    }

    /// Whether error messages print the token as `<word>`.
    pub(crate) fn is_keyword(self) -> bool {
        self as u8 >= Kind::Block as u8
    }
}

/// A piece of the text: `start..end` in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Token {
    pub(crate) kind: Kind,
    /// White space precedes it.
    pub(crate) is_spaced: bool,
    /// A string whose inside is its value, or a number of only a few digits, the first one not 0.
    pub(crate) is_plain: bool,
    pub(crate) start: u32,
    pub(crate) end: u32,
}
