//! Reads the keywords of one schema object.

use super::Compiler;
use crate::go_text;
use crate::schema::compiled::{
    Additional, ArrayRules, Dependency, DynamicRules, LogicRules, NumberRules, ObjectRules, Schema, SchemaId,
    StringRules, Types,
};
use crate::schema::decimal::Decimal;
use crate::schema::draft::Draft;
use crate::schema::format::Format;
use crate::schema::json::{Json, NodeId, Span, Value};
use crate::schema::keyword::Keyword;
use crate::schema::library::NodeRef;
use crate::schema::location::{encode_fragment, split_fragment};
use crate::schema::pattern::{Pattern, complaint};

const DYNAMIC: [Keyword; 4] =
    [Keyword::RecursiveRef, Keyword::RecursiveAnchor, Keyword::DynamicRef, Keyword::DynamicAnchor];
const LOGIC: [Keyword; 5] = [Keyword::AllOf, Keyword::AnyOf, Keyword::OneOf, Keyword::Not, Keyword::If];
const OBJECT: [Keyword; 11] = [
    Keyword::MinProperties,
    Keyword::MaxProperties,
    Keyword::Required,
    Keyword::Properties,
    Keyword::PatternProperties,
    Keyword::AdditionalProperties,
    Keyword::Dependencies,
    Keyword::PropertyNames,
    Keyword::DependentSchemas,
    Keyword::DependentRequired,
    Keyword::UnevaluatedProperties,
];
const ARRAY: [Keyword; 8] = [
    Keyword::MinItems,
    Keyword::MaxItems,
    Keyword::UniqueItems,
    Keyword::PrefixItems,
    Keyword::Items,
    Keyword::AdditionalItems,
    Keyword::Contains,
    Keyword::UnevaluatedItems,
];
const STRING: [Keyword; 3] = [Keyword::MinLength, Keyword::MaxLength, Keyword::Pattern];
const NUMBER: [Keyword; 5] =
    [Keyword::MultipleOf, Keyword::ExclusiveMaximum, Keyword::ExclusiveMinimum, Keyword::Maximum, Keyword::Minimum];

/// The keywords of one schema object.
pub(super) struct Keywords<'c, 'a> {
    compiler: &'c mut Compiler<'a>,
    place: NodeRef,
    draft: Draft,
    /// The value of each keyword.
    nodes: [Option<NodeId>; Keyword::COUNT],
}

impl<'c, 'a> Keywords<'c, 'a> {
    pub(super) fn new(compiler: &'c mut Compiler<'a>, place: NodeRef, draft: Draft) -> Keywords<'c, 'a> {
        let mut nodes = [None; Keyword::COUNT];
        if let Some(json) = compiler.json(place) {
            for (key, node) in json.entries(place.node) {
                if let Some(slot) = Keyword::named(key).and_then(|keyword| nodes.get_mut(keyword as usize)) {
                    *slot = Some(node);
                }
            }
        }
        Keywords { compiler, place, draft, nodes }
    }

    fn has_any(&self, keywords: &[Keyword]) -> bool {
        keywords.iter().any(|&keyword| self.node(keyword).is_some())
    }

    fn node(&self, keyword: Keyword) -> Option<NodeId> {
        self.nodes.get(keyword as usize).copied().flatten()
    }

    pub(super) fn fill(mut self, schema: &mut Schema) -> Result<(), String> {
        schema.reference = self.reference(Keyword::Ref)?;
        if self.draft < Draft::D2019 && schema.reference.is_some() {
            // Everything beside a $ref is ignored, except for what Go's library forgets to ignore.
            schema.constant = self.node(Keyword::Const).filter(|_| self.draft >= Draft::D6);
            return Ok(());
        }
        if self.has_any(&LOGIC) {
            let mut rules = Box::default();
            self.fill_logic(&mut rules);
            schema.logic = Some(rules);
        }
        self.fill_values(schema);
        if self.has_any(&OBJECT) {
            let mut rules = Box::default();
            self.fill_object(&mut rules)?;
            schema.object = Some(rules);
        }
        if self.has_any(&ARRAY) {
            let mut rules = Box::default();
            self.fill_array(&mut rules);
            schema.array = Some(rules);
        }
        if self.has_any(&STRING) {
            schema.string = Some(Box::new(self.strings()?));
        }
        if self.has_any(&NUMBER) {
            schema.number = Some(Box::new(self.numbers()));
        }
        if self.draft >= Draft::D2019 && self.has_any(&DYNAMIC) {
            self.fill_dynamic(schema.dynamic.get_or_insert_default())?;
        }
        Ok(())
    }

    fn fill_dynamic(&mut self, rules: &mut DynamicRules) -> Result<(), String> {
        rules.recursive_reference = self.reference(Keyword::RecursiveRef)?;
        rules.recursive_anchor = self.flag(Keyword::RecursiveAnchor);
        if self.draft >= Draft::D2020 {
            if let Some(target) = self.reference(Keyword::DynamicRef)? {
                let fragment = split_fragment(self.text(Keyword::DynamicRef).unwrap_or_default()).1;
                let anchor = if fragment.starts_with('/') { String::new() } else { fragment };
                rules.reference = Some((target, anchor));
            }
            rules.anchor = self.text(Keyword::DynamicAnchor).unwrap_or_default().to_string();
        }
        Ok(())
    }

    fn fill_logic(&mut self, rules: &mut LogicRules) {
        rules.all_of = self.list(Keyword::AllOf);
        rules.any_of = self.list(Keyword::AnyOf);
        rules.one_of = self.list(Keyword::OneOf);
        rules.not = self.one(Keyword::Not);
        if self.draft >= Draft::D7 {
            rules.condition = self.one(Keyword::If);
            if rules.condition.is_some() {
                let fixed = self.bool(Keyword::If);
                rules.then = if fixed == Some(false) { None } else { self.one(Keyword::Then) };
                rules.otherwise = if fixed == Some(true) { None } else { self.one(Keyword::Else) };
            }
        }
    }

    fn fill_values(&mut self, schema: &mut Schema) {
        let Some(json) = self.compiler.json(self.place) else { return };
        let types = self.node(Keyword::Type).map(|node| json.value(node));
        schema.types = match types {
            Some(Value::Text(name)) => Types::named(name),
            Some(Value::List(names)) => names.iter().fold(Types::default(), |types, &name| match json.value(name) {
                Value::Text(name) => types.with(Types::named(name)),
                _ => types,
            }),
            _ => Types::default(),
        };
        schema.enumeration = self.node(Keyword::Enum).filter(|&node| matches!(json.value(node), Value::List(_)));
        if self.draft >= Draft::D6 {
            schema.constant = self.node(Keyword::Const);
        }
        if self.draft < Draft::D2019 || self.compiler.assert_formats {
            schema.format = self.text(Keyword::Format).and_then(Format::named);
        }
    }

    fn fill_object(&mut self, rules: &mut ObjectRules) -> Result<(), String> {
        rules.min = self.int(Keyword::MinProperties);
        rules.max = self.int(Keyword::MaxProperties);
        rules.required = self.texts(Keyword::Required);
        rules.properties = self.properties();
        for (source, schema) in self.map(Keyword::PatternProperties) {
            self.check_pattern(&source, Keyword::PatternProperties)?;
            rules.patterns.push((Pattern::new(&source), schema));
        }
        rules.additional = self.additional(Keyword::AdditionalProperties);
        rules.dependencies = self.dependencies();
        if self.draft >= Draft::D6 {
            rules.names = self.one(Keyword::PropertyNames);
        }
        if self.draft >= Draft::D2019 {
            rules.dependent_schemas = self.map(Keyword::DependentSchemas);
            rules.dependent_required = self.name_lists(Keyword::DependentRequired);
            rules.unevaluated = self.one(Keyword::UnevaluatedProperties);
        }
        Ok(())
    }

    fn fill_array(&mut self, rules: &mut ArrayRules) {
        rules.min = self.int(Keyword::MinItems);
        rules.max = self.int(Keyword::MaxItems);
        rules.unique = self.flag(Keyword::UniqueItems);
        if self.draft >= Draft::D2020 {
            rules.first = self.list(Keyword::PrefixItems);
            rules.items = self.one(Keyword::Items);
        } else {
            rules.first = self.list(Keyword::Items);
            if matches!(self.value(Keyword::Items), Some(Value::List(_))) {
                rules.additional = self.additional(Keyword::AdditionalItems);
            } else {
                rules.items = self.one(Keyword::Items);
            }
        }
        if self.draft >= Draft::D6 {
            rules.contains = self.one(Keyword::Contains);
        }
        if self.draft >= Draft::D2019 {
            if rules.contains.is_some() {
                rules.min_contains = self.int(Keyword::MinContains);
                rules.max_contains = self.int(Keyword::MaxContains);
            }
            rules.unevaluated = self.one(Keyword::UnevaluatedItems);
        }
    }

    fn strings(&self) -> Result<StringRules, String> {
        let pattern = self.text(Keyword::Pattern);
        if let Some(source) = pattern {
            self.check_pattern(source, Keyword::Pattern)?;
        }
        Ok(StringRules {
            min: self.int(Keyword::MinLength),
            max: self.int(Keyword::MaxLength),
            pattern: pattern.map(Pattern::new),
        })
    }

    fn numbers(&self) -> NumberRules {
        let mut rules = NumberRules { multiple_of: self.decimal(Keyword::MultipleOf), ..NumberRules::default() };
        match self.bool(Keyword::ExclusiveMaximum) {
            Some(true) => rules.below = self.decimal(Keyword::Maximum),
            _ => {
                (rules.maximum, rules.below) = (self.decimal(Keyword::Maximum), self.decimal(Keyword::ExclusiveMaximum))
            }
        }
        match self.bool(Keyword::ExclusiveMinimum) {
            Some(true) => rules.above = self.decimal(Keyword::Minimum),
            _ => {
                (rules.minimum, rules.above) = (self.decimal(Keyword::Minimum), self.decimal(Keyword::ExclusiveMinimum))
            }
        }
        rules
    }

    fn check_pattern(&self, source: &str, keyword: Keyword) -> Result<(), String> {
        let Some(reason) = complaint(source) else { return Ok(()) };
        let document = self.compiler.library.documents.get(self.place.document);
        let address = document.map_or_else(String::new, |document| {
            format!("{}#{}/{}", document.url, encode_fragment(&document.json.pointer(self.place.node)), keyword.text())
        });
        Err(format!("invalid regex {} at {}: {reason}", go_text::quote(source), go_text::quote(address)))
    }

    fn value(&self, keyword: Keyword) -> Option<Value<'_>> {
        let json = self.compiler.json(self.place)?;
        self.node(keyword).map(|node| json.value(node))
    }

    fn text(&self, keyword: Keyword) -> Option<&str> {
        if let Some(Value::Text(text)) = self.value(keyword) { Some(text) } else { None }
    }

    fn bool(&self, keyword: Keyword) -> Option<bool> {
        if let Some(Value::Bool(b)) = self.value(keyword) { Some(b) } else { None }
    }

    fn flag(&self, keyword: Keyword) -> bool {
        self.bool(keyword) == Some(true)
    }

    fn decimal(&self, keyword: Keyword) -> Option<Decimal> {
        if let Some(Value::Number(text)) = self.value(keyword) { Decimal::parse(text) } else { None }
    }

    fn int(&self, keyword: Keyword) -> Option<i64> {
        self.decimal(keyword)?.to_int()
    }

    fn texts(&self, keyword: Keyword) -> Vec<String> {
        let json = self.compiler.json(self.place);
        json.and_then(|json| Some(names(json, self.node(keyword)?))).unwrap_or_default()
    }

    fn reference(&mut self, keyword: Keyword) -> Result<Option<SchemaId>, String> {
        let Some(reference) = self.text(keyword).map(str::to_string) else { return Ok(None) };
        let place = self.compiler.resolve(self.place, &reference)?;
        Ok(Some(self.compiler.enqueue(place)))
    }

    fn schema(&mut self, node: NodeId) -> SchemaId {
        self.compiler.enqueue(NodeRef { node, ..self.place })
    }

    fn one(&mut self, keyword: Keyword) -> Option<SchemaId> {
        let node = self.node(keyword)?;
        Some(self.schema(node))
    }

    fn list(&mut self, keyword: Keyword) -> Vec<SchemaId> {
        let Some(Value::List(items)) = self.value(keyword) else { return Vec::new() };
        let nodes = items.to_vec();
        nodes.iter().map(|&node| self.schema(node)).collect()
    }

    fn map_nodes(&self, keyword: Keyword) -> Vec<(String, NodeId)> {
        let Some(json) = self.compiler.json(self.place) else { return Vec::new() };
        let Some(node) = self.node(keyword) else { return Vec::new() };
        json.entries(node).map(|(key, value)| (key.to_string(), value)).collect()
    }

    fn properties(&mut self) -> Vec<(Span, SchemaId)> {
        let Some(Value::Object(entries)) = self.value(Keyword::Properties) else { return Vec::new() };
        let entries = entries.to_vec();
        entries.into_iter().map(|(name, node)| (name, self.schema(node))).collect()
    }

    fn map(&mut self, keyword: Keyword) -> Vec<(String, SchemaId)> {
        self.map_nodes(keyword).into_iter().map(|(key, node)| (key, self.schema(node))).collect()
    }

    fn additional(&mut self, keyword: Keyword) -> Option<Additional> {
        match self.bool(keyword) {
            Some(allowed) => Some(Additional::Allowed(allowed)),
            None => self.one(keyword).map(Additional::Schema),
        }
    }

    fn dependencies(&mut self) -> Vec<(String, Dependency)> {
        let mut found = Vec::new();
        for (key, node) in self.map_nodes(Keyword::Dependencies) {
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

    fn name_lists(&self, keyword: Keyword) -> Vec<(String, Vec<String>)> {
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
