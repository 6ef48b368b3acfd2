//! Flags that several commands have.

use skeg_chart::Compat;

use super::{Flag, Settings, flag, flag_settings, words};
use crate::level::Level;

flag_settings! {
    /// Flags that every command has.
    pub(crate) struct HelpFlags: "Help" {
        help: bool = flag("help", "show this help").short('h'),
    }
}

/// Flags of every command.
pub(crate) const COMMON: super::Flags = HelpFlags::FLAGS;

flag_settings! {
    /// The values of a chart.
    pub(crate) struct ValuesFlags: "Values" {
        files: Vec<String> =
            flag("values", "values files; later ones win; - is stdin").comma_separated().file().short('f'),
        set: Vec<String> =
            flag("set", "values: key=value,other.key[0]=value; numbers, true, false and null get their types")
                .value("KEY=VALUE,"),
        set_string: Vec<String> = flag("set-string", "the same, but every value is a string").value("KEY=VALUE,"),
        set_file: Vec<String> =
            flag("set-file", "the same, but every value is a file whose contents are used").value("KEY=FILE,"),
        set_json: Vec<String> =
            flag("set-json", "values as JSON: key=JSON, or a whole object (Helm 4 only)").value("KEY=JSON"),
        set_literal: Vec<String> =
            flag("set-literal", "one value, taken literally: key=value").value("KEY=VALUE"),
        skip_schema: bool = flag("skip-schema-validation", "do not check values against values.schema.json"),
    }
}

flag_settings! {
    /// Nelm's overrides of a chart besides its values.
    pub(crate) struct OverrideFlags: "Chart" {
        no_default_values: bool =
            flag("no-default-values", "ignore the chart's values.yaml; subcharts keep theirs"),
        app_version: Option<String> = flag("app-version", "override appVersion of Chart.yaml").value("VERSION"),
        root: Vec<String> = flag("set-root-json", "add keys next to .Values, for all charts").value("KEY=JSON"),
        runtime: Vec<String> = flag("set-runtime-json", "set keys in .Runtime, for all charts").value("KEY=JSON"),
    }
}

flag_settings! {
    /// What Skeg adds to rendering.
    pub(crate) struct SkegFlags: "Skeg" {
        helm_compat: Option<Compat> =
            flag("helm-compat", "which Helm to follow: v3 (Helm 3) or v4 (Helm 4, the default)"),
        no_outside_links: bool =
            flag("no-outside-links", "reject symbolic links that lead out of the chart's folder"),
        lookup_files: Vec<String> =
            flag("lookup-resources", "files with Kubernetes objects for the template function lookup")
                .comma_separated()
                .file()
                .starred(),
    }
}

words! {
    Compat {
        "v3" => Compat::V3,
        "v4" => Compat::V4,
    }
}

impl SkegFlags {
    /// Which Helm to follow.
    pub(crate) fn compat(&self) -> Compat {
        self.helm_compat.unwrap_or(Compat::V4)
    }
}

flag_settings! {
    /// Messages and colour.
    pub(crate) struct MessageFlags: "Messages" {
        log_level: Option<Level> = flag(
            "log-level",
            "what to print on stderr: silent, error, warning, info (the default), debug (requests, times), trace (bodies)",
        )
        .value("LEVEL"),
        colour: Option<ColourMode> =
            flag("color-mode", "colour: auto (default: on a terminal, unless NO_COLOR is set), off or on")
                .also(&["color"]),
    }
}

words! {
    Level {
        "silent" => Level::Silent,
        "error" => Level::Error,
        "warning" => Level::Warning,
        "info" => Level::Info,
        "debug" => Level::Debug,
        "trace" => Level::Trace,
    }
}

/// When to print in colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ColourMode {
    Auto,
    Off,
    On,
}

words! {
    ColourMode {
        "auto" => ColourMode::Auto,
        "off" | "never" => ColourMode::Off,
        "on" | "always" => ColourMode::On,
    }
}

flag_settings! {
    /// Encrypted values of a chart, and their key.
    pub(crate) struct SecretFlags: "Secrets" {
        key: Option<String> = SECRET_KEY,
        values: Vec<String> =
            flag("secret-values", "encrypted values files; they override all other values, later ones earlier ones")
                .comma_separated()
                .file(),
        no_default_values: bool =
            flag("no-default-secret-values", "ignore secret-values.yaml of the chart and its subcharts"),
        no_decrypt: bool = flag("no-decrypt-secrets", "leave values and files encrypted; needs no key"),
        allow_foreign: bool = ALLOW_FOREIGN_SECRETS,
    }
}

pub(crate) const ALLOW_DNS: Flag<bool> =
    flag("templates-allow-dns", "let the template function getHostByName resolve names").also(&["enable-dns"]);

pub(crate) const ALLOW_FOREIGN_SECRETS: Flag<bool> =
    flag("allow-foreign-secrets", "accept secrets that were encrypted for another file, and files that mix formats");

/// Better not on the command line, where other users of the machine see it.
pub(crate) const SECRET_KEY: Flag<Option<String>> = flag(
    "secret-key",
    "the secret key; also from WERF_SECRET_KEY, .werf_secret_key in this folder, ~/.werf/global_secret_key",
)
.value("KEY")
.or_variable("WERF_SECRET_KEY");
