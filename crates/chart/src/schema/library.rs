//! The documents a schema is made of, and the resources (addresses, anchors, drafts) inside them.

use std::collections::HashMap;

use super::Fetch;
use super::chart_folder::ChartFolder;
use super::draft::{Draft, Position};
use super::json::{Json, NodeId, Value};
use super::location::{file_path, join, scheme, split_fragment};
use super::metaschema;
use crate::{Warning, go_text};

/// A node of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct NodeRef {
    pub(crate) document: usize,
    pub(crate) node: NodeId,
}

/// A schema with an address of its own.
#[derive(Debug)]
pub(crate) struct Resource {
    pub(crate) root: NodeId,
    pub(crate) id: String,
    pub(crate) draft: Draft,
    pub(crate) anchors: HashMap<String, NodeId>,
    pub(crate) dynamic_anchors: Vec<String>,
}

#[derive(Debug)]
pub(crate) struct Document<'a> {
    pub(crate) url: String,
    pub(crate) json: Json<'a>,
    pub(crate) resources: Vec<Resource>,
    /// The resource each schema node belongs to, once it is known to be a schema.
    owner: Vec<u32>,
}

const UNSEEN: u32 = u32::MAX;

impl Document<'_> {
    pub(crate) fn resource(&self, node: NodeId) -> usize {
        match self.owner.get(node as usize) {
            Some(&owner) if owner != UNSEEN => owner as usize,
            _ => 0,
        }
    }

    pub(crate) fn is_known(&self, node: NodeId) -> bool {
        self.owner.get(node as usize).is_some_and(|&owner| owner != UNSEEN)
    }

    fn find(&self, id: &str) -> Option<usize> {
        self.resources.iter().position(|resource| resource.id == id)
    }
}

/// All documents, by address.
pub(crate) struct Library<'a> {
    pub(crate) documents: Vec<Document<'a>>,
    fetch: &'a Fetch<'a>,
    folder: ChartFolder,
    pub(crate) warnings: Vec<Warning>,
}

impl<'a> Library<'a> {
    pub(crate) fn new(fetch: &'a Fetch<'a>, folder: ChartFolder) -> Library<'a> {
        Library { documents: Vec::new(), fetch, folder, warnings: Vec::new() }
    }

    /// Adds a document and finds its resources. Its shape is not checked yet.
    pub(crate) fn add(&mut self, url: &str, json: Json<'a>) -> Result<usize, String> {
        let owner = vec![UNSEEN; json.len()];
        let mut document = Document { url: url.to_string(), json, resources: Vec::new(), owner };
        self.collect(&mut document, 0, None, Draft::D2020)?;
        self.documents.push(document);
        Ok(self.documents.len() - 1)
    }

    /// The document at an address, loaded if need be.
    pub(crate) fn load(&mut self, url: &str) -> Result<usize, String> {
        if let Some(found) = self.documents.iter().position(|document| document.url == url) {
            return Ok(found);
        }
        let json = match metaschema::text(url) {
            Some(text) => Json::parse(text.as_bytes()).ok_or_else(|| format!("broken schema {url}"))?,
            None => {
                let failed = |reason| format!("failing loading {}: {reason}", go_text::quote(url));
                let text = self.get(url).map_err(failed)?;
                let parsed = Json::parse_text(String::from_utf8_lossy(&text).into_owned().into());
                // What is wrong with it would show a piece of a file that may be no schema at all.
                parsed.ok_or_else(|| failed("it is not valid JSON".into()))?
            }
        };
        let document = self.add(url, json)?;
        if !metaschema::is_official(url) {
            self.check(NodeRef { document, node: 0 })?;
        }
        Ok(document)
    }

    fn get(&mut self, url: &str) -> Result<Vec<u8>, String> {
        match scheme(url) {
            Some("http" | "https") => (self.fetch)(url),
            Some("file") => self.folder.read(&file_path(url)),
            Some("urn") => {
                self.warnings.push(Warning::UrnIgnored { urn: url.to_string() });
                Ok(b"true".to_vec())
            }
            _ => Err(format!("no URLLoader registered for {}", go_text::quote(url))),
        }
    }

    /// Checks a node against the schema of schemas of its draft.
    pub(crate) fn check(&mut self, place: NodeRef) -> Result<(), String> {
        let Some(document) = self.documents.get(place.document) else { return Ok(()) };
        metaschema::check(document, place.node)
    }

    /// Makes sure that a node reached by a pointer is known as a schema.
    pub(crate) fn ensure(&mut self, place: NodeRef) -> Result<(), String> {
        if self.documents.get(place.document).is_none_or(|document| document.is_known(place.node)) {
            return Ok(());
        }
        let mut document = self.documents.swap_remove(place.document);
        let base = document.resource(place.node);
        let draft = document.resources.get(base).map_or(Draft::D2020, |resource| resource.draft);
        let collected = self.collect(&mut document, place.node, Some(base), draft);
        self.documents.push(document);
        let last = self.documents.len() - 1;
        self.documents.swap(place.document, last);
        collected?;
        self.check(place)
    }

    /// Finds resources and anchors from a schema node down.
    fn collect(
        &mut self,
        document: &mut Document<'a>,
        node: NodeId,
        base: Option<usize>,
        fallback: Draft,
    ) -> Result<(), String> {
        if document.is_known(node) {
            return Ok(());
        }
        let base = match base {
            Some(base) if !document.json.has_names_inside => base,
            base => self.collect_own(document, node, base, fallback)?,
        };
        if let Some(owner) = document.owner.get_mut(node as usize) {
            *owner = base as u32;
        }
        let draft = document.resources.get(base).map_or(fallback, |resource| resource.draft);
        for child in subschemas(&document.json, node, draft) {
            self.collect(document, child, Some(base), draft)?;
        }
        Ok(())
    }

    /// The resource a schema belongs to: a new one where it has an id.
    fn collect_own(
        &mut self,
        document: &mut Document<'a>,
        node: NodeId,
        base: Option<usize>,
        fallback: Draft,
    ) -> Result<usize, String> {
        let mut draft = match document.json.get_text(node, "$schema") {
            Some(url) if base.is_none() || own_id(&document.json, node, fallback).is_some() => {
                let url = url.to_string();
                self.draft_of(&url, &document.url, 0)?
            }
            _ => fallback,
        };
        let mut id = own_id(&document.json, node, draft);
        if id.is_none() && base.is_some() {
            draft = fallback;
            id = own_id(&document.json, node, draft);
        }
        let resource = match (id, base) {
            (None, Some(base)) => base,
            (id, base) => {
                let base_url = base.and_then(|base| document.resources.get(base)).map_or(&document.url, |r| &r.id);
                let url = id.map_or_else(|| base_url.clone(), |id| join(base_url, &id));
                if let Some(other) = document.find(&url).and_then(|found| document.resources.get(found)) {
                    return Err(format!(
                        "duplicate id {} in {} at {} and {}",
                        go_text::quote(&url),
                        go_text::quote(&document.url),
                        go_text::quote(document.json.pointer(node)),
                        go_text::quote(document.json.pointer(other.root))
                    ));
                }
                let (anchors, dynamic_anchors) = Default::default();
                document.resources.push(Resource { root: node, id: url, draft, anchors, dynamic_anchors });
                document.resources.len() - 1
            }
        };
        collect_anchors(document, node, resource)?;
        Ok(resource)
    }

    /// The draft a `$schema` stands for, through other schemas if need be.
    fn draft_of(&mut self, url: &str, from: &str, depth: usize) -> Result<Draft, String> {
        if let Some(draft) = Draft::from_url(url) {
            return Ok(draft);
        }
        let (url, _) = split_fragment(url);
        if url == from {
            return Err(format!("draft {} is not supported", go_text::quote(url)));
        }
        if depth > 8 {
            return Err(format!("cycle in resolving $schema in {}", go_text::quote(url)));
        }
        let text = self.get(url).map_err(|reason| format!("failing loading {}: {reason}", go_text::quote(url)))?;
        let next = Json::parse(&text).and_then(|json| json.get_text(0, "$schema").map(str::to_string));
        match next {
            Some(next) => self.draft_of(&next, url, depth + 1),
            None => Ok(Draft::D2020),
        }
    }
}

/// The id of a schema without its fragment; `None` if it is empty.
fn own_id(json: &Json<'_>, node: NodeId, draft: Draft) -> Option<String> {
    if draft < Draft::D2019 && json.get(node, "$ref").is_some() {
        return None;
    }
    let (id, _) = split_fragment(json.get_text(node, draft.id_keyword())?);
    (!id.is_empty()).then(|| id.to_string())
}

fn collect_anchors(document: &mut Document<'_>, node: NodeId, resource: usize) -> Result<(), String> {
    let (json, Some(own)) = (&document.json, document.resources.get_mut(resource)) else { return Ok(()) };
    let mut names: Vec<&str> = Vec::new();
    let fragment;
    if own.draft < Draft::D2019 {
        if json.get(node, "$ref").is_none()
            && let Some(id) = json.get_text(node, own.draft.id_keyword())
        {
            fragment = split_fragment(id).1;
            if !fragment.is_empty() && !fragment.starts_with('/') {
                names.push(&fragment);
            }
        }
    } else {
        names.extend(json.get_text(node, "$anchor"));
        if own.draft == Draft::D2020
            && let Some(name) = json.get_text(node, "$dynamicAnchor")
        {
            names.push(name);
            own.dynamic_anchors.push(name.to_string());
        }
    }
    for name in names {
        if let Some(other) = own.anchors.insert(name.to_string(), node)
            && other != node
        {
            return Err(format!(
                "duplicate anchor {} in {} at {} and {}",
                go_text::quote(name),
                go_text::quote(&document.url),
                go_text::quote(json.pointer(other)),
                go_text::quote(json.pointer(node))
            ));
        }
    }
    Ok(())
}

/// The schemas directly inside a schema.
pub(crate) fn subschemas(json: &Json<'_>, node: NodeId, draft: Draft) -> Vec<NodeId> {
    let mut found = Vec::new();
    for (keyword, value) in json.entries(node) {
        let Some(position) = draft.position(keyword) else { continue };
        match (position, json.value(value)) {
            (Position::One, _) => found.push(value),
            (Position::List | Position::OneOrList, Value::List(items)) => found.extend_from_slice(items),
            (Position::OneOrList, _) => found.push(value),
            (Position::Map | Position::MapOfSome, Value::Object(entries)) => {
                found.extend(entries.iter().map(|entry| entry.1));
            }
            _ => {}
        }
    }
    found
}
