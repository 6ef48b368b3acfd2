//! Helm's command names and what Skeg calls them: a user who types one gets an explanation, not the nearest spelling.

use crate::flags::cluster::ReleaseFlags;
use crate::flags::{Flag, Parsed, Settings, find};

/// What to run instead of a Helm command.
enum Instead {
    /// This command with the same arguments.
    Run(&'static str),
    /// More than a renamed command.
    Say(&'static str),
}

/// Helm commands that Skeg has under other names, or not at all.
const COMMANDS: &[(&str, Instead)] = &[
    ("install", Instead::Run("release install")),
    ("upgrade", Instead::Run("release install")),
    ("uninstall", Instead::Run("release uninstall")),
    ("delete", Instead::Run("release uninstall")),
    ("del", Instead::Run("release uninstall")),
    ("un", Instead::Run("release uninstall")),
    ("list", Instead::Run("release list")),
    ("ls", Instead::Run("release list")),
    ("rollback", Instead::Run("release rollback")),
    ("status", Instead::Run("release status")),
    ("history", Instead::Run("release history")),
    ("hist", Instead::Run("release history")),
    ("diff", Instead::Run("release plan install")),
    ("plan", Instead::Run("release plan install")),
    ("lint", Instead::Say("To see whether a chart renders, and where it does not: skeg chart render CHART")),
    ("get", Instead::Say("A recorded revision with its values: skeg release get NAME --print-values")),
    ("test", Instead::Say("Skeg does not run test hooks: helm test does, for releases of Skeg too.")),
    ("secrets", Instead::Say("Secrets in charts: skeg chart secret --help")),
    ("dependency", Instead::Say(CHARTS)),
    ("dep", Instead::Say(CHARTS)),
    ("create", Instead::Say(CHARTS)),
    ("package", Instead::Say(CHARTS)),
    ("pull", Instead::Say(CHARTS)),
    ("fetch", Instead::Say(CHARTS)),
    ("push", Instead::Say(CHARTS)),
    ("show", Instead::Say(CHARTS)),
    ("inspect", Instead::Say(CHARTS)),
    ("search", Instead::Say(CHARTS)),
    ("verify", Instead::Say(CHARTS)),
    ("repo", Instead::Say(CHARTS)),
    ("registry", Instead::Say(CHARTS)),
    ("plugin", Instead::Say("Skeg has no plugins.")),
    (
        "env",
        Instead::Say(
            "Each flag has a variable: skeg release install --help names the flags, --namespace is SKEG_NAMESPACE.",
        ),
    ),
];

const CHARTS: &str =
    "Skeg renders and deploys charts; to make, fetch and publish them use helm. Skeg takes the folder or archive.";

/// The explanation for a Helm command; `None` for any other. `before` is what precedes the word, `rest` what follows.
pub(super) fn explain(before: &[String], word: &str, rest: &[String]) -> Option<String> {
    if !matches!(before, [] | [_]) || before.first().is_some_and(|group| group != "release") {
        return None;
    }
    let (_, instead) = COMMANDS.iter().find(|(name, _)| *name == word)?;
    Some(match instead {
        Instead::Run(words) => {
            // Values may be secret, so nothing after the first flag is repeated.
            let plain = rest.iter().take_while(|word| !word.starts_with('-')).map(String::as_str);
            let more = if plain.clone().count() < rest.len() { " …" } else { "" };
            format!("In Skeg this is: skeg {words}{}{more}", joined(plain))
        }
        Instead::Say(text) => text.to_string(),
    })
}

/// Whether some command accepts or explains this flag of Helm.
pub(super) fn is_flag(name: &str) -> bool {
    super::COMMANDS.iter().any(|command| find(command.flags, name).is_some_and(|flag| flag.is_helms))
}

/// Why a flag of Helm is not supported, with the command that helps.
pub(super) fn refusal(flag: &Flag, why: &str, parsed: &Parsed) -> String {
    let named = ReleaseFlags::find(parsed).map(|flags| [("-n", flags.namespace), ("-r", flags.name)]);
    let place = named.into_iter().flatten().filter_map(|(letter, value)| Some([letter.to_string(), value?]));
    let words: Vec<String> = parsed.arguments.iter().cloned().chain(place.flatten()).collect();
    format!("--{}: {}", flag.name, why.replace(" ARGUMENTS", &joined(words.iter().map(String::as_str))))
}

/// The words, each with a space in front.
fn joined<'a>(words: impl Iterator<Item = &'a str>) -> String {
    words.fold(String::new(), |text, word| text + " " + word)
}
