//! Flags of all commands that plan.

use crate::flags::{Flag, Group};

pub(super) static PLAN: Group = Group {
    title: "Plan",
    flags: &[
        Flag::choice("output-format", &["text", "json", "yaml", "markdown", "html"], "form of the plan (default text)")
            .value("text|json|yaml|markdown|html")
            .also(&["output"])
            .short('o'),
        Flag::switch("exit-code", "exit with 2 if resources would change, with 3 if only records would"),
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
