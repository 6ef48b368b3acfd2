//! What the user sets: files and `--set…` arguments, merged into one map.

mod document;
mod strvals;

pub use document::{merge_maps, read_values};

use skeg_go_yaml::Tree;

use crate::{Compat, Error, SetFlag, SetProblem, SetProblemKind};
use strvals::{Kind, MOST_ITEMS, parse_into};

/// Arguments as typed, each kind in order. Precedence is by kind, not by position.
#[derive(Clone, Debug, Default)]
pub struct UserValues {
    /// `-f`: paths, `-` or URLs; the caller's reader decides.
    pub files: Vec<String>,
    /// `--set-json` arguments.
    pub set_json: Vec<String>,
    /// `--set` arguments.
    pub set: Vec<String>,
    /// `--set-string` arguments.
    pub set_string: Vec<String>,
    /// `--set-file` arguments.
    pub set_file: Vec<String>,
    /// `--set-literal` arguments.
    pub set_literal: Vec<String>,
}

/// Gives the contents of a values file, or the text of an error.
pub type ReadFile<'a> = dyn FnMut(&str) -> Result<Vec<u8>, String> + 'a;

impl UserValues {
    /// Merges everything into one map.
    pub fn merge(&self, read: &mut ReadFile<'_>, compat: Compat) -> Result<Tree, Error> {
        let mut values = Tree::map();
        let mut items = MOST_ITEMS;
        for file in &self.files {
            let text = read(file).map_err(|reason| Error::ReadValues { file: file.clone(), reason })?;
            let parsed = read_values(&text, compat);
            let parsed = parsed.map_err(|reason| Error::ParseValues { file: file.clone(), reason })?;
            merge_maps(&mut values, parsed);
        }
        for argument in &self.set_json {
            set_json(&mut values, argument, &mut items, compat)?;
        }
        let kinds = [
            (SetFlag::Set, &self.set),
            (SetFlag::SetString, &self.set_string),
            (SetFlag::SetFile, &self.set_file),
            (SetFlag::SetLiteral, &self.set_literal),
        ];
        for (flag, arguments) in kinds {
            for argument in arguments {
                set(&mut values, flag, argument, read, &mut items, compat)?;
            }
        }
        Ok(values)
    }
}

fn set(
    values: &mut Tree,
    flag: SetFlag,
    argument: &str,
    read: &mut ReadFile<'_>,
    items: &mut usize,
    compat: Compat,
) -> Result<(), Error> {
    let kind = match flag {
        SetFlag::Set => Kind::Typed,
        SetFlag::SetString => Kind::Text,
        SetFlag::SetFile => Kind::File(read),
        SetFlag::SetJson => Kind::Json,
        SetFlag::SetLiteral => Kind::Literal,
    };
    parse_into(argument, values, kind, items, compat).map_err(|reason| Error::Set {
        flag,
        argument: argument.to_string(),
        whole_json: false,
        reason,
    })
}

/// `--set-json`: pairs, or with Helm 4 a whole object.
fn set_json(values: &mut Tree, argument: &str, items: &mut usize, compat: Compat) -> Result<(), Error> {
    let trimmed = argument.trim_matches(crate::go_text::is_space);
    if compat.is_v3() || !trimmed.starts_with('{') {
        return set(values, SetFlag::SetJson, argument, &mut |_| Err(String::new()), items, compat);
    }
    match skeg_go_yaml::json::read_tree(trimmed.as_bytes()) {
        Ok(parsed) => {
            merge_maps(values, parsed);
            Ok(())
        }
        Err(error) => Err(Error::Set {
            flag: SetFlag::SetJson,
            argument: argument.to_string(),
            whole_json: true,
            reason: SetProblem { kind: SetProblemKind::Json, message: error.into_message() },
        }),
    }
}

#[cfg(test)]
mod table;
#[cfg(test)]
mod tests;
