//! Transforms manifests before they become resources: expands lists, cleans metadata, adds ownership marks.

pub(crate) mod dress;
pub(crate) mod extra;
pub(crate) mod lists;
pub(crate) mod metadata;
pub(crate) mod qualified;
pub(crate) mod secret;
pub(crate) mod sendable;
