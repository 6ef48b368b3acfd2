//! `skeg chart secret file decrypt` and `skeg chart secret values-file decrypt`.

use super::flags::{self, KeyFlags, OutputFlags, PlaceFlags, TrustFlags};
use super::kind::{Kind, input_file, read_input};
use crate::command::{COMMON, Command, Context};
use crate::diagnosis::secrets::explain;
use crate::error::CommandError;
use crate::flags::accepted::ACCEPTED;
use crate::flags::shared::MessageFlags;
use crate::flags::{Parsed, Settings, Variables, command_settings};
use crate::secret_key::find_key;
use crate::secret_place::{self, accepted};

pub(in crate::command) static FILE: Command = Command {
    path: &["chart", "secret", "file", "decrypt"],
    arguments: "[FILE]",
    about: "Decrypt a file",
    text: "Without FILE, or with -, reads stdin. Prints the original file, byte for byte.\n",
    flags: DecryptSettings::FLAGS,
    variables: Variables { prefixes: &["SKEG_", "NELM_"], command: "CHART_SECRET_FILE_DECRYPT" },
    speaks_helm: false,
    run: |parsed, context| run(Kind::File, parsed, context),
};

pub(in crate::command) static VALUES: Command = Command {
    path: &["chart", "secret", "values-file", "decrypt"],
    arguments: "[FILE]",
    about: "Decrypt every value of a YAML file",
    text: "Without FILE, or with -, reads stdin. In werf's format all values become strings.\n",
    flags: DecryptSettings::FLAGS,
    variables: Variables { prefixes: &["SKEG_", "NELM_"], command: "CHART_SECRET_VALUES_FILE_DECRYPT" },
    speaks_helm: false,
    run: |parsed, context| run(Kind::Values, parsed, context),
};

command_settings! {
    struct DecryptSettings {
        key: KeyFlags,
        place: PlaceFlags,
        trust: TrustFlags,
        output: OutputFlags,
    }
    also [MessageFlags::FLAGS, ACCEPTED, COMMON]
}

fn run(kind: Kind, parsed: &Parsed, context: &mut Context<'_, '_>) -> Result<(), CommandError> {
    let settings = DecryptSettings::read(parsed);
    let key = find_key(settings.key.key.as_deref(), context)?;
    let (name, data) = read_input(&parsed.arguments, context)?;
    let file = settings.place.for_file.as_deref().or(input_file(&parsed.arguments)?);
    let at = secret_place::location(file, accepted(settings.trust.allow_foreign), context);
    let decrypted = kind.decrypt(&key, &at, &data).map_err(|error| explain(&name, &error))?;
    flags::put_out(&decrypted, &settings.output, context)
}
