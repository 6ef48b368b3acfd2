//! Output of a template that is no Kubernetes object: the lines in question, and what usually causes it.

use skeg_render::Error;

use super::snippet::{self, Mark, all_of};
use crate::error::CommandError;

/// Explains a document that cannot be used.
pub(super) fn explain(error: &Error, source: &str, content: &[u8]) -> CommandError {
    let message = error.to_string();
    let text = String::from_utf8_lossy(content);
    let number = line_number(&message);
    let mark = number.and_then(|number| {
        let line = text.lines().nth(number.checked_sub(1)?)?;
        Some(Mark { range: all_of(line), label: String::new() })
    });
    let title = format!("what {source} renders to");
    let lines = snippet::around(&title, text.trim_end(), number.unwrap_or(1), mark);
    // What a Secret holds is not known yet, so all of it is kept back.
    let is_secret = text.lines().any(|line| line.trim_end() == "kind: Secret");
    let lines = if is_secret { vec![format!("  {title}: a Secret, so it is not shown")] } else { lines };
    let explained = CommandError::failure(message.clone()).details(lines);
    let at_fault = number.and_then(|number| text.lines().nth(number.checked_sub(1)?)).unwrap_or("");
    if message.contains("cannot start any token")
        && all_of(at_fault).start > 0
        && at_fault[..all_of(at_fault).start].contains('\t')
    {
        return explained.hint("YAML is indented with blanks, never with tabs.");
    }
    for (part, hint) in [
        ("mapping values are not allowed", "A text with `: ` inside needs quotes: pipe the value through `quote`."),
        ("did not find expected key", "Check the indentation of what is inserted: `nindent` with the right number."),
        ("did not find expected", "Check indentation and quotes of what is inserted around there."),
        ("found character that cannot start any token", "A text that starts with @, ` or a tab needs quotes."),
        ("cannot start any token", "A text that starts with % or @ needs quotes."),
        ("metadata.annotations of type string", "Annotations are texts: pipe the value through `quote`."),
        ("SimpleHead", "A document must be a map with apiVersion and kind."),
    ] {
        if message.contains(part) {
            return explained.hint(hint);
        }
    }
    explained
}

/// The number in `yaml: line 12: …`.
pub(super) fn line_number(message: &str) -> Option<usize> {
    let rest = message.split_once("yaml: line ")?.1;
    rest.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
}
