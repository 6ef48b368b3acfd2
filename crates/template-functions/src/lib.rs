//! sprig's and Helm's template functions, one module per family.
//!
//! In: arguments that the evaluator has checked against Go's parameter types. Out: Go's results, or errors with Go's
//! messages.

mod args;
mod base32;
mod base64;
#[cfg(test)]
mod bounds;
mod cases;
mod cast;
pub mod convert;
mod copying;
mod crypto;
pub mod dates;
mod decimal;
mod defaults;
mod dicts;
mod digests;
pub mod encoding;
mod events;
pub mod glob;
pub mod helm;
mod json;
mod lists;
mod merging;
mod network;
mod numbers;
mod paths;
mod random;
mod reflection;
mod regex;
mod runes;
pub mod secrets;
mod semver;
mod strings;
mod strings_trim;
#[cfg(test)]
mod testing;
mod text;
mod toml;
mod url;
mod words;
mod wrapping;
pub mod yaml;

use skeg_go_template::{Function, FunctionTable};

/// The families; later ones override earlier ones, as Helm's functions override sprig's.
static FAMILIES: &[&[Function]] = &[
    strings::FUNCTIONS,
    cases::FUNCTIONS,
    wrapping::FUNCTIONS,
    random::FUNCTIONS,
    numbers::FUNCTIONS,
    lists::FUNCTIONS,
    dicts::FUNCTIONS,
    defaults::FUNCTIONS,
    reflection::FUNCTIONS,
    encoding::FUNCTIONS,
    digests::FUNCTIONS,
    paths::FUNCTIONS,
    network::FUNCTIONS,
    semver::FUNCTIONS,
    regex::FUNCTIONS,
    dates::FUNCTIONS,
    crypto::FUNCTIONS,
    url::FUNCTIONS,
    toml::FUNCTIONS,
    json::FUNCTIONS,
    yaml::FUNCTIONS,
    helm::FUNCTIONS,
];

/// Functions that Helm 3 does not have.
const ONLY_IN_V4: &[&str] = &["mustToYaml", "mustToToml"];

/// All functions that templates may call: those of Helm 4, or of Helm 3.
pub fn table(v4: bool) -> FunctionTable {
    let mut table = FunctionTable::default();
    for family in FAMILIES {
        table.add(family);
    }
    if !v4 {
        ONLY_IN_V4.iter().for_each(|name| table.remove(name));
    }
    table
}
