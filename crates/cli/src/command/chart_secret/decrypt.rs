//! `skeg chart secret file decrypt` and `skeg chart secret values-file decrypt`.

use super::flags::{self, KEY, OUTPUT, PLACE, TRUST};
use super::kind::{Kind, input_file, read_input};
use crate::command::{COMMON, Command, Context};
use crate::diagnosis::secrets::explain;
use crate::error::CommandError;
use crate::flags::accepted::ACCEPTED;
use crate::flags::shared::MESSAGES;
use crate::flags::{Parsed, Variables};
use crate::secret_place::{self, accepted};

pub(in crate::command) static FILE: Command = Command {
    path: &["chart", "secret", "file", "decrypt"],
    arguments: "[FILE]",
    about: "Decrypt a file",
    text: "Without FILE, or with -, reads stdin. Prints the original file, byte for byte.\n",
    flags: &[&KEY, &PLACE, &TRUST, &OUTPUT, &MESSAGES, &ACCEPTED, &COMMON],
    variables: Variables { prefixes: &["SKEG_", "NELM_"], command: "CHART_SECRET_FILE_DECRYPT" },
    speaks_helm: false,
    run: |parsed, context| run(Kind::File, parsed, context),
};

pub(in crate::command) static VALUES: Command = Command {
    path: &["chart", "secret", "values-file", "decrypt"],
    arguments: "[FILE]",
    about: "Decrypt every value of a YAML file",
    text: "Without FILE, or with -, reads stdin. In werf's format all values become strings.\n",
    flags: &[&KEY, &PLACE, &TRUST, &OUTPUT, &MESSAGES, &ACCEPTED, &COMMON],
    variables: Variables { prefixes: &["SKEG_", "NELM_"], command: "CHART_SECRET_VALUES_FILE_DECRYPT" },
    speaks_helm: false,
    run: |parsed, context| run(Kind::Values, parsed, context),
};

fn run(kind: Kind, parsed: &Parsed, context: &mut Context<'_, '_>) -> Result<(), CommandError> {
    let key = flags::key(parsed, context)?;
    let (name, data) = read_input(parsed, context)?;
    let at = secret_place::location(parsed.filled("for-file").or(input_file(parsed)?), accepted(parsed), context);
    let decrypted = kind.decrypt(&key, &at, &data).map_err(|error| explain(&name, &error))?;
    flags::put_out(&decrypted, parsed, context)
}
