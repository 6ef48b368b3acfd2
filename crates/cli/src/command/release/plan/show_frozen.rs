//! `skeg release plan show`: a frozen plan as it was when it was made.

use skeg_report::{Destination, Made};

use super::flags::{ALLOW_UNSIGNED, KeyFlags, PlanFlags, SECRET_FOLDER};
use super::frozen::KeyPlaces;
use super::show::About;
use super::{frozen, show};
use crate::command::{COMMON, Command, Context};
use crate::diagnosis::explain_release;
use crate::error::CommandError;
use crate::flags::accepted::ACCEPTED;
use crate::flags::cluster::SAVE_GRAPH;
use crate::flags::shared::MessageFlags;
use crate::flags::{Settings, Variables, command_settings, flag_settings};

pub(in crate::command) static COMMAND: Command = Command {
    path: &["release", "plan", "show"],
    arguments: "FILE",
    about: "Show a saved plan",
    text: "\
Shows what skeg release plan install (rollback, uninstall) --out FILE saved, in any of their formats. Needs no cluster.
Refuses a file that was changed since.

Examples:
  skeg release plan show plan.json
  skeg release plan show plan.json --show-order -o markdown
",
    flags: ShowSettings::FLAGS,
    variables: Variables { prefixes: &["SKEG_", "NELM_"], command: "RELEASE_PLAN_SHOW" },
    speaks_helm: false,
    run: |parsed, context| run(&ShowSettings::read(parsed), &parsed.arguments, context),
};

flag_settings! {
    struct FileFlags: "File" {
        secret_folder: Option<String> = SECRET_FOLDER,
        allow_unsigned: bool = ALLOW_UNSIGNED,
        save_graph_to: Option<String> = SAVE_GRAPH,
    }
}

command_settings! {
    struct ShowSettings {
        plan: PlanFlags,
        file: FileFlags,
        key: KeyFlags,
    }
    also [MessageFlags::FLAGS, ACCEPTED, COMMON]
}

fn run(settings: &ShowSettings, arguments: &[String], context: &mut Context<'_, '_>) -> Result<(), CommandError> {
    let path = super::file(arguments, "skeg release plan show plan.json")?;
    let (opened, frozen) = frozen::read(
        path,
        &KeyPlaces {
            given: settings.key.key.as_deref(),
            folder: settings.file.secret_folder.as_deref(),
            allow_unsigned: settings.file.allow_unsigned,
        },
        context,
    )?;
    let head = &opened.head;
    let (made, tool, cluster) = (&head.timestamp, &head.tool, &head.cluster);
    context.printer.say(format!(
        "Plan of {made}, made by {} {} for a cluster of {}{}",
        tool.name,
        tool.version,
        cluster.version,
        if head.encrypted { ", encrypted" } else { ", not encrypted" },
    ));
    let notes = match frozen.choices.delete_namespace {
        true => vec![super::uninstall::namespace_note(&head.release.namespace)],
        false => Vec::new(),
    };
    let (address, at, by) = (cluster.server.clone(), made.clone(), format!("{} {}", tool.name, tool.version));
    let preview = skeg_deploy::thaw(frozen).map_err(|error| explain_release(&error))?;
    let destination = Destination { address, ..Destination::default() };
    let destination = (!destination.address.is_empty()).then_some(&destination);
    let about = About { destination, made: Some(Made { at, by }), back_to: preview.back_to, notes };
    show::show(&preview, about, &settings.plan, settings.file.save_graph_to.as_deref(), context)
}
