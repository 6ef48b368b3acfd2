//! From documents to compiled schemas: everything that can be reached from a root.

use std::collections::HashMap;

use super::compiled::{
    Additional, ArrayRules, Dependency, NumberRules, ObjectRules, Schema, SchemaId, StringRules, Types,
};
use super::decimal::Decimal;
use super::draft::Draft;
use super::format::Format;
use super::json::{Json, NodeId, Value};
use super::library::{Library, Place};
use super::location::{PointerError, encode_fragment, follow, join, split_fragment};
use super::pattern::{Pattern, complaint};
use crate::go_text;

/// Compiles schemas on demand; a place is compiled once.
pub(crate) struct Compiler<'a> {
    pub(crate) library: Library<'a>,
    pub(crate) schemas: Vec<Schema>,
    known: HashMap<Place, SchemaId>,
    queue: Vec<Place>,
    /// Formats are asserted whatever the draft: so in schemas of schemas.
    pub(crate) assert_formats: bool,
}

impl<'a> Compiler<'a> {
    pub(crate) fn new(library: Library<'a>) -> Compiler<'a> {
        let (known, schemas, queue) = Default::default();
        Compiler { library, schemas, known, queue, assert_formats: false }
    }

    /// Compiles a place and all it needs. The error is the text of Go's library.
    pub(crate) fn compile(&mut self, place: Place) -> Result<SchemaId, String> {
        let root = self.enqueue(place);
        while self.schemas.len() < self.queue.len() {
            let Some(&next) = self.queue.get(self.schemas.len()) else { break };
            self.library.ensure(next)?;
            let schema = self.compile_one(next)?;
            self.schemas.push(schema);
        }
        Ok(root)
    }

    fn enqueue(&mut self, place: Place) -> SchemaId {
        *self.known.entry(place).or_insert_with(|| {
            self.queue.push(place);
            self.queue.len() - 1
        })
    }

    fn compile_one(&mut self, place: Place) -> Result<Schema, String> {
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
        schema.resource = self.enqueue(Place { node: resource_root, ..place });
        for (name, node) in dynamic {
            let id = self.enqueue(Place { node, ..place });
            schema.dynamic_anchors.push((name, id));
        }
        if always.is_none() {
            Keywords { compiler: self, place, draft }.fill(&mut schema)?;
        }
        Ok(schema)
    }

    fn json(&self, place: Place) -> Option<&Json<'a>> {
        self.library.documents.get(place.document).map(|document| &document.json)
    }

    /// The place a reference names.
    fn resolve(&mut self, from: Place, reference: &str) -> Result<Place, String> {
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
        Ok(Place { document: index, node })
    }
}

fn blank(place: Place, draft: Draft) -> Schema {
    Schema {
        place,
        draft,
        resource: 0,
        dynamic_anchors: Vec::new(),
        always: None,
        reference: None,
        recursive_reference: None,
        recursive_anchor: false,
        dynamic_reference: None,
        dynamic_anchor: String::new(),
        types: Types::default(),
        constant: None,
        enumeration: None,
        format: None,
        all_of: Vec::new(),
        any_of: Vec::new(),
        one_of: Vec::new(),
        not: None,
        condition: None,
        then: None,
        otherwise: None,
        object: ObjectRules::default(),
        array: ArrayRules::default(),
        string: StringRules::default(),
        number: NumberRules::default(),
    }
}

/// Reads the keywords of one schema object.
struct Keywords<'c, 'a> {
    compiler: &'c mut Compiler<'a>,
    place: Place,
    draft: Draft,
}

impl Keywords<'_, '_> {
    fn fill(mut self, schema: &mut Schema) -> Result<(), String> {
        schema.reference = self.reference("$ref")?;
        if self.draft < Draft::D2019 && schema.reference.is_some() {
            // Everything beside a $ref is ignored.
            return Ok(());
        }
        self.fill_logic(schema);
        self.fill_values(schema);
        self.fill_object(&mut schema.object)?;
        self.fill_array(&mut schema.array);
        self.fill_string(&mut schema.string)?;
        schema.number = self.numbers();
        if self.draft >= Draft::D2019 {
            schema.recursive_reference = self.reference("$recursiveRef")?;
            schema.recursive_anchor = self.flag("$recursiveAnchor");
        }
        if self.draft >= Draft::D2020 {
            if let Some(target) = self.reference("$dynamicRef")? {
                let fragment = split_fragment(self.text("$dynamicRef").unwrap_or_default()).1;
                let anchor = if fragment.starts_with('/') { String::new() } else { fragment };
                schema.dynamic_reference = Some((target, anchor));
            }
            schema.dynamic_anchor = self.text("$dynamicAnchor").unwrap_or_default().to_string();
        }
        Ok(())
    }

    fn fill_logic(&mut self, schema: &mut Schema) {
        schema.all_of = self.list("allOf");
        schema.any_of = self.list("anyOf");
        schema.one_of = self.list("oneOf");
        schema.not = self.one("not");
        if self.draft >= Draft::D7 {
            schema.condition = self.one("if");
            if schema.condition.is_some() {
                let fixed = self.bool("if");
                schema.then = if fixed == Some(false) { None } else { self.one("then") };
                schema.otherwise = if fixed == Some(true) { None } else { self.one("else") };
            }
        }
    }

    fn fill_values(&mut self, schema: &mut Schema) {
        let Some(json) = self.compiler.json(self.place) else { return };
        let types = json.get(self.place.node, "type").map(|node| json.value(node));
        schema.types = match types {
            Some(Value::Text(name)) => Types::named(name),
            Some(Value::List(names)) => names.iter().fold(Types::default(), |types, &name| match json.value(name) {
                Value::Text(name) => types.with(Types::named(name)),
                _ => types,
            }),
            _ => Types::default(),
        };
        schema.enumeration =
            json.get(self.place.node, "enum").filter(|&node| matches!(json.value(node), Value::List(_)));
        if self.draft >= Draft::D6 {
            schema.constant = json.get(self.place.node, "const");
        }
        if self.draft < Draft::D2019 || self.compiler.assert_formats {
            schema.format = self.text("format").and_then(Format::named);
        }
    }

    fn fill_object(&mut self, rules: &mut ObjectRules) -> Result<(), String> {
        rules.min = self.int("minProperties");
        rules.max = self.int("maxProperties");
        rules.required = self.texts("required");
        rules.properties = self.map("properties");
        for (source, schema) in self.map("patternProperties") {
            self.check_pattern(&source, "patternProperties")?;
            rules.patterns.push((Pattern::new(&source), schema));
        }
        rules.additional = self.additional("additionalProperties");
        rules.dependencies = self.dependencies();
        if self.draft >= Draft::D6 {
            rules.names = self.one("propertyNames");
        }
        if self.draft >= Draft::D2019 {
            rules.dependent_schemas = self.map("dependentSchemas");
            rules.dependent_required = self.name_lists("dependentRequired");
            rules.unevaluated = self.one("unevaluatedProperties");
        }
        Ok(())
    }

    fn fill_array(&mut self, rules: &mut ArrayRules) {
        rules.min = self.int("minItems");
        rules.max = self.int("maxItems");
        rules.unique = self.flag("uniqueItems");
        if self.draft >= Draft::D2020 {
            rules.first = self.list("prefixItems");
            rules.items = self.one("items");
        } else {
            rules.first = self.list("items");
            if matches!(self.value("items"), Some(Value::List(_))) {
                rules.additional = self.additional("additionalItems");
            } else {
                rules.items = self.one("items");
            }
        }
        if self.draft >= Draft::D6 {
            rules.contains = self.one("contains");
        }
        if self.draft >= Draft::D2019 {
            if rules.contains.is_some() {
                rules.min_contains = self.int("minContains");
                rules.max_contains = self.int("maxContains");
            }
            rules.unevaluated = self.one("unevaluatedItems");
        }
    }

    fn fill_string(&mut self, rules: &mut StringRules) -> Result<(), String> {
        rules.min = self.int("minLength");
        rules.max = self.int("maxLength");
        if let Some(source) = self.text("pattern").map(str::to_string) {
            self.check_pattern(&source, "pattern")?;
            rules.pattern = Some(Pattern::new(&source));
        }
        Ok(())
    }

    fn numbers(&self) -> NumberRules {
        let mut rules = NumberRules { multiple_of: self.decimal("multipleOf"), ..NumberRules::default() };
        match self.bool("exclusiveMaximum") {
            Some(true) => rules.below = self.decimal("maximum"),
            _ => (rules.maximum, rules.below) = (self.decimal("maximum"), self.decimal("exclusiveMaximum")),
        }
        match self.bool("exclusiveMinimum") {
            Some(true) => rules.above = self.decimal("minimum"),
            _ => (rules.minimum, rules.above) = (self.decimal("minimum"), self.decimal("exclusiveMinimum")),
        }
        rules
    }

    fn check_pattern(&self, source: &str, keyword: &str) -> Result<(), String> {
        let Some(reason) = complaint(source) else { return Ok(()) };
        let document = self.compiler.library.documents.get(self.place.document);
        let address = document.map_or_else(String::new, |document| {
            format!("{}#{}/{keyword}", document.url, encode_fragment(&document.json.pointer(self.place.node)))
        });
        Err(format!("invalid regex {} at {}: {reason}", go_text::quote(source), go_text::quote(address)))
    }

    fn value(&self, keyword: &str) -> Option<Value<'_>> {
        let json = self.compiler.json(self.place)?;
        json.get(self.place.node, keyword).map(|node| json.value(node))
    }

    fn text(&self, keyword: &str) -> Option<&str> {
        self.compiler.json(self.place)?.get_text(self.place.node, keyword)
    }

    fn bool(&self, keyword: &str) -> Option<bool> {
        if let Some(Value::Bool(b)) = self.value(keyword) { Some(b) } else { None }
    }

    fn flag(&self, keyword: &str) -> bool {
        self.bool(keyword) == Some(true)
    }

    fn decimal(&self, keyword: &str) -> Option<Decimal> {
        if let Some(Value::Number(text)) = self.value(keyword) { Decimal::parse(text) } else { None }
    }

    fn int(&self, keyword: &str) -> Option<i64> {
        self.decimal(keyword)?.to_int()
    }

    fn texts(&self, keyword: &str) -> Vec<String> {
        let json = self.compiler.json(self.place);
        json.and_then(|json| Some(names(json, json.get(self.place.node, keyword)?))).unwrap_or_default()
    }

    fn reference(&mut self, keyword: &str) -> Result<Option<SchemaId>, String> {
        let Some(reference) = self.text(keyword).map(str::to_string) else { return Ok(None) };
        let place = self.compiler.resolve(self.place, &reference)?;
        Ok(Some(self.compiler.enqueue(place)))
    }

    fn schema(&mut self, node: NodeId) -> SchemaId {
        self.compiler.enqueue(Place { node, ..self.place })
    }

    fn one(&mut self, keyword: &str) -> Option<SchemaId> {
        let node = self.compiler.json(self.place)?.get(self.place.node, keyword)?;
        Some(self.schema(node))
    }

    fn list(&mut self, keyword: &str) -> Vec<SchemaId> {
        let Some(Value::List(items)) = self.value(keyword) else { return Vec::new() };
        items.to_vec().into_iter().map(|node| self.schema(node)).collect()
    }

    fn map_nodes(&self, keyword: &str) -> Vec<(String, NodeId)> {
        let Some(json) = self.compiler.json(self.place) else { return Vec::new() };
        let Some(node) = json.get(self.place.node, keyword) else { return Vec::new() };
        json.entries(node).map(|(key, value)| (key.to_string(), value)).collect()
    }

    fn map(&mut self, keyword: &str) -> Vec<(String, SchemaId)> {
        self.map_nodes(keyword).into_iter().map(|(key, node)| (key, self.schema(node))).collect()
    }

    fn additional(&mut self, keyword: &str) -> Option<Additional> {
        match self.bool(keyword) {
            Some(allowed) => Some(Additional::Allowed(allowed)),
            None => self.one(keyword).map(Additional::Schema),
        }
    }

    fn dependencies(&mut self) -> Vec<(String, Dependency)> {
        let mut found = Vec::new();
        for (key, node) in self.map_nodes("dependencies") {
            let json = self.compiler.json(self.place);
            let list = json.filter(|json| matches!(json.value(node), Value::List(_))).map(|json| names(json, node));
            let dependency = match list {
                Some(names) => Dependency::Names(names),
                None => Dependency::Schema(self.schema(node)),
            };
            found.push((key, dependency));
        }
        found
    }

    fn name_lists(&self, keyword: &str) -> Vec<(String, Vec<String>)> {
        let Some(json) = self.compiler.json(self.place) else { return Vec::new() };
        self.map_nodes(keyword).into_iter().map(|(key, node)| (key, names(json, node))).collect()
    }
}

/// The texts of a list.
fn names(json: &Json<'_>, node: NodeId) -> Vec<String> {
    let Value::List(items) = json.value(node) else { return Vec::new() };
    let texts =
        items.iter().filter_map(|&item| if let Value::Text(text) = json.value(item) { Some(text) } else { None });
    texts.map(str::to_string).collect()
}
