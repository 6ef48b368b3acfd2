//! From documents to compiled schemas: everything that can be reached from a root.

mod keywords;

use super::compiled::{Schema, SchemaId, Types};
use super::draft::Draft;
use super::json::{Json, NodeId, Value};
use super::library::{Library, NodeRef};
use super::location::{PointerError, encode_fragment, follow, join, split_fragment};
use crate::go_text;
use keywords::Keywords;

const UNKNOWN: u32 = u32::MAX;

/// Compiles schemas on demand; a place is compiled once.
pub(crate) struct Compiler<'a> {
    pub(crate) library: Library<'a>,
    pub(crate) schemas: Vec<Schema>,
    /// Schemas by document and node, `UNKNOWN` if there is none yet.
    known: Vec<Vec<u32>>,
    queue: Vec<NodeRef>,
    /// Formats are asserted whatever the draft: so in schemas of schemas.
    pub(crate) assert_formats: bool,
}

impl<'a> Compiler<'a> {
    pub(crate) fn new(library: Library<'a>) -> Compiler<'a> {
        let (known, schemas, queue) = Default::default();
        Compiler { library, schemas, known, queue, assert_formats: false }
    }

    /// Compiles a place and all it needs. The error is the text of Go's library.
    pub(crate) fn compile(&mut self, place: NodeRef) -> Result<SchemaId, String> {
        let root = self.enqueue(place);
        while self.schemas.len() < self.queue.len() {
            let Some(&next) = self.queue.get(self.schemas.len()) else { break };
            self.library.ensure(next)?;
            let schema = self.compile_one(next)?;
            self.schemas.push(schema);
        }
        Ok(root)
    }

    fn enqueue(&mut self, place: NodeRef) -> SchemaId {
        while self.known.len() <= place.document {
            let size = self.library.documents.get(self.known.len()).map_or(0, |document| document.json.len());
            self.known.push(vec![UNKNOWN; size]);
        }
        let next = self.queue.len();
        match self.known.get_mut(place.document).and_then(|nodes| nodes.get_mut(place.node as usize)) {
            Some(known) if *known != UNKNOWN => *known as SchemaId,
            slot => {
                if let (Some(slot), Ok(id)) = (slot, u32::try_from(next)) {
                    *slot = id;
                }
                self.queue.push(place);
                next
            }
        }
    }

    fn compile_one(&mut self, place: NodeRef) -> Result<Schema, String> {
        let document = self.library.documents.get(place.document).ok_or("no such schema")?;
        let resource = document.resources.get(document.resource(place.node)).ok_or("no such resource")?;
        let (draft, resource_root) = (resource.draft, resource.root);
        let mut dynamic: Vec<(String, NodeId)> = Vec::new();
        if draft == Draft::D2020 && resource_root == place.node {
            let anchors = resource.dynamic_anchors.iter();
            dynamic.extend(anchors.filter_map(|name| Some((name.clone(), *resource.anchors.get(name)?))));
        }
        let always = match document.json.value(place.node) {
            Value::Bool(b) => Some(b),
            Value::Object([]) => Some(true),
            _ => None,
        };
        let mut schema = blank(place, draft);
        schema.always = always;
        schema.resource = self.enqueue(NodeRef { node: resource_root, ..place });
        for (name, node) in dynamic {
            let id = self.enqueue(NodeRef { node, ..place });
            schema.dynamic.get_or_insert_default().anchors.push((name, id));
        }
        if always.is_none() {
            Keywords::new(self, place, draft).fill(&mut schema)?;
        }
        Ok(schema)
    }

    fn json(&self, place: NodeRef) -> Option<&Json<'a>> {
        self.library.documents.get(place.document).map(|document| &document.json)
    }

    /// The place a reference names.
    fn resolve(&mut self, from: NodeRef, reference: &str) -> Result<NodeRef, String> {
        let (url, fragment) = split_fragment(reference);
        let document = self.library.documents.get(from.document).ok_or("no such schema")?;
        let base = document.resources.get(document.resource(from.node)).ok_or("no such resource")?;
        let url = join(&base.id, url);
        let local = if url == document.url {
            Some(0)
        } else {
            document.resources.iter().position(|resource| resource.id == url)
        };
        let (index, resource) = match local {
            Some(resource) => (from.document, resource),
            None => (self.library.load(&url)?, 0),
        };
        let document = self.library.documents.get(index).ok_or("no such schema")?;
        let resource = document.resources.get(resource).ok_or("no such resource")?;
        let node = if fragment.is_empty() || fragment.starts_with('/') {
            follow(&document.json, resource.root, &fragment).map_err(|error| {
                let pointer = format!("{}{fragment}", document.json.pointer(resource.root));
                let shown = go_text::quote(format!("{}#{}", document.url, encode_fragment(&pointer)));
                match error {
                    PointerError::Invalid => format!("invalid json-pointer {shown}"),
                    PointerError::NotFound => format!("json-pointer in {shown} not found"),
                }
            })?
        } else {
            *resource.anchors.get(&fragment).ok_or_else(|| {
                let reference = go_text::quote(format!("{}#{}", resource.id, encode_fragment(&fragment)));
                format!("anchor in {reference} not found in schema {}", go_text::quote(&document.url))
            })?
        };
        Ok(NodeRef { document: index, node })
    }
}

fn blank(place: NodeRef, draft: Draft) -> Schema {
    Schema {
        place,
        draft,
        resource: 0,
        always: None,
        reference: None,
        types: Types::default(),
        constant: None,
        enumeration: None,
        format: None,
        dynamic: None,
        logic: None,
        object: None,
        array: None,
        string: None,
        number: None,
    }
}
