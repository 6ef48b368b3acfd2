//! `skeg release plan rollback`: plans a rollback.

use skeg_deploy::RollbackRequest;

use super::flags::PlanningSettings;
use super::frozen::{self, Freezing};
use super::show::{self, About};
use crate::command::release::reading;
use crate::command::release::settings::{self, RunSettings};
use crate::command::{Command, Context};
use crate::error::CommandError;
use crate::flags::accepted::OF_DEPLOYERS;
use crate::flags::adoption::AdoptFlags;
use crate::flags::cluster::DeployFlags;
use crate::flags::helm;
use crate::flags::pruning::PruneFlags;
use crate::flags::{Settings, Variables, command_settings};

pub(in crate::command) static COMMAND: Command = Command {
    path: &["release", "plan", "rollback"],
    arguments: "[NAME] [REVISION]",
    about: "Show what rolling back to an earlier revision would change",
    text: "\
Compares the resources of REVISION with the cluster. Nothing is written. Without REVISION: the last deployed one before the
current one. Exit status: 0 planned, 1 failed; with --exit-code 2 if resources would change, 3 if only hooks would
run or the record would change.

Examples:
  skeg release plan rollback shop -n shop
  skeg release plan rollback -n shop -r shop 3 -o json
",
    flags: PlanRollbackSettings::FLAGS,
    variables: Variables { prefixes: &["SKEG_", "NELM_"], command: "RELEASE_PLAN_ROLLBACK" },
    speaks_helm: false,
    run: |parsed, context| run(&PlanRollbackSettings::read(parsed), &parsed.arguments, context),
};

command_settings! {
    struct PlanRollbackSettings {
        planning: PlanningSettings,
        deploy: DeployFlags,
        prune: PruneFlags,
        adopt: AdoptFlags,
        run: RunSettings,
    }
    also [helm::ROLLBACK, helm::PLAN, OF_DEPLOYERS]
}

fn run(
    settings: &PlanRollbackSettings,
    arguments: &[String],
    context: &mut Context<'_, '_>,
) -> Result<(), CommandError> {
    let PlanRollbackSettings { planning, deploy, prune, adopt, run } = settings;
    let PlanningSettings { release, plan, freeze, key } = planning;
    show::check(&run.records, freeze, context)?;
    let freezing = Freezing::wanted(freeze, key.key.as_deref(), context)?;
    let (name, rest) = settings::name_and_rest(release, arguments, "skeg release plan rollback shop 3")?;
    let revision = settings::revision(&rest)?;
    let options = settings::deploy_options(settings::release_name(release, &name), deploy, run, context);
    let options = adopt.applied(prune.applied(options)?)?;
    let is_kept = freezing.is_some();
    let screen = &mut show::screen(&options.release);
    let driver = settings::driver(release);
    let (preview, saved) = reading::ask(screen, &run.connection, driver, context, move |world| async move {
        let request = RollbackRequest { revision, options: options.clone() };
        let preview = skeg_deploy::plan_rollback(request, &world).await?;
        let saved = frozen::freeze(is_kept, &preview, &options, false, &world).await?;
        Ok((preview, saved))
    })?;
    frozen::save_and_show(freezing.as_ref(), saved.as_ref(), context, |context| {
        let about = About { destination: screen.destination(), back_to: preview.back_to, ..About::default() };
        show::show(&preview, about, plan, run.records.save_graph_to.as_deref(), context)
    })
}
