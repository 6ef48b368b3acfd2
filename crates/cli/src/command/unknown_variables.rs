//! Variables `SKEG_…` and `NELM_…` that nothing reads: most are typos, so they cause a warning.
//!
//! The variables of all flags of all commands are known, whichever runs: a pipeline sets them once for several.
//! Commands without `--log-level` do not warn, such as `template`, whose stderr is Helm's.

use skeg_nearest::nearest;

use super::{COMMANDS, Command, Context};
use crate::flags::{Flag, all, is_ending, variable};

/// Nelm's feature gates are enabled by `NELM_FEAT_…=true`. Skeg has none: every feature is always on.
const GATE: &str = "FEAT_";

/// Nelm's gates.
const GATES: &[&str] = &[
    "ADOPT_DECKHOUSE_CONTROLLER_FIELDS",
    "CASE_INSENSITIVE_CONDITION_TRACKING",
    "CLEAN_NULL_FIELDS",
    "FIELD_SENSITIVE",
    "MORE_DETAILED_EXIT_CODE_FOR_PLAN",
    "NATIVE_RELEASE_LIST",
    "NATIVE_RELEASE_UNINSTALL",
    "PERIODIC_STACK_TRACES",
    "PREVIEW_V2",
    "REMOTE_CHARTS",
    "RESOURCE_VALIDATION",
    "TYPESCRIPT",
];

/// Nelm commands that Skeg does not have, as in variables.
const OTHER_COMMANDS: &[&str] = &["CHART_LINT", "CHART_TS_BUILD", "CHART_TS_INIT"];

/// Warns about variables that no command knows, with the name that was probably meant.
pub(super) fn warn(command: &Command, context: &mut Context<'_, '_>) {
    for prefix in command.variables.prefixes {
        let set = context.environment.with_prefix(prefix);
        let unknown: Vec<&str> =
            set.iter().filter(|(name, value)| !is_known(name, value)).map(|(name, _)| *name).collect();
        for name in unknown {
            context.printer.warn(warning(prefix, name));
        }
    }
}

fn is_known(name: &str, value: &str) -> bool {
    name.strip_prefix(GATE).is_some_and(|gate| GATES.contains(&gate))
        || is_of_service(name, value)
        || COMMANDS.iter().any(|command| {
            all(command.flags)
                .filter(|flag| !flag.is_helms)
                .any(|flag| is_of_flag(name, flag, command.variables.command))
        })
}

fn is_of_flag(name: &str, flag: &Flag, command: &str) -> bool {
    let commands = OTHER_COMMANDS.iter().copied().chain([command]);
    let rests: Vec<&str> =
        commands.filter_map(|command| name.strip_prefix(command)?.strip_prefix('_')).chain([name]).collect();
    flag.names()
        .map(variable)
        .any(|stem| rests.iter().any(|rest| *rest == stem || flag.has_endings() && is_ending(rest, &stem)))
}

/// Kubernetes sets variables for each Service in a pod's namespace: for one called `skeg-runner`
/// `SKEG_RUNNER_SERVICE_HOST`, `SKEG_RUNNER_PORT=tcp://…`, `SKEG_RUNNER_PORT_80_TCP_ADDR`.
fn is_of_service(name: &str, value: &str) -> bool {
    let name = format!("_{name}");
    let is_port = |(_, rest): (&str, &str)| rest.starts_with(|c: char| c.is_ascii_digit());
    name.ends_with("_SERVICE_HOST")
        || name.contains("_SERVICE_PORT")
        || name.ends_with("_PORT") && value.contains("://")
        || name.rsplit_once("_PORT_").is_some_and(is_port)
}

fn warning(prefix: &str, name: &str) -> String {
    if let Some(gate) = name.strip_prefix(GATE) {
        let meant = nearest(gate, GATES.iter().copied()).map(|meant| format!("; did you mean NELM_{GATE}{meant}?"));
        return format!("{prefix}{name} is set, but there is no such feature gate{}", meant.unwrap_or_default());
    }
    let known = names();
    let meant = nearest(name, known.iter().map(String::as_str)).map(|meant| format!("; did you mean {prefix}{meant}?"));
    format!("{prefix}{name} is set, but no flag has this variable{}", meant.unwrap_or_default())
}

/// The variables of all flags, without the prefix.
fn names() -> Vec<String> {
    let of_command = |command: &&Command| {
        let own = command.variables.command;
        all(command.flags)
            .filter(|flag| !flag.is_helms)
            .flat_map(Flag::names)
            .map(variable)
            .flat_map(move |name| [format!("{own}_{name}"), name])
    };
    let mut names: Vec<String> = COMMANDS.iter().flat_map(of_command).collect();
    names.sort_unstable();
    names.dedup();
    names
}
