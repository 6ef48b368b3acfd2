//! `skeg release move`: hands resources over from one release to another.

use std::time::Duration;

use skeg_deploy::{DeployOptions, Driver, MoveRequest, Moved, ReleaseName, ResourceId};
use skeg_report::codes;

use super::{reading, settings};
use crate::command::{Command, Context};
use crate::connection::connection;
use crate::diagnosis::explain_release;
use crate::drive::drive;
use crate::error::CommandError;
use crate::flags::accepted::OF_READERS;
use crate::flags::cluster::{ConnectionFlags, LOCK_TIMEOUT, STORAGE};
use crate::flags::{Offer, Settings, Variables, command_settings, flag, flag_settings};

pub(in crate::command) static COMMAND: Command = Command {
    path: &["release", "move"],
    arguments: "KIND/NAME…",
    about: "Hand resources over from one release to another",
    text: "\
The objects themselves stay as they are: only their marks change, and the inventories of both releases. They have an
owner at every moment; if the command is interrupted, run it again. Then deploy the new release with a chart that has
the resources, and the old one with a chart that does not:
  - the old release does not delete them, though its last record still has them;
  - the new release adopts those that its chart has, and deletes those that it does not have.

Examples:
  skeg release move --from shop --to db StatefulSet/db Service/db -n prod --dry-run
  skeg release move --from shop --to db StatefulSet/db Service/db -n prod
  skeg release move --from shop --to rights ClusterRole/reader -n prod --to-namespace rights
",
    flags: MoveSettings::FLAGS,
    variables: Variables { prefixes: &["SKEG_"], command: "RELEASE_MOVE" },
    speaks_helm: false,
    run: |parsed, context| run(&MoveSettings::read(parsed), &parsed.arguments, context),
};

flag_settings! {
    struct MoveFlags: "Move" {
        from: Option<String> = flag("from", "the release that has the resources").name_of(Offer::Releases),
        to: Option<String> = flag("to", "the release that gets them").name_of(Offer::Releases),
        namespace: Option<String> = flag("namespace", "the namespace of both releases (default: the context's)")
            .name_of(Offer::Namespaces)
            .short('n')
            .or_variable("HELM_NAMESPACE"),
        to_namespace: Option<String> =
            flag("to-namespace", "the namespace of the release that gets them, if it is another").name_of(Offer::Namespaces),
        dry_run: bool = flag("dry-run", "change nothing, only show what would be moved"),
        lock_timeout: Option<Duration> = LOCK_TIMEOUT,
        storage: Option<Driver> = STORAGE,
    }
}

command_settings! {
    struct MoveSettings {
        moving: MoveFlags,
        connection: ConnectionFlags,
    }
    also [OF_READERS]
}

fn run(settings: &MoveSettings, arguments: &[String], context: &mut Context<'_, '_>) -> Result<(), CommandError> {
    let MoveFlags { from, to, namespace, to_namespace, dry_run, lock_timeout, storage } = &settings.moving;
    let missing = |what: &str| {
        CommandError::new(&codes::MISSING_ARGUMENT, format!("{what} is missing"))
            .fill("example", "skeg release move --from shop --to db StatefulSet/db")
    };
    let from = from.clone().ok_or_else(|| missing("the old owner, --from,"))?;
    let to = to.clone().ok_or_else(|| missing("the new owner, --to,"))?;
    if arguments.is_empty() {
        return Err(missing("what to move"));
    }
    let namespace = namespace.clone().unwrap_or_default();
    let what = format!("Moving resources from release {from} to release {to}");
    let mut screen = reading::of_release(what, &namespace, None, context);
    let to = ReleaseName { name: to, namespace: to_namespace.clone().unwrap_or_else(|| namespace.clone()) };
    let from = DeployOptions {
        lock_timeout: *lock_timeout,
        lock_holder: settings::lock_holder(context),
        ..DeployOptions::new(ReleaseName { name: from, namespace })
    };
    let request = MoveRequest { resources: arguments.to_vec(), from, to, dry_run: *dry_run };
    let (connection, driver) = (connection(&settings.connection, context), storage.unwrap_or(Driver::Secret));
    let moved = drive(connection, driver, &mut screen, context, move |world| async move {
        skeg_deploy::move_resources(request, &world).await
    })?;
    let moved = moved.map_err(|error| explain_release(&error))?;
    let text = text(&moved, *dry_run);
    context.printer.text(&text);
    Ok(())
}

fn text(moved: &Moved, dry_run: bool) -> String {
    let Moved { from, to, moved, before } = moved;
    let line = |id: &ResourceId, what: &str| format!("{}: {what}", id.shown(&from.namespace));
    let will = if dry_run { "would be moved" } else { "moved" };
    let mut lines: Vec<String> = moved.iter().map(|id| line(id, will)).collect();
    lines.extend(before.iter().map(|id| line(id, "was moved before")));
    lines.push(match (moved.is_empty(), dry_run) {
        (true, _) => "Nothing to move.".to_string(),
        (false, true) => "Nothing was changed: --dry-run.".to_string(),
        (false, false) => {
            let at = |release: &ReleaseName| format!("{} -n {}", release.name, release.namespace);
            format!(
                "Next, deploy the new owner with a chart that has them, or they are deleted: skeg release install {} …\n\
                 Then the old one with a chart that does not: skeg release install {} …",
                at(to),
                at(from)
            )
        }
    });
    lines.join("\n") + "\n"
}
