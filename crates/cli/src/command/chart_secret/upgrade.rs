//! `skeg chart secret upgrade`: a chart's secrets in the other format.

use skeg_secret_values::Format;

use super::files::{CHART_FILES, convert_all};
use super::flags::{self, KEY, TRUST};
use crate::command::{COMMON, Command, Context};
use crate::error::CommandError;
use crate::flags::accepted::ACCEPTED;
use crate::flags::shared::MESSAGES;
use crate::flags::{Flag, Group, Parsed, Variables};

pub(in crate::command) static COMMAND: Command = Command {
    path: &["chart", "secret", "upgrade"],
    arguments: "[CHART]",
    about: "Bring a chart's secrets into the authenticated format",
    text: "\
CHART is a folder (default: the current folder): its secret-values.yaml, what is below secret/, and the same of subcharts
below charts/. Nothing is written unless all of it could be decrypted. Nelm and werf do not read the authenticated format;
--secret-format werf goes back. What is in the authenticated format is encrypted again for the file it stands in; where that is
not the one it was encrypted for, --allow-foreign-secrets says that you moved it.

Examples:
  skeg chart secret upgrade ./shop
",
    flags: &[&KEY, &FORMAT, &CHART_FILES, &TRUST, &MESSAGES, &ACCEPTED, &COMMON],
    variables: Variables { prefixes: &["SKEG_", "NELM_"], command: "CHART_SECRET_UPGRADE" },
    speaks_helm: false,
    run,
};

static FORMAT: Group = Group {
    title: "Format",
    flags: &[Flag::choice("secret-format", &["werf", "authenticated"], "the format to have (default authenticated)")
        .value("werf|authenticated")],
};

fn run(parsed: &Parsed, context: &mut Context<'_, '_>) -> Result<(), CommandError> {
    let key = flags::key(parsed, context)?;
    let format = flags::format(parsed).unwrap_or(Format::Authenticated);
    convert_all(&key, &key, Some(format), "upgraded", parsed, context)
}
