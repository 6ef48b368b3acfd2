//! Stored releases survive a round trip, through Skeg and through Helm.

mod codec;
mod helm;
mod inventories;
mod kept_secrets;
mod limits;
mod memory;
mod objects;
mod sample;
