//! Validation and sanitising of metadata.
