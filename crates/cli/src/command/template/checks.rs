//! What Helm checks on the command line before it looks at a chart, in its words.

use skeg_chart::Compat;
use skeg_report::codes;

use crate::error::CommandError;
use crate::flags::Parsed;
use crate::printer::Printer;
use crate::quote::quote;

pub(super) fn arguments(parsed: &Parsed) -> Result<(), CommandError> {
    match parsed.arguments.is_empty() {
        true => Err(CommandError::new(
            &codes::MISSING_ARGUMENT,
            "\"helm template\" requires at least 1 argument\n\nUsage:  helm template [NAME] [CHART] [flags]",
        )),
        false => Ok(()),
    }
}

/// Flags that Helm 4 does not take together.
pub(super) fn exclusive_flags(parsed: &Parsed, compat: Compat) -> Result<(), CommandError> {
    let groups = [["force", "force-conflicts"], ["force-replace", "force-conflicts"], ["validate", "dry-run"]];
    match groups.into_iter().find(|group| compat.is_v4() && group.iter().all(|name| parsed.has(name))) {
        Some(group) => {
            let mut sorted = group;
            sorted.sort_unstable();
            Err(CommandError::new(
                &codes::FLAG_CONFLICT,
                format!(
                    "if any flags in the group [{}] are set none of the others can be; [{}] were all set",
                    group.join(" "),
                    sorted.join(" ")
                ),
            ))
        }
        None => Ok(()),
    }
}

/// What is to be asked of a cluster.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Asks {
    Nothing,
    /// Helm 3: only what templates look up.
    Lookup,
    /// Helm 3: all but that.
    Validation,
    Everything,
}

/// Whether a cluster has its say.
pub(super) fn dry_run(parsed: &Parsed, compat: Compat, printer: &mut Printer<'_>) -> Result<Asks, CommandError> {
    let invalid = |value: &str, words: &str| {
        CommandError::new(&codes::BAD_VALUE, format!("invalid dry-run value ({}). Must be {words}", quote(value)))
    };
    let validates = parsed.switch("validate");
    match (compat, parsed.text("dry-run").unwrap_or("client")) {
        (Compat::V3, "server" | "none" | "false") => Ok(if validates { Asks::Everything } else { Asks::Lookup }),
        (Compat::V3, "client" | "" | "true" | "unset") => Ok(if validates { Asks::Validation } else { Asks::Nothing }),
        (Compat::V3, _) => Err(CommandError::new(
            &codes::BAD_VALUE,
            "Invalid dry-run flag. Flag must one of the following: false, true, none, client, server",
        )),
        (Compat::V4, "server") => Ok(Asks::Everything),
        (Compat::V4, "client") => Ok(if validates { Asks::Everything } else { Asks::Nothing }),
        (Compat::V4, "unset") => {
            warn(printer, "--dry-run is deprecated and should be replaced with '--dry-run=client'");
            Ok(Asks::Nothing)
        }
        (Compat::V4, value @ ("1" | "t" | "T" | "true" | "TRUE" | "True")) => {
            warn(
                printer,
                &format!("boolean '--dry-run={value}' flag is deprecated and must be replaced with '--dry-run=client'"),
            );
            Ok(Asks::Nothing)
        }
        (Compat::V4, value @ ("none" | "0" | "f" | "F" | "false" | "FALSE" | "False")) => {
            Err(invalid(value, "\"server\" or \"client\""))
        }
        (Compat::V4, value) => Err(invalid(value, "\"none\", \"server\", or \"client\"")),
    }
}

/// Labels that Helm keeps for itself.
pub(super) fn labels(parsed: &Parsed) -> Result<(), CommandError> {
    const SYSTEM: [&str; 6] = ["name", "owner", "status", "version", "createdAt", "modifiedAt"];
    let labels = parsed.list("labels");
    match labels.iter().any(|label| SYSTEM.contains(&label.split('=').next().unwrap_or(label))) {
        true => Err(CommandError::new(
            &codes::BAD_VALUE,
            format!("user supplied labels contains system reserved label name. System labels: [{}]", SYSTEM.join(" ")),
        )),
        false => Ok(()),
    }
}

fn warn(printer: &mut Printer<'_>, message: &str) {
    printer.say(format!("level=WARN msg={}", quote(message)));
}
