//! Parses gobwas/glob's syntax, with that library's leniencies: an open `{` closes itself at the end, a class is either
//! one range or a list of characters, and a NUL ends the pattern.

use super::Node;

/// How deep alternatives may nest.
const MAX_DEPTH: usize = 64;

struct Reader {
    chars: Vec<char>,
    at: usize,
}

/// Parses a whole pattern.
pub(super) fn parse(pattern: &[u8]) -> Option<Vec<Node>> {
    let text = std::str::from_utf8(pattern).ok()?;
    let text = text.split('\0').next().unwrap_or_default();
    // The original treats a replacement character as a decoding error.
    if text.contains('\u{fffd}') {
        return None;
    }
    let mut reader = Reader { chars: text.chars().collect(), at: 0 };
    reader.sequence(0)
}

impl Reader {
    fn next(&mut self) -> Option<char> {
        let c = self.chars.get(self.at).copied();
        self.at += usize::from(c.is_some());
        c
    }

    fn peek(&self) -> Option<char> {
        self.chars.get(self.at).copied()
    }

    /// Parses nodes up to the end or, inside alternatives, up to `,` or `}`, which are not consumed.
    fn sequence(&mut self, depth: usize) -> Option<Vec<Node>> {
        let mut nodes = Vec::new();
        while let Some(c) = self.peek() {
            if depth > 0 && matches!(c, ',' | '}') {
                break;
            }
            self.at += 1;
            nodes.push(match c {
                '{' if depth < MAX_DEPTH => self.alternatives(depth + 1)?,
                '{' => return None,
                '[' => self.class()?,
                '?' => Node::Single,
                '*' if self.peek() == Some('*') => {
                    self.at += 1;
                    Node::Super
                }
                '*' => Node::Any,
                _ => {
                    self.at -= 1;
                    let breakers: &[char] =
                        if depth > 0 { &['?', '*', '[', '{', '}', ','] } else { &['?', '*', '[', '{'] };
                    Node::Text(self.text(breakers).into_bytes())
                }
            });
        }
        Some(nodes)
    }

    fn alternatives(&mut self, depth: usize) -> Option<Node> {
        let mut all = vec![self.sequence(depth)?];
        while self.next() == Some(',') {
            all.push(self.sequence(depth)?);
        }
        Some(Node::OneOf(all))
    }

    fn text(&mut self, breakers: &[char]) -> String {
        let mut text = String::new();
        while let Some(c) = self.peek() {
            if breakers.contains(&c) {
                break;
            }
            self.at += 1;
            match c {
                '\\' => text.extend(self.next()),
                c => text.push(c),
            }
        }
        text
    }

    fn class(&mut self) -> Option<Node> {
        let not = self.peek() == Some('!');
        self.at += usize::from(not);
        let first = self.next()?;
        let node = if self.peek() == Some('-') {
            self.at += 1;
            let high = self.next()?;
            if high < first {
                return None;
            }
            Node::Range { low: first, high, not }
        } else {
            self.at -= 1;
            let chars: Vec<char> = self.text(&[']']).chars().collect();
            if chars.is_empty() {
                return None;
            }
            Node::List { chars, not }
        };
        (self.next() == Some(']')).then_some(node)
    }
}
