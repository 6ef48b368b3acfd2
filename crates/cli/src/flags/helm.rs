//! Flags of Helm 3 and 4 that Skeg does not have: those that ask for the default are accepted, the others say what to
//! do instead. None has a variable, and help and completion omit them.

use super::{Flag, Flags, Group, flag, flag_settings};

/// Why waiting cannot be turned off.
pub(crate) const ALWAYS_WAITS: &str =
    "Skeg always waits until resources are ready; to skip the final wait, use --no-final-tracking";
const NO_HOOKS: &str = "Skeg always runs hooks; to skip one, make its template depend on a value";
const FORCE: &str = "to delete and recreate what cannot be changed in place, use --recreate-immutable";
const REUSE: &str = "Skeg never reuses the last revision's values, so that a deploy does not depend on history. Give \
 all values each time, best in a file: -f FILE. The last revision's values: skeg release get ARGUMENTS --print-values";
const CLEANUP: &str = "to roll back after a failure, use --auto-rollback";
const REPOSITORIES: &str =
    "charts from repositories and registries are not supported yet; fetch the chart first: helm pull";
const POST_RENDERER: &str = "post-renderers are not supported for releases; skeg template has --post-renderer";
const SERVER_SIDE: &str = "Skeg always uses server-side apply";
const NAMES: &str = "give the release a name: skeg release install NAME CHART";

const fn taken(name: &'static str) -> Flag {
    Flag::switch(name, "").of_helm().without_effect()
}

const fn explained(name: &'static str, why: &'static str) -> Flag {
    Flag::switch(name, "").of_helm().hidden().refused(why)
}

/// The same for a flag with a value.
const fn explained_text(name: &'static str, why: &'static str) -> Flag {
    Flag::text(name, "").of_helm().hidden().refused(why)
}

const WAIT_FOR_JOBS: Flag = taken("wait-for-jobs").refused_value("false", ALWAYS_WAITS);
const SERVER: Flag =
    Flag::text("server-side", "").bare("true").of_helm().without_effect().refused_value("false", SERVER_SIDE);

/// Of `helm install` and `helm upgrade`.
pub(crate) const INSTALL: Flags = &[&Group {
    title: "",
    flags: &[
        taken("install").short('i'),
        taken("create-namespace").refused_value(
            "false",
            "the namespace is created by default; if it must exist already, use \
             --no-create-namespace",
        ),
        WAIT_FOR_JOBS,
        SERVER,
        taken("force-conflicts"),
        taken("reset-values").refused_value("false", REUSE),
        taken("replace"),
        taken("disable-openapi-validation"),
        taken("hide-secret"),
        explained("reuse-values", REUSE),
        explained("reset-then-reuse-values", REUSE),
        explained("force", FORCE),
        explained("force-replace", FORCE),
        explained("cleanup-on-fail", CLEANUP),
        explained("no-hooks", NO_HOOKS),
        explained("generate-name", NAMES).short('g'),
        explained_text("name-template", NAMES),
        explained("dependency-update", "Skeg downloads no subcharts; run first: helm dependency update CHART"),
        explained_text("post-renderer", POST_RENDERER),
        explained_text("post-renderer-args", POST_RENDERER),
        explained_text("version", REPOSITORIES),
        explained_text("repo", REPOSITORIES),
        explained_text("username", REPOSITORIES),
        explained_text("password", REPOSITORIES),
        explained_text("ca-file", REPOSITORIES),
        explained_text("cert-file", REPOSITORIES),
        explained_text("key-file", REPOSITORIES),
        explained_text("keyring", REPOSITORIES),
        explained("devel", REPOSITORIES),
        explained("verify", REPOSITORIES),
        explained("plain-http", REPOSITORIES),
        explained("pass-credentials", REPOSITORIES),
        explained("insecure-skip-tls-verify", REPOSITORIES),
    ],
}];

/// Flags of `helm install` for which a plan has flags of its own.
pub(crate) const INSTALL_OUTPUT: Flags = &[&Group {
    title: "",
    flags: &[
        dry_run("to see what would change, run: skeg release plan install ARGUMENTS"),
        explained_text(
            "output",
            "for machine-readable progress, use --progress json or --save-report-to \
         FILE",
        )
        .short('o'),
    ],
}];

/// Of `helm uninstall`.
pub(crate) const UNINSTALL: Flags = &[&Group {
    title: "",
    flags: &[
        taken("ignore-not-found"),
        explained("no-hooks", NO_HOOKS),
        explained_text("cascade", "how dependents are deleted: --delete-propagation Foreground, Background or Orphan"),
        explained_text("description", "an uninstall has no description"),
    ],
}];

pub(crate) const UNINSTALL_OUTPUT: Flags = &[&Group {
    title: "",
    flags: &[dry_run("to see what would be deleted, run: skeg release plan uninstall ARGUMENTS")],
}];

/// Of `helm rollback`.
pub(crate) const ROLLBACK: Flags = &[&Group {
    title: "",
    flags: &[
        WAIT_FOR_JOBS,
        SERVER,
        taken("force-conflicts"),
        explained("force", FORCE),
        explained("force-replace", FORCE),
        explained("recreate-pods", "Skeg does not recreate unchanged pods; to restart them: kubectl rollout restart"),
        explained(
            "cleanup-on-fail",
            "what a failed rollback created is kept; run it again, or roll back to another revision",
        ),
        explained("no-hooks", NO_HOOKS),
    ],
}];

pub(crate) const ROLLBACK_OUTPUT: Flags =
    &[&Group { title: "", flags: &[dry_run("to see what would change, run: skeg release plan rollback ARGUMENTS")] }];

/// A plan is a dry run.
pub(crate) const PLAN: Flags =
    &[&Group { title: "", flags: &[Flag::text("dry-run", "").bare("true").of_helm().without_effect()] }];

const fn dry_run(why: &'static str) -> Flag {
    Flag::text("dry-run", "").bare("true").of_helm().hidden().refused(why)
}

const FILTERED: &str = "the list is not filtered; filter the output of: skeg release list -o json";

/// Of `helm list`.
pub(crate) const LIST: Flags = &[&Group {
    title: "",
    flags: &[
        taken("all").short('a'),
        explained("deployed", FILTERED),
        explained("failed", FILTERED),
        explained("pending", FILTERED),
        explained("superseded", FILTERED),
        explained("uninstalled", FILTERED),
        explained("uninstalling", FILTERED),
        explained_text("filter", FILTERED).short('f'),
        explained_text("selector", FILTERED).short('l'),
        explained_text("max", "the list is never truncated").short('m'),
        explained_text("offset", "the list is never truncated"),
        explained(
            "date",
            "the list is sorted by name; for another order sort the output of: skeg release list -o json",
        )
        .short('d'),
        explained(
            "reverse",
            "the list is sorted by name; for another order sort the output of: skeg release list -o \
         json",
        )
        .short('r'),
        explained("short", "for names alone filter the output of: skeg release list -o json").short('q'),
        explained("no-headers", "for programs use: skeg release list -o json"),
        explained_text("time-format", "for programs use: skeg release list -o json"),
    ],
}];

/// Of `helm status`.
pub(crate) const STATUS: Flags = &[&Group { title: "", flags: &[taken("show-desc"), taken("show-resources")] }];

flag_settings! {
    /// Of `helm status` and `helm get`: another way to name the revision.
    pub(crate) struct RevisionFlags: "" {
        revision: Option<i64> = flag("revision", "").of_helm().hidden(),
    }
}

flag_settings! {
    /// Of all commands of Helm.
    pub(crate) struct DebugFlags: "" {
        debug: bool = flag("debug", "the same as --log-level debug").of_helm().hidden(),
    }
}

/// Of all commands of Helm.
pub(crate) const GLOBAL: Flags = &[&Group {
    title: "",
    flags: &[
        explained_text("registry-config", REPOSITORIES),
        explained_text("repository-cache", REPOSITORIES),
        explained_text("repository-config", REPOSITORIES),
    ],
}];
