//! How a rendering gets at the secrets of its chart.

use std::path::Path;

use skeg_chart::Chart;
use skeg_render::{Error, NamedValues, SecretOptions, Secrets};
use skeg_secret_values::Accept;

use super::Rendering;
use crate::command::Context;
use crate::flags::Parsed;
use crate::secret_key::KeyPlaces;
use crate::secret_place::{accepted, place_of};

/// What the flags say about secrets.
pub(crate) struct Unlocking {
    key: KeyPlaces,
    files: Vec<String>,
    no_default_values: bool,
    no_decrypt: bool,
    allow_foreign: bool,
}

impl Unlocking {
    pub(crate) fn new(parsed: &Parsed, context: &Context<'_, '_>) -> Unlocking {
        Unlocking {
            key: KeyPlaces::new(parsed, context),
            files: parsed.list("secret-values"),
            no_default_values: parsed.switch("no-default-secret-values"),
            no_decrypt: parsed.switch("no-decrypt-secrets"),
            allow_foreign: accepted(parsed) == Accept::Foreign,
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
            let data = rendering.read(name, context).map_err(|why| Error::Other(format!("--secret-values: {why}")))?;
            let place = place_of(Path::new(name), context.directory);
            values.push(NamedValues { name: name.clone(), place, data });
        }
        let Unlocking { no_default_values, no_decrypt, allow_foreign, .. } = *self;
        let options = SecretOptions { values, no_default_values, no_decrypt, allow_foreign, compat: rendering.compat };
        let mut find_key = || {
            self.key.find(context).map_err(|error| {
                let without = "Or render without decrypting: --no-decrypt-secrets";
                Error::Other([&[error.message], error.hints.as_slice(), &[without.to_string()]].concat().join("\n  "))
            })
        };
        Secrets::unlock(chart, &options, &mut find_key)
    }
}
