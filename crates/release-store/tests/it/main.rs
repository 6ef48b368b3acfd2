//! What goes on record comes back, from our own hands and from Helm's.

mod codec;
mod helm;
mod inventories;
mod kept_secrets;
mod limits;
mod memory;
mod objects;
mod sample;
