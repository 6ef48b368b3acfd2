//! Keywords about arrays.

use std::collections::HashMap;
use std::hash::{BuildHasher, Hasher, RandomState};

use skeg_go_yaml::Tree;

use super::{Failures, Run, Token, Unevaluated, scalar};
use crate::schema::compiled::{Additional, ArrayRules, Schema, SchemaId};
use crate::schema::draft::Draft;
use crate::schema::report::Failure;
use crate::schema::text::count;

impl<'r> Run<'r, '_> {
    pub(super) fn validate_array<'v>(
        &self,
        schema: &'r Schema,
        items: &'v [Tree],
        unevaluated: &mut Unevaluated<'v>,
        failures: &mut Failures<'v, '_>,
    ) {
        let Some(rules) = &schema.array else { return };
        let size = as_count(items.len());
        if let Some(min) = rules.min.filter(|&min| size < min) {
            failures.add(|| format!("minItems: got {}, want {}", count(size), count(min)));
        }
        if let Some(max) = rules.max.filter(|&max| size > max) {
            failures.add(|| format!("maxItems: got {}, want {}", count(size), count(max)));
        }
        if rules.unique
            && let Some((first, second)) = duplicates(items)
        {
            let (first, second) = (count(as_count(first)), count(as_count(second)));
            failures.add(|| format!("items at {first} and {second} are equal"));
        }
        self.validate_items(rules, items, failures);
        if let Some(target) = rules.contains {
            self.validate_contains((schema.draft, rules), target, items, unevaluated, failures);
        }
    }

    fn validate_items(&self, rules: &ArrayRules, items: &[Tree], failures: &mut Failures<'_, '_>) {
        let at = failures.at;
        for (index, (item, &target)) in items.iter().zip(&rules.first).enumerate() {
            failures.add_outcome(self.validate_part(target, at, item, Token::Index(index)));
        }
        let rest = items.get(rules.first.len()..).unwrap_or_default();
        // Indices of the rest count from its own start, as in Go's library.
        let mut all = |target: SchemaId| {
            for (index, item) in rest.iter().enumerate() {
                failures.add_outcome(self.validate_part(target, at, item, Token::Index(index)));
            }
        };
        if let Some(target) = rules.items {
            all(target);
        }
        match rules.additional {
            Some(Additional::Schema(target)) => all(target),
            Some(Additional::Allowed(false)) if !rest.is_empty() => {
                failures.add(|| format!("last {} additionalItem(s) not allowed", count(as_count(rest.len()))));
            }
            _ => {}
        }
    }

    fn validate_contains<'v>(
        &self,
        (draft, rules): (Draft, &ArrayRules),
        target: SchemaId,
        items: &'v [Tree],
        unevaluated: &mut Unevaluated<'v>,
        failures: &mut Failures<'v, '_>,
    ) {
        let at = failures.at;
        let mut causes: Vec<Failure> = Vec::new();
        let mut matched = Vec::new();
        for (index, item) in items.iter().enumerate() {
            match self.validate_part(target, at, item, Token::Index(index)) {
                Err(failure) => causes.push(*failure),
                Ok(()) => {
                    matched.push(index);
                    if draft >= Draft::D2020 {
                        unevaluated.forget_item(index);
                    }
                }
            }
        }
        let found = as_count(matched.len());
        let places = || matched.iter().map(usize::to_string).collect::<Vec<_>>().join(" ");
        match rules.min_contains {
            None if matched.is_empty() => failures.add_caused(causes, || "no items match contains schema".into()),
            Some(min) if found < min => failures.add_caused(causes, || match found {
                0 => format!("min {} items required to match contains schema, but none matched", count(min)),
                _ => format!(
                    "min {} items required to match contains schema, but matched {} items at {}",
                    count(min),
                    count(found),
                    places()
                ),
            }),
            _ => {}
        }
        if let Some(max) = rules.max_contains.filter(|&max| found > max) {
            failures.add(|| {
                format!(
                    "max {} items required to match contains schema, but matched {} items at {}",
                    count(max),
                    count(found),
                    places()
                )
            });
        }
    }
}

fn as_count(size: usize) -> i64 {
    i64::try_from(size).unwrap_or(i64::MAX)
}

/// The first item that equals an earlier one, and which.
fn duplicates(items: &[Tree]) -> Option<(usize, usize)> {
    let keys = RandomState::new();
    let mut seen: HashMap<u64, Vec<usize>> = HashMap::with_capacity(items.len());
    for (second, item) in items.iter().enumerate() {
        let mut hasher = keys.build_hasher();
        scalar::hash(item, &mut hasher);
        let alike = seen.entry(hasher.finish()).or_default();
        if let Some(&first) =
            alike.iter().find(|&&first| items.get(first).is_some_and(|first| scalar::same(first, item)))
        {
            return Some((first, second));
        }
        alike.push(second);
    }
    None
}
