//! Semantic versions and version constraints as Masterminds/semver 3.5 reads them.
//!
//! In: texts such as `v1.2` and `>=1.19-0 <2 || ~3.1`. Out: versions, constraints, checks, and the library's own
//! error texts. It depends on nothing, so that charts and template functions can share it.

mod check;
mod constraint;
mod error;
mod grammar;
mod version;

#[cfg(test)]
mod tests;

pub use constraint::Constraint;
pub use error::Error;
pub use version::Version;
