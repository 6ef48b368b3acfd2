//! Messages about values that no template reads: where each was set, and the name that was probably meant.

use skeg_chart::{Compat, UserValues};
use skeg_go_yaml::{Kind, Node};
use skeg_render::{Rendered, UnusedValue};

use crate::chart_request::{ChartRequest, ValueFiles};

/// How many are listed one by one.
const LISTED: usize = 8;

/// Where the user's values come from.
pub(crate) struct Sources {
    values: UserValues,
    files: ValueFiles,
    compat: Compat,
}

impl Sources {
    /// `None` if the check is off.
    pub(crate) fn of(request: &ChartRequest) -> Option<Sources> {
        let ChartRequest { values, files, compat, .. } = request;
        request.find_unused.then(|| Sources { values: values.clone(), files: files.clone(), compat: *compat })
    }

    /// Adds a warning for each value that no template reads.
    pub(crate) fn warn(&self, rendered: &mut Rendered) {
        let lines: Vec<String> = rendered.unused.iter().filter_map(|unused| self.describe(unused)).collect();
        let more = lines.len().saturating_sub(LISTED);
        rendered.warnings.extend(lines.into_iter().take(LISTED));
        if more > 0 {
            let (values, are) = if more == 1 { ("value", "is") } else { ("values", "are") };
            rendered.warnings.push(format!("{more} more {values} {are} not used by any template"));
        }
    }

    /// `None` if the value may be meant for something else.
    fn describe(&self, unused: &UnusedValue) -> Option<String> {
        let last = unused.path.last()?;
        let meant = skeg_nearest::nearest(last, unused.known.iter().map(String::as_str));
        // Charts share values files, and global values above all.
        if meant.is_none() && unused.path.iter().any(|key| key == "global") {
            return None;
        }
        let place = match self.place(&unused.path) {
            Place::Anchor => return None,
            Place::Known(place) => format!("{place}: "),
            Place::Unknown => String::new(),
        };
        let meant = meant.map(|meant| {
            let around = &unused.path[..unused.path.len() - 1];
            format!("; did you mean {:?}?", written(around.iter().map(String::as_str).chain([meant])))
        });
        let name = written(unused.path.iter().map(String::as_str));
        Some(format!("{place}value {name:?} is not used by any template{}", meant.unwrap_or_default()))
    }

    /// Where a value was set last.
    fn place(&self, path: &[String]) -> Place {
        let UserValues { files, set_json, set, set_string, set_file, set_literal } = &self.values;
        let one = |flag: &str, argument: &String| {
            let argument = vec![argument.clone()];
            let mut values = UserValues::default();
            match flag {
                "--set-json" => values.set_json = argument,
                "--set-string" => values.set_string = argument,
                "--set-file" => values.set_file = argument,
                "--set-literal" => values.set_literal = argument,
                _ => values.set = argument,
            }
            values.merge(&mut |_| Ok(Vec::new()), self.compat).ok()
        };
        let flags = [
            ("--set-literal", set_literal),
            ("--set-file", set_file),
            ("--set-string", set_string),
            ("--set", set),
            ("--set-json", set_json),
        ];
        for (flag, arguments) in flags {
            let mut trees = arguments.iter().filter_map(|argument| one(flag, argument));
            if trees.any(|tree| path.iter().try_fold(&tree, |tree, key| tree.get(key.as_bytes())).is_some()) {
                return Place::Known(flag.to_string());
            }
        }
        for file in files.iter().rev() {
            let Ok(text) = self.files.read(file) else { continue };
            if let Some((line, is_anchor)) = line_of(&text, path) {
                return if is_anchor { Place::Anchor } else { Place::Known(format!("{file}:{line}")) };
            }
        }
        Place::Unknown
    }
}

/// Where a value is set.
enum Place {
    Known(String),
    /// Below an anchor that other places repeat: it need not be read here.
    Anchor,
    Unknown,
}

/// The line of a key in a values file, and whether its value has an anchor.
fn line_of(text: &[u8], path: &[String]) -> Option<(usize, bool)> {
    let document = skeg_go_yaml::parse(text).ok()??;
    let mut node = document.root();
    let mut key_line = None;
    for key in path {
        let (found, value) = find(node, key)?;
        key_line = Some(found.line());
        node = value.target();
    }
    let line = key_line?;
    let written = text.split(|byte| *byte == b'\n').nth(line - 1).unwrap_or_default();
    let is_anchor = written.windows(3).any(|part| part == b": &");
    Some((line, is_anchor))
}

fn find<'d, 'a>(map: Node<'d, 'a>, key: &str) -> Option<(Node<'d, 'a>, Node<'d, 'a>)> {
    map.entries().filter(|(name, _)| name.kind() == Kind::Scalar && name.text() == key).last()
}

/// A path as `--set` writes it.
fn written<'a>(keys: impl Iterator<Item = &'a str>) -> String {
    keys.map(|key| key.replace('.', "\\.")).collect::<Vec<_>>().join(".")
}
