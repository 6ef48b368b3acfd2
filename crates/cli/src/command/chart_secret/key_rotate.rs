//! `skeg chart secret key rotate`: everything encrypted with the old key is encrypted with the new one.

use skeg_report::codes;
use skeg_secret_values::Key;

use super::files::{Conversion, FileFlags, convert_all};
use super::flags::{KeyFlags, TrustFlags};
use crate::command::{COMMON, Command, Context};
use crate::error::CommandError;
use crate::flags::accepted::ACCEPTED;
use crate::flags::shared::MessageFlags;
use crate::flags::{Settings, Variables, command_settings, flag, flag_settings};
use crate::secret_key::find_key;

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
    flags: RotateSettings::FLAGS,
    variables: Variables { prefixes: &["SKEG_", "NELM_"], command: "CHART_SECRET_KEY_ROTATE" },
    speaks_helm: false,
    run: |parsed, context| run(&RotateSettings::read(parsed), &parsed.arguments, context),
};

flag_settings! {
    struct OldKeyFlags: "Old key" {
        key: Option<String> = flag("old-secret-key", "the previous key; also from WERF_OLD_SECRET_KEY")
            .value("KEY")
            .or_variable("WERF_OLD_SECRET_KEY"),
    }
}

command_settings! {
    struct RotateSettings {
        old_key: OldKeyFlags,
        key: KeyFlags,
        files: FileFlags,
        trust: TrustFlags,
    }
    also [MessageFlags::FLAGS, ACCEPTED, COMMON]
}

fn run(settings: &RotateSettings, arguments: &[String], context: &mut Context<'_, '_>) -> Result<(), CommandError> {
    let Some(old) = &settings.old_key.key else {
        return Err(CommandError::new(&codes::SECRET_KEY_MISSING, "the old secret key is missing").hint(
            "Set it with --old-secret-key, or better in SKEG_OLD_SECRET_KEY, NELM_OLD_SECRET_KEY or WERF_OLD_SECRET_KEY.",
        ));
    };
    let place = "--old-secret-key or its environment variable";
    let old =
        Key::parse(old).map_err(|error| CommandError::new(&codes::SECRET_KEY_INVALID, format!("{error}: {place}")))?;
    let new = find_key(settings.key.key.as_deref(), context)?;
    if old.id() == new.id() {
        return Err(CommandError::new(&codes::SECRET_KEY_INVALID, "the old secret key and the new one are the same"));
    }
    let conversion = Conversion {
        old: &old,
        new: &new,
        format: None,
        allow_foreign: settings.trust.allow_foreign,
        done: "encrypted with the new key",
    };
    convert_all(&conversion, &settings.files, arguments, context)
}
