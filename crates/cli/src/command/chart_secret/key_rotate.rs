//! `skeg chart secret key rotate`: everything encrypted with the old key is encrypted with the new one.

use skeg_report::codes;
use skeg_secret_values::Key;

use super::files::{CHART_FILES, convert_all};
use super::flags::{self, KEY, TRUST};
use crate::command::{COMMON, Command, Context};
use crate::error::CommandError;
use crate::flags::accepted::ACCEPTED;
use crate::flags::shared::MESSAGES;
use crate::flags::{Flag, Group, Parsed, Variables};

pub(in crate::command) static COMMAND: Command = Command {
    path: &["chart", "secret", "key", "rotate"],
    arguments: "[CHART]",
    about: "Re-encrypt a chart's secrets with a new key",
    text: "\
Re-encrypts secret-values.yaml and everything below secret/ of CHART, a folder (default: the current folder), and of its
subcharts in charts/. Writes nothing unless all of it can be decrypted with the old key. Formats do not change.

Examples:
  SKEG_OLD_SECRET_KEY=$OLD SKEG_SECRET_KEY=$NEW skeg chart secret key rotate ./shop --secret-values prod-secrets.yaml
",
    flags: &[&OLD_KEY, &KEY, &CHART_FILES, &TRUST, &MESSAGES, &ACCEPTED, &COMMON],
    variables: Variables { prefixes: &["SKEG_", "NELM_"], command: "CHART_SECRET_KEY_ROTATE" },
    speaks_helm: false,
    run,
};

static OLD_KEY: Group = Group {
    title: "Old key",
    flags: &[Flag::text("old-secret-key", "the key so far; also from WERF_OLD_SECRET_KEY")
        .value("KEY")
        .or_variable("WERF_OLD_SECRET_KEY")],
};

fn run(parsed: &Parsed, context: &mut Context<'_, '_>) -> Result<(), CommandError> {
    let Some(old) = parsed.filled("old-secret-key") else {
        return Err(CommandError::new(&codes::SECRET_KEY_MISSING, "the old secret key is missing").hint(
            "Set it with --old-secret-key, or better in SKEG_OLD_SECRET_KEY, NELM_OLD_SECRET_KEY or WERF_OLD_SECRET_KEY.",
        ));
    };
    let place = "--old-secret-key or its environment variable";
    let old =
        Key::parse(old).map_err(|error| CommandError::new(&codes::SECRET_KEY_INVALID, format!("{error}: {place}")))?;
    let new = flags::key(parsed, context)?;
    if old.id() == new.id() {
        return Err(CommandError::new(&codes::SECRET_KEY_INVALID, "the old secret key and the new one are the same"));
    }
    convert_all(&old, &new, None, "encrypted with the new key", parsed, context)
}
