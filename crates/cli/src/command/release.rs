//! `skeg release …`: commands that work on releases in a cluster.

pub(super) mod apply;
pub(super) mod drift;
mod ending;
mod files;
pub(super) mod get;
pub(super) mod history;
pub(super) mod install;
pub(super) mod inventory;
pub(super) mod list;
pub(super) mod move_resources;
mod naming;
pub(super) mod plan;
mod reading;
pub(super) mod rollback;
mod settings;
pub(super) mod status;
pub(super) mod uninstall;
mod view;
