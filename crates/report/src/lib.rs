//! Plans, events and records as text.
