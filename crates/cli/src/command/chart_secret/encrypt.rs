//! `skeg chart secret file encrypt` and `skeg chart secret values-file encrypt`.

use skeg_secret_values::Accept;

use super::flags::{self, FormatFlags, KeyFlags, OutputFlags, PlaceFlags};
use super::kind::{Kind, read_input};
use crate::command::{COMMON, Command, Context};
use crate::diagnosis::secrets::explain;
use crate::error::CommandError;
use crate::flags::accepted::ACCEPTED;
use crate::flags::shared::MessageFlags;
use crate::flags::{Parsed, Settings, Variables, command_settings};
use crate::secret_key::find_key;
use crate::secret_place;

pub(in crate::command) static FILE: Command = Command {
    path: &["chart", "secret", "file", "encrypt"],
    arguments: "[FILE]",
    about: "Encrypt a file, such as those in secret/ of a chart",
    text: "\
Without FILE, or with -, reads stdin. Templates read files below secret/ with werf_secret_file \"PATH\".

Examples:
  skeg chart secret file encrypt tls.key --save-output-to shop/secret/tls.key
  pwgen 20 1 | skeg chart secret file encrypt > shop/secret/password
",
    flags: EncryptSettings::FLAGS,
    variables: Variables { prefixes: &["SKEG_", "NELM_"], command: "CHART_SECRET_FILE_ENCRYPT" },
    speaks_helm: false,
    run: |parsed, context| run(Kind::File, parsed, context),
};

pub(in crate::command) static VALUES: Command = Command {
    path: &["chart", "secret", "values-file", "encrypt"],
    arguments: "[FILE]",
    about: "Encrypt every value of a YAML file",
    text: "\
Without FILE, or with -, reads stdin. Keys, comments, order and layout are preserved.

Examples:
  skeg chart secret values-file encrypt plain.yaml --save-output-to shop/secret-values.yaml
",
    flags: EncryptSettings::FLAGS,
    variables: Variables { prefixes: &["SKEG_", "NELM_"], command: "CHART_SECRET_VALUES_FILE_ENCRYPT" },
    speaks_helm: false,
    run: |parsed, context| run(Kind::Values, parsed, context),
};

command_settings! {
    struct EncryptSettings {
        key: KeyFlags,
        format: FormatFlags,
        place: PlaceFlags,
        output: OutputFlags,
    }
    also [MessageFlags::FLAGS, ACCEPTED, COMMON]
}

fn run(kind: Kind, parsed: &Parsed, context: &mut Context<'_, '_>) -> Result<(), CommandError> {
    let settings = EncryptSettings::read(parsed);
    let key = find_key(settings.key.key.as_deref(), context)?;
    let (name, data) = read_input(&parsed.arguments, context)?;
    let format = settings.format.format.unwrap_or_default();
    let file = settings.place.for_file.as_deref().or(settings.output.file.as_deref());
    let at = secret_place::location(file, Accept::Own, context);
    let encrypted = kind.encrypt(&key, format, &at, &data).map_err(|error| explain(&name, &error))?;
    flags::put_out(&encrypted, &settings.output, context)
}
