//! The parser: tokens in, a [`Document`] out. A state machine without recursion, so depth costs no stack.

mod compose;
mod flow;
mod states;

use std::borrow::Cow;
use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use crate::document::{NodeData, Texts};
use crate::scan::{Scanner, Token, TokenKind};
use crate::source::Source;
use crate::spans::{ScalarSpan, Spanned};
use crate::{Document, Error, ErrorKind};

/// Parses the first document; an empty stream has none.
///
/// # Errors
/// go-yaml's error for text that is not YAML. Anything after the first document is ignored.
pub fn parse(text: &[u8]) -> Result<Option<Document<'_>>, Error> {
    Ok(parse_documents(text, 1)?.pop())
}

/// Parses every document.
///
/// # Errors
/// The first error in any of them.
pub fn parse_all(text: &[u8]) -> Result<Vec<Document<'_>>, Error> {
    parse_documents(text, usize::MAX)
}

fn parse_documents(text: &[u8], most: usize) -> Result<Vec<Document<'_>>, Error> {
    Ok(parse_parts(text, most, false)?.into_iter().map(|spanned| spanned.document).collect())
}

/// Parses documents, with the positions of their scalars if requested.
pub(crate) fn parse_parts(text: &[u8], most: usize, spans: bool) -> Result<Vec<Spanned<'_>>, Error> {
    let source = Source::new(text)?;
    let mut parser = Parser::new(&source);
    parser.scanner.spans = spans.then(VecDeque::new);
    let mut found = Vec::new();
    while found.len() < most {
        match parser.document()? {
            Some(document) => found.push((document, std::mem::take(&mut parser.spans))),
            None => break,
        }
    }
    let scratch = std::mem::take(&mut parser.scanner.scratch);
    drop(parser);
    let texts = Arc::new(Texts { source: source.text, scratch });
    let spanned = |(parts, spans): (Parts, _)| Spanned { document: parts.into_document(Arc::clone(&texts)), spans };
    Ok(found.into_iter().map(spanned).collect())
}

/// What the parser expects next.
#[derive(Clone, Copy, Debug, PartialEq)]
enum State {
    ImplicitDocumentStart,
    DocumentStart,
    DocumentContent,
    DocumentEnd,
    BlockNode,
    BlockSequenceFirstEntry,
    BlockSequenceEntry,
    IndentlessSequenceEntry,
    BlockMappingFirstKey,
    BlockMappingKey,
    BlockMappingValue,
    FlowSequenceFirstEntry,
    FlowSequenceEntry,
    FlowSequencePairKey,
    FlowSequencePairValue,
    FlowSequencePairEnd,
    FlowMappingFirstKey,
    FlowMappingKey,
    FlowMappingValue,
    FlowMappingEmptyValue,
    End,
}

/// The result of a step, besides nodes.
#[derive(PartialEq)]
enum Step {
    Inside,
    DocumentEnd,
    StreamEnd,
}

struct Parser<'s> {
    scanner: Scanner<'s>,
    state: State,
    /// Where to continue after the open nodes.
    states: Vec<State>,
    tag_directives: Vec<(Cow<'static, str>, String)>,
    nodes: Vec<NodeData>,
    /// The open collections, outermost first.
    open: Vec<u32>,
    anchors: HashMap<&'s str, u32>,
    tags: Vec<String>,
    has_aliases: bool,
    /// The positions of scalars by node number; filled if the scanner records them.
    spans: Vec<(u32, ScalarSpan)>,
}

/// A document without its texts, which it shares with the others of the stream.
struct Parts {
    nodes: Vec<NodeData>,
    tags: Vec<String>,
    has_aliases: bool,
}

impl Parts {
    fn into_document(self, texts: Arc<Texts<'_>>) -> Document<'_> {
        Document { texts, nodes: self.nodes, tags: self.tags, has_aliases: self.has_aliases }
    }
}

impl<'s> Parser<'s> {
    fn new(source: &'s Source<'_>) -> Parser<'s> {
        Parser {
            scanner: Scanner::new(source),
            state: State::ImplicitDocumentStart,
            states: Vec::new(),
            tag_directives: Vec::new(),
            nodes: Vec::with_capacity(source.text.len() / 24),
            open: Vec::new(),
            anchors: HashMap::new(),
            tags: Vec::new(),
            has_aliases: false,
            spans: Vec::new(),
        }
    }

    /// The next document.
    fn document(&mut self) -> Result<Option<Parts>, Error> {
        loop {
            match self.step()? {
                Step::Inside => {}
                Step::StreamEnd => return Ok(None),
                Step::DocumentEnd => {
                    self.anchors.clear();
                    return Ok(Some(Parts {
                        nodes: std::mem::take(&mut self.nodes),
                        tags: std::mem::take(&mut self.tags),
                        has_aliases: std::mem::take(&mut self.has_aliases),
                    }));
                }
            }
        }
    }

    fn step(&mut self) -> Result<Step, Error> {
        match self.state {
            State::ImplicitDocumentStart => return self.document_start(true),
            State::DocumentStart => return self.document_start(false),
            State::DocumentEnd => return self.document_end(),
            State::End => return Ok(Step::StreamEnd),
            State::DocumentContent => self.document_content(),
            State::BlockNode => self.node(true, false),
            State::BlockSequenceFirstEntry => {
                self.scanner.peek()?;
                self.scanner.skip();
                self.block_sequence_entry()
            }
            State::BlockSequenceEntry => self.block_sequence_entry(),
            State::IndentlessSequenceEntry => self.indentless_sequence_entry(),
            State::BlockMappingFirstKey => {
                self.scanner.peek()?;
                self.scanner.skip();
                self.block_mapping_key()
            }
            State::BlockMappingKey => self.block_mapping_key(),
            State::BlockMappingValue => self.block_mapping_value(),
            State::FlowSequenceFirstEntry => self.flow_sequence_entry(true),
            State::FlowSequenceEntry => self.flow_sequence_entry(false),
            State::FlowSequencePairKey => self.flow_sequence_pair_key(),
            State::FlowSequencePairValue => self.flow_sequence_pair_value(),
            State::FlowSequencePairEnd => {
                self.scanner.peek()?;
                self.state = State::FlowSequenceEntry;
                self.end_collection();
                Ok(())
            }
            State::FlowMappingFirstKey => self.flow_mapping_key(true),
            State::FlowMappingKey => self.flow_mapping_key(false),
            State::FlowMappingValue => self.flow_mapping_value(false),
            State::FlowMappingEmptyValue => self.flow_mapping_value(true),
        }?;
        Ok(Step::Inside)
    }

    fn pop_state(&mut self) {
        self.state = self.states.pop().unwrap_or(State::End);
    }

    /// Drops the current token and looks at the next.
    fn next_token(&mut self) -> Result<Token, Error> {
        self.scanner.skip();
        self.scanner.peek()
    }

    /// Parses a node after which `then` is expected.
    fn node_then(&mut self, then: State, block: bool, indentless: bool) -> Result<(), Error> {
        self.states.push(then);
        self.node(block, indentless)
    }

    /// Adds an empty node if none is written, and expects `then`.
    fn empty_then(&mut self, then: State, line: u32) -> Result<(), Error> {
        self.state = then;
        self.add_empty(line);
        Ok(())
    }
}

/// An error of the parser at a token. Unlike the scanner's, Go counts these lines from 0.
fn error_at<T>(token: &Token, problem: &str) -> Result<T, Error> {
    error_by(token, ErrorKind::Other, problem)
}

fn error_by<T>(token: &Token, kind: ErrorKind, problem: &str) -> Result<T, Error> {
    Err(Error::yaml(token.line as usize, kind, problem))
}

/// The error for a token if the grammar requires another one.
fn not_found<T>(token: &Token, wanted: &str) -> Result<T, Error> {
    error_by(token, ErrorKind::Unexpected, &format!("did not find expected {wanted}"))
}

/// The error for a token in place of a key.
fn no_key<T>(token: &Token) -> Result<T, Error> {
    error_by(token, ErrorKind::NoKey, "did not find expected key")
}

/// Whether a token begins or ends a document.
fn is_document_boundary(kind: TokenKind) -> bool {
    use TokenKind::{DocumentEnd, DocumentStart, StreamEnd, TagDirective, VersionDirective};
    matches!(kind, VersionDirective | TagDirective | DocumentStart | DocumentEnd | StreamEnd)
}
