//! How a rendering gets at the secrets of its chart.

use skeg_chart::Chart;
use skeg_render::{Error, SecretOptions, Secrets};

use super::Rendering;
use crate::command::Context;
use crate::flags::Parsed;
use crate::secret_key::KeyPlaces;

/// What the flags say about secrets.
pub(crate) struct Unlocking {
    key: KeyPlaces,
    files: Vec<String>,
    no_default_values: bool,
    no_decrypt: bool,
}

impl Unlocking {
    pub(crate) fn new(parsed: &Parsed, context: &Context<'_, '_>) -> Unlocking {
        Unlocking {
            key: KeyPlaces::new(parsed, context),
            files: parsed.list("secret-values"),
            no_default_values: parsed.switch("no-default-secret-values"),
            no_decrypt: parsed.switch("no-decrypt-secrets"),
        }
    }

    /// Decrypts what is encrypted in a chart. A key is looked for only where something is.
    pub(super) fn unlock(
        &self,
        chart: &Chart,
        rendering: &Rendering,
        context: &mut Context<'_, '_>,
    ) -> Result<Secrets, Error> {
        let mut values = Vec::new();
        for name in &self.files {
            let text = rendering.read(name, context).map_err(|why| Error::Other(format!("--secret-values: {why}")))?;
            values.push((name.clone(), text));
        }
        let (no_default_values, no_decrypt, compat) = (self.no_default_values, self.no_decrypt, rendering.compat);
        let options = SecretOptions { values, no_default_values, no_decrypt, compat };
        let mut find_key = || {
            self.key.find(context).map_err(|error| {
                let without = "Or render without decrypting: --no-decrypt-secrets";
                Error::Other([&[error.message], error.hints.as_slice(), &[without.to_string()]].concat().join("\n  "))
            })
        };
        Secrets::unlock(chart, &options, &mut find_key)
    }
}
