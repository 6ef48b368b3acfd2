//! A JSON document as numbered nodes: quick to make, cheap to walk, numbers kept as written.

use std::borrow::Cow;
use std::cmp::Ordering;

/// Deeper documents are refused; walking them recurses.
const MAX_DEPTH: usize = 400;

/// Number of a node; the outermost is 0.
pub(crate) type NodeId = u32;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Span {
    start: u32,
    len: u32,
    /// In the scratch text, because escapes had to be undone.
    unescaped: bool,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Node {
    Null,
    Bool(bool),
    Number(Span),
    Text(Span),
    List { start: u32, len: u32 },
    Object { start: u32, len: u32 },
}

#[derive(Debug)]
pub(crate) struct Json<'a> {
    source: Cow<'a, str>,
    scratch: String,
    nodes: Vec<Node>,
    items: Vec<NodeId>,
    /// Entries of an object are sorted by key, each key once.
    entries: Vec<(Span, NodeId)>,
    /// Some object inside may have a name of its own (`$id`, `$anchor` …).
    pub(crate) has_names_inside: bool,
}

/// What a reader may want to know of a node.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Value<'j> {
    Null,
    Bool(bool),
    Number(&'j str),
    Text(&'j str),
    List(&'j [NodeId]),
    Object(&'j [(Span, NodeId)]),
}

impl<'a> Json<'a> {
    /// Parses a document; `None` where it is no JSON or too deep.
    pub(crate) fn parse(text: &'a [u8]) -> Option<Json<'a>> {
        // The lossy way looks at every byte by itself; nearly always there is nothing to lose.
        Json::parse_text(std::str::from_utf8(text).map_or_else(|_| String::from_utf8_lossy(text), Cow::Borrowed))
    }

    pub(crate) fn parse_text(source: Cow<'a, str>) -> Option<Json<'a>> {
        u32::try_from(source.len()).ok()?;
        let mut parser = Parser::new(&source);
        // The root has to be node 0, so its place is taken before its children are known.
        parser.nodes.push(Node::Null);
        let root = parser.value(0)?;
        parser.blanks();
        if parser.at != source.len() {
            return None;
        }
        let Parser { scratch, mut nodes, items, entries, has_names_inside, .. } = parser;
        if let (Some(&node), Some(first)) = (nodes.get(root as usize), nodes.first().copied()) {
            debug_assert!(matches!(first, Node::Null));
            nodes[0] = node;
        }
        Some(Json { scratch, nodes, items, entries, source, has_names_inside })
    }

    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(crate) fn value(&self, id: NodeId) -> Value<'_> {
        match self.nodes.get(id as usize).copied().unwrap_or(Node::Null) {
            Node::Null => Value::Null,
            Node::Bool(b) => Value::Bool(b),
            Node::Number(span) => Value::Number(self.text(span)),
            Node::Text(span) => Value::Text(self.text(span)),
            Node::List { start, len } => Value::List(slice(&self.items, start, len)),
            Node::Object { start, len } => Value::Object(slice(&self.entries, start, len)),
        }
    }

    pub(crate) fn text(&self, span: Span) -> &str {
        slice_text(if span.unescaped { &self.scratch } else { &self.source }, span)
    }

    /// The entries of an object; nothing for other nodes.
    pub(crate) fn entries(&self, id: NodeId) -> impl Iterator<Item = (&str, NodeId)> {
        let entries = if let Value::Object(entries) = self.value(id) { entries } else { &[] };
        entries.iter().map(|&(key, value)| (self.text(key), value))
    }

    pub(crate) fn get(&self, id: NodeId, key: &str) -> Option<NodeId> {
        let Value::Object(entries) = self.value(id) else { return None };
        let found = entries.binary_search_by(|(span, _)| self.text(*span).cmp(key)).ok()?;
        entries.get(found).map(|entry| entry.1)
    }

    pub(crate) fn get_text(&self, id: NodeId, key: &str) -> Option<&str> {
        match self.value(self.get(id, key)?) {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The pointer to a node, for messages: `/properties/name`.
    pub(crate) fn pointer(&self, wanted: NodeId) -> String {
        let mut path = Vec::new();
        self.find(0, wanted, &mut path);
        path.iter().map(|token| format!("/{}", escape(token))).collect()
    }

    fn find(&self, at: NodeId, wanted: NodeId, path: &mut Vec<String>) -> bool {
        if at == wanted {
            return true;
        }
        let children: Vec<(String, NodeId)> = match self.value(at) {
            Value::List(items) => items.iter().enumerate().map(|(i, &item)| (i.to_string(), item)).collect(),
            Value::Object(_) => self.entries(at).map(|(key, value)| (key.to_string(), value)).collect(),
            _ => return false,
        };
        children.into_iter().any(|(token, child)| {
            path.push(token);
            let found = self.find(child, wanted, path);
            if !found {
                path.pop();
            }
            found
        })
    }
}

/// A token of a JSON pointer as written.
pub(crate) fn escape(token: &str) -> Cow<'_, str> {
    if token.contains(['~', '/']) { token.replace('~', "~0").replace('/', "~1").into() } else { token.into() }
}

fn slice_text(text: &str, span: Span) -> &str {
    text.get(span.start as usize..(span.start + span.len) as usize).unwrap_or_default()
}

fn slice<T>(all: &[T], start: u32, len: u32) -> &[T] {
    all.get(start as usize..(start + len) as usize).unwrap_or_default()
}

struct Parser<'s> {
    text: &'s str,
    at: usize,
    scratch: String,
    nodes: Vec<Node>,
    items: Vec<NodeId>,
    entries: Vec<(Span, NodeId)>,
    open_items: Vec<NodeId>,
    open_entries: Vec<(Span, NodeId)>,
    has_names_inside: bool,
}

impl<'s> Parser<'s> {
    fn new(text: &'s str) -> Parser<'s> {
        let guess = text.len() / 48;
        Parser {
            text,
            at: 0,
            scratch: String::new(),
            nodes: Vec::with_capacity(guess),
            items: Vec::new(),
            entries: Vec::with_capacity(guess),
            open_items: Vec::new(),
            open_entries: Vec::new(),
            has_names_inside: false,
        }
    }

    fn byte(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn blanks(&mut self) {
        // Lines are indented far.
        if self.eat(b'\n') {
            while self.text.as_bytes().get(self.at..).is_some_and(|rest| rest.starts_with(b"    ")) {
                self.at += 4;
            }
        }
        while matches!(self.byte(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    fn eat(&mut self, byte: u8) -> bool {
        let found = self.byte() == Some(byte);
        self.at += usize::from(found);
        found
    }

    fn word(&mut self, word: &str, node: Node) -> Option<Node> {
        let found = self.text.as_bytes().get(self.at..)?.starts_with(word.as_bytes());
        self.at += word.len();
        found.then_some(node)
    }

    fn value(&mut self, depth: usize) -> Option<NodeId> {
        if depth > MAX_DEPTH {
            return None;
        }
        self.blanks();
        let node = match self.byte()? {
            b'{' => self.object(depth)?,
            b'[' => self.list(depth)?,
            b'"' => Node::Text(self.string()?),
            b't' => self.word("true", Node::Bool(true))?,
            b'f' => self.word("false", Node::Bool(false))?,
            b'n' => self.word("null", Node::Null)?,
            _ => Node::Number(self.number()?),
        };
        self.nodes.push(node);
        u32::try_from(self.nodes.len() - 1).ok()
    }

    fn list(&mut self, depth: usize) -> Option<Node> {
        self.at += 1;
        let first = self.open_items.len();
        self.blanks();
        if !self.eat(b']') {
            loop {
                let item = self.value(depth + 1)?;
                self.open_items.push(item);
                self.blanks();
                if self.eat(b']') {
                    break;
                }
                if !self.eat(b',') {
                    return None;
                }
            }
        }
        let start = u32::try_from(self.items.len()).ok()?;
        self.items.extend(self.open_items.drain(first..));
        Some(Node::List { start, len: self.items.len() as u32 - start })
    }

    fn object(&mut self, depth: usize) -> Option<Node> {
        self.at += 1;
        let first = self.open_entries.len();
        self.blanks();
        if !self.eat(b'}') {
            loop {
                self.blanks();
                if self.byte()? != b'"' {
                    return None;
                }
                let key = self.string()?;
                self.blanks();
                if !self.eat(b':') {
                    return None;
                }
                let value = self.value(depth + 1)?;
                self.open_entries.push((key, value));
                self.has_names_inside |= depth > 0 && self.is_name(key, value);
                self.blanks();
                if self.eat(b'}') {
                    break;
                }
                if !self.eat(b',') {
                    return None;
                }
            }
        }
        let start = u32::try_from(self.entries.len()).ok()?;
        self.close_object(first);
        Some(Node::Object { start, len: self.entries.len() as u32 - start })
    }

    fn is_name(&self, key: Span, value: NodeId) -> bool {
        let key = if key.unescaped { "$id" } else { slice_text(self.text, key) };
        matches!(key, "$id" | "id" | "$anchor" | "$dynamicAnchor" | "$schema")
            && matches!(self.nodes.get(value as usize), Some(Node::Text(_)))
    }

    /// Sorts the entries read since `first` and keeps the last of each key.
    fn close_object(&mut self, first: usize) {
        let (text, scratch) = (self.text, &self.scratch);
        let key = |span: &Span| slice_text(if span.unescaped { scratch } else { text }, *span);
        let own = self.open_entries.get_mut(first..).unwrap_or_default();
        own.sort_by(|a, b| key(&a.0).cmp(key(&b.0)));
        let start = self.entries.len();
        for &(span, value) in own.iter() {
            match self.entries.get_mut(start..).and_then(<[_]>::last_mut) {
                Some(last) if key(&last.0).cmp(key(&span)) == Ordering::Equal => last.1 = value,
                _ => self.entries.push((span, value)),
            }
        }
        self.open_entries.truncate(first);
    }

    fn string(&mut self) -> Option<Span> {
        self.at += 1;
        let start = self.at;
        let bytes = self.text.as_bytes();
        let end = start + memchr::memchr2(b'"', b'\\', bytes.get(start..)?)?;
        if bytes.get(start..end)?.iter().any(|&b| b < 0x20) {
            return None;
        }
        if bytes.get(end) == Some(&b'"') {
            self.at = end + 1;
            return Some(Span { start: start as u32, len: (end - start) as u32, unescaped: false });
        }
        self.escaped_string(start)
    }

    fn escaped_string(&mut self, start: usize) -> Option<Span> {
        let from = self.scratch.len();
        self.at = start;
        loop {
            let rest = self.text.get(self.at..)?;
            let next = memchr::memchr2(b'"', b'\\', rest.as_bytes())?;
            let plain = rest.get(..next)?;
            if plain.bytes().any(|b| b < 0x20) {
                return None;
            }
            self.scratch.push_str(plain);
            self.at += next + 1;
            if rest.as_bytes().get(next) == Some(&b'"') {
                let len = u32::try_from(self.scratch.len() - from).ok()?;
                return Some(Span { start: u32::try_from(from).ok()?, len, unescaped: true });
            }
            let ch = match self.byte()? {
                b'u' => self.unicode_escape()?,
                escaped => {
                    self.at += 1;
                    simple_escape(escaped)?
                }
            };
            self.scratch.push(ch);
        }
    }

    /// After a backslash at `u`; a pair of surrogates is one character, a lone one the replacement character.
    fn unicode_escape(&mut self) -> Option<char> {
        let first = self.hex_escape()?;
        if let Some(ch) = char::from_u32(first) {
            return Some(ch);
        }
        if (0xd800..0xdc00).contains(&first) && self.text.as_bytes().get(self.at..)?.starts_with(b"\\u") {
            let before = self.at;
            self.at += 1;
            let second = self.hex_escape()?;
            if (0xdc00..0xe000).contains(&second) {
                return char::from_u32(0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00));
            }
            self.at = before;
        }
        Some(char::REPLACEMENT_CHARACTER)
    }

    fn hex_escape(&mut self) -> Option<u32> {
        let digits = self.text.get(self.at + 1..self.at + 5)?;
        self.at += 5;
        digits.bytes().all(|b| b.is_ascii_hexdigit()).then(|| u32::from_str_radix(digits, 16).ok())?
    }

    fn number(&mut self) -> Option<Span> {
        let start = self.at;
        self.eat(b'-');
        if !self.eat(b'0') {
            self.digits()?;
        }
        if self.eat(b'.') {
            self.digits()?;
        }
        if self.eat(b'e') || self.eat(b'E') {
            if !self.eat(b'+') {
                self.eat(b'-');
            }
            self.digits()?;
        }
        Some(Span { start: start as u32, len: (self.at - start) as u32, unescaped: false })
    }

    fn digits(&mut self) -> Option<()> {
        let start = self.at;
        while self.byte().is_some_and(|b| b.is_ascii_digit()) {
            self.at += 1;
        }
        (self.at > start).then_some(())
    }
}

fn simple_escape(byte: u8) -> Option<char> {
    Some(match byte {
        b'"' => '"',
        b'\\' => '\\',
        b'/' => '/',
        b'b' => '\x08',
        b'f' => '\x0c',
        b'n' => '\n',
        b'r' => '\r',
        b't' => '\t',
        _ => return None,
    })
}
