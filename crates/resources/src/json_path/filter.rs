//! Filters of lists: `@.type=="Ready"`, `@.restarts > 3`, `@.message`.

use serde_json::Value;

use super::{Comparison, Path};

/// What must hold for an item of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Filter {
    pub(super) left: Operand,
    /// None: there is something at the left.
    pub(super) test: Option<(Comparison, Operand)>,
}

/// One side of a comparison.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Operand {
    /// From the item on.
    Path(Path),
    Literal(Value),
}

impl Filter {
    /// Whether it holds for an item; where a side has several values, for any of them.
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
