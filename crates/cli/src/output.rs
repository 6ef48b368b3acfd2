//! Formats manifests as Helm prints and writes them.

mod files;

use bstr::ByteSlice;
use skeg_chart::Compat;
use skeg_deploy::GroupFrame;
use skeg_render::{Hook, Rendered};

pub(crate) use files::{Folder, WriteError, write};

use crate::printer::Printer;

/// Which parts of a rendering to print.
pub(crate) struct Selection {
    pub(crate) crds: bool,
    pub(crate) hooks: bool,
    pub(crate) tests: bool,
}

impl Selection {
    /// The selected hooks.
    pub(crate) fn hooks<'a>(&self, rendered: &'a Rendered) -> impl Iterator<Item = &'a Hook> {
        let (hooks, tests) = (self.hooks, self.tests);
        let is_test = |hook: &Hook| hook.events.iter().any(|event| event == "test");
        rendered.hooks.iter().filter(move |hook| hooks && (tests || !is_test(hook)))
    }
}

/// Prints all documents in Helm's order, without joining them first.
pub(crate) fn print(rendered: &Rendered, selection: &Selection, printer: &mut Printer<'_>) {
    let crds = rendered.crds.iter().filter(|_| selection.crds).map(|crd| (&crd.source, crd.content.as_slice()));
    let manifests = rendered.manifests.iter().map(|manifest| (&manifest.source, &*manifest.content));
    let mut last = Vec::new();
    let mut documents = crds.chain(manifests).peekable();
    while let Some((source, content)) = documents.next() {
        if documents.peek().is_some() {
            parts(source, content).iter().for_each(|part| printer.data(part));
        } else {
            push(&mut last, source, content);
        }
    }
    end_line(&mut last);
    printer.data(last);
    for hook in selection.hooks(rendered) {
        parts(&hook.manifest.source, &hook.manifest.content).iter().for_each(|part| printer.data(part));
    }
}

/// All documents in Helm's order: CRDs, manifests, hooks.
pub(crate) fn stream(rendered: &Rendered, selection: &Selection) -> Vec<u8> {
    let mut out = manifests(rendered, selection);
    end_line(&mut out);
    push_hooks(&mut out, rendered, selection);
    out
}

/// All documents, with comment lines around those of each resource group, as in Helm's proposal.
pub(crate) fn framed_stream(rendered: &Rendered, frames: &[GroupFrame], selection: &Selection) -> Vec<u8> {
    let mut out = Vec::new();
    if selection.crds {
        rendered.crds.iter().for_each(|crd| push(&mut out, &crd.source, &crd.content));
    }
    let frame = |at: Option<usize>| at.and_then(|at| frames.get(at)?.as_deref());
    for (at, manifest) in rendered.manifests.iter().enumerate() {
        let (before, here, after) = (frame(at.checked_sub(1)), frame(Some(at)), frame(Some(at + 1)));
        out.extend_from_slice(b"---\n");
        if let Some(group) = here.filter(|_| before != here) {
            out.extend_from_slice(format!("## START resource-group: {group}\n").as_bytes());
        }
        let content = manifest.content.trim_ascii_end();
        for part in [b"# Source: ", manifest.source.as_bytes(), b"\n", content, b"\n"] {
            out.extend_from_slice(part);
        }
        if let Some(group) = here.filter(|_| after != here) {
            out.extend_from_slice(format!("## END resource-group: {group}\n").as_bytes());
        }
    }
    push_hooks(&mut out, rendered, selection);
    out
}

/// CRDs and manifests.
pub(crate) fn manifests(rendered: &Rendered, selection: &Selection) -> Vec<u8> {
    let size = rendered.manifests.iter().map(|m| m.content.len() + m.source.len() + 16).sum();
    let mut out = Vec::with_capacity(size);
    if selection.crds {
        rendered.crds.iter().for_each(|crd| push(&mut out, &crd.source, &crd.content));
    }
    rendered.manifests.iter().for_each(|manifest| push(&mut out, &manifest.source, &manifest.content));
    out
}

/// A post-renderer's output, and the hooks.
pub(crate) fn after_program(made: &[u8], rendered: &Rendered, selection: &Selection) -> Vec<u8> {
    let mut out = made.trim_start_with(char::is_whitespace).to_vec();
    end_line(&mut out);
    push_hooks(&mut out, rendered, selection);
    out
}

fn push_hooks(out: &mut Vec<u8>, rendered: &Rendered, selection: &Selection) {
    selection.hooks(rendered).for_each(|hook| push(out, &hook.manifest.source, &hook.manifest.content));
}

/// Invalid output of templates, as `--debug` shows it.
pub(crate) fn invalid_stream(files: &[(String, Vec<u8>)]) -> Vec<u8> {
    let mut out = Vec::new();
    for (source, content) in files.iter().filter(|(_, content)| !content.trim_ascii().is_empty()) {
        push(&mut out, source, content);
    }
    end_line(&mut out);
    out
}

/// Appends a document with Helm's header.
fn push(out: &mut Vec<u8>, source: &str, content: &[u8]) {
    parts(source, content).iter().for_each(|part| out.extend_from_slice(part));
}

/// A document with Helm's header, in pieces.
fn parts<'a>(source: &'a str, content: &'a [u8]) -> [&'a [u8]; 5] {
    [b"---\n# Source: ", source.as_bytes(), b"\n", content, b"\n"]
}

/// Trims white space at the end and adds a line feed.
fn end_line(out: &mut Vec<u8>) {
    while let (Some(c), size) = bstr::decode_last_utf8(out.as_slice()) {
        if !c.is_whitespace() {
            break;
        }
        out.truncate(out.len() - size);
    }
    out.push(b'\n');
}

/// The documents of a stream whose source matches a pattern, pattern by pattern. The error is a pattern without a
/// match.
pub(crate) fn show_only<'a>(stream: &[u8], patterns: &'a [String], compat: Compat) -> Result<Vec<u8>, &'a str> {
    let documents = skeg_render::split_documents(stream, compat);
    let mut out = Vec::new();
    for pattern in patterns {
        let before = out.len();
        for document in &documents {
            if source_in_chart(document).is_some_and(|source| skeg_chart::path_matches(pattern, &source)) {
                for part in [b"---\n".as_slice(), document, b"\n"] {
                    out.extend_from_slice(part);
                }
            }
        }
        if out.len() == before {
            return Err(pattern);
        }
    }
    Ok(out)
}

/// The path after the chart's name in the first `# Source: CHART/PATH`.
fn source_in_chart(document: &[u8]) -> Option<String> {
    const HEAD: &[u8] = b"# Source: ";
    let mut rest = document;
    while let Some(at) = rest.find(HEAD) {
        rest = &rest[at + HEAD.len()..];
        let slash = rest.find_byte(b'/')?;
        let path = rest[slash + 1..].lines().next().unwrap_or_default();
        let path = rest[slash + 1..].find_byte(b'\n').map_or(path, |end| &rest[slash + 1..slash + 1 + end]);
        if slash > 0 && !path.is_empty() {
            return Some(String::from_utf8_lossy(path).into_owned());
        }
    }
    None
}
