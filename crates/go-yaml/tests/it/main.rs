//! Compares the crate with tables recorded from Go's libraries, and with itself on random values.

mod fields;
mod json;
mod json_table;
mod limits;
mod random;
mod reading;
mod reading_table;
mod roundtrip;
mod spans;
mod structure_table;
mod writing;
mod writing_table;

use skeg_go_yaml::Error;

/// Runs every row of a table and reports all that differ.
fn check_table(table: &[(&str, Result<&str, &str>)], run: impl Fn(&[u8]) -> Result<Vec<u8>, Error>) {
    let mut wrong = Vec::new();
    for &(input, expected) in table {
        let found = run(input.as_bytes());
        let found = found.map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).map_err(|e| e.into_message());
        let same = match (&found, expected) {
            (Ok(a), Ok(b)) => a == b,
            (Err(a), Err(b)) => a.strip_prefix("error converting YAML to JSON: ").unwrap_or(a) == b,
            _ => false,
        };
        if !same {
            wrong.push(format!("{input:?}\n  expected {expected:?}\n  found    {found:?}"));
        }
    }
    assert!(wrong.is_empty(), "{} of {} rows differ:\n{}", wrong.len(), table.len(), wrong.join("\n"));
}
