//! Finds the value that a failed expression needs: missing, of a wrong type, or misspelled.

use std::ops::Range;

use skeg_go_yaml::Tree;
use skeg_nearest::nearest;
use skeg_render::ExecErrorKind;

/// What is wrong with a value.
pub(super) struct Finding {
    /// The name in the expression that does not exist.
    pub(super) range: Range<usize>,
    pub(super) label: String,
}

/// Finds the value that an error is about along the path in `expression`. `values` are those that templates see, and
/// the chart's defaults.
pub(super) fn find(expression: &str, why: &ExecErrorKind, values: (&Tree, &Tree)) -> Option<Finding> {
    let (ExecErrorKind::FieldOfNil(wanted) | ExecErrorKind::NoField(wanted) | ExecErrorKind::NoEntry(wanted)) = why
    else {
        return None;
    };
    let names = names(expression);
    let end = names.iter().rposition(|range| expression[range.clone()] == **wanted)?;
    let name = |at: usize| &expression[names[at].clone()];
    let Some(root) = (0..end).find(|at| name(*at) == "Values") else {
        let holder = end.checked_sub(1)?;
        let before = &expression[..names[holder].end];
        let state = if matches!(why, ExecErrorKind::FieldOfNil(_)) { "is not set" } else { "is not a map" };
        return Some(Finding { range: names[holder].clone(), label: format!("{before} {state}") });
    };
    let (mut here, mut defaults) = values;
    for at in root + 1..=end {
        let path = || {
            format!(
                ".Values{}",
                names[root + 1..=at].iter().map(|r| format!(".{}", &expression[r.clone()])).collect::<String>()
            )
        };
        let label = match (here, here.get(name(at))) {
            (Tree::Map(_), Some(Tree::Null)) if at < end => format!("{} is null", path()),
            (Tree::Map(_), Some(value)) => {
                here = value;
                defaults = defaults.get(name(at)).unwrap_or(&Tree::Null);
                if at + 1 > end || matches!(value, Tree::Map(_)) {
                    continue;
                }
                format!("{} is {}, not a map", path(), describe(value))
            }
            // The chart has a default here, so someone removed it.
            (_, None) if defaults.get(name(at)).is_some() => format!("{} was set to null", path()),
            (_, _) => format!("{} is not set{}", path(), alternative(name(at), here, defaults)),
        };
        return Some(Finding { range: names[at].clone(), label });
    }
    None
}

/// The names of a path such as `$.Values.image.tag`.
fn names(expression: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut start = None;
    for (at, c) in expression.char_indices() {
        match (c.is_alphanumeric() || c == '_' || c == '$', start) {
            (true, None) => start = Some(at),
            (false, Some(first)) => {
                found.push(first..at);
                start = None;
            }
            _ => {}
        }
    }
    found.extend(start.map(|first| first..expression.len()));
    found
}

/// `; values.yaml has …`, if a name is close or there are few.
fn alternative(name: &str, here: &Tree, defaults: &Tree) -> String {
    let keys = |tree: &Tree| -> Vec<String> {
        tree.as_map().map(|map| map.keys().map(|key| key.to_string()).collect()).unwrap_or_default()
    };
    for (tree, place) in [(defaults, "values.yaml has"), (here, "there is")] {
        let keys = keys(tree);
        if let Some(meant) = nearest(name, keys.iter().map(String::as_str)) {
            return format!("; {place} `{meant}`");
        }
    }
    match keys(here) {
        keys if (1..=6).contains(&keys.len()) => format!("; there is `{}`", keys.join("`, `")),
        _ => String::new(),
    }
}

/// Describes a value in a few words.
pub(super) fn describe(value: &Tree) -> String {
    match value {
        Tree::Null => "null".to_string(),
        Tree::Bool(value) => format!("{value}"),
        Tree::Int(value) => format!("the number {value}"),
        Tree::Float(value) => format!("the number {value}"),
        Tree::Str(text) if text.len() <= 40 => format!("the text \"{text}\""),
        Tree::Str(_) => "a text".to_string(),
        Tree::List(items) => format!("a list of {}", items.len()),
        Tree::Map(map) => format!("a map of {}", map.len()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn says_what_is_missing() {
        let values = skeg_go_yaml::read_tree(b"images: {tag: 1}\nname: x\nlist: [1]\nnone: null\n").unwrap_or_default();
        for (expression, why, want) in [
            (
                ".Values.image.tag",
                ExecErrorKind::FieldOfNil("tag".into()),
                Some((8..13, ".Values.image is not set; values.yaml has `images`")),
            ),
            ("$.Values.none.tag", ExecErrorKind::FieldOfNil("tag".into()), Some((9..13, ".Values.none is null"))),
            (
                ".Values.name.x",
                ExecErrorKind::NoField("x".into()),
                Some((8..12, ".Values.name is the text \"x\", not a map")),
            ),
            (
                ".Values.list.x",
                ExecErrorKind::NoField("x".into()),
                Some((8..12, ".Values.list is a list of 1, not a map")),
            ),
            ("$schedule.disabled", ExecErrorKind::FieldOfNil("disabled".into()), Some((0..9, "$schedule is not set"))),
            (
                ".Values.images.tga",
                ExecErrorKind::NoEntry("tga".into()),
                Some((15..18, ".Values.images.tga is not set; values.yaml has `tag`")),
            ),
            (".Values.name", ExecErrorKind::Other, None),
        ] {
            let found = find(expression, &why, (&values, &values));
            let found = found.as_ref().map(|finding| (finding.range.clone(), finding.label.as_str()));
            assert_eq!(found, want, "{expression}");
        }
        let why = ExecErrorKind::FieldOfNil("tag".into());
        let found = find(".Values.images.tag", &why, (&Tree::map(), &values));
        assert_eq!(found.map(|finding| finding.label).as_deref(), Some(".Values.images was set to null"));
    }
}
