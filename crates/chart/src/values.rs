//! What the user sets: files and `--set…` arguments, merged into one map.

use skeg_go_yaml::Tree;

use crate::{Compat, Error};

/// Arguments as typed, each kind in order. Precedence is by kind, not by position.
#[derive(Clone, Debug, Default)]
pub struct UserValues {
    /// `-f`: paths, `-` or URLs; the caller's reader decides.
    pub files: Vec<String>,
    pub set_json: Vec<String>,
    pub set: Vec<String>,
    pub set_string: Vec<String>,
    pub set_file: Vec<String>,
    pub set_literal: Vec<String>,
}

/// Gives the contents of a values file, or the text of an error.
pub type ReadFile<'a> = dyn FnMut(&str) -> Result<Vec<u8>, String> + 'a;

impl UserValues {
    /// Merges everything into one map.
    pub fn merge(&self, _read: &mut ReadFile<'_>, _compat: Compat) -> Result<Tree, Error> {
        todo!()
    }
}

/// Reads a values file: the first document (v3) or all documents merged (v4). The error is the text after the file's name.
pub fn read_values(_text: &[u8], _compat: Compat) -> Result<Tree, String> {
    todo!()
}

/// Deep merge: maps merge, anything else of `over` replaces.
pub fn merge_maps(_base: &mut Tree, _over: Tree) {
    todo!()
}
