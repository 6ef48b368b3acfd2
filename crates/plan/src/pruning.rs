//! What a deploy may delete of what the chart dropped.

/// Options for what a deploy deletes because the chart dropped it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pruning {
    /// Keep all of it.
    pub is_off: bool,
    /// Delete Namespaces too, with everything in them; an uninstall asks for it as well.
    pub namespaces: bool,
    /// Delete what holds data too.
    pub data: bool,
}
