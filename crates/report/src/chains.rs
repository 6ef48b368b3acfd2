//! The operations of a plan by resource: a write and the waiting that follows it are one thing to people.

use skeg_plan::Plan;

use crate::ending::RunView;

/// What happens to a resource in one turn: a write, then waiting for it.
#[derive(Clone, Debug)]
pub(crate) struct Chain {
    pub(crate) target: usize,
    /// In their order; never empty.
    pub(crate) operations: Vec<usize>,
}

/// All turns of a plan.
#[derive(Clone, Debug, Default)]
pub(crate) struct Chains {
    pub(crate) list: Vec<Chain>,
    /// The turn of each operation that has one.
    of: Vec<Option<usize>>,
}

impl Chains {
    pub(crate) fn of_plan(plan: &Plan) -> Chains {
        let mut chains = Chains { list: Vec::new(), of: vec![None; plan.operations.len()] };
        // The turn at hand of each target.
        let mut current: Vec<Option<usize>> = vec![None; plan.targets.len()];
        for (index, operation) in plan.operations.iter().enumerate() {
            let Some(target) = operation.action.target() else { continue };
            let Some(current) = current.get_mut(target) else { continue };
            let chain = match *current {
                Some(chain) if !operation.action.is_write() => chain,
                _ => {
                    chains.list.push(Chain { target, operations: Vec::new() });
                    chains.list.len() - 1
                }
            };
            *current = Some(chain);
            chains.list[chain].operations.push(index);
            chains.of[index] = Some(chain);
        }
        chains
    }

    /// The turn an operation belongs to.
    pub(crate) fn chain_of(&self, operation: usize) -> Option<&Chain> {
        self.list.get((*self.of.get(operation)?)?)
    }
}

impl Chain {
    pub(crate) fn is_last(&self, operation: usize) -> bool {
        self.operations.last() == Some(&operation)
    }

    pub(crate) fn is_done(&self, run: &RunView<'_>) -> bool {
        self.operations.iter().all(|operation| run.is_done(*operation))
    }

    pub(crate) fn is_begun(&self, run: &RunView<'_>) -> bool {
        self.operations.iter().any(|operation| run.ending(*operation).is_some())
    }
}
