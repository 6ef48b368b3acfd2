//! `skip-logs`, `show-logs-…`, `log-regex…`: which log lines are shown.

use super::reader::Reader;
use crate::rules::LogRules;

const ONLY: &str = "werf.io/log-regex";
const ONLY_FOR: &str = "werf.io/log-regex-for-";
const NOT: &str = "werf.io/log-regex-skip";
const NOT_FOR: &str = "werf.io/log-regex-skip-for-";

pub(super) fn read(reader: &mut Reader<'_>) -> LogRules {
    LogRules {
        skip: reader.bool("werf.io/skip-logs").unwrap_or(false),
        skip_for_containers: reader.names("werf.io/skip-logs-for-containers"),
        only_for_containers: reader.names("werf.io/show-logs-only-for-containers"),
        replicas: reader.count("werf.io/show-logs-only-for-number-of-replicas").unwrap_or(1),
        only: pattern_at(reader, ONLY),
        only_by_container: patterns_by_container(reader, ONLY_FOR),
        not: pattern_at(reader, NOT),
        not_by_container: patterns_by_container(reader, NOT_FOR),
    }
}

fn pattern_at(reader: &mut Reader<'_>, key: &str) -> Option<String> {
    let value = reader.get(key)?;
    pattern(reader, key, value)
}

fn patterns_by_container(reader: &mut Reader<'_>, prefix: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for (key, container, value) in reader.with_prefix(prefix) {
        if let Some(pattern) = pattern(reader, key, value) {
            found.push((container.to_string(), pattern));
        }
    }
    found
}

/// A regular expression; only its syntax is checked here.
fn pattern(reader: &mut Reader<'_>, key: &str, value: &str) -> Option<String> {
    if value.is_empty() {
        reader.refuse(key, value, "a regular expression", None);
        return None;
    }
    match regex_syntax::ast::parse::Parser::new().parse(value) {
        Ok(_) => Some(value.to_string()),
        Err(error) => {
            let at = error.span().start.offset;
            reader.refuse(key, value, format!("a regular expression ({} at character {at})", error.kind()), None);
            None
        }
    }
}
