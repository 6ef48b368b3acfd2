//! `skeg release plan uninstall`: plans an uninstall.

use super::flags::PlanningSettings;
use super::frozen::{self, Freezing};
use super::show::{self, About};
use crate::command::release::reading;
use crate::command::release::settings::{self, RunSettings};
use crate::command::release::uninstall::{self, UninstallFlags};
use crate::command::{Command, Context};
use crate::error::CommandError;
use crate::flags::accepted::OF_DEPLOYERS;
use crate::flags::cluster::DeployFlags;
use crate::flags::helm;
use crate::flags::{Settings, Variables, command_settings};

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
    flags: PlanUninstallSettings::FLAGS,
    variables: Variables { prefixes: &["SKEG_", "NELM_"], command: "RELEASE_PLAN_UNINSTALL" },
    speaks_helm: false,
    run: |parsed, context| run(&PlanUninstallSettings::read(parsed), &parsed.arguments, context),
};

command_settings! {
    struct PlanUninstallSettings {
        planning: PlanningSettings,
        uninstall: UninstallFlags,
        deploy: DeployFlags,
        run: RunSettings,
    }
    also [helm::UNINSTALL, helm::PLAN, OF_DEPLOYERS]
}

fn run(
    settings: &PlanUninstallSettings,
    arguments: &[String],
    context: &mut Context<'_, '_>,
) -> Result<(), CommandError> {
    let PlanUninstallSettings { planning, uninstall, deploy, run } = settings;
    let PlanningSettings { release, plan, freeze, key } = planning;
    show::check(&run.records, freeze, context)?;
    uninstall::check(uninstall)?;
    let freezing = Freezing::wanted(freeze, key.key.as_deref(), context)?;
    let (name, rest) = settings::name_and_rest(release, arguments, "skeg release plan uninstall shop")?;
    settings::no_more(&rest)?;
    let options = settings::deploy_options(settings::release_name(release, &name), deploy, run, context);
    let options = uninstall.applied(options);
    let (is_kept, deletes_namespace) = (freezing.is_some(), uninstall.delete_namespace);
    let screen = &mut show::screen(&options.release);
    let driver = settings::driver(release);
    let (preview, saved) = reading::ask(screen, &run.connection, driver, context, move |world| async move {
        let preview = skeg_deploy::plan_uninstall(&options, &world).await?;
        let saved = frozen::freeze(is_kept, &preview, &options, deletes_namespace, &world).await?;
        Ok((preview, saved))
    })?;
    let notes = if deletes_namespace { vec![namespace_note(&preview.release.namespace)] } else { Vec::new() };
    frozen::save_and_show(freezing.as_ref(), saved.as_ref(), context, |context| {
        let about = About { destination: screen.destination(), notes, ..About::default() };
        show::show(&preview, about, plan, run.records.save_graph_to.as_deref(), context)
    })
}

pub(super) fn namespace_note(namespace: &str) -> String {
    format!("Namespace {namespace} would be deleted too, with everything in it.")
}
