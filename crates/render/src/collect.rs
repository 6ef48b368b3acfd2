//! From rendered files to manifests, hooks and notes.

use std::ops::Range;
use std::sync::Arc;

use skeg_chart::{Chart, Compat};

use crate::engine::{Job, Output};
use crate::head::{BadHead, Head, HeadError, read_head};
use crate::{BadManifest, Content, Crd, Error, Hook, Manifest, Options, Rendered, sort, split};

const NOTES: &str = "NOTES.txt";

/// A rendered file and the documents found in it.
pub(crate) struct RenderedFile {
    content: Arc<Vec<u8>>,
    documents: Result<Vec<(Head, Range<usize>)>, BadDocument>,
}

/// A document whose head cannot be read.
struct BadDocument {
    content: Vec<u8>,
    error: HeadError,
}

/// Splits a file and reads the head of each document.
pub(crate) fn read_file(job: &Job<'_>, content: Vec<u8>, compat: Compat) -> RenderedFile {
    let is_blank = content.iter().all(u8::is_ascii_whitespace);
    let documents = if is_blank || job.name.ends_with(NOTES) {
        Ok(Vec::new())
    } else {
        let documents = split::split_documents(&content, compat).into_iter();
        documents
            .map(|document| match read_head(document, compat) {
                Ok(head) => Ok((head, place(&content, document))),
                Err(error) => Err(BadDocument { content: document.to_vec(), error }),
            })
            .collect()
    };
    RenderedFile { content: Arc::new(content), documents }
}

/// Where a part stands in its whole.
fn place(whole: &[u8], part: &[u8]) -> Range<usize> {
    let start = part.as_ptr().addr() - whole.as_ptr().addr();
    start..start + part.len()
}

/// Puts everything in Helm's order.
pub(crate) fn collect(
    chart: &Chart,
    jobs: &[Job<'_>],
    mut files: Vec<Output<RenderedFile>>,
    options: &Options,
) -> Result<Rendered, Error> {
    let compat = options.compat;
    let name = |output: &Output<RenderedFile>| jobs[output.job].name.as_str();
    files.sort_by(|a, b| name(a).cmp(name(b)));
    let mut rendered = Rendered { notes: notes(chart, jobs, &files, options.sub_notes), ..Rendered::default() };
    let is_bad = |f: &Output<RenderedFile>| f.content.documents.is_err();
    if let Some(bad) = files.iter().position(is_bad) {
        return Err(bad_manifest(jobs, files, bad));
    }
    for file in files {
        let source = &jobs[file.job].name;
        for (at, (head, range)) in file.content.documents.unwrap_or_default().into_iter().enumerate() {
            let content = Content::new(file.content.content.clone(), range);
            add_document(&mut rendered, source, at + 1, head, content);
        }
    }
    sort::sort_manifests(&mut rendered.manifests, compat);
    sort::sort_hooks(&mut rendered.hooks, compat);
    let crds = if options.include_crds { chart.crds() } else { Vec::new() };
    for (source, file) in crds {
        let content = file.data_once().map_err(Error::Chart)?.into_owned();
        rendered.crds.push(Crd { source, content });
    }
    Ok(rendered)
}

fn bad_manifest(jobs: &[Job<'_>], files: Vec<Output<RenderedFile>>, bad: usize) -> Error {
    let source = jobs[files[bad].job].name.clone();
    let mut rendered = Vec::new();
    let mut found = None;
    for (i, file) in files.into_iter().enumerate() {
        if i == bad {
            found = file.content.documents.err();
        }
        let name = jobs[file.job].name.clone();
        if !name.ends_with(NOTES) && !file.content.content.iter().all(u8::is_ascii_whitespace) {
            rendered.push((name, file.content.content.to_vec()));
        }
    }
    let Some(BadDocument { content, error }) = found else { return Error::Other("unreadable".to_string()) };
    let BadHead { problem, message, line } = *error;
    let text = format!("YAML parse error on {source}: {message}");
    Error::Manifest(Box::new(BadManifest { source, content, text, problem, line, rendered }))
}

fn add_document(rendered: &mut Rendered, source: &str, document: usize, head: Head, content: Content) {
    let hook = head.hook.clone();
    let manifest = Manifest {
        source: source.to_string(),
        document,
        content,
        api_version: head.api_version,
        kind: head.kind,
        name: head.name,
    };
    let Some(types) = hook else {
        rendered.manifests.push(manifest);
        return;
    };
    // One unknown event drops the document.
    if let Ok(events) = skeg_helm_hooks::events(&types) {
        let policies = |value: Option<String>| value.map(|value| skeg_helm_hooks::policies(&value)).unwrap_or_default();
        rendered.hooks.push(Hook {
            manifest,
            events: events.into_iter().map(|event| event.name().to_string()).collect(),
            weight: skeg_helm_hooks::weight(&head.hook_weight),
            delete_policies: policies(head.hook_delete_policy),
            output_log_policies: policies(head.hook_output_log_policy),
        });
    }
}

/// The notes of the root chart; those of subcharts too where they are asked for.
fn notes(chart: &Chart, jobs: &[Job<'_>], files: &[Output<RenderedFile>], sub_notes: bool) -> Vec<u8> {
    let root = format!("{}/templates/{NOTES}", chart.name());
    let mut notes = Vec::new();
    for file in files {
        let name = &jobs[file.job].name;
        if name.ends_with(NOTES) && (sub_notes || *name == root) {
            if !notes.is_empty() {
                notes.push(b'\n');
            }
            notes.extend_from_slice(&file.content.content);
        }
    }
    notes
}
