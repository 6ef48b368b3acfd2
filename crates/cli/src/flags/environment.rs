//! Flags from environment variables: `SKEG_FOO_BAR` for `--foo-bar` of any command, `SKEG_CHART_RENDER_FOO_BAR` for
//! one. Without a `SKEG_…` Nelm's `NELM_…` is used. The command line wins; lists are joined.

use super::{Flag, Parsed, all};
use crate::environment::Environment;

/// Which variables a command reads.
pub(crate) struct Variables {
    /// In order of preference.
    pub(crate) prefixes: &'static [&'static str],
    /// The command's name inside variables: `CHART_RENDER`.
    pub(crate) command: &'static str,
}

/// A flag's name inside variables: `kube-config-base64` is `KUBE_CONFIG_BASE_64`.
pub(crate) fn variable(flag: &str) -> String {
    let mut name = String::with_capacity(flag.len() + 1);
    for c in flag.chars() {
        let digit_after_letter = c.is_ascii_digit() && name.ends_with(|l: char| l.is_ascii_alphabetic());
        if digit_after_letter {
            name.push('_');
        }
        name.push(if c == '-' { '_' } else { c.to_ascii_uppercase() });
    }
    name
}

impl Parsed {
    /// Adds variables for flags that the command line does not set.
    pub(crate) fn read_environment(&mut self, variables: &Variables, env: &Environment) -> Result<(), String> {
        let ours: Vec<_> = variables.prefixes.iter().map(|prefix| env.with_prefix(prefix)).collect();
        let mut at = 0;
        for flag in all(self.flags()).filter(|flag| !flag.is_helms) {
            if !flag.is_many() && self.has(flag.name) {
                continue;
            }
            let found = ours
                .iter()
                .zip(variables.prefixes)
                .map(|(set, prefix)| values(flag, variables.command, prefix, set))
                .find(|found| !found.is_empty());
            let before = self.count();
            for (name, value) in found.iter().flatten() {
                // A list's variables come before typed values, like defaults.
                let place = at + self.count() - before;
                self.put(flag, value, place, Some(name))
                    .map_err(|why| format!("environment variable {name}: {why}"))?;
            }
            // Helm's variables are defaults, for lists too: a typed kubeconfig is the only one.
            let is_default = found.is_none() && !self.has(flag.name);
            let helms = flag.helm_variable.filter(|_| is_default).and_then(|name| Some((name, env.get(name)?)));
            if let Some((name, value)) = helms
                && let Err(why) = self.put(flag, value, at, Some(name))
                && flag.strict_variable
            {
                return Err(format!("environment variable {name}: {why}"));
            }
            at += self.count() - before;
        }
        Ok(())
    }
}

/// The variables of one prefix that set a flag: the command's own, else the general one, then those with endings.
fn values<'a>(flag: &Flag, command: &str, prefix: &str, set: &[(&'a str, &'a str)]) -> Vec<(String, &'a str)> {
    if set.is_empty() {
        return Vec::new();
    }
    // Aliases of the flag are names of variables too, after its own.
    let general: Vec<String> = flag.names().map(variable).collect();
    let own: Vec<String> = general.iter().map(|name| format!("{command}_{name}")).collect();
    let exact = own.iter().chain(&general).find_map(|name| set.iter().find(|(n, _)| n == name).copied());
    let mut found: Vec<_> = exact.into_iter().collect();
    if flag.has_endings() {
        for stem in general.iter().chain(&own) {
            found.extend(set.iter().filter(|(name, _)| is_ending(name, stem)));
        }
    }
    found.into_iter().map(|(name, value)| (format!("{prefix}{name}"), value)).collect()
}

/// Whether this is a stem with an ending: `SET_1` of `SET`.
pub(crate) fn is_ending(name: &str, stem: &str) -> bool {
    name.strip_prefix(stem).is_some_and(|end| end.len() > 1 && end.starts_with('_'))
}
