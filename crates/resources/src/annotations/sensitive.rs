//! `werf.io/sensitive`, `werf.io/sensitive-paths`: what must not be shown.

use super::reader::Reader;
use crate::identity::ResourceId;
use crate::redaction::Path;
use crate::rules::Sensitive;

const PATHS: &str = "werf.io/sensitive-paths";
const EXPECTED: &str =
    "JSONPaths of names, indices and * such as $.data.*, with commas between them, a comma in one written \\,";

pub(super) fn read(reader: &mut Reader<'_>, id: &ResourceId) -> Sensitive {
    let is_sensitive = reader.bool("werf.io/sensitive");
    if let Some(value) = reader.get(PATHS) {
        let paths = split(value);
        if let Some(wrong) = paths.iter().find(|path| Path::parse(path).is_none()) {
            reader.refuse(PATHS, wrong, EXPECTED, None);
            // Rather too little is shown than too much.
            return Sensitive::Everything;
        }
        return Sensitive::Paths(paths);
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
