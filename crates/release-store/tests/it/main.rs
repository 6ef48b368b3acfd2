//! What goes on record comes back, from our own hands and from Helm's.

mod codec;
mod limits;
mod memory;
mod sample;
