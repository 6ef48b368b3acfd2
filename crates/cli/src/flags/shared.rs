//! Flags that several commands have.

use super::{Flag, Group};
use crate::level::Level;

/// What values a chart gets.
pub(crate) static VALUES: Group = Group {
    title: "Values",
    flags: &[
        Flag::list("values", "values files; later ones win; - is stdin").value("FILE").short('f'),
        Flag::array("set", "values: key=value,other.key[0]=value; numbers, true, false and null get their types")
            .value("KEY=VALUE,"),
        Flag::array("set-string", "the same, but every value is a string").value("KEY=VALUE,"),
        Flag::array("set-file", "the same, but every value is a file whose contents are used").value("KEY=FILE,"),
        Flag::array("set-json", "values as JSON: key=JSON, or a whole object (Helm 4 only)").value("KEY=JSON"),
        Flag::array("set-literal", "one value, taken literally: key=value").value("KEY=VALUE"),
        Flag::switch("skip-schema-validation", "do not check values against values.schema.json"),
    ],
};

/// What Nelm lets people say of a chart besides its values.
pub(crate) static EXTRAS: Group = Group {
    title: "Chart",
    flags: &[
        Flag::switch("no-default-values", "ignore the chart's values.yaml; subcharts keep theirs"),
        Flag::text("app-version", "override appVersion of Chart.yaml").value("VERSION"),
        Flag::array("set-root-json", "add keys next to .Values, for all charts").value("KEY=JSON"),
        Flag::array("set-runtime-json", "set keys in .Runtime, for all charts").value("KEY=JSON"),
    ],
};

/// What Skeg adds to rendering.
pub(crate) static SKEG: Group = Group {
    title: "Skeg",
    flags: &[
        Flag::choice("helm-compat", &["v3", "v4"], "which Helm to follow: v3 (Helm 3) or v4 (Helm 4, the default)")
            .value("v3|v4"),
        Flag::switch("no-outside-links", "reject symbolic links that lead out of the chart's folder"),
        Flag::list("lookup-resources", "files with Kubernetes objects for the template function lookup")
            .value("FILE")
            .starred(),
    ],
};

/// What is said to people, and how.
pub(crate) static MESSAGES: Group = Group {
    title: "Messages",
    flags: &[
        Flag::choice(
            "log-level",
            Level::NAMES,
            "what to print on stderr: silent, error, warning, info (the default), debug (requests, times), trace (bodies)",
        )
        .value("LEVEL"),
        Flag::choice(
            "color-mode",
            &["auto", "off", "on", "never", "always"],
            "colour: auto (default: on a terminal, unless NO_COLOR is set), off or on",
        )
        .also(&["color"])
        .value("auto|off|on"),
    ],
};

/// What is encrypted in a chart, and the key to it.
pub(crate) static SECRETS: Group = Group {
    title: "Secrets",
    flags: &[
        SECRET_KEY,
        Flag::list("secret-values", "encrypted values files; they override all other values, later ones earlier ones")
            .value("FILE"),
        Flag::switch("no-default-secret-values", "ignore secret-values.yaml of the chart and its subcharts"),
        Flag::switch("no-decrypt-secrets", "leave values and files encrypted; needs no key"),
        ALLOW_FOREIGN_SECRETS,
    ],
};

pub(crate) const ALLOW_FOREIGN_SECRETS: Flag = Flag::switch(
    "allow-foreign-secrets",
    "accept secrets that were encrypted for another file, and files that mix formats",
);

/// Better not on the command line, where other users of the machine see it.
pub(crate) const SECRET_KEY: Flag = Flag::text(
    "secret-key",
    "the secret key; also from WERF_SECRET_KEY, .werf_secret_key in this folder, ~/.werf/global_secret_key",
)
.value("KEY")
.or_variable("WERF_SECRET_KEY");
