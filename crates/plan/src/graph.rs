//! Graph algorithms: topological order, cycles, transitive reduction. Operations are known only by their edges and
//! borders.
//!
//! Edges are indices into the list of operations. Until [`order::sorted`] they may point anywhere, afterwards only
//! backwards.

pub(crate) mod bridge;
pub(crate) mod circle;
pub(crate) mod order;
pub(crate) mod reduction;

#[cfg(test)]
mod tests;
