//! `skeg release plan show`: a frozen plan as it was when it was made.

use skeg_report::{Destination, Made};

use super::flags::{ALLOW_UNSIGNED, KEY, PLAN, SECRET_FOLDER};
use super::{frozen, show};
use crate::command::{COMMON, Command, Context};
use crate::diagnosis::explain_release;
use crate::error::CommandError;
use crate::flags::accepted::ACCEPTED;
use crate::flags::cluster::SAVE_GRAPH;
use crate::flags::shared::MESSAGES;
use crate::flags::{Group, Parsed, Variables};

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
    flags: &[&PLAN, &SHOW, &KEY, &MESSAGES, &ACCEPTED, &COMMON],
    variables: Variables { prefixes: &["SKEG_", "NELM_"], command: "RELEASE_PLAN_SHOW" },
    speaks_helm: false,
    run,
};

static SHOW: Group = Group { title: "File", flags: &[SECRET_FOLDER, ALLOW_UNSIGNED, SAVE_GRAPH] };

fn run(parsed: &Parsed, context: &mut Context<'_, '_>) -> Result<(), CommandError> {
    let path = super::file(parsed, "skeg release plan show plan.json")?;
    let (opened, frozen) = frozen::read(path, parsed, context)?;
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
    let made = Made { at, by };
    show::show(&preview, destination, Some(made), preview.back_to, notes, parsed, context)
}
