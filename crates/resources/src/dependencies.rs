//! Dependencies that fields of resources tell, without anybody writing them down.

use crate::resource::Resource;

/// Adds what the fields of the resources tell.
pub(crate) fn add_detected(_resources: &mut [Resource]) {}
