//! `--output-dir`: one file per template, documents in the order they are printed.

use std::collections::HashSet;
use std::fs;
use std::io::{self, Write};
use std::path::Path;

use skeg_render::Rendered;

use super::{Selection, push};
use crate::error::go_reason;
use crate::plain_file;
use crate::printer::Printer;
use skeg_chart::clean_path as clean;

/// Where the files go.
pub(crate) struct Folder<'a> {
    /// As typed, for messages.
    pub(crate) shown: &'a str,
    /// Base of relative paths.
    pub(crate) directory: &'a Path,
    /// The release's name, if it should be a folder around the files.
    pub(crate) release: Option<&'a str>,
}

/// A file that could not be written. The text is Go's.
pub(crate) struct WriteError {
    pub(crate) text: String,
    pub(crate) is_hook: bool,
}

/// Writes all files and reports them.
pub(crate) fn write(
    rendered: &Rendered,
    selection: &Selection,
    folder: &Folder<'_>,
    printer: &mut Printer<'_>,
) -> Result<(), WriteError> {
    let of_manifest = |text: String| WriteError { text, is_hook: false };
    let root = match folder.release {
        Some(release) => clean(&format!("{}/{release}", folder.shown)),
        None => folder.shown.to_string(),
    };
    let mut written = HashSet::new();
    if selection.crds {
        for crd in &rendered.crds {
            let append = !written.insert(crd.source.as_str());
            write_file(folder, folder.shown, &crd.source, &crd.content, append, printer).map_err(of_manifest)?;
        }
    }
    for manifest in &rendered.manifests {
        let append = !written.insert(manifest.source.as_str());
        write_file(folder, &root, &manifest.source, &manifest.content, append, printer).map_err(of_manifest)?;
    }
    for hook in selection.hooks(rendered) {
        let source = &hook.manifest.source;
        // Helm checks the disk here.
        let append = folder.directory.join(&root).join(source).exists();
        write_file(folder, &root, source, &hook.manifest.content, append, printer)
            .map_err(|text| WriteError { text, is_hook: true })?;
    }
    Ok(())
}

fn write_file(
    folder: &Folder<'_>,
    root: &str,
    source: &str,
    content: &[u8],
    append: bool,
    printer: &mut Printer<'_>,
) -> Result<(), String> {
    let shown = format!("{root}/{source}");
    let parent = clean(shown.rsplit_once('/').map_or("", |(parent, _)| parent));
    let failed = |call: &str, path: &str, error: io::Error| format!("{call} {path}: {}", go_reason(&error));
    match fs::metadata(folder.directory.join(&parent)) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(failed("stat", &parent, error)),
        _ => {}
    }
    // The folder itself may be a link: the user named it.
    let base = folder.directory.join(clean(folder.shown));
    let whole = folder.directory.join(&parent);
    let below = whole.strip_prefix(&base).unwrap_or(Path::new(""));
    plain_file::create_folders(&base, below).map_err(|error| failed("mkdir", &parent, error))?;
    let file = plain_file::open(&folder.directory.join(&shown), append);
    let mut text = Vec::with_capacity(content.len() + source.len() + 16);
    push(&mut text, source, content);
    let mut file = file.map_err(|error| failed("open", &shown, error))?;
    file.write_all(&text).map_err(|error| failed("write", &shown, error))?;
    printer.data(format!("wrote {shown}\n"));
    Ok(())
}
