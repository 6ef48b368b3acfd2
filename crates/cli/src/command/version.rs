//! `skeg version`: which Skeg this is, and whose output it makes.

use super::{COMMON, Command, Context};
use crate::error::CommandError;
use crate::flags::{Flag, Group, Parsed, Variables};

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
    flags: &[&OWN, &COMMON],
    variables: Variables { prefixes: &["SKEG_", "NELM_"], command: "VERSION" },
    speaks_helm: false,
    run,
};

static OWN: Group = Group {
    title: "Output",
    flags: &[
        Flag::choice("output-format", &["text", "json", "yaml"], "how to print it: text, json or yaml (default text)")
            .value("text|json|yaml")
            .short('o')
            .also(&["output"]),
        Flag::switch("short", "print the number alone"),
    ],
};

fn run(parsed: &Parsed, context: &mut Context<'_, '_>) -> Result<(), CommandError> {
    let mut numbers = VERSION.splitn(3, '.');
    let mut number = || numbers.next().unwrap_or("0");
    let (major, minor, patch) = (number(), number(), number());
    let helm = HELM.map(|version| format!("\"{version}\"")).join(",");
    let text = match parsed.text("output-format") {
        _ if parsed.switch("short") => format!("{VERSION}\n"),
        Some("json") => format!(
            "{{\"full\":\"{VERSION}\",\"major\":{major},\"minor\":{minor},\"patch\":{patch},\"helm\":[{helm}]}}\n"
        ),
        Some("yaml") => {
            let helm = HELM.map(|version| format!("- {version}\n")).concat();
            format!("full: {VERSION}\nmajor: {major}\nminor: {minor}\npatch: {patch}\nhelm:\n{helm}")
        }
        _ => format!("skeg {VERSION} (renders as Helm {} and {})\n", HELM[0], HELM[1]),
    };
    context.printer.data(text);
    Ok(())
}
