//! Groups the operations of a plan by resource: people see a write and the tracking after it as one thing.

use skeg_plan::Plan;

use crate::ending::RunView;

/// A write to a resource and the tracking that follows it.
#[derive(Clone, Debug)]
pub(crate) struct Chain {
    pub(crate) target: usize,
    /// In order; never empty.
    pub(crate) operations: Vec<usize>,
}

/// All chains of a plan.
#[derive(Clone, Debug, Default)]
pub(crate) struct Chains {
    pub(crate) list: Vec<Chain>,
    /// The chain of each operation that has one.
    of: Vec<Option<usize>>,
}

impl Chains {
    pub(crate) fn of_plan(plan: &Plan) -> Chains {
        let mut chains = Chains { list: Vec::new(), of: vec![None; plan.operations.len()] };
        // The current chain of each target.
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

    /// The chain of an operation.
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
