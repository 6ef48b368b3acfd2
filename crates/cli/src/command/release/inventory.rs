//! `skeg release inventory …`: what belongs to a release.

pub(in crate::command) mod rebuild;
pub(in crate::command) mod show;
pub(in crate::command) mod verify;
