//! Tables in Rust: the tests' own files, so that the checked tables are the tested ones.

#[path = "../../../crates/go-semver/src/tests/grid.rs"]
mod grid;
#[path = "../../../crates/go-yaml/tests/it/json_table.rs"]
mod json_table;
#[path = "../../../crates/go-yaml/tests/it/reading_table.rs"]
mod reading_table;
#[path = "../../../crates/chart/src/schema/table.rs"]
mod schema_table;
#[path = "../../../crates/go-yaml/tests/it/structure_table.rs"]
mod structure_table;
#[path = "../../../crates/go-yaml/tests/it/writing_table.rs"]
mod writing_table;

use super::oracle::Question;
use super::{Expected, Row, Table};

pub(super) fn tables() -> Vec<Table> {
    vec![
        results("go-yaml scalars", "yaml", reading_table::SCALARS),
        results("go-yaml tags", "yaml", reading_table::TAGS),
        results("go-yaml structures", "yaml", structure_table::STRUCTURES),
        results("go-yaml maps", "yaml-map", reading_table::MAPS),
        results("go-yaml lists", "yaml-list", reading_table::LISTS),
        results("go-yaml strings written", "yaml-string", writing_table::STRINGS),
        results("go-yaml strings written prettily", "pretty-string", writing_table::PRETTY_STRINGS),
        results("go-yaml values written", "yaml-value", writing_table::VALUES),
        results("go-yaml values written prettily", "pretty-value", writing_table::PRETTY_VALUES),
        results("go-yaml JSON", "json", json_table::JSON),
        results("go-yaml JSON prefixes", "json-prefix", json_table::JSON_PREFIXES),
        results("go-yaml JSON indented", "json-indented", json_table::JSON_INDENTED),
        schemas(),
        versions(),
    ]
}

fn results(name: &str, kind: &'static str, table: &[(&str, Result<&str, &str>)]) -> Table {
    // Templates swallow errors of writing, so those tables do not require exact texts.
    let is_written = matches!(kind, "yaml-string" | "yaml-value");
    let rows = table.iter().map(|(input, expected)| {
        let expected = match expected {
            Ok(text) => Expected::Whole(format!("ok: {text}")),
            Err(_) if is_written => Expected::AnyError,
            Err(text) => Expected::ErrorEnding((*text).to_owned()),
        };
        Row { question: Question::new(kind, *input), expected }
    });
    Table { name: name.to_owned(), rows: rows.collect(), file: None }
}

fn schemas() -> Table {
    let row = |(schema, values, expected): &(&str, &str, &str)| {
        let against = vec![(*values).to_owned()];
        let question = Question { against, ..Question::new("schema", *schema) };
        Row { question, expected: Expected::Whole((*expected).to_owned()) }
    };
    Table { name: "chart schemas".to_owned(), rows: schema_table::ROWS.iter().map(row).collect(), file: None }
}

fn versions() -> Table {
    let against: Vec<String> = grid::VERSIONS.iter().map(|version| (*version).to_owned()).collect();
    let row = |(constraint, mask): &(&str, u32)| {
        let letters = (0..against.len()).map(|at| if mask & (1 << at) != 0 { 'y' } else { 'n' });
        let question = Question { against: against.clone(), ..Question::new("semver-accept", *constraint) };
        Row { question, expected: Expected::Whole(letters.collect()) }
    };
    Table { name: "go-semver grid".to_owned(), rows: grid::GRID.iter().map(row).collect(), file: None }
}
