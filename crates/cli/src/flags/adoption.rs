//! Flags for objects that already exist and belong to others.

use skeg_deploy::{Adoption, DeployOptions, Ownerless, Policy, ReleaseName};
use skeg_report::codes;

use super::{flag, flag_settings};
use crate::error::CommandError;

/// The value of `--adopt` without a value.
const ALL: &str = "all";

flag_settings! {
    /// What may be taken over.
    pub(crate) struct AdoptFlags: "Adoption" {
        adopt: Vec<String> = flag("adopt", "take over existing objects without an owner: all, or the named ones")
            .value("KIND/NAME")
            .comma_separated()
            .bare(ALL),
        adopt_from: Vec<String> =
            flag("adopt-from", "take over existing objects of this release").value("NAMESPACE/RELEASE").comma_separated(),
    }
}

impl AdoptFlags {
    /// Applies these settings to the options.
    pub(crate) fn applied(&self, options: DeployOptions) -> Result<DeployOptions, CommandError> {
        let ownerless = match &self.adopt[..] {
            [] => Ownerless::None,
            words if words.iter().any(|word| word == ALL) => Ownerless::All,
            words => {
                let named = words.iter().map(|word| halves("adopt", word, "--adopt=ConfigMap/settings,Secret/login"));
                Ownerless::Named(named.collect::<Result<_, _>>()?)
            }
        };
        let releases = self.adopt_from.iter().map(|word| {
            let (namespace, name) = halves("adopt-from", word, "--adopt-from prod/legacy")?;
            Ok(ReleaseName { name, namespace })
        });
        let adoption = Adoption { ownerless, releases: releases.collect::<Result<_, CommandError>>()? };
        Ok(DeployOptions { policy: Policy { adoption, ..options.policy }, ..options })
    }
}

/// The two words around a slash.
fn halves(flag: &str, word: &str, example: &str) -> Result<(String, String), CommandError> {
    match word.split_once('/') {
        Some((left, right)) if !left.is_empty() && !right.is_empty() && !right.contains('/') => {
            Ok((left.to_string(), right.to_string()))
        }
        _ => Err(CommandError::new(&codes::BAD_VALUE, format!("--{flag} {word}: two words with a slash are expected"))
            .hint(format!("Example: {example}"))),
    }
}
