//! The secrets of a chart and its subcharts: `secret-values.yaml`, what is below `secret/`, and files that the user names.
//!
//! In: a loaded chart and a way to get the key, which is asked for only where something is encrypted. Out: values to lay
//! over the others, files for `werf_secret_file`, and what must not be shown. None of it gets into the chart, which is
//! put on record.

use std::collections::BTreeMap;
use std::sync::Arc;

use skeg_chart::{Chart, Compat, merge_maps, read_values};
use skeg_go_yaml::Tree;
use skeg_secret_values::{
    Accept, Format, Key, Location, Masked, Place, Proof, decrypt_file, decrypt_values, format_of_values, masks,
};
use skeg_template_functions::secrets::SecretFiles;

use crate::Error;

const VALUES_FILE: &str = "secret-values.yaml";
const FOLDER: &str = "secret/";

/// Decrypted values and files. `Debug` shows none of them.
#[derive(Clone, Default)]
pub struct Secrets {
    /// They win over what the user set.
    values: Tree,
    /// Those of subcharts, under their names: the user's values win.
    defaults: Tree,
    files: Arc<Files>,
    /// What must not be shown.
    pub masked: Vec<Masked>,
}

impl std::fmt::Debug for Secrets {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Secrets(…)")
    }
}

/// Where secrets are and what to do with them.
#[derive(Clone, Debug, Default)]
pub struct SecretOptions {
    /// More files of values; later ones win.
    pub values: Vec<NamedValues>,
    /// Leave every `secret-values.yaml` out.
    pub no_default_values: bool,
    /// Take all as it is, without a key.
    pub no_decrypt: bool,
    /// Also accept secrets that were encrypted for another file, or for none where others in the file are bound to it.
    pub allow_foreign: bool,
    /// Which Helm to follow in reading values.
    pub compat: Compat,
}

/// A file of values besides those of the chart.
#[derive(Clone, Debug)]
pub struct NamedValues {
    /// As the user named it.
    pub name: String,
    /// What its values have to be encrypted for.
    pub place: Place,
    /// Its contents, still encrypted.
    pub data: Vec<u8>,
}

impl Secrets {
    /// Decrypts all secrets of a chart. `find_key` is called once, and only where there is something to decrypt.
    pub fn unlock(
        chart: &Chart,
        options: &SecretOptions,
        find_key: &mut dyn FnMut() -> Result<Key, Error>,
    ) -> Result<Secrets, Error> {
        let mut unlocking = Unlocking { options, find_key, key: None, found: Vec::new(), files: Files::default() };
        unlocking.files.root = chart.full_path.clone();
        unlocking.read_files(chart, &chart.full_path)?;
        let mut values = unlocking.default_values(chart)?;
        for NamedValues { name, place, data } in &options.values {
            merge_maps(&mut values, unlocking.values(name, place.clone(), data)?);
        }
        let defaults = unlocking.of_subcharts(chart, &chart.full_path)?;
        let masked = masks(unlocking.found.iter().map(Vec::as_slice));
        Ok(Secrets { values, defaults, files: Arc::new(unlocking.files), masked })
    }

    /// The user's values with the secret ones.
    pub(crate) fn lay_over(&self, user: Tree) -> Tree {
        let mut all = self.defaults.clone();
        merge_maps(&mut all, user);
        merge_maps(&mut all, self.values.clone());
        all
    }

    pub(crate) fn files(&self) -> Arc<dyn SecretFiles> {
        Arc::clone(&self.files) as Arc<dyn SecretFiles>
    }
}

struct Unlocking<'a> {
    options: &'a SecretOptions,
    find_key: &'a mut dyn FnMut() -> Result<Key, Error>,
    key: Option<Key>,
    /// All that was decrypted.
    found: Vec<Vec<u8>>,
    files: Files,
}

impl Unlocking<'_> {
    fn key(&mut self) -> Result<Key, Error> {
        if self.key.is_none() {
            self.key = Some((self.find_key)()?);
        }
        self.key.clone().ok_or_else(|| Error::Other("no secret key found".into()))
    }

    /// The secret values of a chart's subcharts, each under the names that the chart has for it.
    fn of_subcharts(&mut self, chart: &Chart, path: &str) -> Result<Tree, Error> {
        let mut all = Tree::map();
        for subchart in &chart.dependencies {
            let own = self.default_values(subchart)?;
            for name in names(chart, subchart) {
                let path = format!("{path}/charts/{name}");
                self.read_files(subchart, &path)?;
                let mut values = self.of_subcharts(subchart, &path)?;
                merge_maps(&mut values, own.clone());
                if let (Some(entries), Some(map)) = (values.as_map(), all.as_map_mut())
                    && !entries.is_empty()
                {
                    map.insert(name.into(), values);
                }
            }
        }
        Ok(all)
    }

    fn default_values(&mut self, chart: &Chart) -> Result<Tree, Error> {
        match chart.files.iter().find(|file| file.name == VALUES_FILE) {
            Some(file) if !self.options.no_default_values => {
                let name = format!("{}/{VALUES_FILE}", chart.full_path);
                let data = file.data().map_err(Error::Chart)?;
                self.check_mixing(chart, &name, &file.name, data)?;
                self.values(&name, Place::in_chart(chart.name(), VALUES_FILE), data)
            }
            _ => Ok(Tree::map()),
        }
    }

    fn location(&self, place: Place) -> Location {
        Location::new(place, if self.options.allow_foreign { Accept::Foreign } else { Accept::Own })
    }

    /// Refuses a file in werf's format where another of its chart is in the authenticated one: it may be an old one that was
    /// put here.
    fn check_mixing(&self, chart: &Chart, shown: &str, name: &str, data: &[u8]) -> Result<(), Error> {
        let is_weak = |name: &str, data: &[u8]| format_of(name, data) == Some(Format::Werf);
        if self.options.no_decrypt || self.options.allow_foreign || !is_weak(name, data) {
            return Ok(());
        }
        for other in chart.files.iter().filter(|file| file.name == VALUES_FILE || file.name.starts_with(FOLDER)) {
            if format_of(&other.name, other.data().map_err(Error::Chart)?) == Some(Format::Authenticated) {
                return Err(Error::Secret { file: shown.to_string(), error: skeg_secret_values::Error::Mixed });
            }
        }
        Ok(())
    }

    fn values(&mut self, file: &str, place: Place, data: &[u8]) -> Result<Tree, Error> {
        let failed = |error| Error::Secret { file: file.to_string(), error };
        let not_yaml = |error: skeg_go_yaml::Error| failed(skeg_secret_values::Error::Yaml(error.into_message()));
        let mut text = String::from_utf8_lossy(data).into_owned();
        let has_values = format_of_values(&text).map_err(failed)?.is_some();
        if has_values && !self.options.no_decrypt {
            let decrypted = decrypt_values(&self.key()?, &self.location(place), &text).map_err(failed)?;
            text = decrypted.text;
            self.found.extend(decrypted.secrets.into_iter().map(String::into_bytes));
        }
        read_values(text.as_bytes(), self.options.compat).map_err(not_yaml)
    }

    fn read_files(&mut self, chart: &Chart, path: &str) -> Result<(), Error> {
        for file in &chart.files {
            let Some(name) = file.name.strip_prefix(FOLDER) else { continue };
            let mut data = file.data().map_err(Error::Chart)?.to_vec();
            if !self.options.no_decrypt {
                let shown = format!("{}/{}", chart.full_path, file.name);
                self.check_mixing(chart, &shown, &file.name, &data)?;
                let at = self.location(Place::in_chart(chart.name(), &file.name));
                let failed = |error| Error::Secret { file: shown, error };
                data = decrypt_file(&self.key()?, &at, &data).map_err(failed)?;
                self.found.push(data.clone());
            }
            self.files.of_chart.entry(path.to_string()).or_default().insert(name.to_string(), data);
        }
        Ok(())
    }
}

/// The format of a file of secrets; `None` if it is empty or cannot be read, which is reported elsewhere.
fn format_of(name: &str, data: &[u8]) -> Option<Format> {
    let text = std::str::from_utf8(data).ok()?;
    match name {
        VALUES_FILE => format_of_values(text).ok().flatten(),
        _ => Proof::of(text).map(|_| Format::of(text)),
    }
}

/// The names of a subchart: those that requirements give it, or its own.
fn names(chart: &Chart, subchart: &Chart) -> Vec<String> {
    let wanted = chart.metadata.dependencies.iter().flatten().filter(|wanted| wanted.name == subchart.name());
    let mut names: Vec<String> =
        wanted.map(|wanted| if wanted.alias.is_empty() { wanted.name.clone() } else { wanted.alias.clone() }).collect();
    if names.is_empty() {
        names.push(subchart.name().to_string());
    }
    names.dedup();
    names
}

/// Decrypted files by chart and path.
#[derive(Default)]
struct Files {
    root: String,
    of_chart: BTreeMap<String, BTreeMap<String, Vec<u8>>>,
}

impl SecretFiles for Files {
    /// The chart's own file, or that of the root chart, which Nelm offers to all.
    fn read(&self, chart: &str, path: &str) -> Result<Vec<u8>, String> {
        let charts = [chart, &self.root];
        let tables = || charts.iter().filter_map(|chart| self.of_chart.get(*chart));
        if let Some(data) = tables().find_map(|files| files.get(path)) {
            return Ok(data.clone());
        }
        let mut known: Vec<&str> = tables().flat_map(|files| files.keys()).map(String::as_str).collect();
        known.dedup();
        Err(match known.as_slice() {
            [] => format!("secret file {path:?} not found: the chart has no files below {FOLDER}"),
            known => format!("secret file {path:?} not found, you may use one of the following: {}", known.join(", ")),
        })
    }
}
