//! Reads the head of a manifest that is written plainly, without building its nodes.
//!
//! Most manifests are block maps and lists of one-line scalars and literal blocks. A single pass over the lines can check
//! those and pick out the head. Whatever it does not know for certain to be fine, it leaves to the real parser: it
//! answers only where that one would say the same.

use super::Head;
use super::bytes::{count_blanks, scan_line};
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
    if !skeg_go_yaml::is_printable(text) {
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
    while let Some(line) = reader.lines.ahead {
        reader.line(line)?;
    }
    (!reader.levels.is_empty()).then_some(reader.head)
}

/// The lines of a text. Only where the next one starts is looked up in advance.
struct Lines<'t> {
    text: &'t [u8],
    ahead: Option<Line>,
}

/// Where a line begins behind its indentation.
#[derive(Clone, Copy)]
struct Line {
    indent: usize,
    at: usize,
    is_blank: bool,
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
            let indent = count_blanks(text);
            Line { indent, at: start + indent, is_blank: is_line_end(text.get(indent)) }
        });
    }

    /// Goes on behind the line that this place is in.
    fn leave_line(&mut self, at: usize) {
        self.go_to(self.line_end(at) + 1);
    }

    /// Where the line ends that this place is in.
    fn line_end(&self, at: usize) -> usize {
        let rest = self.text.get(at..).unwrap_or_default();
        at + memchr::memchr(b'\n', rest).unwrap_or(rest.len())
    }

    /// What is left of the line from here on.
    fn rest(&self, at: usize) -> &'t [u8] {
        self.text.get(at..self.line_end(at)).unwrap_or_default()
    }
}

fn is_line_end(byte: Option<&u8>) -> bool {
    matches!(byte, None | Some(b'\n'))
}

impl<'t> Reader<'t> {
    fn line(&mut self, line: Line) -> Option<()> {
        let text = self.lines.text;
        let Line { mut indent, mut at, is_blank } = line;
        if is_blank || text[at] == b'#' {
            self.lines.leave_line(at);
            return Some(());
        }
        if indent == 0 && (text[at..].starts_with(b"---") || text[at..].starts_with(b"...") || text[at] == b'%') {
            return None;
        }
        while text[at] == b'-' && matches!(text.get(at + 1), None | Some(b' ' | b'\n')) {
            self.dash(indent)?;
            let blanks = count_blanks(&text[at + 1..]);
            at += 1 + blanks;
            indent += 1 + blanks;
            if is_line_end(text.get(at)) {
                self.lines.go_to(at + 1);
                return Some(());
            }
        }
        match read_key(&text[at..]) {
            Some((key, length)) => {
                let part = self.key(indent, key)?;
                self.pending = Some(part);
                self.value(at + length, indent)
            }
            // A scalar stands alone behind a dash, or on a line of its own further to the right than what waits for it.
            None => {
                let column = self.levels.last()?.column;
                self.pending.filter(|_| indent > column)?;
                self.value(at, column)
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

    /// Goes to the map at a column and returns what its key's value will mean.
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

    /// Takes the value on a line, for what is waited for; `column` is where its collection stands. Goes on behind it.
    fn value(&mut self, start: usize, column: usize) -> Option<()> {
        let part = self.pending?;
        let text = self.lines.text;
        let at = start + count_blanks(&text[start..]);
        let scalar = match text.get(at) {
            None | Some(b'\n') => {
                self.lines.go_to(at + 1);
                Scalar::Nothing
            }
            Some(b'"' | b'\'') => {
                let rest = self.lines.rest(at);
                if read_quoted(rest).is_none() {
                    self.long_quoted(at)?;
                    return matches!(part, Part::Other | Part::Annotation).then(|| self.pending = None);
                }
                self.lines.go_to(at + rest.len() + 1);
                read_scalar(rest)?
            }
            Some(b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9') => {
                let (end, has_marks) = scan_line(text, at);
                self.lines.go_to(end + 1);
                if has_marks { read_scalar(&text[at..end])? } else { Scalar::Plain(text[at..end].trim_ascii_end()) }
            }
            Some(_) => {
                let rest = self.lines.rest(at);
                self.lines.go_to(at + rest.len() + 1);
                read_scalar(rest)?
            }
        };
        match scalar {
            // A hook annotation that is null is there all the same.
            Scalar::Nothing if part.is_hook() => return None,
            Scalar::Nothing => return Some(()),
            Scalar::Block => {
                self.block(column)?;
                return matches!(part, Part::Other | Part::Annotation).then(|| self.pending = None);
            }
            _ => {}
        }
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

    /// Passes over the further lines of a plain scalar, and whether there were any.
    fn plain_lines(&mut self, column: usize) -> Option<bool> {
        let text = self.lines.text;
        let mut goes_on = false;
        while let Some(line) = self.lines.ahead {
            if line.is_blank {
                self.lines.go_to(line.at + 1);
                continue;
            }
            if line.indent <= column || text[line.at] == b'#' {
                break;
            }
            let (end, has_marks) = scan_line(text, line.at);
            if has_marks && !is_plain_line(&text[line.at..end]) {
                return None;
            }
            goes_on = true;
            self.lines.go_to(end + 1);
        }
        Some(goes_on)
    }

    /// Passes over a quoted text that goes over lines.
    fn long_quoted(&mut self, start: usize) -> Option<()> {
        let text = &self.lines.text[start..];
        let (_, length) = read_quoted(text)?;
        let quoted = &text[..length];
        let has_marks =
            memchr::memmem::find(quoted, b"\n---").is_some() || memchr::memmem::find(quoted, b"\n...").is_some();
        let behind = self.lines.rest(start + length);
        self.lines.go_to(start + length + behind.len() + 1);
        (!has_marks && is_end(behind.trim_ascii_end())).then_some(())
    }

    /// Passes over a literal or folded block.
    fn block(&mut self, column: usize) -> Option<()> {
        let mut own: Option<usize> = None;
        let mut most_blank = 0;
        while let Some(line) = self.lines.ahead {
            if !line.is_blank {
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
            self.lines.leave_line(line.at);
        }
        Some(())
    }
}
