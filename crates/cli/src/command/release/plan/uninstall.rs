//! `skeg release plan uninstall`: what uninstalling would do.

use super::flags::{FREEZE, KEY, PLAN};
use super::frozen::{self, Freezing};
use super::show;
use crate::command::release::{reading, settings, uninstall};
use crate::command::{COMMON, Command, Context};
use crate::error::CommandError;
use crate::flags::accepted::{ACCEPTED, ACCEPTED_OF_DEPLOYS, ACCEPTED_OF_RECORDS};
use crate::flags::cluster::{BESIDES, CONNECTION, DEPLOY, RELEASE, TRACKING};
use crate::flags::shared::MESSAGES;
use crate::flags::{Parsed, Variables, helm};

pub(in crate::command) static COMMAND: Command = Command {
    path: &["release", "plan", "uninstall"],
    arguments: "[NAME]",
    about: "Show what uninstalling a release would delete",
    text: "\
Nothing is deleted. Exit status: 0 planned, 1 failed; with --exit-code 2 if resources would be deleted, 3 if only hooks
would run and records would be deleted.

Examples:
  skeg release plan uninstall shop -n shop
",
    flags: &[
        &RELEASE,
        &PLAN,
        &FREEZE,
        &KEY,
        &uninstall::UNINSTALL,
        &DEPLOY,
        &BESIDES,
        &TRACKING,
        &CONNECTION,
        &MESSAGES,
        &ACCEPTED,
        &ACCEPTED_OF_DEPLOYS,
        &ACCEPTED_OF_RECORDS,
        &helm::UNINSTALL,
        &helm::PLAN,
        &helm::GLOBAL,
        &COMMON,
    ],
    variables: Variables { prefixes: &["SKEG_", "NELM_"], command: "RELEASE_PLAN_UNINSTALL" },
    speaks_helm: false,
    run,
};

fn run(parsed: &Parsed, context: &mut Context<'_, '_>) -> Result<(), CommandError> {
    show::check(parsed, context)?;
    uninstall::check(parsed)?;
    let freezing = Freezing::wanted(parsed, context)?;
    let (name, rest) = settings::name_and_rest(parsed, "skeg release plan uninstall shop")?;
    settings::no_more(&rest)?;
    let options = uninstall::deploy_options(parsed, &name, context);
    let (is_kept, deletes_namespace) = (freezing.is_some(), parsed.switch("delete-namespace"));
    let screen = &mut show::screen(&options.release);
    let (preview, ice) = reading::ask(screen, parsed, context, move |world| async move {
        let preview = skeg_deploy::plan_uninstall(&options, &world).await?;
        let ice = frozen::freeze(is_kept, &preview, &options, deletes_namespace, &world).await?;
        Ok((preview, ice))
    })?;
    let notes = if deletes_namespace { vec![namespace_note(&preview.release.namespace)] } else { Vec::new() };
    frozen::save_and_show(freezing.as_ref(), ice.as_ref(), context, |context| {
        show::show(&preview, screen.destination(), None, None, notes, parsed, context)
    })
}

pub(super) fn namespace_note(namespace: &str) -> String {
    format!("Namespace {namespace} would be deleted too, with everything in it.")
}
