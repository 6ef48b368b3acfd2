//! Explains template output that is not a Kubernetes object: the lines in question, and the usual cause.

use skeg_go_yaml::ErrorKind;
use skeg_render::{BadManifest, ManifestProblem};
use skeg_report::codes;

use super::snippet::{self, Mark, all_of};
use crate::error::CommandError;

/// Explains a document that cannot be used.
pub(super) fn explain(bad: &BadManifest) -> CommandError {
    let text = String::from_utf8_lossy(&bad.content);
    let at_fault = bad.line.and_then(|line| text.lines().nth(line.checked_sub(1)?));
    let mark = at_fault.map(|line| Mark { range: all_of(line), label: String::new() });
    let title = format!("what {} renders to", bad.source);
    let lines = snippet::around(&title, text.trim_end(), bad.line.unwrap_or(1), mark);
    // The secrets of a Secret are not known yet, so its whole text is hidden.
    let is_secret = text.lines().any(|line| line.trim_end() == "kind: Secret");
    let lines = if is_secret { vec![format!("  {title}: a Secret, so it is not shown")] } else { lines };
    let explained = CommandError::new(&codes::MANIFEST_INVALID, bad.text.clone()).details(lines);
    let case = match bad.problem {
        ManifestProblem::Yaml(ErrorKind::BadCharacter) if at_fault.is_some_and(is_indented_by_tab) => "tab",
        ManifestProblem::Yaml(ErrorKind::BadCharacter) => "token",
        ManifestProblem::Yaml(ErrorKind::MappingValue) => "colon",
        ManifestProblem::Yaml(ErrorKind::NoKey) => "key",
        ManifestProblem::Yaml(ErrorKind::Unexpected) => "syntax",
        ManifestProblem::Annotation => "annotation",
        ManifestProblem::NotAMap => "no-map",
        ManifestProblem::Yaml(ErrorKind::NotAMap | ErrorKind::Other) | ManifestProblem::Type => return explained,
    };
    explained.case(case)
}

fn is_indented_by_tab(line: &str) -> bool {
    line[..all_of(line).start].contains('\t')
}
