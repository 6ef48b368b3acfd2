//! Where manifests come from: a rendering, files of `crds/`, or the record of a release.

use skeg_helm_hooks::HOOK;

use crate::object::Object;
use crate::resource::{Class, Origin};
use crate::split::split;
use crate::yaml;

/// A text with one manifest, or with several as in files of `crds/`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Document<'a> {
    /// The template's path with the chart's name in front; empty if unknown.
    pub path: &'a str,
    /// The number of the document in that file, from one; zero if the text is the whole file or it is unknown.
    pub number: usize,
    /// The YAML text.
    pub text: &'a [u8],
    /// The part of the release it belongs to.
    pub class: Class,
}

impl<'a> Document<'a> {
    /// The manifests in the text, with their origins.
    pub(crate) fn pieces(&self) -> impl Iterator<Item = (Origin, &'a [u8])> {
        let (path, first) = (self.path, self.number.max(1));
        split(self.text)
            .into_iter()
            .enumerate()
            .map(move |(at, text)| (Origin { path: path.to_string(), document: first + at }, text))
    }
}

/// The documents of a file of plain manifests. Those with `helm.sh/hook` are hooks.
pub fn file_documents<'a>(path: &'a str, text: &'a [u8]) -> Vec<Document<'a>> {
    let documents = split(text).into_iter().flat_map(json_stream).enumerate().map(|(at, text)| {
        let is_hook = || Object::try_from(yaml::read(text).ok()?).ok()?.annotation(HOOK).map(|_| ());
        // Reading is only worth it if the annotation can be there.
        let may_be_hook = memchr::memmem::find(text, HOOK.as_bytes()).is_some();
        let class = if may_be_hook && is_hook().is_some() { Class::Hook } else { Class::Regular };
        Document { path, number: at + 1, text, class }
    });
    documents.collect()
}

/// The values of a stream of JSON, as jsonnet, jq and CUE print them: YAML would read the first and ignore the rest.
/// Anything else stays as it is.
fn json_stream(text: &[u8]) -> Vec<&[u8]> {
    if text.trim_ascii_start().first() != Some(&b'{') {
        return vec![text];
    }
    let mut values = serde_json::Deserializer::from_slice(text).into_iter::<serde::de::IgnoredAny>();
    let (mut start, mut found) = (0, Vec::new());
    while let Some(value) = values.next() {
        if value.is_err() {
            return vec![text];
        }
        found.push(&text[start..values.byte_offset()]);
        start = values.byte_offset();
    }
    found
}

/// The documents of a recorded manifest, with the paths of their `# Source: …` lines.
pub fn stored_documents(manifest: &str) -> Vec<Document<'_>> {
    let mut documents: Vec<Document<'_>> = split(manifest.as_bytes()).into_iter().map(stored_document).collect();
    number_by_path(&mut documents);
    documents
}

/// The document of a recorded hook.
pub fn stored_hook<'a>(path: &'a str, manifest: &'a str) -> Document<'a> {
    Document { path, number: 0, text: manifest.as_bytes(), class: Class::Hook }
}

fn stored_document(text: &[u8]) -> Document<'_> {
    let text = text.strip_prefix(b"\r\n").or_else(|| text.strip_prefix(b"\n")).unwrap_or(text);
    // The record ends each document with a line feed of its own.
    let text = text.strip_suffix(b"\n").unwrap_or(text);
    let (path, text) = source_line(text).unwrap_or(("", text));
    Document { path, number: 0, text, class: Class::Regular }
}

/// The path of a leading `# Source: …`, and what follows.
fn source_line(text: &[u8]) -> Option<(&str, &[u8])> {
    let rest = text.strip_prefix(b"# Source: ")?;
    let end = rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len());
    let path = std::str::from_utf8(&rest[..end]).ok()?.trim();
    Some((path, rest.get(end + 1..).unwrap_or_default()))
}

/// Records sort documents by kind, so the number counts the documents of a file.
fn number_by_path(documents: &mut [Document<'_>]) {
    let mut seen = std::collections::HashMap::new();
    for document in documents {
        let count = seen.entry(document.path).or_insert(0);
        *count += 1;
        document.number = *count;
    }
}

#[cfg(test)]
mod tests {
    use super::stored_documents;

    #[test]
    fn a_stored_manifest_gives_paths_and_texts_back() {
        let manifest = "---\n# Source: shop/templates/a.yaml\na: 1\n\n---\n# Source: shop/templates/b.yaml\nb: 2\n\
                        ---\n# Source: shop/templates/a.yaml\na: 3\n---\nc: 4\n";
        let found: Vec<(&str, usize, &str)> = stored_documents(manifest)
            .iter()
            .map(|d| (d.path, d.number, std::str::from_utf8(d.text).unwrap()))
            .collect();
        let expected = [
            ("shop/templates/a.yaml", 1, "a: 1\n"),
            ("shop/templates/b.yaml", 1, "b: 2"),
            ("shop/templates/a.yaml", 2, "a: 3"),
            ("", 1, "c: 4"),
        ];
        assert_eq!(found, expected);
    }
}
