//! `skeg chart secret file encrypt` and `skeg chart secret values-file encrypt`.

use skeg_secret_values::Accept;

use super::flags::{self, FORMAT, KEY, OUTPUT, PLACE};
use super::kind::{Kind, read_input};
use crate::command::{COMMON, Command, Context};
use crate::diagnosis::secrets::explain;
use crate::error::CommandError;
use crate::flags::accepted::ACCEPTED;
use crate::flags::shared::MESSAGES;
use crate::flags::{Parsed, Variables};
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
    flags: &[&KEY, &FORMAT, &PLACE, &OUTPUT, &MESSAGES, &ACCEPTED, &COMMON],
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
    flags: &[&KEY, &FORMAT, &PLACE, &OUTPUT, &MESSAGES, &ACCEPTED, &COMMON],
    variables: Variables { prefixes: &["SKEG_", "NELM_"], command: "CHART_SECRET_VALUES_FILE_ENCRYPT" },
    speaks_helm: false,
    run: |parsed, context| run(Kind::Values, parsed, context),
};

fn run(kind: Kind, parsed: &Parsed, context: &mut Context<'_, '_>) -> Result<(), CommandError> {
    let key = flags::key(parsed, context)?;
    let (name, data) = read_input(parsed, context)?;
    let format = flags::format(parsed).unwrap_or_default();
    let file = parsed.filled("for-file").or(parsed.filled("save-output-to"));
    let at = secret_place::location(file, Accept::Own, context);
    let encrypted = kind.encrypt(&key, format, &at, &data).map_err(|error| explain(&name, &error))?;
    flags::put_out(&encrypted, parsed, context)
}
