//! Walks a chart directory in Helm's order: names sorted bytewise, depth first, symbolic links followed.

use std::ffi::OsString;
use std::fs::{DirEntry, FileType, Metadata};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use super::ignore::Rules;
use super::symlink::resolve;
use super::{Limits, Links, threads};
use crate::bounded::read_bounded;
use crate::error::go_io_text;
use crate::{Error, File, Warning};

/// Go gives up on a path with more links than this, so a link to its own parent ends there.
const MAX_LINKS: usize = 255;

/// With fewer subcharts than this, one thread has listed them before another has started.
const WORTH_THREADS: usize = 16;

#[derive(Default)]
pub(crate) struct Walked {
    pub(crate) files: Vec<File>,
    pub(crate) warnings: Vec<Warning>,
}

/// Lists the files of a chart directory. Contents are not read, except for .helmignore.
pub(crate) fn walk(top: &Path, limits: Limits, links: Links) -> Result<Walked, Error> {
    let ignore_file = top.join(".helmignore");
    super::refuse_irregular(&ignore_file)?;
    let text = match read_bounded(&ignore_file, limits.file) {
        Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
        Err(error) if error.kind() == std::io::ErrorKind::FileTooLarge => {
            return Err(Error::FileTooLarge { file: ".helmignore".into(), limit: limits.file });
        }
        Err(error) => return Err(failed("open", &ignore_file, &error)),
    };
    let walker = Walker { rules: Rules::parse(&text)?, limits, links, top, real_top: OnceLock::new() };
    let mut walked = Walked::default();
    walker.enter(top, "", &Way::default(), &mut walked)?;
    Ok(walked)
}

struct Walker<'a> {
    rules: Rules,
    limits: Limits,
    links: Links,
    top: &'a Path,
    /// The same without links; known once a link was met.
    real_top: OnceLock<PathBuf>,
}

/// How a place was reached.
#[derive(Clone, Default)]
struct Way {
    /// Links on the path.
    links: usize,
    /// Where the last one led that left the chart.
    outside: Option<PathBuf>,
}

impl Walker<'_> {
    fn enter(&self, directory: &Path, prefix: &str, way: &Way, walked: &mut Walked) -> Result<(), Error> {
        if way.links > MAX_LINKS {
            let reason = "EvalSymlinks: too many links".to_string();
            return Err(Error::Symlink { path: directory.to_path_buf(), reason });
        }
        let entries = sorted_entries(directory)?;
        if prefix == "charts/" && entries.len() >= WORTH_THREADS {
            return self.enter_subcharts(&entries, prefix, way, walked);
        }
        for entry in &entries {
            self.take(entry, prefix, way, walked)?;
        }
        Ok(())
    }

    /// Each subchart on its own, put together in their order: what is found, and what is refused, stays the same.
    fn enter_subcharts(&self, entries: &[Entry], prefix: &str, way: &Way, walked: &mut Walked) -> Result<(), Error> {
        let parts = threads::map(entries.len(), |i| {
            let mut part = Walked::default();
            entries.get(i).map_or(Ok(()), |entry| self.take(entry, prefix, way, &mut part)).map(|()| part)
        });
        for part in parts {
            let mut part = part?;
            walked.files.append(&mut part.files);
            walked.warnings.append(&mut part.warnings);
        }
        Ok(())
    }

    fn take(&self, (name, kind, entry): &Entry, prefix: &str, way: &Way, walked: &mut Walked) -> Result<(), Error> {
        let inside = format!("{prefix}{}", name.to_string_lossy());
        if kind.is_symlink() {
            let path = entry.path();
            let (about, way) = self.follow(&path, way, walked)?;
            self.visit(path, inside, about.file_type(), || Ok(about), &way, walked)
        } else {
            // Asked through the entry, the size costs no walk along the path.
            self.visit(entry.path(), inside, *kind, || entry.metadata(), way, walked)
        }
    }

    fn follow(&self, path: &Path, way: &Way, walked: &mut Walked) -> Result<(Metadata, Way), Error> {
        let resolved = resolve(path).map_err(|reason| Error::Symlink { path: path.to_path_buf(), reason })?;
        let about = std::fs::symlink_metadata(&resolved).map_err(|error| failed("lstat", &resolved, &error))?;
        walked.warnings.push(Warning::Symlink { path: path.display().to_string() });
        let top = self.top;
        let real_top = self.real_top.get_or_init(|| resolve(top).unwrap_or_else(|_| top.to_path_buf()));
        let leaves = !resolved.starts_with(real_top);
        let outside = if leaves { Some(resolved) } else { None };
        Ok((about, Way { links: way.links + 1, outside }))
    }

    fn visit(
        &self,
        path: PathBuf,
        inside: String,
        kind: FileType,
        about: impl FnOnce() -> std::io::Result<Metadata>,
        way: &Way,
        walked: &mut Walked,
    ) -> Result<(), Error> {
        if self.rules.ignores(&inside, kind.is_dir()) {
            return Ok(());
        }
        if let Some(target) = &way.outside {
            let is_secret = self.links.guard_secrets && is_secret(&inside);
            if is_secret || self.links.refuse_outside {
                return Err(Error::OutsideLink { path: inside, target: target.clone(), is_secret });
            }
        }
        if kind.is_dir() {
            return self.enter(&path, &format!("{inside}/"), way, walked);
        }
        if !kind.is_file() {
            return Err(Error::Irregular { path });
        }
        if is_read_anyway(&inside) {
            // What fails here is tried again, for the error.
            if let Some(file) = File::read_now(&inside, &path, self.limits.file) {
                walked.files.push(file);
                return Ok(());
            }
        }
        let size = about().map_err(|error| failed("lstat", &path, &error))?.len();
        if size > self.limits.file {
            let file = inside.rsplit('/').next().unwrap_or(&inside).to_string();
            return Err(Error::FileTooLarge { file, limit: self.limits.file });
        }
        walked.files.push(File::on_disk(inside, path, size));
        Ok(())
    }
}

/// Whether a path inside a chart is one of the two files that are read of every subchart.
fn is_read_anyway(inside: &str) -> bool {
    let below_charts = inside.strip_prefix("charts/").and_then(|rest| rest.split_once('/'));
    below_charts.is_some_and(|(_, file)| matches!(file, "Chart.yaml" | "values.yaml"))
}

/// Whether a path inside a chart is below `secret/` of the chart or of a subchart.
fn is_secret(inside: &str) -> bool {
    let mut parts = inside.split('/');
    while let Some(part) = parts.next() {
        match part {
            "secret" => return true,
            "charts" if parts.next().is_some() => {}
            _ => return false,
        }
    }
    false
}

type Entry = (OsString, FileType, DirEntry);

fn sorted_entries(directory: &Path) -> Result<Vec<Entry>, Error> {
    let listing = std::fs::read_dir(directory).map_err(|error| failed("open", directory, &error))?;
    let mut entries = Vec::new();
    for entry in listing {
        let entry = entry.map_err(|error| failed("readdirent", directory, &error))?;
        let kind = entry.file_type().map_err(|error| failed("lstat", &entry.path(), &error))?;
        entries.push((entry.file_name(), kind, entry));
    }
    entries.sort_by(|a, b| a.0.cmp(&b.0));
    Ok(entries)
}

fn failed(call: &str, path: &Path, error: &std::io::Error) -> Error {
    Error::Open(format!("{call} {}: {}", path.display(), go_io_text(error)))
}
