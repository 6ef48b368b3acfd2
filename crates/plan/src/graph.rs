//! The graph as such: an order, a circle, what can be left out. It knows operations only by their edges and borders.
//!
//! Edges are indices into the list of operations. Until [`order::sorted`] they may point anywhere, afterwards only back.

pub(crate) mod bridge;
pub(crate) mod circle;
pub(crate) mod order;
pub(crate) mod reduction;

#[cfg(test)]
mod tests;
