//! Flags that several commands have.

use super::{Flag, Group};
use crate::level::Level;

/// What values a chart gets.
pub(crate) static VALUES: Group = Group {
    title: "Values",
    flags: &[
        Flag::list("values", "files with values; later ones win; - is stdin").value("FILE").short('f'),
        Flag::array("set", "values: key=value,other.key[0]=value; numbers, true, false and null get their types")
            .value("KEY=VALUE,"),
        Flag::array("set-string", "the same, every value a string").value("KEY=VALUE,"),
        Flag::array("set-file", "the same, every value the path of a file that holds it").value("KEY=FILE,"),
        Flag::array("set-json", "values as JSON: key=JSON, or a whole object (Helm 4 only)").value("KEY=JSON"),
        Flag::array("set-literal", "one value that is taken as it is: key=value").value("KEY=VALUE"),
        Flag::switch("skip-schema-validation", "do not check values against values.schema.json"),
    ],
};

/// What Nelm lets people say of a chart besides its values.
pub(crate) static EXTRAS: Group = Group {
    title: "Chart",
    flags: &[
        Flag::switch("no-default-values", "leave values.yaml of the chart out; subcharts keep theirs"),
        Flag::text("app-version", "another appVersion than Chart.yaml's").value("VERSION"),
        Flag::array("set-root-json", "keys beside .Values, for all charts").value("KEY=JSON"),
        Flag::array("set-runtime-json", "keys in .Runtime, for all charts").value("KEY=JSON"),
    ],
};

/// What Skeg adds to rendering.
pub(crate) static SKEG: Group = Group {
    title: "Skeg",
    flags: &[
        Flag::choice("helm-compat", &["v3", "v4"], "whose output to make: v3 (Helm 3) or v4 (Helm 4, the default)")
            .value("v3|v4"),
        Flag::switch("no-outside-links", "refuse symbolic links that lead out of the chart's folder"),
        Flag::list("lookup-resources", "files with Kubernetes objects that the template function lookup finds")
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
            "how much is said on stderr: silent, error, warning, info (the default), debug (requests, times), trace (bodies)",
        )
        .value("LEVEL"),
        Flag::choice("color-mode", &["auto", "off", "on"], "colour of messages: auto (the default), off or on")
            .value("auto|off|on"),
    ],
};

/// What is encrypted in a chart, and the key to it.
pub(crate) static SECRETS: Group = Group {
    title: "Secrets",
    flags: &[
        SECRET_KEY,
        Flag::list("secret-values", "encrypted files with values; they win over all others, later ones over earlier")
            .value("FILE"),
        Flag::switch("no-default-secret-values", "leave secret-values.yaml of the chart and its subcharts out"),
        Flag::switch("no-decrypt-secrets", "take encrypted values and files as they are; needs no key"),
        ALLOW_FOREIGN_SECRETS,
    ],
};

pub(crate) const ALLOW_FOREIGN_SECRETS: Flag = Flag::switch(
    "allow-foreign-secrets",
    "take secrets that were encrypted for another file, or for none beside others that were",
);

/// Better not on the command line, where other users of the machine see it.
pub(crate) const SECRET_KEY: Flag = Flag::text(
    "secret-key",
    "the secret key; also from WERF_SECRET_KEY, .werf_secret_key in this folder, ~/.werf/global_secret_key",
)
.value("KEY")
.or_variable("WERF_SECRET_KEY");
