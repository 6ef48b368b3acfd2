//! A schema ready to validate: keywords of interest, subschemas by number.

use super::decimal::Decimal;
use super::draft::Draft;
use super::format::Format;
use super::json::{NodeId, Span};
use super::library::NodeRef;
use super::pattern::Pattern;

/// Number of a compiled schema.
pub(crate) type SchemaId = usize;

#[derive(Debug)]
pub(crate) struct Schema {
    pub(crate) place: NodeRef,
    pub(crate) draft: Draft,
    /// The schema at the root of its resource.
    pub(crate) resource: SchemaId,
    pub(crate) always: Option<bool>,
    pub(crate) reference: Option<SchemaId>,
    pub(crate) types: Types,
    pub(crate) constant: Option<NodeId>,
    pub(crate) enumeration: Option<NodeId>,
    pub(crate) format: Option<Format>,
    // What few schemas have is kept apart: there are thousands of schemas.
    pub(crate) dynamic: Option<Box<DynamicRules>>,
    pub(crate) logic: Option<Box<LogicRules>>,
    pub(crate) object: Option<Box<ObjectRules>>,
    pub(crate) array: Option<Box<ArrayRules>>,
    pub(crate) string: Option<Box<StringRules>>,
    pub(crate) number: Option<Box<NumberRules>>,
}

/// Names and references that are followed while a value is validated.
#[derive(Debug, Default)]
pub(crate) struct DynamicRules {
    pub(crate) anchors: Vec<(String, SchemaId)>,
    pub(crate) recursive_reference: Option<SchemaId>,
    pub(crate) recursive_anchor: bool,
    /// The target and the anchor it is named by, "" where by a pointer.
    pub(crate) reference: Option<(SchemaId, String)>,
    pub(crate) anchor: String,
}

/// How schemas are combined.
#[derive(Debug, Default)]
pub(crate) struct LogicRules {
    pub(crate) all_of: Vec<SchemaId>,
    pub(crate) any_of: Vec<SchemaId>,
    pub(crate) one_of: Vec<SchemaId>,
    pub(crate) not: Option<SchemaId>,
    pub(crate) condition: Option<SchemaId>,
    pub(crate) then: Option<SchemaId>,
    pub(crate) otherwise: Option<SchemaId>,
}

#[derive(Debug, Default)]
pub(crate) struct ObjectRules {
    pub(crate) min: Option<i64>,
    pub(crate) max: Option<i64>,
    pub(crate) required: Vec<String>,
    /// Sorted by name; names are parts of the document.
    pub(crate) properties: Vec<(Span, SchemaId)>,
    pub(crate) patterns: Vec<(Pattern, SchemaId)>,
    pub(crate) additional: Option<Additional>,
    pub(crate) names: Option<SchemaId>,
    pub(crate) dependencies: Vec<(String, Dependency)>,
    pub(crate) dependent_schemas: Vec<(String, SchemaId)>,
    pub(crate) dependent_required: Vec<(String, Vec<String>)>,
    pub(crate) unevaluated: Option<SchemaId>,
}

#[derive(Debug)]
pub(crate) enum Dependency {
    Names(Vec<String>),
    Schema(SchemaId),
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Additional {
    Allowed(bool),
    Schema(SchemaId),
}

#[derive(Debug, Default)]
pub(crate) struct ArrayRules {
    pub(crate) min: Option<i64>,
    pub(crate) max: Option<i64>,
    pub(crate) unique: bool,
    /// One schema for each of the first items.
    pub(crate) first: Vec<SchemaId>,
    /// For all items, or those after the first ones.
    pub(crate) items: Option<SchemaId>,
    pub(crate) additional: Option<Additional>,
    pub(crate) contains: Option<SchemaId>,
    pub(crate) min_contains: Option<i64>,
    pub(crate) max_contains: Option<i64>,
    pub(crate) unevaluated: Option<SchemaId>,
}

#[derive(Debug, Default)]
pub(crate) struct StringRules {
    pub(crate) min: Option<i64>,
    pub(crate) max: Option<i64>,
    pub(crate) pattern: Option<Pattern>,
}

#[derive(Debug, Default)]
pub(crate) struct NumberRules {
    pub(crate) minimum: Option<Decimal>,
    pub(crate) maximum: Option<Decimal>,
    pub(crate) above: Option<Decimal>,
    pub(crate) below: Option<Decimal>,
    pub(crate) multiple_of: Option<Decimal>,
}

/// A set of JSON types; empty allows all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Types(u8);

const NAMES: [&str; 7] = ["null", "boolean", "number", "integer", "string", "array", "object"];

impl Types {
    pub(crate) const INTEGER: Types = Types(1 << 3);

    pub(crate) fn named(name: &str) -> Types {
        Types(NAMES.iter().position(|known| *known == name).map_or(0, |i| 1 << i))
    }

    pub(crate) fn with(self, other: Types) -> Types {
        Types(self.0 | other.0)
    }

    pub(crate) fn contains(self, other: Types) -> bool {
        self.0 & other.0 != 0
    }

    pub(crate) fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(crate) fn names(self) -> String {
        let names = NAMES.iter().enumerate().filter(|(i, _)| self.0 & (1 << i) != 0);
        names.map(|(_, name)| *name).collect::<Vec<_>>().join(" or ")
    }
}
