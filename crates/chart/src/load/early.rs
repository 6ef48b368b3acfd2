//! Parses a large chart's own values.yaml while its directory is walked.

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::thread::{Scope, ScopedJoinHandle};

use skeg_go_yaml::Tree;

use super::{assemble, threads};
use crate::{Compat, Error, File};

/// Smaller files are parsed before a thread has started.
const WORTH_A_THREAD: u64 = 16 << 10;

/// Values on their way, and the file they come from.
#[derive(Default)]
pub(crate) struct EarlyValues<'scope> {
    started: Option<(PathBuf, Mutex<Option<Parsing<'scope>>>)>,
}

type Parsing<'scope> = ScopedJoinHandle<'scope, Result<Tree, Error>>;

impl<'scope> EarlyValues<'scope> {
    /// Starts on `values.yaml` of a chart directory where that pays.
    pub(crate) fn start(scope: &'scope Scope<'scope, '_>, top: &Path, compat: Compat) -> EarlyValues<'scope> {
        let path = top.join("values.yaml");
        let size = std::fs::symlink_metadata(&path).ok().filter(|about| about.is_file()).map_or(0, |about| about.len());
        if size < WORTH_A_THREAD || threads::available() < 2 {
            return EarlyValues::default();
        }
        let file = File::on_disk("values.yaml", path.clone(), size);
        let parsing = skeg_beside::spawn(scope, None, move || assemble::default_values(&file, compat));
        EarlyValues { started: parsing.ok().map(|parsing| (path, Mutex::new(Some(parsing)))) }
    }

    /// The values, if they come from this file.
    pub(crate) fn take(&self, file: &File) -> Option<Result<Tree, Error>> {
        let (path, parsing) = self.started.as_ref()?;
        if file.path() != Some(path) {
            return None;
        }
        let parsing = parsing.lock().ok()?.take()?;
        parsing.join().ok()
    }
}
