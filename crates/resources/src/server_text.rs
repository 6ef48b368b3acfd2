//! What API servers say when they refuse, without the dumps: a changed field comes with its whole value in Go's syntax, which
//! may be many pages long, and the reason stands behind it. Pure.

/// Longer values are left out of a cause.
const LONGEST_VALUE: usize = 120;
/// Longer messages are told by their causes.
const LONGEST_MESSAGE: usize = 400;
/// Of a message without causes no more than this is told.
const LONGEST_TEXT: usize = 2000;
/// Of very many causes these are told.
const MOST_CAUSES: usize = 12;

/// What the server says about a field, without the refused value: that is the chart's text and may say anything.
pub fn cause_detail(message: &str) -> &str {
    if let Some(detail) = message.strip_prefix("Forbidden: ") {
        // Behind the first line comes a comparison of the values.
        return detail.lines().next().unwrap_or_default();
    }
    let Some(invalid) = message.strip_prefix("Invalid value: ") else { return message };
    let end = ["\": ", "}: ", "]: "].iter().filter_map(|end| Some(invalid.rfind(end)? + end.len())).max();
    let end = end.or_else(|| Some(invalid.rfind(": ")? + 2)).unwrap_or(invalid.len());
    &invalid[end..]
}

/// A cause in one line: the reason always, the refused value where it is short.
pub fn told_cause(message: &str) -> String {
    let detail = cause_detail(message);
    let is_long = message.len().saturating_sub(detail.len()) > LONGEST_VALUE;
    let text = match message.strip_prefix("Invalid value: ") {
        Some(_) if is_long && !detail.is_empty() => format!("Invalid value (too long to be shown): {detail}"),
        Some(_) => message.to_string(),
        None => message.lines().next().unwrap_or_default().to_string(),
    };
    cut(&text, LONGEST_TEXT)
}

/// A refusal in a few lines. `causes` are fields with messages.
pub fn told_refusal<'c>(message: &str, causes: impl IntoIterator<Item = (&'c str, &'c str)>) -> String {
    if message.len() <= LONGEST_MESSAGE {
        return message.to_string();
    }
    let named = causes.into_iter().filter(|(field, _)| !field.is_empty());
    let mut told: Vec<String> = named.map(|(field, message)| format!("{field}: {}", told_cause(message))).collect();
    match message.split_once(" is invalid: ") {
        Some((what, _)) if !told.is_empty() => {
            let more = told.len().saturating_sub(MOST_CAUSES);
            told.truncate(MOST_CAUSES);
            let more = if more == 0 { String::new() } else { format!("; and {more} more") };
            format!("{what} is invalid: {}{more}", told.join("; "))
        }
        _ => cut(message, LONGEST_TEXT),
    }
}

/// The beginning of a text that is too long, with what is missing.
fn cut(text: &str, longest: usize) -> String {
    if text.len() <= longest {
        return text.to_string();
    }
    let end = text.floor_char_boundary(longest);
    format!("{} … ({} more characters)", &text[..end], text[end..].chars().count())
}

#[cfg(test)]
mod tests {
    use super::{told_cause, told_refusal};

    fn dump() -> String {
        format!(
            "Invalid value: core.PodTemplateSpec{{Name:\"x: y\", {}}}: field is immutable",
            "Labels: 1, ".repeat(300)
        )
    }

    #[test]
    fn values_are_told_where_they_are_short() {
        assert_eq!(told_cause("Invalid value: 7: must be even"), "Invalid value: 7: must be even");
        assert_eq!(told_cause(&dump()), "Invalid value (too long to be shown): field is immutable");
        assert_eq!(
            told_cause("Forbidden: pod updates may not change fields\n  core.PodSpec{…"),
            "Forbidden: pod updates may not change fields"
        );
    }

    #[test]
    fn a_long_refusal_is_told_by_its_causes() {
        let dump = dump();
        let message = format!("Job.batch \"x\" is invalid: spec.template: {dump}");
        assert_eq!(
            told_refusal(&message, [("spec.template", dump.as_str())]),
            "Job.batch \"x\" is invalid: spec.template: Invalid value (too long to be shown): field is immutable"
        );
        assert_eq!(told_refusal("short", [("a", "b")]), "short");
        let many = vec![("a", "Required value"); 14];
        assert!(told_refusal(&message, many).ends_with("; and 2 more"));
        let plain = told_refusal(&"é".repeat(1500), []);
        assert!(plain.ends_with(" … (500 more characters)"), "{plain}");
    }
}
