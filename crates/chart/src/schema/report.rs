//! Failures of validation, and the text made of them.

use super::Violation;
use super::text::quote;

/// Something a schema refuses.
#[derive(Clone, Debug)]
pub(crate) struct Failure {
    pub(crate) path: Vec<String>,
    pub(crate) kind: FailureKind,
    pub(crate) message: String,
    pub(crate) causes: Vec<Failure>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FailureKind {
    Rule,
    /// Several failures of one schema.
    Group,
    /// Failures of a schema referred to.
    Reference,
}

impl Failure {
    /// A reference to one failure says nothing of its own.
    fn is_transparent(&self) -> bool {
        self.kind == FailureKind::Reference && self.causes.len() == 1
    }
}

/// A headline and below it the failures, causes indented.
pub(crate) fn display(headline: &str, failures: &[Failure]) -> String {
    let mut out = headline.to_string();
    for failure in failures {
        write(&mut out, failure, 1);
    }
    out
}

fn write(out: &mut String, failure: &Failure, indent: usize) {
    let mut inner = indent;
    if !failure.is_transparent() {
        out.push('\n');
        out.push_str(&"  ".repeat(indent - 1));
        out.push_str("- at ");
        out.push_str(&quote(pointer(&failure.path)));
        out.push_str(": ");
        out.push_str(&failure.message);
        inner += 1;
    }
    for cause in &failure.causes {
        write(out, cause, inner);
    }
}

fn pointer(path: &[String]) -> String {
    path.iter().map(|token| format!("/{}", super::json::escape(token))).collect()
}

/// The failures as the caller sees them.
pub(crate) fn violations(failures: &[Failure]) -> Vec<Violation> {
    let mut found = Vec::new();
    for failure in failures {
        if failure.is_transparent() {
            found.append(&mut violations(&failure.causes));
        } else {
            found.push(Violation {
                path: failure.path.clone(),
                message: failure.message.clone(),
                causes: violations(&failure.causes),
            });
        }
    }
    found
}
