//! The six comparison operators.

use std::cmp::Ordering;

use serde_json::Value;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Comparison {
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

/// Longer ones first.
const SIGNS: &[(&str, Comparison)] = &[
    ("==", Comparison::Equal),
    ("!=", Comparison::NotEqual),
    ("<=", Comparison::LessOrEqual),
    (">=", Comparison::GreaterOrEqual),
    ("<", Comparison::Less),
    (">", Comparison::Greater),
];

impl Comparison {
    /// The operator at the start of a text, and the rest.
    pub(crate) fn read(text: &str) -> Option<(Comparison, &str)> {
        SIGNS.iter().find_map(|(sign, comparison)| Some((*comparison, text.strip_prefix(sign)?)))
    }

    /// Whether it compares order, not only equality.
    pub(crate) fn is_ordering(self) -> bool {
        !matches!(self, Comparison::Equal | Comparison::NotEqual)
    }

    pub(crate) fn holds_for(self, ordering: Ordering) -> bool {
        match self {
            Comparison::Equal => ordering.is_eq(),
            Comparison::NotEqual => ordering.is_ne(),
            Comparison::Less => ordering.is_lt(),
            Comparison::LessOrEqual => ordering.is_le(),
            Comparison::Greater => ordering.is_gt(),
            Comparison::GreaterOrEqual => ordering.is_ge(),
        }
    }

    /// Compares numbers by value and texts lexically; other values only for equality.
    pub(super) fn holds(self, left: &Value, right: &Value) -> bool {
        let ordering = match (left, right) {
            (Value::Number(left), Value::Number(right)) => left.as_f64().partial_cmp(&right.as_f64()),
            (Value::String(left), Value::String(right)) => Some(left.cmp(right)),
            _ => None,
        };
        match (ordering, self) {
            (Some(ordering), _) => self.holds_for(ordering),
            (None, Comparison::Equal) => left == right,
            (None, Comparison::NotEqual) => left != right,
            (None, _) => false,
        }
    }
}
