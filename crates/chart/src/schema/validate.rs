//! Runs compiled schemas over values. Order and wording of failures follow Go's library; where it walks a map in random
//! order, keys go in order here.

mod array;
mod logic;
mod object;
mod scalar;
mod unevaluated;

use std::cell::Cell;

use skeg_go_yaml::Tree;

use super::compile::Compiler;
use super::compiled::{Schema, SchemaId, Types};
use super::draft::Draft;
use super::json::{NodeId, Value};
use super::location::encode_fragment;
use super::report::{Failure, FailureKind};
use crate::go_text;
use unevaluated::Unevaluated;

/// Steps into values and schemas: more than real ones take, fewer than the stack holds.
const MAX_DEPTH: usize = 600;
/// Schemas applied to values in all; parts that refer to each other several times over multiply.
const MAX_STEPS: u64 = 20_000_000;
/// What a failure counts for, which takes memory too.
const STEPS_OF_FAILURE: u64 = 100;
/// What comparing with one of the values of an `enum` counts for.
const STEPS_OF_CHOICE: u64 = 4;

/// Validates a value; the failures of the root schema otherwise.
pub(crate) fn validate(schemas: &Compiler<'_>, root: SchemaId, value: &Tree) -> Result<(), Vec<Failure>> {
    let scope = Scope { schema: root, keyword: "", value: 0, parent: None };
    let at = At { value, path: None, scope: &scope, quiet: false, depth: 0 };
    let Some(schema) = schemas.schemas.get(root) else { return Ok(()) };
    let steps = Cell::new(0);
    let run = Run { schemas, steps: &steps };
    let mut unevaluated = Unevaluated::of(value, schema, false);
    let outcome = run.validate(schema, at, &mut unevaluated);
    if steps.get() > MAX_STEPS {
        return Err(vec![*at.failure(|| format!("validation takes more than {MAX_STEPS} steps"))]);
    }
    outcome.map_err(|failure| match failure.kind {
        FailureKind::Group => failure.causes,
        _ => vec![*failure],
    })
}

type Outcome = Result<(), Box<Failure>>;

#[derive(Clone, Copy)]
struct Run<'r, 'a> {
    schemas: &'r Compiler<'a>,
    steps: &'r Cell<u64>,
}

/// Where validation stands.
#[derive(Clone, Copy)]
struct At<'v, 's> {
    value: &'v Tree,
    path: Option<&'s Path<'s>>,
    scope: &'s Scope<'s>,
    /// Only whether it fails matters, not why.
    quiet: bool,
    depth: usize,
}

/// The way to a value.
#[derive(Clone, Copy)]
struct Path<'s> {
    token: Token<'s>,
    parent: Option<&'s Path<'s>>,
}

#[derive(Clone, Copy)]
enum Token<'s> {
    Key(&'s [u8]),
    Index(usize),
}

/// The way through schemas.
struct Scope<'s> {
    schema: SchemaId,
    /// The keyword of a reference; "" where the schema is a part of its parent.
    keyword: &'static str,
    /// Equal for schemas that look at the same value.
    value: usize,
    parent: Option<&'s Scope<'s>>,
}

impl Scope<'_> {
    /// The same schema on the same value, further up.
    fn cycle(&self) -> Option<&Scope<'_>> {
        let mut above = self.parent;
        while let Some(scope) = above {
            if scope.value != self.value {
                return None;
            }
            if scope.schema == self.schema {
                return Some(scope);
            }
            above = scope.parent;
        }
        None
    }
}

impl At<'_, '_> {
    fn failure(&self, message: impl FnOnce() -> String) -> Box<Failure> {
        self.failure_of(FailureKind::Rule, message, Vec::new())
    }

    fn failure_of(&self, kind: FailureKind, message: impl FnOnce() -> String, causes: Vec<Failure>) -> Box<Failure> {
        if self.quiet {
            return Box::new(Failure { path: Vec::new(), kind, message: String::new(), causes: Vec::new() });
        }
        let mut path = Vec::new();
        let mut step = self.path;
        while let Some(Path { token, parent }) = step {
            path.push(match token {
                Token::Key(key) => String::from_utf8_lossy(key).into_owned(),
                Token::Index(index) => index.to_string(),
            });
            step = *parent;
        }
        path.reverse();
        Box::new(Failure { path, kind, message: message(), causes })
    }
}

/// Failures of one schema on one value.
struct Failures<'v, 's> {
    at: At<'v, 's>,
    found: Vec<Failure>,
}

impl Failures<'_, '_> {
    fn add(&mut self, message: impl FnOnce() -> String) {
        self.found.push(*self.at.failure(message));
    }

    fn add_outcome(&mut self, outcome: Outcome) {
        if let Err(failure) = outcome {
            self.found.push(*failure);
        }
    }

    fn add_caused(&mut self, causes: Vec<Failure>, message: impl FnOnce() -> String) {
        self.found.push(*self.at.failure_of(FailureKind::Rule, message, causes));
    }

    /// Nothing more needs to be known.
    fn is_settled(&self) -> bool {
        self.at.quiet && !self.found.is_empty()
    }
}

impl<'r> Run<'r, '_> {
    fn schema(&self, id: SchemaId) -> Option<&'r Schema> {
        self.schemas.schemas.get(id)
    }

    fn validate<'v>(&self, schema: &'r Schema, at: At<'v, '_>, unevaluated: &mut Unevaluated<'v>) -> Outcome {
        match schema.always {
            Some(true) => return Ok(()),
            Some(false) => return Err(at.failure(|| "false schema".into())),
            None => {}
        }
        self.steps.set(self.steps.get() + 1);
        if self.steps.get() > MAX_STEPS {
            return Err(at.failure(String::new));
        }
        if at.depth > MAX_DEPTH {
            return Err(at.failure(|| "nested too deeply to validate".into()));
        }
        if let Some(scope) = at.scope.cycle() {
            return Err(at.failure(|| self.cycle_text(schema, at.scope, scope)));
        }
        self.check_value(schema, at)?;
        let mut failures = Failures { at, found: Vec::new() };
        if let Some(target) = schema.reference {
            let outcome = self.validate_reference(target, "$ref", at, unevaluated);
            if schema.draft < Draft::D2019 {
                return outcome;
            }
            failures.add_outcome(outcome);
        }
        match at.value {
            Tree::Map(map) => self.validate_object(schema, map, unevaluated, &mut failures),
            Tree::List(items) => self.validate_array(schema, items, unevaluated, &mut failures),
            Tree::Str(text) => {
                if let Some(rules) = &schema.string {
                    scalar::validate_string(rules, text, &mut failures);
                }
            }
            Tree::Int(_) | Tree::Float(_) => {
                if let Some(rules) = &schema.number {
                    scalar::validate_number(rules, &mut failures);
                }
            }
            Tree::Null | Tree::Bool(_) => {}
        }
        if !failures.is_settled() {
            if schema.draft >= Draft::D2019 {
                self.validate_other_references(schema, unevaluated, &mut failures);
            }
            self.validate_logic(schema, unevaluated, &mut failures);
            if schema.draft >= Draft::D2019 {
                self.validate_unevaluated(schema, unevaluated, &mut failures);
            }
        }
        let Failures { mut found, .. } = failures;
        self.steps.set(self.steps.get() + found.len() as u64 * STEPS_OF_FAILURE);
        match found.len() {
            0 => Ok(()),
            1 => found.pop().map_or(Ok(()), |failure| Err(Box::new(failure))),
            _ => Err(at.failure_of(FailureKind::Group, || "validation failed".into(), found)),
        }
    }

    /// Type, const, enum and format: the first that fails ends it.
    fn check_value(&self, schema: &Schema, at: At<'_, '_>) -> Outcome {
        let value_type = scalar::type_of(at.value);
        if !schema.types.is_empty() && !schema.types.contains(Types::named(value_type)) {
            let whole = schema.types.contains(Types::INTEGER) && scalar::is_integer(at.value);
            if !whole {
                return Err(at.failure(|| format!("got {value_type}, want {}", schema.types.names())));
            }
        }
        let Some(document) = self.schemas.library.documents.get(schema.place.document) else { return Ok(()) };
        let json = &document.json;
        if let Some(wanted) = schema.constant
            && !scalar::equals(at.value, json, wanted)
        {
            return Err(at.failure(|| match scalar::show(json, wanted) {
                Some(shown) => format!("value must be {shown}"),
                None => "'const' failed".into(),
            }));
        }
        if let Some(list) = schema.enumeration
            && let Value::List(items) = json.value(list)
        {
            // A long list of choices for each of many items multiplies too.
            self.steps.set(self.steps.get() + items.len() as u64 * STEPS_OF_CHOICE);
            if !items.iter().any(|&item| scalar::equals(at.value, json, item)) {
                return Err(at.failure(|| enum_text(items, |item| scalar::show(json, item))));
            }
        }
        if let (Some(format), Tree::Str(text)) = (schema.format, at.value)
            && let Err(reason) = format.check(text)
        {
            let shown = super::text::quote(text);
            return Err(at.failure(|| format!("{shown} is not valid {}: {reason}", format.name())));
        }
        Ok(())
    }

    /// Validates the same value with another schema.
    fn validate_self<'v>(
        &self,
        target: SchemaId,
        keyword: &'static str,
        at: At<'v, '_>,
        unevaluated: &mut Unevaluated<'v>,
        quiet: bool,
    ) -> Outcome {
        let Some(schema) = self.schema(target) else { return Ok(()) };
        let scope = Scope { schema: target, keyword, value: at.scope.value, parent: Some(at.scope) };
        let mut own = Unevaluated::of(at.value, schema, !unevaluated.is_empty());
        let inner = At { scope: &scope, quiet: at.quiet || quiet, depth: at.depth + 1, ..at };
        self.validate(schema, inner, &mut own)?;
        unevaluated.keep_common(&own);
        Ok(())
    }

    /// Validates a part of the value.
    fn validate_part(&self, target: SchemaId, at: At<'_, '_>, value: &Tree, token: Token<'_>) -> Outcome {
        let Some(schema) = self.schema(target) else { return Ok(()) };
        if schema.always == Some(true) {
            return Ok(());
        }
        let path = Path { token, parent: at.path };
        let scope = Scope { schema: target, keyword: "", value: at.scope.value + 1, parent: Some(at.scope) };
        let mut own = Unevaluated::of(value, schema, false);
        let inner = At { value, path: Some(&path), scope: &scope, quiet: at.quiet, depth: at.depth + 1 };
        self.validate(schema, inner, &mut own)
    }

    fn validate_reference<'v>(
        &self,
        target: SchemaId,
        keyword: &'static str,
        at: At<'v, '_>,
        unevaluated: &mut Unevaluated<'v>,
    ) -> Outcome {
        self.validate_self(target, keyword, at, unevaluated, false).map_err(|failure| {
            let causes = match failure.kind {
                FailureKind::Group => failure.causes,
                _ => vec![*failure],
            };
            at.failure_of(FailureKind::Reference, || "validation failed".into(), causes)
        })
    }

    fn validate_other_references<'v>(
        &self,
        schema: &Schema,
        unevaluated: &mut Unevaluated<'v>,
        failures: &mut Failures<'v, '_>,
    ) {
        let at = failures.at;
        let Some(rules) = schema.dynamic.as_deref() else { return };
        if let Some(mut target) = rules.recursive_reference {
            let is_anchor = |schema: &Schema| schema.dynamic.as_ref().is_some_and(|rules| rules.recursive_anchor);
            if self.schema(target).is_some_and(is_anchor) {
                target = self.outermost(at.scope, target, |schema, id| is_anchor(schema).then_some(id));
            }
            failures.add_outcome(self.validate_reference(target, "$recursiveRef", at, unevaluated));
        }
        if let Some((target, anchor)) = &rules.reference {
            let mut target = *target;
            let has_name = |schema: &Schema| schema.dynamic.as_ref().is_some_and(|rules| rules.anchor == *anchor);
            if !anchor.is_empty() && self.schema(target).is_some_and(has_name) {
                target = self.outermost(at.scope, target, |schema, _| {
                    let anchors = &schema.dynamic.as_ref()?.anchors;
                    anchors.iter().find(|(name, _)| name == anchor).map(|(_, id)| *id)
                });
            }
            failures.add_outcome(self.validate_reference(target, "$dynamicRef", at, unevaluated));
        }
    }

    /// The outermost schema on the way here whose resource `finds` something.
    fn outermost(
        &self,
        from: &Scope<'_>,
        fallback: SchemaId,
        finds: impl Fn(&Schema, SchemaId) -> Option<SchemaId>,
    ) -> SchemaId {
        let mut target = fallback;
        let mut scope = Some(from);
        while let Some(Scope { schema, parent, .. }) = scope {
            let resource = self.schema(*schema).and_then(|schema| self.schema(schema.resource));
            if let Some(found) = resource.and_then(|resource| finds(resource, *schema)) {
                target = found;
            }
            scope = *parent;
        }
        target
    }

    fn cycle_text(&self, schema: &Schema, here: &Scope<'_>, above: &Scope<'_>) -> String {
        format!(
            "both {} and {} resolve to {} causing reference cycle",
            self.keyword_path(here),
            self.keyword_path(above),
            go_text::quote(self.address(schema.place.document, schema.place.node))
        )
    }

    fn address(&self, document: usize, node: NodeId) -> String {
        let document = self.schemas.library.documents.get(document);
        document.map_or_else(String::new, |document| {
            format!("{}#{}", document.url, encode_fragment(&document.json.pointer(node)))
        })
    }

    fn keyword_path(&self, scope: &Scope<'_>) -> String {
        let address = |id: SchemaId| {
            self.schema(id).map_or_else(String::new, |schema| self.address(schema.place.document, schema.place.node))
        };
        let mut text = String::new();
        let mut scope = scope;
        while let Some(parent) = scope.parent {
            let step = match scope.keyword {
                "" => {
                    let (own, outer) = (address(scope.schema), address(parent.schema));
                    own.get(outer.len()..).unwrap_or_default().to_string()
                }
                keyword => format!("/{keyword}"),
            };
            text = format!("{step}{text}");
            scope = parent;
        }
        text
    }
}

fn enum_text(items: &[NodeId], show: impl Fn(NodeId) -> Option<String>) -> String {
    let shown: Option<Vec<String>> = items.iter().map(|&item| show(item)).collect();
    match shown.as_deref() {
        None => "'enum' failed".into(),
        Some([only]) => format!("value must be {only}"),
        Some(shown) => format!("value must be one of {}", shown.join(", ")),
    }
}
