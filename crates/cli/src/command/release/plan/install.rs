//! `skeg release plan install`: plans an install or upgrade.

use super::flags::{FreezeFlags, PlanFlags};
use super::frozen::{self, Freezing};
use super::show::{self, About};
use crate::command::release::install::{self, InstallRequestSettings};
use crate::command::release::settings;
use crate::command::{Command, Context};
use crate::connection::connection;
use crate::diagnosis::explain;
use crate::drive::drive;
use crate::error::CommandError;
use crate::flags::accepted::{ACCEPTED_OF_CHARTS, OF_DEPLOYERS};
use crate::flags::helm;
use crate::flags::{Settings, Variables, command_settings};

pub(in crate::command) static COMMAND: Command = Command {
    path: &["release", "plan", "install"],
    arguments: "[NAME] [CHART]",
    about: "Show what installing a chart would change",
    text: "\
Renders the chart, compares it with the cluster and shows each change with its reason. Nothing is written or locked.
Takes all flags of skeg release install, so that it plans the same deploy.
Exit status: 0 planned, 1 failed; with --exit-code 2 if resources would change, 3 if only hooks would run
or a revision would be recorded.

Examples:
  skeg release plan install shop ./shop -n shop
  skeg release plan install -n shop -r shop ./shop --set image.tag=2.0.0 --show-order
  skeg release plan install -n shop -r shop ./shop -o markdown > comment.md
  skeg release plan install -n shop -r shop ./shop -o html > plan.html
  skeg release plan install -n shop -r shop ./shop --out plan.json
",
    flags: PlanInstallSettings::FLAGS,
    variables: Variables { prefixes: &["SKEG_", "NELM_"], command: "RELEASE_PLAN_INSTALL" },
    speaks_helm: false,
    run: |parsed, context| run(&PlanInstallSettings::read(parsed), &parsed.arguments, context),
};

command_settings! {
    struct PlanInstallSettings {
        plan: PlanFlags,
        freeze: FreezeFlags,
        request: InstallRequestSettings,
    }
    also [ACCEPTED_OF_CHARTS, helm::INSTALL, helm::PLAN, OF_DEPLOYERS]
}

fn run(
    settings: &PlanInstallSettings,
    arguments: &[String],
    context: &mut Context<'_, '_>,
) -> Result<(), CommandError> {
    let PlanInstallSettings { plan, freeze, request: wanted } = settings;
    show::check(&wanted.run.records, freeze, context)?;
    let freezing = Freezing::wanted(freeze, wanted.chart.secrets.key.as_deref(), context)?;
    let request = install::resolve(wanted, arguments, "release plan install", context)?;
    let (chart, options) = (request.chart.clone(), request.options.clone());
    let (connection, driver) = (connection(&wanted.run.connection, context), settings::driver(&wanted.release));
    let is_kept = freezing.is_some();
    let screen = &mut show::screen(&options.release);
    let planned = drive(connection, driver, screen, context, move |world| async move {
        let preview = skeg_deploy::plan_install(request, &world).await?;
        let saved = frozen::freeze(is_kept, &preview, &options, false, &world).await?;
        Ok((preview, saved))
    })?;
    let (preview, saved) = planned.map_err(|error| explain(&error, &chart, context))?;
    frozen::save_and_show(freezing.as_ref(), saved.as_ref(), context, |context| {
        let about = About { destination: screen.destination(), ..About::default() };
        show::show(&preview, about, plan, wanted.run.records.save_graph_to.as_deref(), context)
    })
}
