//! `skeg release plan rollback`: what going back would do.

use skeg_deploy::RollbackRequest;

use super::flags::{FREEZE, KEY, PLAN};
use super::frozen::{self, Freezing};
use super::show;
use crate::command::release::{reading, settings};
use crate::command::{COMMON, Command, Context};
use crate::error::CommandError;
use crate::flags::accepted::{ACCEPTED, ACCEPTED_OF_DEPLOYS, ACCEPTED_OF_RECORDS};
use crate::flags::cluster::{BESIDES, CONNECTION, DEPLOY, RELEASE, TRACKING};
use crate::flags::shared::MESSAGES;
use crate::flags::{Parsed, Variables, helm};

pub(in crate::command) static COMMAND: Command = Command {
    path: &["release", "plan", "rollback"],
    arguments: "[NAME] [REVISION]",
    about: "Show what going back to an earlier revision would change",
    text: "\
Compares the resources of REVISION with the cluster. Nothing is written. Without REVISION: the last deployed one before the
current one. Exit status: 0 planned, 1 failed; with --exit-code 2 if resources would change, 3 if only hooks would
run or the record would change.

Examples:
  skeg release plan rollback shop -n shop
  skeg release plan rollback -n shop -r shop 3 -o json
",
    flags: &[
        &RELEASE,
        &PLAN,
        &FREEZE,
        &KEY,
        &DEPLOY,
        &BESIDES,
        &TRACKING,
        &CONNECTION,
        &MESSAGES,
        &ACCEPTED,
        &ACCEPTED_OF_DEPLOYS,
        &ACCEPTED_OF_RECORDS,
        &helm::ROLLBACK,
        &helm::PLAN,
        &helm::GLOBAL,
        &COMMON,
    ],
    variables: Variables { prefixes: &["SKEG_", "NELM_"], command: "RELEASE_PLAN_ROLLBACK" },
    speaks_helm: false,
    run,
};

fn run(parsed: &Parsed, context: &mut Context<'_, '_>) -> Result<(), CommandError> {
    show::check(parsed, context)?;
    let freezing = Freezing::wanted(parsed, context)?;
    let (name, rest) = settings::name_and_rest(parsed, "skeg release plan rollback shop 3")?;
    let revision = settings::revision(parsed, &rest)?;
    let options = settings::deploy_options(parsed, &name, context);
    let is_kept = freezing.is_some();
    let screen = &mut show::screen(&options.release);
    let (preview, ice) = reading::ask(screen, parsed, context, move |world| async move {
        let request = RollbackRequest { revision, options: options.clone() };
        let preview = skeg_deploy::plan_rollback(request, &world).await?;
        let ice = frozen::freeze(is_kept, &preview, &options, false, &world).await?;
        Ok((preview, ice))
    })?;
    frozen::save_and_show(freezing.as_ref(), ice.as_ref(), context, |context| {
        show::show(&preview, screen.destination(), None, preview.back_to, Vec::new(), parsed, context)
    })
}
