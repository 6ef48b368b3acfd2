//! Output of a template that is no Kubernetes object: the lines in question, and what usually causes it.

use skeg_render::Error;
use skeg_report::codes;

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
    let explained = CommandError::new(&codes::MANIFEST_INVALID, message.clone()).details(lines);
    let at_fault = number.and_then(|number| text.lines().nth(number.checked_sub(1)?)).unwrap_or("");
    if message.contains("cannot start any token")
        && all_of(at_fault).start > 0
        && at_fault[..all_of(at_fault).start].contains('\t')
    {
        return explained.case("tab");
    }
    for (part, case) in [
        ("mapping values are not allowed", "colon"),
        ("did not find expected key", "key"),
        ("did not find expected", "syntax"),
        ("cannot start any token", "token"),
        ("metadata.annotations of type string", "annotation"),
        ("SimpleHead", "no-map"),
    ] {
        if message.contains(part) {
            return explained.case(case);
        }
    }
    explained
}

/// The number in `yaml: line 12: …`.
pub(super) fn line_number(message: &str) -> Option<usize> {
    let rest = message.split_once("yaml: line ")?.1;
    rest.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
}
