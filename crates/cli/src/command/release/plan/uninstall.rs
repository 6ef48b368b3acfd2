//! `skeg release plan uninstall`: what uninstalling would do.

use super::flags::{FreezeFlags, KeyFlags, PlanFlags};
use super::frozen::{self, Freezing};
use super::show::{self, About};
use crate::command::release::reading;
use crate::command::release::settings::{self, RunSettings};
use crate::command::release::uninstall::{self, UninstallFlags};
use crate::command::{COMMON, Command, Context};
use crate::error::CommandError;
use crate::flags::accepted::{ACCEPTED, ACCEPTED_OF_CLUSTERS, ACCEPTED_OF_DEPLOYS, ACCEPTED_OF_RECORDS};
use crate::flags::cluster::{DeployFlags, ReleaseFlags};
use crate::flags::helm::{self, DebugFlags};
use crate::flags::shared::MessageFlags;
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
        release: ReleaseFlags,
        plan: PlanFlags,
        freeze: FreezeFlags,
        key: KeyFlags,
        uninstall: UninstallFlags,
        deploy: DeployFlags,
        run: RunSettings,
    }
    also [
        MessageFlags::FLAGS, ACCEPTED_OF_CLUSTERS, ACCEPTED, ACCEPTED_OF_DEPLOYS, ACCEPTED_OF_RECORDS, helm::UNINSTALL,
        helm::PLAN, DebugFlags::FLAGS, helm::GLOBAL, COMMON,
    ]
}

fn run(
    settings: &PlanUninstallSettings,
    arguments: &[String],
    context: &mut Context<'_, '_>,
) -> Result<(), CommandError> {
    let PlanUninstallSettings { release, plan, freeze, key, uninstall, deploy, run } = settings;
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
    let (preview, ice) = reading::ask(screen, &run.connection, driver, context, move |world| async move {
        let preview = skeg_deploy::plan_uninstall(&options, &world).await?;
        let ice = frozen::freeze(is_kept, &preview, &options, deletes_namespace, &world).await?;
        Ok((preview, ice))
    })?;
    let notes = if deletes_namespace { vec![namespace_note(&preview.release.namespace)] } else { Vec::new() };
    frozen::save_and_show(freezing.as_ref(), ice.as_ref(), context, |context| {
        let about = About { destination: screen.destination(), notes, ..About::default() };
        show::show(&preview, about, plan, run.records.save_graph_to.as_deref(), context)
    })
}

pub(super) fn namespace_note(namespace: &str) -> String {
    format!("Namespace {namespace} would be deleted too, with everything in it.")
}
