//! `skeg release plan apply`: plans applying plain manifests.

use super::flags::{FreezeFlags, PlanFlags};
use super::frozen::{self, Freezing};
use super::show::{self, About};
use crate::command::release::apply::{self, ApplyRequestSettings};
use crate::command::release::settings;
use crate::command::{Command, Context};
use crate::connection::connection;
use crate::diagnosis::explain_release;
use crate::drive::drive;
use crate::error::CommandError;
use crate::flags::accepted::OF_DEPLOYERS;
use crate::flags::helm;
use crate::flags::{Settings, Variables, command_settings};

pub(in crate::command) static COMMAND: Command = Command {
    path: &["release", "plan", "apply"],
    arguments: "[NAME]",
    about: "Show what applying plain manifests would change",
    text: "\
Compares the manifests with the cluster and shows each change with its reason. Nothing is written or locked.
Takes all flags of skeg release apply, so that it plans the same deploy.
Exit status: 0 planned, 1 failed; with --exit-code 2 if resources would change, 3 if only hooks would run
or a revision would be recorded.

Examples:
  skeg release plan apply shop -n shop -f manifests/
  kustomize build overlays/prod | skeg release plan apply shop -n shop -f - -o markdown
  skeg release plan apply shop -n shop -f manifests/ --out plan.json
",
    flags: PlanApplySettings::FLAGS,
    variables: Variables { prefixes: &["SKEG_"], command: "RELEASE_PLAN_APPLY" },
    speaks_helm: false,
    run: |parsed, context| run(&PlanApplySettings::read(parsed), &parsed.arguments, context),
};

command_settings! {
    struct PlanApplySettings {
        plan: PlanFlags,
        freeze: FreezeFlags,
        wanted: ApplyRequestSettings,
    }
    also [helm::PLAN, OF_DEPLOYERS]
}

fn run(settings: &PlanApplySettings, arguments: &[String], context: &mut Context<'_, '_>) -> Result<(), CommandError> {
    let PlanApplySettings { plan, freeze, wanted } = settings;
    show::check(&wanted.run.records, freeze, context)?;
    let freezing = Freezing::wanted(freeze, None, context)?;
    let request = apply::resolve(wanted, arguments, "skeg release plan apply shop -f manifests/", context)?;
    let options = request.options.clone();
    let (connection, driver) = (connection(&wanted.run.connection, context), settings::driver(&wanted.release));
    let is_kept = freezing.is_some();
    let screen = &mut show::screen(&options.release);
    let planned = drive(connection, driver, screen, context, move |world| async move {
        let preview = skeg_deploy::plan_apply(request, &world).await?;
        let saved = frozen::freeze(is_kept, &preview, &options, false, &world).await?;
        Ok((preview, saved))
    })?;
    let (preview, saved) = planned.map_err(|error| explain_release(&error))?;
    frozen::save_and_show(freezing.as_ref(), saved.as_ref(), context, |context| {
        let about = About { destination: screen.destination(), ..About::default() };
        show::show(&preview, about, plan, wanted.run.records.save_graph_to.as_deref(), context)
    })
}
