//! Shortens messages of API servers: an invalid field comes with its whole value in Go's syntax, which may be many
//! pages long, followed by the reason. Pure.

/// Longer values are left out of a cause.
const LONGEST_VALUE: usize = 120;
/// Longer messages are replaced by their causes.
const LONGEST_MESSAGE: usize = 400;
/// Messages without causes are cut to this length.
const LONGEST_TEXT: usize = 2000;
/// The most causes that are shown.
const MOST_CAUSES: usize = 12;

/// The server's message about a field, without the refused value: that is the chart's text and may be anything.
pub fn cause_detail(message: &str) -> &str {
    if let Some(detail) = message.strip_prefix("Forbidden: ") {
        // After the first line comes a comparison of the values.
        return detail.lines().next().unwrap_or_default();
    }
    let Some(invalid) = message.strip_prefix("Invalid value: ") else { return message };
    let end = ["\": ", "}: ", "]: "].iter().filter_map(|end| Some(invalid.rfind(end)? + end.len())).max();
    let end = end.or_else(|| Some(invalid.rfind(": ")? + 2)).unwrap_or(invalid.len());
    &invalid[end..]
}

/// A cause in one line: always the reason, and the refused value if it is short.
pub fn short_cause(message: &str) -> String {
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
pub fn short_refusal<'c>(message: &str, causes: impl IntoIterator<Item = (&'c str, &'c str)>) -> String {
    if message.len() <= LONGEST_MESSAGE {
        return message.to_string();
    }
    let named = causes.into_iter().filter(|(field, _)| !field.is_empty());
    let mut lines: Vec<String> = named.map(|(field, message)| format!("{field}: {}", short_cause(message))).collect();
    match message.split_once(" is invalid: ") {
        Some((what, _)) if !lines.is_empty() => {
            let more = lines.len().saturating_sub(MOST_CAUSES);
            lines.truncate(MOST_CAUSES);
            let more = if more == 0 { String::new() } else { format!("; and {more} more") };
            format!("{what} is invalid: {}{more}", lines.join("; "))
        }
        _ => cut(message, LONGEST_TEXT),
    }
}

/// The start of a long text, with how much is missing.
fn cut(text: &str, longest: usize) -> String {
    if text.len() <= longest {
        return text.to_string();
    }
    let end = text.floor_char_boundary(longest);
    format!("{} … ({} more characters)", &text[..end], text[end..].chars().count())
}

#[cfg(test)]
mod tests {
    use super::{short_cause, short_refusal};

    fn dump() -> String {
        format!(
            "Invalid value: core.PodTemplateSpec{{Name:\"x: y\", {}}}: field is immutable",
            "Labels: 1, ".repeat(300)
        )
    }

    #[test]
    fn values_are_told_where_they_are_short() {
        assert_eq!(short_cause("Invalid value: 7: must be even"), "Invalid value: 7: must be even");
        assert_eq!(short_cause(&dump()), "Invalid value (too long to be shown): field is immutable");
        assert_eq!(
            short_cause("Forbidden: pod updates may not change fields\n  core.PodSpec{…"),
            "Forbidden: pod updates may not change fields"
        );
    }

    /// A policy may quote what it denies, and half of a secret must not be shown either.
    #[test]
    fn what_is_cut_in_the_middle_of_a_secret_tells_nothing_of_it() {
        let secret: String = (0..3000).map(|at| char::from(b'a' + (at * at % 26) as u8)).collect();
        let masker = || {
            let mut masker = crate::Masker::default();
            masker.add(&secret);
            masker
        };
        let shortened = short_refusal(&format!("policy 'p' denied request: no {secret} here"), []);
        assert!(shortened.ends_with(" more characters)") && shortened.contains(&secret[..100]), "{shortened}");
        assert_eq!(masker().mask(&shortened), "policy 'p' denied request: no <hidden> … (1035 more characters)");
    }

    #[test]
    fn a_long_refusal_is_told_by_its_causes() {
        let dump = dump();
        let message = format!("Job.batch \"x\" is invalid: spec.template: {dump}");
        assert_eq!(
            short_refusal(&message, [("spec.template", dump.as_str())]),
            "Job.batch \"x\" is invalid: spec.template: Invalid value (too long to be shown): field is immutable"
        );
        assert_eq!(short_refusal("short", [("a", "b")]), "short");
        let many = vec![("a", "Required value"); 14];
        assert!(short_refusal(&message, many).ends_with("; and 2 more"));
        let plain = short_refusal(&"é".repeat(1500), []);
        assert!(plain.ends_with(" … (500 more characters)"), "{plain}");
    }
}
