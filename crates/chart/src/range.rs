//! Version ranges, as far as charts use them.

use skeg_go_semver::{Constraint, Version};

/// Whether a version lies in a range; false if either cannot be read.
pub(crate) fn is_compatible(range: &str, version: &str) -> bool {
    let Ok(version) = Version::parse(version) else { return false };
    Constraint::parse(range).is_ok_and(|range| range.check(&version))
}
