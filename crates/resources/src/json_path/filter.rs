//! Filters of lists: `@.type=="Ready"`, `@.restarts > 3`, `@.message`.

use serde_json::Value;

use super::{Comparison, Path};

/// A condition for the items of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Filter {
    pub(super) left: Operand,
    /// `None`: the left side must exist.
    pub(super) test: Option<(Comparison, Operand)>,
}

/// One side of a comparison.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Operand {
    /// Relative to the item.
    Path(Path),
    Literal(Value),
}

impl Filter {
    /// Whether it holds for an item. If a side has several values, any of them may match.
    pub(super) fn holds(&self, item: &Value) -> bool {
        let left = self.left.values(item);
        match &self.test {
            None => !left.is_empty(),
            Some((comparison, right)) => {
                let right = right.values(item);
                left.iter().any(|left| right.iter().any(|right| comparison.holds(left, right)))
            }
        }
    }
}

impl Operand {
    fn values<'v>(&'v self, item: &'v Value) -> Vec<&'v Value> {
        match self {
            Operand::Path(path) => path.select(item),
            Operand::Literal(value) => vec![value],
        }
    }
}
