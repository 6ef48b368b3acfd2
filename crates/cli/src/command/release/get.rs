//! `skeg release get`: one revision as it is on record.

use skeg_report::Format;

use super::{reading, settings, view};
use crate::command::{COMMON, Command, Context};
use crate::error::CommandError;
use crate::flags::accepted::{ACCEPTED, ACCEPTED_OF_RECORDS};
use crate::flags::cluster::{CONNECTION, OUTPUT, RELEASE};
use crate::flags::shared::MESSAGES;
use crate::flags::{Flag, Group, Parsed, Variables, helm};

pub(in crate::command) static COMMAND: Command = Command {
    path: &["release", "get"],
    arguments: "[NAME] [REVISION]",
    about: "Show one revision as recorded",
    text: "\
Without REVISION: the last one. Secrets are masked unless --show-secrets is given.

Examples:
  skeg release get shop -n shop
  skeg release get -n shop -r shop 3 --print-values -o json
",
    flags: &[
        &RELEASE,
        &GET,
        &CONNECTION,
        &MESSAGES,
        &ACCEPTED,
        &ACCEPTED_OF_RECORDS,
        &helm::GET,
        &helm::GLOBAL,
        &COMMON,
    ],
    variables: Variables { prefixes: &["SKEG_", "NELM_"], command: "RELEASE_GET" },
    speaks_helm: false,
    run,
};

static GET: Group = Group {
    title: "Get",
    flags: &[
        OUTPUT,
        Flag::switch("print-values", "include the values"),
        Flag::switch("show-secrets", "do not mask secrets"),
    ],
};

fn run(parsed: &Parsed, context: &mut Context<'_, '_>) -> Result<(), CommandError> {
    let (name, rest) = settings::name_and_rest(parsed, "skeg release get shop")?;
    let revision = settings::revision(parsed, &rest)?;
    let release = settings::release_name(parsed, &name);
    let screen = &mut reading::of_release(&settings::named(&name, revision), parsed, context);
    let seen = reading::ask(screen, parsed, context, move |world| async move {
        skeg_deploy::get_resources(&release, revision, &world).await
    })?;
    let values = parsed.switch("print-values").then(|| seen.values());
    let hidden = (!parsed.switch("show-secrets")).then(|| context.printer.secrets());
    let view = view::of(&seen, values, hidden);
    context.printer.data(skeg_report::get(&view, reading::format(parsed, Format::Yaml)));
    Ok(())
}
