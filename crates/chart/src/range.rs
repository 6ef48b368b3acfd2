//! Version ranges, as far as charts use them.

/// Whether a version lies in a range; false where either cannot be read.
pub(crate) fn is_compatible(_constraint: &str, _version: &str) -> bool {
    todo!("skeg-go-semver")
}
