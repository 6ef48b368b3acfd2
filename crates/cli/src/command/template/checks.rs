//! What Helm checks on the command line before it looks at a chart, in its words.

use skeg_chart::Compat;

use crate::error::CommandError;
use crate::flags::Parsed;
use crate::printer::Printer;
use crate::quote::quote;

pub(super) fn arguments(parsed: &Parsed) -> Result<(), CommandError> {
    match parsed.arguments.is_empty() {
        true => Err(CommandError::usage(
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
            Err(CommandError::usage(format!(
                "if any flags in the group [{}] are set none of the others can be; [{}] were all set",
                group.join(" "),
                sorted.join(" ")
            )))
        }
        None => Ok(()),
    }
}

/// Only rendering without a cluster is supported.
pub(super) fn dry_run(parsed: &Parsed, compat: Compat, printer: &mut Printer<'_>) -> Result<(), CommandError> {
    let invalid = |value: &str, words: &str| {
        CommandError::usage(format!("invalid dry-run value ({}). Must be {words}", quote(value)))
    };
    match (compat, parsed.text("dry-run").unwrap_or("client")) {
        (_, "client") | (Compat::V3, "" | "true" | "unset") => Ok(()),
        (_, "server") | (Compat::V3, "none" | "false") => Err(needs_cluster("--dry-run=server")),
        (Compat::V3, _) => Err(CommandError::usage(
            "Invalid dry-run flag. Flag must one of the following: false, true, none, client, server",
        )),
        (Compat::V4, "unset") => {
            warn(printer, "--dry-run is deprecated and should be replaced with '--dry-run=client'");
            Ok(())
        }
        (Compat::V4, value @ ("1" | "t" | "T" | "true" | "TRUE" | "True")) => {
            warn(
                printer,
                &format!("boolean '--dry-run={value}' flag is deprecated and must be replaced with '--dry-run=client'"),
            );
            Ok(())
        }
        (Compat::V4, value @ ("none" | "0" | "f" | "F" | "false" | "FALSE" | "False")) => {
            Err(invalid(value, "\"server\" or \"client\""))
        }
        (Compat::V4, value) => Err(invalid(value, "\"none\", \"server\", or \"client\"")),
    }
}

/// What needs more than a chart at hand.
pub(super) fn unsupported(parsed: &Parsed) -> Result<(), CommandError> {
    if parsed.switch("validate") {
        return Err(needs_cluster("--validate"));
    }
    match parsed.filled("post-renderer") {
        Some(_) => {
            Err(CommandError::unsupported("--post-renderer is not supported yet: pipe the output through the program"))
        }
        None => Ok(()),
    }
}

/// Labels that Helm keeps for itself.
pub(super) fn labels(parsed: &Parsed) -> Result<(), CommandError> {
    const SYSTEM: [&str; 6] = ["name", "owner", "status", "version", "createdAt", "modifiedAt"];
    let labels = parsed.list("labels");
    match labels.iter().any(|label| SYSTEM.contains(&label.split('=').next().unwrap_or(label))) {
        true => Err(CommandError::failure(format!(
            "user supplied labels contains system reserved label name. System labels: [{}]",
            SYSTEM.join(" ")
        ))),
        false => Ok(()),
    }
}

fn needs_cluster(flag: &str) -> CommandError {
    CommandError::unsupported(format!("{flag} is not supported yet: skeg template does not ask a cluster"))
}

fn warn(printer: &mut Printer<'_>, message: &str) {
    printer.say(format!("level=WARN msg={}", quote(message)));
}
