//! Graph algorithms: topological order, cycles, transitive reduction, elimination of vertices. Operations are known
//! only by their edges and borders.
//!
//! Edges are indices into the list of operations. Until [`order::sorted`] they may point anywhere, afterwards only
//! backwards.

pub(crate) mod cycle;
pub(crate) mod elimination;
pub(crate) mod order;
pub(crate) mod reduction;

#[cfg(test)]
mod tests;
