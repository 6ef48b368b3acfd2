//! Flags of all commands that plan.

use crate::flags::shared::SECRET_KEY;
use crate::flags::{Flag, Group};

pub(super) static PLAN: Group = Group {
    title: "Plan",
    flags: &[
        Flag::choice(
            "output-format",
            &["text", "json", "yaml", "markdown", "html"],
            "format of the plan (default text)",
        )
        .value("text|json|yaml|markdown|html")
        .also(&["output"])
        .short('o'),
        Flag::switch(
            "exit-code",
            "exit with 2 if resources would change, with 3 if only hooks would run or the record would change",
        ),
        Flag::choice(
            "show-order",
            &["text", "dot", "mermaid"],
            "show what waits for what, and why; dot and mermaid print only the graph",
        )
        .value("text|dot|mermaid")
        .bare("text"),
        Flag::switch("show-all", "list resources one by one that change alike"),
        Flag::switch("no-pager", "do not page the plan on a terminal ($PAGER, else less -FRX)"),
        Flag::int("diff-context-lines", "show whole diffs with this many lines around each change"),
        Flag::switch(
            "show-insignificant-diffs",
            "include fields that the server writes and annotations for deploy tools",
        ),
        Flag::switch("show-sensitive-diffs", "show secret values"),
        Flag::switch("show-verbose-crd-diffs", "show definitions of kinds that are created or deleted in full"),
        Flag::switch("show-verbose-diffs", "show resources that are created or deleted in full (default true)"),
    ],
};

/// Keeping a plan.
pub(super) static FREEZE: Group = Group {
    title: "Freezing",
    flags: &[
        Flag::text("out", "save the plan to this file for plan execute; encrypted if there is a secret key")
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
    Flag::switch("allow-drift", "execute the plan although objects have changed since the review");

pub(in crate::command::release) const ALLOW_UNSIGNED: Flag =
    Flag::switch("allow-unsigned-plan", "accept an unencrypted plan although there is a secret key");

pub(in crate::command::release) const SECRET_FOLDER: Flag =
    Flag::text("secret-work-dir", "folder of .werf_secret_key (default: the current folder)").value("FOLDER");
