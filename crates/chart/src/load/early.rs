//! Parses a large chart's own values.yaml while its directory is walked.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, TryLockError};

use skeg_go_yaml::Tree;

use super::{Limits, assemble};
use crate::{Compat, Error, File};

/// Smaller files are parsed before a thread has started.
const WORTH_A_THREAD: u64 = 16 << 10;

/// Values on their way, and the file they come from.
#[derive(Default)]
pub(crate) struct EarlyValues {
    expected: Option<(PathBuf, Compat, Mutex<State>)>,
}

enum State {
    Waiting(File),
    Parsed(Result<Tree, Error>),
    Taken,
}

impl EarlyValues {
    /// Those of `values.yaml` of a chart directory, if it is large.
    pub(crate) fn of(top: &Path, compat: Compat, limits: Limits) -> EarlyValues {
        let path = top.join("values.yaml");
        let size = std::fs::symlink_metadata(&path).ok().filter(|about| about.is_file()).map_or(0, |about| about.len());
        // Files that are too large are refused when the directory is walked.
        if size < WORTH_A_THREAD || size > limits.file {
            return EarlyValues::default();
        }
        let waiting = State::Waiting(File::on_disk("values.yaml", path.clone(), size));
        EarlyValues { expected: Some((path, compat, Mutex::new(waiting))) }
    }

    pub(crate) fn is_worth_help(&self) -> bool {
        self.expected.is_some()
    }

    /// Parses the file, unless that was done. Whoever wants its values meanwhile waits.
    pub(crate) fn parse(&self) {
        let Some((_, compat, state)) = &self.expected else { return };
        let Ok(mut state) = state.lock() else { return };
        if let State::Waiting(file) = &*state {
            *state = State::Parsed(assemble::default_values(file, *compat));
        }
    }

    /// A worker is at it right now.
    pub(crate) fn are_being_parsed(&self) -> bool {
        self.expected.as_ref().is_some_and(|(_, _, state)| matches!(state.try_lock(), Err(TryLockError::WouldBlock)))
    }

    /// The values, if they come from this file and were begun. Nobody begins any more after this.
    pub(crate) fn take(&self, file: &File) -> Option<Result<Tree, Error>> {
        let (path, _, state) = self.expected.as_ref()?;
        if file.path() != Some(path) {
            return None;
        }
        match std::mem::replace(&mut *state.lock().ok()?, State::Taken) {
            State::Parsed(values) => Some(values),
            State::Waiting(_) | State::Taken => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Compat, EarlyValues, Limits};

    #[test]
    fn it_is_told_while_a_worker_parses() {
        let folder = std::env::temp_dir().join(format!("skeg-early-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join("values.yaml"), "a: 1 # and so on\n".repeat(2000)).unwrap();
        let early = EarlyValues::of(&folder, Compat::V4, Limits::default());
        std::fs::remove_dir_all(&folder).unwrap();
        let (_, _, state) = early.expected.as_ref().unwrap();
        assert!(!early.are_being_parsed());
        let parsing = state.lock().unwrap();
        assert!(early.are_being_parsed());
        drop(parsing);
        assert!(!early.are_being_parsed() && !EarlyValues::default().are_being_parsed());
    }
}
