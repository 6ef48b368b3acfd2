//! `skeg version`: the version of Skeg, and of the Helms whose output it makes.

use super::{COMMON, Command, Context};
use crate::error::CommandError;
use crate::flags::{Settings, Variables, command_settings, flag, flag_settings, words};

const VERSION: &str = env!("CARGO_PKG_VERSION");
const HELM: [&str; 2] = ["4.2.4", "3.21.4"];

pub(super) static COMMAND: Command = Command {
    path: &["version"],
    arguments: "",
    about: "Show the version",
    text: "\
Examples:
  skeg version
  skeg version -o json
",
    flags: VersionSettings::FLAGS,
    variables: Variables { prefixes: &["SKEG_", "NELM_"], command: "VERSION" },
    speaks_helm: false,
    run: |parsed, context| run(&VersionSettings::read(parsed).output, context),
};

/// How the version is printed.
#[derive(Clone, Copy)]
enum Form {
    Text,
    Json,
    Yaml,
}

words! {
    Form {
        "text" => Form::Text,
        "json" => Form::Json,
        "yaml" => Form::Yaml,
    }
}

flag_settings! {
    struct OutputFlags: "Output" {
        format: Option<Form> =
            flag("output-format", "how to print it: text, json or yaml (default text)").short('o').also(&["output"]),
        short: bool = flag("short", "print the number alone"),
    }
}

command_settings! {
    struct VersionSettings {
        output: OutputFlags,
    }
    also [COMMON]
}

fn run(flags: &OutputFlags, context: &mut Context<'_, '_>) -> Result<(), CommandError> {
    let mut numbers = VERSION.splitn(3, '.');
    let mut number = || numbers.next().unwrap_or("0");
    let (major, minor, patch) = (number(), number(), number());
    let helm = HELM.map(|version| format!("\"{version}\"")).join(",");
    let text = match flags.format {
        _ if flags.short => format!("{VERSION}\n"),
        Some(Form::Json) => format!(
            "{{\"full\":\"{VERSION}\",\"major\":{major},\"minor\":{minor},\"patch\":{patch},\"helm\":[{helm}]}}\n"
        ),
        Some(Form::Yaml) => {
            let helm = HELM.map(|version| format!("- {version}\n")).concat();
            format!("full: {VERSION}\nmajor: {major}\nminor: {minor}\npatch: {patch}\nhelm:\n{helm}")
        }
        Some(Form::Text) | None => format!("skeg {VERSION} (renders as Helm {} and {})\n", HELM[0], HELM[1]),
    };
    context.printer.data(text);
    Ok(())
}
