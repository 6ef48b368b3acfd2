//! `skeg release plan …`: what a command would do, without doing it.

mod flags;
pub(in crate::command) mod install;
pub(in crate::command) mod rollback;
mod show;
pub(in crate::command) mod uninstall;
