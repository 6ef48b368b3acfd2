//! `werf.io/sensitive`, `werf.io/sensitive-paths`: what must not be shown.

use super::reader::Reader;
use crate::identity::ResourceId;
use crate::json_path::Path;
use crate::object::Object;
use crate::rules::Sensitive;

const PATHS: &str = "werf.io/sensitive-paths";
const EXPECTED: &str =
    "comma-separated JSONPaths such as $.data.* or $.spec.users[0].password, with a comma inside a path written \\,";

pub(super) fn read(reader: &mut Reader<'_>, id: &ResourceId) -> Sensitive {
    let is_sensitive = reader.bool("werf.io/sensitive");
    if let Some(value) = reader.get(PATHS) {
        let paths = split(value);
        if let Some(wrong) = paths.iter().find(|path| Path::parse(path).is_none()) {
            reader.refuse(PATHS, wrong, EXPECTED, None);
            // Better to show too little than too much.
            return Sensitive::Everything;
        }
        return Sensitive::Paths(paths);
    }
    match is_sensitive.unwrap_or(id.is_kind("", "Secret")) {
        true => Sensitive::Everything,
        false => Sensitive::Nothing,
    }
}

/// The sensitive parts of a live object, by its own annotations. An invalid annotation hides everything.
pub fn sensitivity(live: &Object) -> Sensitive {
    if let Some(paths) = live.annotation(PATHS) {
        return Sensitive::Paths(split(paths));
    }
    let is_secret = live.api_version() == "v1" && live.kind() == "Secret";
    match live.annotation("werf.io/sensitive").map(str::trim) {
        Some("false" | "False" | "FALSE" | "f" | "F" | "0") => Sensitive::Nothing,
        None if !is_secret => Sensitive::Nothing,
        _ => Sensitive::Everything,
    }
}

/// Splits at commas that are not escaped with a backslash.
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
