//! `skeg release plan install`: what installing a chart would do.

use super::flags::{FREEZE, PLAN};
use super::frozen::{self, Freezing};
use super::show;
use crate::command::release::{install, naming, settings};
use crate::command::{COMMON, Command, Context};
use crate::connection::connection;
use crate::diagnosis::explain;
use crate::drive::drive;
use crate::error::CommandError;
use crate::flags::accepted::{ACCEPTED, ACCEPTED_OF_CHARTS, ACCEPTED_OF_DEPLOYS, ACCEPTED_OF_RECORDS};
use crate::flags::cluster::{BESIDES, CONNECTION, DEPLOY, RELEASE, TRACKING};
use crate::flags::shared::{EXTRAS, MESSAGES, SECRETS, SKEG, VALUES};
use crate::flags::{Parsed, Variables, helm};

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
  skeg release plan install -n shop -r shop ./shop --set image.tag=2 --show-order
  skeg release plan install -n shop -r shop ./shop -o markdown > comment.md
  skeg release plan install -n shop -r shop ./shop -o html > plan.html
  skeg release plan install -n shop -r shop ./shop --out plan.json
",
    flags: &[
        &RELEASE,
        &PLAN,
        &FREEZE,
        &VALUES,
        &EXTRAS,
        &SECRETS,
        &install::INSTALL,
        &DEPLOY,
        &BESIDES,
        &TRACKING,
        &CONNECTION,
        &SKEG,
        &MESSAGES,
        &ACCEPTED,
        &ACCEPTED_OF_CHARTS,
        &ACCEPTED_OF_DEPLOYS,
        &ACCEPTED_OF_RECORDS,
        &helm::INSTALL,
        &helm::PLAN,
        &helm::GLOBAL,
        &COMMON,
    ],
    variables: Variables { prefixes: &["SKEG_", "NELM_"], command: "RELEASE_PLAN_INSTALL" },
    speaks_helm: false,
    run,
};

fn run(parsed: &Parsed, context: &mut Context<'_, '_>) -> Result<(), CommandError> {
    show::check(parsed, context)?;
    let freezing = Freezing::wanted(parsed, context)?;
    let (name, rest) = naming::name_and_chart(parsed, context, "release plan install")?;
    let request = install::resolve(parsed, &name, &rest, context)?;
    let (chart, options) = (request.chart.clone(), request.options.clone());
    let (connection, driver) = (connection(parsed, context), settings::driver(parsed));
    let is_kept = freezing.is_some();
    let screen = &mut show::screen(&options.release);
    let planned = drive(connection, driver, screen, context, move |world| async move {
        let preview = skeg_deploy::plan_install(request, &world).await?;
        let ice = frozen::freeze(is_kept, &preview, &options, false, &world).await?;
        Ok((preview, ice))
    })?;
    let (preview, ice) = planned.map_err(|error| explain(&error, &chart, context))?;
    frozen::save_and_show(freezing.as_ref(), ice.as_ref(), context, |context| {
        show::show(&preview, screen.destination(), None, None, Vec::new(), parsed, context)
    })
}
