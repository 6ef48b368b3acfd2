//! `werf.io/sensitive`, `werf.io/sensitive-paths`: what must not be shown.

use super::reader::Reader;
use crate::identity::ResourceId;
use crate::rules::Sensitive;

const PATHS: &str = "werf.io/sensitive-paths";

pub(super) fn read(reader: &mut Reader<'_>, id: &ResourceId) -> Sensitive {
    let is_sensitive = reader.bool("werf.io/sensitive");
    if let Some(value) = reader.get(PATHS) {
        let paths = split(value);
        if paths.iter().all(|path| !path.is_empty()) {
            return Sensitive::Paths(paths);
        }
        reader.refuse(PATHS, value, "JSONPaths with commas between them, a comma in a path written as \\,", None);
    }
    match is_sensitive.unwrap_or(id.is_kind("", "Secret")) {
        true => Sensitive::Everything,
        false => Sensitive::Nothing,
    }
}

/// Splits at commas that have no backslash before them.
fn split(value: &str) -> Vec<String> {
    let mut paths = vec![String::new()];
    let mut characters = value.chars().peekable();
    while let Some(character) = characters.next() {
        if character == ',' {
            paths.push(String::new());
            continue;
        }
        let is_escape = character == '\\' && characters.peek() == Some(&',');
        let character = if is_escape { characters.next().unwrap_or(',') } else { character };
        paths.last_mut().into_iter().for_each(|path| path.push(character));
    }
    paths.into_iter().map(|path| path.trim().to_string()).collect()
}
