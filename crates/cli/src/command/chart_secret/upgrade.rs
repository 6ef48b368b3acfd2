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
    about: "Convert a chart's secrets to the authenticated format",
    text: "\
Converts secret-values.yaml and everything below secret/ of CHART, a folder (default: the current folder), and of its
subcharts in charts/. Writes nothing unless all of it can be decrypted. Nelm and werf cannot read the authenticated format;
--secret-format werf converts back. Texts that already have the authenticated format are encrypted again for the file they
are in; if they were encrypted for another file, confirm with --allow-foreign-secrets that you moved them.

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
