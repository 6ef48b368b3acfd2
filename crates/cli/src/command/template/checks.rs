//! What Helm checks on the command line before it reads a chart, in its words.

use std::collections::BTreeMap;

use skeg_chart::Compat;
use skeg_report::codes;

use super::flags::{ClusterFlags, TemplateSettings};
use crate::error::CommandError;
use crate::printer::Printer;
use crate::quote::quote;

pub(super) fn arguments(arguments: &[String]) -> Result<(), CommandError> {
    match arguments.is_empty() {
        true => Err(CommandError::new(
            &codes::MISSING_ARGUMENT,
            "\"helm template\" requires at least 1 argument\n\nUsage:  helm template [NAME] [CHART] [flags]",
        )),
        false => Ok(()),
    }
}

/// Flags that Helm 4 does not accept together.
pub(super) fn exclusive_flags(settings: &TemplateSettings, compat: Compat) -> Result<(), CommandError> {
    let (installing, cluster) = (&settings.installing, &settings.cluster);
    let force = ("force", installing.force.is_some());
    let replace = ("force-replace", installing.force_replace.is_some());
    let conflicts = ("force-conflicts", installing.force_conflicts.is_some());
    let (validate, dry_run) = (("validate", cluster.validate.is_some()), ("dry-run", cluster.dry_run.is_some()));
    let groups = [[force, conflicts], [replace, conflicts], [validate, dry_run]];
    match groups.into_iter().find(|group| compat.is_v4() && group.iter().all(|(_, is_given)| *is_given)) {
        Some(group) => {
            let group = group.map(|(name, _)| name);
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

/// What to ask a cluster for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Asks {
    Nothing,
    /// Helm 3: only lookups.
    Lookup,
    /// Helm 3: everything except lookups.
    Validation,
    Everything,
}

/// Whether and how a cluster is used.
pub(super) fn dry_run(flags: &ClusterFlags, compat: Compat, printer: &mut Printer<'_>) -> Result<Asks, CommandError> {
    let invalid = |value: &str, words: &str| {
        CommandError::new(&codes::BAD_VALUE, format!("invalid dry-run value ({}). Must be {words}", quote(value)))
    };
    let validates = flags.validate == Some(true);
    match (compat, flags.dry_run.as_ref().map_or("client", |word| &word.0)) {
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

/// Labels that Helm reserves for itself.
pub(super) fn labels(labels: &BTreeMap<String, String>) -> Result<(), CommandError> {
    const SYSTEM: [&str; 6] = ["name", "owner", "status", "version", "createdAt", "modifiedAt"];
    match labels.keys().any(|key| SYSTEM.contains(&key.as_str())) {
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
