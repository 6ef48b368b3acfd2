//! What is done to manifests before they are resources: lists are taken apart, metadata is put right, marks are added.

pub(crate) mod dress;
pub(crate) mod extra;
pub(crate) mod lists;
pub(crate) mod metadata;
pub(crate) mod qualified;
pub(crate) mod secret;
