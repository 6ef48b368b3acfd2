//! Flags of all planning commands.

use skeg_report::{GraphFormat, PlanFormat};

use crate::flags::cluster::ReleaseFlags;
use crate::flags::shared::SECRET_KEY;
use crate::flags::{Flag, Time, command_settings, flag, flag_settings, words};

flag_settings! {
    /// How a plan is shown.
    pub(super) struct PlanFlags: "Plan" {
        format: Option<PlanFormat> =
            flag("output-format", "format of the plan (default text)").also(&["output"]).short('o'),
        exit_code: bool = flag(
            "exit-code",
            "exit with 2 if resources would change, with 3 if only hooks would run or the record would change",
        ),
        order: Option<OrderForm> =
            flag("show-order", "show what waits for what, and why; dot and mermaid print only the graph").bare("text"),
        all: bool = flag("show-all", "list resources with the same change one by one"),
        no_pager: bool = flag("no-pager", "do not page the plan on a terminal ($PAGER, else less -FRX)"),
        context_lines: Option<usize> =
            flag("diff-context-lines", "show whole diffs with this many lines around each change"),
        insignificant: bool = flag(
            "show-insignificant-diffs",
            "include fields that the server writes and annotations for deploy tools",
        ),
        sensitive: bool = flag("show-sensitive-diffs", "show secret values"),
        definitions: bool =
            flag("show-verbose-crd-diffs", "show CRDs that are created or deleted in full"),
        whole: Option<bool> =
            flag("show-verbose-diffs", "show resources that are created or deleted in full (default true)"),
    }
}

words! {
    PlanFormat {
        "text" => PlanFormat::Text,
        "json" => PlanFormat::Json,
        "yaml" => PlanFormat::Yaml,
        "markdown" => PlanFormat::Markdown,
        "html" => PlanFormat::Html,
    }
}

/// How the order of a plan is shown.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum OrderForm {
    Text,
    Graph(GraphFormat),
}

words! {
    OrderForm {
        "text" => OrderForm::Text,
        "dot" => OrderForm::Graph(GraphFormat::Dot),
        "mermaid" => OrderForm::Graph(GraphFormat::Mermaid),
    }
}

flag_settings! {
    /// Saving a plan.
    pub(super) struct FreezeFlags: "Saving" {
        out: Option<String> = OUT,
        secret_folder: Option<String> = SECRET_FOLDER,
    }
}

pub(in crate::command::release) const OUT: Flag<Option<String>> =
    flag("out", "save the plan to this file for plan execute; encrypted if there is a secret key")
        .also(&["save-plan"])
        .file();

flag_settings! {
    /// The key of a plan.
    pub(super) struct KeyFlags: "Secrets" {
        key: Option<String> = SECRET_KEY,
    }
}

command_settings! {
    /// Which release to plan for, and how the plan is shown and saved.
    pub(super) struct PlanningSettings {
        release: ReleaseFlags,
        plan: PlanFlags,
        freeze: FreezeFlags,
        key: KeyFlags,
    }
}

flag_settings! {
    /// Which frozen plans are accepted.
    pub(in crate::command::release) struct FrozenFlags: "Saved plan" {
        lifetime: Option<Time> = flag("plan-lifetime", "how old the plan may be (default 2h)"),
        allow_drift: bool =
            flag("allow-drift", "execute the plan although objects have changed since the review"),
        allow_unsigned: bool = ALLOW_UNSIGNED,
        secret_folder: Option<String> = SECRET_FOLDER,
    }
}

pub(super) const ALLOW_UNSIGNED: Flag<bool> =
    flag("allow-unsigned-plan", "accept an unencrypted plan although there is a secret key");

pub(super) const SECRET_FOLDER: Flag<Option<String>> =
    flag("secret-work-dir", "folder of .werf_secret_key (default: the current folder)").folder();

pub(in crate::command::release) const AUTO_ROLLBACK: Flag<bool> =
    flag("auto-rollback", "after a failure, roll back to the last deployed revision")
        .also(&["rollback-on-failure", "atomic"]);
