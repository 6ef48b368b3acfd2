//! `skeg chart secret upgrade`: a chart's secrets in the other format.

use skeg_secret_values::Format;

use super::files::{Conversion, FileFlags, convert_all};
use super::flags::{KeyFlags, TrustFlags};
use crate::command::{COMMON, Command, Context};
use crate::error::CommandError;
use crate::flags::accepted::ACCEPTED;
use crate::flags::shared::MessageFlags;
use crate::flags::{Settings, Variables, command_settings, flag, flag_settings};
use crate::secret_key::find_key;

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
    flags: UpgradeSettings::FLAGS,
    variables: Variables { prefixes: &["SKEG_", "NELM_"], command: "CHART_SECRET_UPGRADE" },
    speaks_helm: false,
    run: |parsed, context| run(&UpgradeSettings::read(parsed), &parsed.arguments, context),
};

flag_settings! {
    struct TargetFlags: "Format" {
        format: Option<Format> = flag("secret-format", "the target format (default authenticated)"),
    }
}

command_settings! {
    struct UpgradeSettings {
        key: KeyFlags,
        target: TargetFlags,
        files: FileFlags,
        trust: TrustFlags,
    }
    also [MessageFlags::FLAGS, ACCEPTED, COMMON]
}

fn run(settings: &UpgradeSettings, arguments: &[String], context: &mut Context<'_, '_>) -> Result<(), CommandError> {
    let key = &find_key(settings.key.key.as_deref(), context)?;
    let conversion = Conversion {
        old: key,
        new: key,
        format: Some(settings.target.format.unwrap_or(Format::Authenticated)),
        allow_foreign: settings.trust.allow_foreign,
        done: "upgraded",
    };
    convert_all(&conversion, &settings.files, arguments, context)
}
