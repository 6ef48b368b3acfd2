//! Plans as a whole, from manifests as charts have them.

mod adoptions;
mod artifact;
mod budgets;
mod clusters;
mod decisions;
mod dependencies;
mod drift;
mod failures;
mod freshness;
mod hooks;
mod ordered;
mod properties;
mod records;
mod refusals;
mod removals;
mod simple;
mod text;
mod weights;
mod world;
