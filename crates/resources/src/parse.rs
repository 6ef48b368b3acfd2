//! From documents to resources: parsed, lists expanded, cleaned, identified, given rules, checked as a whole.

use serde_json::Value;
use skeg_helm_hooks::DEPENDS_ON_GROUPS;

use crate::annotations::{self, Subject};
use crate::dependencies;
use crate::document::Document;
use crate::error::{Error, Fault, Problem, write_place};
use crate::identity::ResourceId;
use crate::kinds;
use crate::object::Object;
use crate::record::Record;
use crate::resource::{Class, Origin, Resource};
use crate::rules::{Ownership, Rules};
use crate::scope::{Scopes, WithDefinitions};
use crate::set;
use crate::transform::{extra, extra::Extra, lists, metadata, secret};
use crate::yaml;

/// The release that manifests are read for.
pub struct Context<'a> {
    /// The release's name.
    pub release: &'a str,
    /// The release's namespace.
    pub namespace: &'a str,
    /// Which kinds are namespaced.
    pub scopes: &'a dyn Scopes,
    /// Put on every resource, and stored in the release.
    pub extra: &'a Extra,
    /// Put on every resource, and not stored.
    pub runtime_extra: &'a Extra,
    /// How faults are treated.
    pub strictness: Strictness,
}

/// How faults in manifests are treated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strictness {
    /// To be deployed: faults are errors.
    Wanted,
    /// Deployed before, maybe by other tools: faults are warnings, invalid annotations have no effect, and unreadable
    /// documents are skipped.
    OnRecord,
}

/// What was read.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Parsed {
    /// In the order of the documents.
    pub resources: Vec<Resource>,
    /// What the release's record stores of the documents.
    pub record: Record,
    /// Warnings with their places.
    pub warnings: Vec<String>,
}

/// Reads documents.
///
/// # Errors
/// Everything that is wrong with them.
pub fn parse(documents: &[Document<'_>], context: &Context<'_>) -> Result<Parsed, Error> {
    let mut parser = Parser { context, problems: Vec::new(), parsed: Parsed::default() };
    let extras = [context.extra, context.runtime_extra];
    for fault in extras.iter().flat_map(|extra| extra.faults()) {
        parser.problem(&Origin::default(), None, fault);
    }
    let found: Vec<Found> = documents.iter().flat_map(|document| parser.read_document(document)).collect();
    let definitions = WithDefinitions::new(context.scopes, found.iter().map(|found| &found.object));
    for found in found {
        if let Some(resource) = parser.resource(found, &definitions) {
            parser.parsed.resources.push(resource);
        }
    }
    let faults = set::check(&mut parser.parsed, context.namespace);
    for (origin, resource, fault) in faults {
        parser.problem(&origin, Some(&resource), fault);
    }
    dependencies::add_detected(&mut parser.parsed.resources);
    let Parser { problems, parsed, .. } = parser;
    if problems.is_empty() { Ok(parsed) } else { Err(Error { problems }) }
}

/// An object and where it was found.
struct Found {
    object: Object,
    origin: Origin,
    class: Class,
}

struct Parser<'a> {
    context: &'a Context<'a>,
    problems: Vec<Problem>,
    parsed: Parsed,
}

impl Parser<'_> {
    fn problem(&mut self, origin: &Origin, resource: Option<&str>, fault: Fault) {
        let problem = Problem { origin: origin.clone(), resource: resource.map(str::to_string), fault };
        match self.context.strictness {
            Strictness::Wanted => self.problems.push(problem),
            Strictness::OnRecord => self.parsed.warnings.push(problem.to_string()),
        }
    }

    fn warn(&mut self, origin: &Origin, resource: &str, text: &str) {
        let mut warning = String::new();
        // Writing to a string cannot fail.
        let _ = write_place(&mut warning, origin, Some(resource));
        self.parsed.warnings.push(warning + text);
    }

    /// The cleaned objects of a document, which is also added to the record.
    fn read_document(&mut self, document: &Document<'_>) -> Vec<Found> {
        let mut all = Vec::new();
        let mut is_changed = false;
        let mut head = None;
        for (origin, text) in document.pieces() {
            let value = match yaml::read(text) {
                Ok(value) => value,
                Err(error) => {
                    self.problem(&origin, None, Fault::Yaml(error.to_string()));
                    continue;
                }
            };
            if value.is_null() {
                continue;
            }
            if document.class == Class::Hook {
                head = head.or_else(|| Object::try_from(value.clone()).ok());
            }
            all.extend(self.read_objects(value, &origin, document.class, &mut is_changed));
        }
        self.store(document, &all, head.as_ref(), is_changed);
        all
    }

    fn read_objects(&mut self, value: Value, origin: &Origin, class: Class, is_changed: &mut bool) -> Vec<Found> {
        let objects = match lists::expand(value) {
            Ok(objects) => objects,
            Err(faults) => {
                faults.into_iter().for_each(|fault| self.problem(origin, None, fault));
                return Vec::new();
            }
        };
        let mut found = Vec::new();
        for mut object in objects {
            let shown = object.to_string();
            let cleaning = metadata::clean(&mut object);
            *is_changed |= cleaning.is_changed;
            cleaning.warnings.iter().for_each(|text| self.warn(origin, &shown, text));
            let is_sound = cleaning.faults.is_empty();
            cleaning.faults.into_iter().for_each(|fault| self.problem(origin, Some(&shown), fault));
            if is_sound {
                found.push(Found { object, origin: origin.clone(), class });
            }
        }
        found
    }

    /// Adds a document to the record: as it is, or object by object if they differ from it.
    fn store(&mut self, document: &Document<'_>, found: &[Found], head: Option<&Object>, is_changed: bool) {
        let Document { class, path, text, number } = *document;
        let origin = Origin { path: path.to_string(), document: number };
        let extra = self.context.extra;
        if !is_changed && (extra.is_empty() || found.is_empty()) {
            return self.parsed.record.add_text(class, &origin, text, head);
        }
        for found in found {
            let mut object = found.object.clone();
            extra.add_to(&mut object);
            self.parsed.record.add_object(class, &origin, &object);
        }
    }

    fn resource(&mut self, found: Found, scopes: &dyn Scopes) -> Option<Resource> {
        let Found { mut object, origin, class } = found;
        let id = self.identify(&object, &origin, scopes)?;
        if id.namespace.is_none()
            && let Some(metadata) = object.metadata_mut()
        {
            metadata.remove("namespace");
        }
        secret::encode_string_data(&mut object);
        self.context.extra.add_to(&mut object);
        self.context.runtime_extra.add_to(&mut object);
        let rules = self.rules(&object, &id, &origin, class, scopes)?;
        // Legal in Helm's records and nowhere in a cluster.
        object.remove_annotation(DEPENDS_ON_GROUPS);
        if rules.ownership == Ownership::Release {
            extra::mark(&mut object, self.context.release, self.context.namespace);
        }
        Some(Resource { id, object, origin, class, rules })
    }

    fn identify(&mut self, object: &Object, origin: &Origin, scopes: &dyn Scopes) -> Option<ResourceId> {
        let Some(name) = object.name() else {
            let has_prefix = object.text_at(&["metadata", "generateName"]).is_some_and(|prefix| !prefix.is_empty());
            let fault = if has_prefix { Fault::GenerateName } else { Fault::MissingName };
            self.problem(origin, Some(&object.to_string()), fault);
            return None;
        };
        let is_namespaced = scopes.is_namespaced(object.group(), object.kind()).unwrap_or(true);
        let namespace = is_namespaced.then(|| object.namespace().unwrap_or(self.context.namespace));
        Some(ResourceId::new(object.group(), object.kind(), namespace, name))
    }

    fn rules(
        &mut self,
        object: &Object,
        id: &ResourceId,
        origin: &Origin,
        class: Class,
        scopes: &dyn Scopes,
    ) -> Option<Rules> {
        let home = self.context.namespace;
        let reading = annotations::read(&Subject { object, id, class, home, scopes });
        let shown = id.to_string();
        reading.warnings.iter().for_each(|text| self.warn(origin, &shown, text));
        reading.faults.into_iter().for_each(|fault| self.problem(origin, Some(&shown), fault));
        let mut rules = reading.rules?;
        if kinds::is_namespace(id) && id.name == home {
            // Recorded only: deleting the namespace would delete the release itself.
            rules.ownership = Ownership::Anyone;
            rules.resource_policy.skip_delete = true;
        }
        Some(rules)
    }
}
