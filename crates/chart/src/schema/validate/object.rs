//! Keywords about objects.

use bstr::{BString, ByteSlice};
use skeg_go_yaml::{Tree, TreeMap};

use super::{At, Failures, Run, Scope, Token, Unevaluated};
use crate::schema::compiled::{Additional, Dependency, ObjectRules, Schema, SchemaId};
use crate::schema::draft::Draft;
use crate::schema::report::{Failure, FailureKind};
use crate::schema::text::{count, join_quoted, quote};

impl<'r> Run<'r, '_> {
    pub(super) fn validate_object<'v>(
        &self,
        schema: &'r Schema,
        map: &'v TreeMap,
        unevaluated: &mut Unevaluated<'v>,
        failures: &mut Failures<'v, '_>,
    ) {
        let (Some(rules), at) = (&schema.object, failures.at) else { return };
        let size = i64::try_from(map.len()).unwrap_or(i64::MAX);
        if let Some(min) = rules.min.filter(|&min| size < min) {
            failures.add(|| format!("minProperties: got {}, want {}", count(size), count(min)));
        }
        if let Some(max) = rules.max.filter(|&max| size > max) {
            failures.add(|| format!("maxProperties: got {}, want {}", count(size), count(max)));
        }
        let missing = missing(map, &rules.required);
        match missing.as_slice() {
            [] => {}
            [one] => failures.add(|| format!("missing property {}", quote(one))),
            several => failures.add(|| format!("missing properties {}", join_quoted(several))),
        }
        if failures.is_settled() {
            return;
        }
        for (name, dependency) in rules.dependencies.iter().filter(|(name, _)| map.contains_key(name.as_bytes())) {
            match dependency {
                Dependency::Names(names) => add_dependent(map, name, names, failures),
                Dependency::Schema(target) => {
                    failures.add_outcome(self.validate_self(*target, "", at, unevaluated, false));
                }
            }
        }
        self.validate_properties(schema, rules, map, unevaluated, failures);
        if schema.draft == Draft::D4 {
            return;
        }
        if let Some(names) = rules.names {
            for key in map.keys() {
                failures.add_outcome(self.validate_name(names, key, at));
            }
        }
        for (_, target) in rules.dependent_schemas.iter().filter(|(name, _)| map.contains_key(name.as_bytes())) {
            failures.add_outcome(self.validate_self(*target, "", at, unevaluated, false));
        }
        for (name, names) in rules.dependent_required.iter().filter(|(name, _)| map.contains_key(name.as_bytes())) {
            add_dependent(map, name, names, failures);
        }
    }

    fn validate_properties<'v>(
        &self,
        schema: &Schema,
        rules: &ObjectRules,
        map: &'v TreeMap,
        unevaluated: &mut Unevaluated<'v>,
        failures: &mut Failures<'v, '_>,
    ) {
        let at = failures.at;
        let document = self.schemas.library.documents.get(schema.place.document);
        let find = |key: &[u8]| {
            let json = &document?.json;
            let found = rules.properties.binary_search_by(|(name, _)| json.text(*name).as_bytes().cmp(key));
            rules.properties.get(found.ok()?).map(|(_, target)| *target)
        };
        let mut refused = Vec::new();
        for (key, value) in map {
            if failures.is_settled() {
                return;
            }
            let token = Token::Key(key);
            let mut evaluated = false;
            if let Some(target) = find(key) {
                evaluated = true;
                failures.add_outcome(self.validate_part(target, at, value, token));
            }
            for (_, target) in rules.patterns.iter().filter(|(pattern, _)| pattern.matches(key)) {
                evaluated = true;
                failures.add_outcome(self.validate_part(*target, at, value, token));
            }
            if !evaluated && let Some(additional) = rules.additional {
                evaluated = true;
                match additional {
                    Additional::Allowed(true) => {}
                    Additional::Allowed(false) => refused.push(key),
                    Additional::Schema(target) => {
                        failures.add_outcome(self.validate_part(target, at, value, token));
                    }
                }
            }
            if evaluated {
                unevaluated.forget_property(key.as_bstr());
            }
        }
        if !refused.is_empty() {
            failures.add(|| format!("additional properties {} not allowed", join_quoted(refused)));
        }
    }

    /// A key as a value of its own; its failures know nothing of where it stands.
    fn validate_name(&self, names: SchemaId, key: &BString, at: At<'_, '_>) -> Result<(), Box<Failure>> {
        let Some(schema) = self.schema(names) else { return Ok(()) };
        let value = Tree::Str(key.clone());
        let scope = Scope { schema: names, keyword: "", value: 0, parent: None };
        let inner = At { value: &value, path: None, scope: &scope, quiet: at.quiet, depth: at.depth + 1 };
        let mut own = Unevaluated::of(&value, schema, false);
        self.validate(schema, inner, &mut own).map_err(|failure| {
            let causes = match failure.kind {
                FailureKind::Group => failure.causes,
                _ => vec![*failure],
            };
            let outer = At { path: None, ..at };
            outer.failure_of(FailureKind::Rule, || format!("invalid propertyName {}", quote(key)), causes)
        })
    }
}

fn missing<'n>(map: &TreeMap, names: &'n [String]) -> Vec<&'n String> {
    names.iter().filter(|name| !map.contains_key(name.as_bytes())).collect()
}

fn add_dependent(map: &TreeMap, name: &str, names: &[String], failures: &mut Failures<'_, '_>) {
    let missing = missing(map, names);
    if !missing.is_empty() {
        failures.add(|| format!("properties {} required, if {} exists", join_quoted(missing), quote(name)));
    }
}
