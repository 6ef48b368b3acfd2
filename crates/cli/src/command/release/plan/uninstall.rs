//! `skeg release plan uninstall`: what uninstalling would do.

use super::flags::PLAN;
use super::show;
use crate::command::release::{reading, settings, uninstall};
use crate::command::{COMMON, Command, Context};
use crate::error::CommandError;
use crate::flags::cluster::{CONNECTION, DEPLOY, RELEASE, TRACKING};
use crate::flags::{Parsed, Variables};

pub(in crate::command) static COMMAND: Command = Command {
    path: &["release", "plan", "uninstall"],
    arguments: "[NAME]",
    about: "Show what uninstalling a release would delete",
    text: "\
Nothing is deleted. Exit status: 0 planned, 1 failed; with --exit-code 2 if resources would be deleted, 3 if only records
would.

Examples:
  skeg release plan uninstall shop -n shop
",
    flags: &[&RELEASE, &PLAN, &uninstall::UNINSTALL, &DEPLOY, &TRACKING, &CONNECTION, &COMMON],
    variables: Variables { prefixes: &["SKEG_", "NELM_"], command: "RELEASE_PLAN_UNINSTALL" },
    speaks_helm: false,
    run,
};

fn run(parsed: &Parsed, context: &mut Context<'_, '_>) -> Result<(), CommandError> {
    settings::set_colour(parsed, context);
    show::check(parsed)?;
    let (name, rest) = settings::name_and_rest(parsed, "skeg release plan uninstall shop")?;
    settings::no_more(&rest)?;
    let options = uninstall::deploy_options(parsed, &name, context);
    let preview = reading::ask(parsed, context, move |world| async move {
        let options = settings::at_home(options, &world);
        skeg_deploy::plan_uninstall(&options, &world).await
    })?;
    let namespace = &preview.release.namespace;
    let note = format!("Namespace {namespace} would be deleted too, with all that is in it.");
    let notes = if parsed.switch("delete-namespace") { vec![note] } else { Vec::new() };
    show::show(&preview, None, notes, parsed, context)
}
