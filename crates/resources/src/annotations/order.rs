//! `helm.sh/resource-group`, `helm.sh/depends-on/resource-groups`, `helm.sh/readiness-…`: the order within a chart, and
//! custom conditions for readiness.

use skeg_helm_hooks::{DEPENDS_ON_GROUPS, READINESS_FAILURE, READINESS_SUCCESS, RESOURCE_GROUP, parse_list};

use super::reader::Reader;
use crate::readiness::{Condition, ReadinessConditions};

const NAMES: &str = r#"a list of names such as ["a", "b"]"#;
const EXPRESSIONS: &str = r#"a list of expressions such as ["{.phase} == \"Running\""]"#;

#[derive(Default)]
pub(super) struct Order {
    pub(super) group: Option<String>,
    pub(super) group_dependencies: Vec<String>,
    pub(super) readiness: Option<ReadinessConditions>,
}

/// Parses all four. They have no effect on hooks, which are not part of the order.
pub(super) fn read(reader: &mut Reader<'_>, is_hook: bool) -> Order {
    if is_hook {
        return Order::default();
    }
    Order {
        group: group(reader),
        group_dependencies: list(reader, DEPENDS_ON_GROUPS, NAMES),
        readiness: readiness(reader),
    }
}

fn group(reader: &mut Reader<'_>) -> Option<String> {
    let value = reader.get(RESOURCE_GROUP)?;
    match parse_list(value).unwrap_or_default().as_slice() {
        // The name appears in comments of rendered manifests and in graphs, where a line break would end the comment.
        [name] if !name.contains(char::is_control) => Some(name.clone()),
        _ => {
            reader.warn(RESOURCE_GROUP, value, "the name of one group, on one line", None);
            None
        }
    }
}

/// The items of a list. An invalid list has no effect, as in the proposal's reference implementation.
fn list(reader: &mut Reader<'_>, key: &str, expected: &str) -> Vec<String> {
    let Some(value) = reader.get(key) else { return Vec::new() };
    parse_list(value).unwrap_or_else(|wrong| {
        reader.warn(key, value, format!("{expected} ({wrong})"), None);
        Vec::new()
    })
}

fn readiness(reader: &mut Reader<'_>) -> Option<ReadinessConditions> {
    let success = conditions(reader, READINESS_SUCCESS);
    let failure = conditions(reader, READINESS_FAILURE);
    let missing = match (success.is_empty(), failure.is_empty()) {
        (true, true) => return None,
        (false, false) => None,
        (false, true) => Some((READINESS_SUCCESS, READINESS_FAILURE, "has failed")),
        (true, false) => Some((READINESS_FAILURE, READINESS_SUCCESS, "is ready")),
    };
    if let Some((given, missing, what)) = missing {
        let text = format!(
            "annotation {given} is set without {missing}, so the default rule of its kind decides when the resource {what}"
        );
        reader.warnings.push(text);
    }
    Some(ReadinessConditions { success, failure })
}

fn conditions(reader: &mut Reader<'_>, key: &str) -> Vec<Condition> {
    let mut found = Vec::new();
    for text in list(reader, key, EXPRESSIONS) {
        match Condition::parse(&text) {
            Ok(condition) => {
                if let Some(warning) = condition.warning() {
                    reader.warnings.push(format!("annotation {key}: {warning}"));
                }
                found.push(condition);
            }
            Err(wrong) => reader.refuse(key, &text, format!("{} ({wrong})", Condition::FORM), None),
        }
    }
    found
}
