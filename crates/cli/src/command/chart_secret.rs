//! `skeg chart secret …`: keys, and files and values that are encrypted in charts.

pub(super) mod decrypt;
pub(super) mod edit;
mod editor;
pub(super) mod encrypt;
mod files;
mod flags;
pub(super) mod key_create;
pub(super) mod key_rotate;
mod kind;
mod scratch;
pub(super) mod upgrade;
