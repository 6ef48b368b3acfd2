//! Reads the head of a manifest that is written plainly, without building its nodes.
//!
//! Most manifests are block maps and lists of one-line scalars and literal blocks. A single pass over the lines can check
//! those and pick out the head. Whatever it does not know for certain to be fine, it leaves to the real parser: it
//! answers only where that one would say the same.

use super::Head;
use super::scalar::{Scalar, is_end, is_plain_line, read_key, read_quoted, read_scalar};

/// What a level of nesting is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Map,
    List,
}

/// An open collection, by the column of its keys or dashes.
struct Level {
    column: usize,
    kind: Kind,
    /// What the values of its entries mean for the head.
    part: Part,
}

/// What of the head a value is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Root,
    ApiVersion,
    HeadKind,
    Metadata,
    Name,
    Annotations,
    Hook,
    HookWeight,
    HookDeletePolicy,
    HookOutputLogPolicy,
    /// Another annotation: it must be a scalar.
    Annotation,
    Other,
}

impl Part {
    fn is_hook(self) -> bool {
        matches!(self, Part::Hook | Part::HookWeight | Part::HookDeletePolicy | Part::HookOutputLogPolicy)
    }
}

struct Reader<'t> {
    lines: Lines<'t>,
    levels: Vec<Level>,
    /// The value of the last key or dash is still to come, and what it means.
    pending: Option<Part>,
    head: Head,
    has_metadata: bool,
    has_annotations: bool,
}

/// Reads a head where the document is plain enough.
pub(super) fn read(text: &[u8]) -> Option<Head> {
    if !is_printable(text) {
        return None;
    }
    let mut reader = Reader {
        lines: Lines::new(text),
        levels: Vec::with_capacity(16),
        pending: Some(Part::Root),
        head: Head::default(),
        has_metadata: false,
        has_annotations: false,
    };
    while let Some(line) = reader.lines.next() {
        reader.line(line)?;
    }
    (!reader.levels.is_empty()).then_some(reader.head)
}

/// Tells whether a text has nothing but what YAML prints, and no line breaks but the usual one.
fn is_printable(text: &[u8]) -> bool {
    // Whole chunks, without a way out in between: that is many bytes at a time.
    let is_ascii = |b: &u8| (b' '..=b'~').contains(b) | (*b == b'\n');
    if text.chunks(64).all(|chunk| chunk.iter().fold(true, |all, b| all & is_ascii(b))) {
        return true;
    }
    let is_fine = |c: char| match c {
        ' '..='~' | '\n' => true,
        '\u{2028}' | '\u{2029}' | '\u{feff}' | '\u{fffe}' | '\u{ffff}' => false,
        _ => c >= '\u{a0}',
    };
    std::str::from_utf8(text).is_ok_and(|text| text.chars().all(is_fine))
}

/// The lines of a text; the next one can be looked at before it is taken.
struct Lines<'t> {
    text: &'t [u8],
    /// The next line, and where the one after it starts.
    ahead: Option<(Line<'t>, usize)>,
}

/// A line without its indentation.
#[derive(Clone, Copy)]
struct Line<'t> {
    indent: usize,
    rest: &'t [u8],
}

impl<'t> Lines<'t> {
    fn new(text: &'t [u8]) -> Lines<'t> {
        let mut lines = Lines { text, ahead: None };
        lines.go_to(0);
        lines
    }

    /// Goes on with the line that starts here.
    fn go_to(&mut self, start: usize) {
        let text = self.text.get(start..).filter(|text| !text.is_empty());
        self.ahead = text.map(|text| {
            let end = memchr::memchr(b'\n', text).unwrap_or(text.len());
            let line = &text[..end];
            let indent = count_blanks(line);
            (Line { indent, rest: &line[indent..] }, start + end + 1)
        });
    }

    fn peek(&self) -> Option<Line<'t>> {
        self.ahead.map(|(line, _)| line)
    }

    fn next(&mut self) -> Option<Line<'t>> {
        let (line, next) = self.ahead?;
        self.go_to(next);
        Some(line)
    }
}

/// How many blanks a text starts with.
fn count_blanks(text: &[u8]) -> usize {
    let mut count = 0;
    while text[count..].starts_with(b"        ") {
        count += 8;
    }
    count + text[count..].iter().take_while(|b| **b == b' ').count()
}

impl<'t> Reader<'t> {
    fn line(&mut self, line: Line<'t>) -> Option<()> {
        let Line { mut indent, mut rest } = line;
        if rest.is_empty() || rest[0] == b'#' {
            return Some(());
        }
        if indent == 0 && (rest.starts_with(b"---") || rest.starts_with(b"...") || rest[0] == b'%') {
            return None;
        }
        while rest[0] == b'-' && matches!(rest.get(1), None | Some(b' ')) {
            self.dash(indent)?;
            let blanks = count_blanks(&rest[1..]);
            rest = &rest[1 + blanks..];
            indent += 1 + blanks;
            if rest.is_empty() {
                return Some(());
            }
        }
        match read_key(rest) {
            Some((key, value)) => {
                let part = self.key(indent, key)?;
                self.pending = Some(part);
                self.value(value, indent)
            }
            // A scalar stands alone behind a dash, or on a line of its own further to the right than what waits for it.
            None => {
                let column = self.levels.last()?.column;
                self.pending.filter(|_| indent > column)?;
                self.value(rest, column)
            }
        }
    }

    /// Leaves the levels to the right of a column. What they still waited for was null.
    fn leave(&mut self, column: usize) {
        while self.levels.last().is_some_and(|level| level.column > column) {
            self.levels.pop();
            self.pending = None;
        }
    }

    /// Opens a level as the value that is waited for.
    fn open(&mut self, column: usize, kind: Kind) -> Option<()> {
        let part = self.pending.take()?;
        let is_allowed = match part {
            Part::Root | Part::Metadata | Part::Annotations => kind == Kind::Map,
            Part::Other => true,
            _ => false,
        };
        self.levels.push(Level { column, kind, part });
        is_allowed.then_some(())
    }

    fn dash(&mut self, column: usize) -> Option<()> {
        self.leave(column);
        let (top_column, top_kind) = self.levels.last().map(|level| (level.column, level.kind))?;
        // A list may stand at the column of the key it belongs to.
        if top_column < column || (top_kind == Kind::Map && self.pending.is_some()) {
            self.open(column, Kind::List)?;
        } else if top_kind != Kind::List {
            return None;
        }
        self.pending = Some(Part::Other);
        Some(())
    }

    /// Goes to the map at a column and tells what its key's value will mean.
    fn key(&mut self, column: usize, key: &[u8]) -> Option<Part> {
        self.leave(column);
        if self.levels.last().is_some_and(|level| level.column == column && level.kind == Kind::List) {
            self.levels.pop();
            self.pending = None;
        }
        match self.levels.last() {
            Some(level) if level.column == column => {
                if level.kind != Kind::Map {
                    return None;
                }
            }
            _ => self.open(column, Kind::Map)?,
        }
        match self.levels.last()?.part {
            Part::Root => self.root_key(key),
            Part::Metadata => self.metadata_key(key),
            Part::Annotations => Some(match key {
                b"helm.sh/hook" => Part::Hook,
                b"helm.sh/hook-weight" => Part::HookWeight,
                b"helm.sh/hook-delete-policy" => Part::HookDeletePolicy,
                b"helm.sh/hook-output-log-policy" => Part::HookOutputLogPolicy,
                _ => Part::Annotation,
            }),
            _ => Some(Part::Other),
        }
    }

    fn root_key(&mut self, key: &[u8]) -> Option<Part> {
        match key {
            b"apiVersion" => Some(Part::ApiVersion),
            b"kind" => Some(Part::HeadKind),
            // A second one would replace all of the first.
            b"metadata" => (!std::mem::replace(&mut self.has_metadata, true)).then_some(Part::Metadata),
            _ => {
                let is_like = |name: &[u8]| key.eq_ignore_ascii_case(name);
                (!is_like(b"apiVersion") && !is_like(b"kind") && !is_like(b"metadata")).then_some(Part::Other)
            }
        }
    }

    fn metadata_key(&mut self, key: &[u8]) -> Option<Part> {
        match key {
            b"name" => Some(Part::Name),
            b"annotations" => (!std::mem::replace(&mut self.has_annotations, true)).then_some(Part::Annotations),
            _ => {
                let is_like = |name: &[u8]| key.eq_ignore_ascii_case(name);
                (!is_like(b"name") && !is_like(b"annotations")).then_some(Part::Other)
            }
        }
    }

    /// Takes the value on a line, for what is waited for; `column` is where its collection stands.
    fn value(&mut self, value: &'t [u8], column: usize) -> Option<()> {
        let part = self.pending?;
        if let Some(scalar) = self.long_quoted(value) {
            return matches!((part, scalar?), (Part::Other | Part::Annotation, _)).then(|| self.pending = None);
        }
        let scalar = match read_scalar(value)? {
            // A hook annotation that is null is there all the same.
            Scalar::Nothing if part.is_hook() => return None,
            Scalar::Nothing => return Some(()),
            Scalar::Block => {
                self.block(column)?;
                return matches!(part, Part::Other | Part::Annotation).then(|| self.pending = None);
            }
            scalar => scalar,
        };
        self.pending = None;
        let goes_on = matches!(scalar, Scalar::Plain(_)) && self.plain_lines(column)?;
        let field = match part {
            Part::Other => return Some(()),
            Part::Annotation => return (!matches!(scalar, Scalar::EmptyMap | Scalar::Flow)).then_some(()),
            Part::Metadata | Part::Annotations if scalar == Scalar::EmptyMap => return Some(()),
            _ if goes_on => return None,
            Part::ApiVersion => &mut self.head.api_version,
            Part::HeadKind => &mut self.head.kind,
            Part::Name => &mut self.head.name,
            Part::HookWeight => &mut self.head.hook_weight,
            Part::Hook => self.head.hook.get_or_insert_default(),
            Part::HookDeletePolicy => self.head.hook_delete_policy.get_or_insert_default(),
            Part::HookOutputLogPolicy => self.head.hook_output_log_policy.get_or_insert_default(),
            Part::Root | Part::Metadata | Part::Annotations => return None,
        };
        *field = scalar.text()?;
        Some(())
    }

    /// Passes over the further lines of a plain scalar, and tells whether there were any.
    fn plain_lines(&mut self, column: usize) -> Option<bool> {
        let mut goes_on = false;
        while let Some(line) = self.lines.peek() {
            if !line.rest.is_empty() {
                if line.indent <= column || line.rest[0] == b'#' {
                    break;
                }
                if !is_plain_line(line.rest) {
                    return None;
                }
                goes_on = true;
            }
            self.lines.next();
        }
        Some(goes_on)
    }

    /// Passes over a quoted text that goes over lines; the outer `None` where the value is none.
    fn long_quoted(&mut self, value: &[u8]) -> Option<Option<()>> {
        let value = value.trim_ascii();
        if !matches!(value.first(), Some(b'"' | b'\'')) || read_quoted(value).is_some() {
            return None;
        }
        Some(self.long_quoted_end(value))
    }

    fn long_quoted_end(&mut self, value: &[u8]) -> Option<()> {
        let start = value.as_ptr().addr() - self.lines.text.as_ptr().addr();
        let text = &self.lines.text[start..];
        let (_, length) = read_quoted(text)?;
        let quoted = &text[..length];
        let has_marks =
            memchr::memmem::find(quoted, b"\n---").is_some() || memchr::memmem::find(quoted, b"\n...").is_some();
        let line_end = memchr::memchr(b'\n', &text[length..]).unwrap_or(text.len() - length);
        self.lines.go_to(start + length + line_end + 1);
        (!has_marks && is_end(text[length..length + line_end].trim_ascii_end())).then_some(())
    }

    /// Passes over a literal or folded block.
    fn block(&mut self, column: usize) -> Option<()> {
        let mut own: Option<usize> = None;
        let mut most_blank = 0;
        while let Some(line) = self.lines.peek() {
            if !line.rest.is_empty() {
                let own = *own.get_or_insert(line.indent);
                if own <= column {
                    return Some(());
                }
                if line.indent < own {
                    return (line.indent <= column).then_some(());
                }
                if most_blank > own {
                    return None;
                }
            } else if own.is_none() {
                most_blank = most_blank.max(line.indent);
            }
            self.lines.next();
        }
        Some(())
    }
}
