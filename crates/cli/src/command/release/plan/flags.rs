//! Flags of all commands that plan.

use crate::flags::shared::SECRET_KEY;
use crate::flags::{Flag, Group};

pub(super) static PLAN: Group = Group {
    title: "Plan",
    flags: &[
        Flag::choice("output-format", &["text", "json", "yaml", "markdown", "html"], "form of the plan (default text)")
            .value("text|json|yaml|markdown|html")
            .also(&["output"])
            .short('o'),
        Flag::switch(
            "exit-code",
            "exit with 2 if resources would change, with 3 if only hooks would run or records change",
        ),
        Flag::choice("show-order", &["text", "dot", "mermaid"], "who waits for whom, and why; dot, mermaid: only that")
            .value("text|dot|mermaid")
            .bare("text"),
        Flag::int("diff-context-lines", "show whole diffs with this many lines around each change"),
        Flag::switch("show-insignificant-diffs", "show what the server writes and what is for deploying tools too"),
        Flag::switch("show-sensitive-diffs", "show what is secret"),
        Flag::switch("show-verbose-crd-diffs", "show definitions of kinds that are created or deleted in full"),
        Flag::switch("show-verbose-diffs", "show resources that are created or deleted in full (default true)"),
    ],
};

/// Keeping a plan.
pub(super) static FREEZE: Group = Group {
    title: "Freezing",
    flags: &[
        Flag::text(
            "out",
            "write the plan into this file, to be executed as it is; encrypted where there is a secret key",
        )
        .also(&["save-plan"])
        .value("FILE"),
        SECRET_FOLDER,
    ],
};

/// The key to a plan.
pub(super) static KEY: Group = Group { title: "Secrets", flags: &[SECRET_KEY] };

pub(in crate::command::release) const LIFETIME: Flag =
    Flag::duration("plan-lifetime", "how old the plan may be (default 2h)");

pub(in crate::command::release) const ALLOW_DRIFT: Flag =
    Flag::switch("allow-drift", "execute the plan although objects are no longer what was reviewed");

pub(in crate::command::release) const ALLOW_UNSIGNED: Flag =
    Flag::switch("allow-unsigned-plan", "take a plan that is not encrypted although there is a secret key");

pub(in crate::command::release) const SECRET_FOLDER: Flag =
    Flag::text("secret-work-dir", "where .werf_secret_key is looked for (default: this folder)").value("FOLDER");
