//! Walks a chart directory in Helm's order: names sorted bytewise, depth first, symbolic links followed.

use std::ffi::OsString;
use std::fs::{DirEntry, FileType, Metadata};
use std::path::{Path, PathBuf};

use super::ignore::Rules;
use super::symlink::resolve;
use super::{Limits, Links};
use crate::bounded::read_bounded;
use crate::error::go_io_text;
use crate::{Error, File, Warning};

/// Go gives up on a path with more links than this, so a link to its own parent ends there.
const MAX_LINKS: usize = 255;

pub(crate) struct Walked {
    pub(crate) files: Vec<File>,
    pub(crate) warnings: Vec<Warning>,
}

/// Lists the files of a chart directory. Contents are not read, but for .helmignore.
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
    let mut walker = Walker {
        rules: Rules::parse(&text)?,
        limits,
        links,
        top,
        real_top: None,
        walked: Walked { files: Vec::new(), warnings: Vec::new() },
    };
    walker.enter(top, "", &Way::default())?;
    Ok(walker.walked)
}

struct Walker<'a> {
    rules: Rules,
    limits: Limits,
    links: Links,
    top: &'a Path,
    /// The same without links; known once a link was met.
    real_top: Option<PathBuf>,
    walked: Walked,
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
    fn enter(&mut self, directory: &Path, prefix: &str, way: &Way) -> Result<(), Error> {
        if way.links > MAX_LINKS {
            let reason = "EvalSymlinks: too many links".to_string();
            return Err(Error::Symlink { path: directory.to_path_buf(), reason });
        }
        for (name, kind, entry) in sorted_entries(directory)? {
            let inside = format!("{prefix}{}", name.to_string_lossy());
            if kind.is_symlink() {
                let path = entry.path();
                let (about, way) = self.follow(&path, way)?;
                self.visit(path, inside, about.file_type(), || Ok(about), &way)?;
            } else {
                // Asked through the entry, the size costs no walk along the path.
                self.visit(entry.path(), inside, kind, || entry.metadata(), way)?;
            }
        }
        Ok(())
    }

    fn follow(&mut self, path: &Path, way: &Way) -> Result<(Metadata, Way), Error> {
        let resolved = resolve(path).map_err(|reason| Error::Symlink { path: path.to_path_buf(), reason })?;
        let about = std::fs::symlink_metadata(&resolved).map_err(|error| failed("lstat", &resolved, &error))?;
        self.walked.warnings.push(Warning::Symlink { path: path.display().to_string() });
        let top = self.top;
        let real_top = self.real_top.get_or_insert_with(|| resolve(top).unwrap_or_else(|_| top.to_path_buf()));
        let leaves = !resolved.starts_with(real_top);
        let outside = if leaves { Some(resolved) } else { None };
        Ok((about, Way { links: way.links + 1, outside }))
    }

    fn visit(
        &mut self,
        path: PathBuf,
        inside: String,
        kind: FileType,
        about: impl FnOnce() -> std::io::Result<Metadata>,
        way: &Way,
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
            return self.enter(&path, &format!("{inside}/"), way);
        }
        if !kind.is_file() {
            return Err(Error::Irregular { path });
        }
        let size = about().map_err(|error| failed("lstat", &path, &error))?.len();
        if size > self.limits.file {
            let file = inside.rsplit('/').next().unwrap_or(&inside).to_string();
            return Err(Error::FileTooLarge { file, limit: self.limits.file });
        }
        self.walked.files.push(File::on_disk(inside, path, size));
        Ok(())
    }
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

fn sorted_entries(directory: &Path) -> Result<Vec<(OsString, FileType, DirEntry)>, Error> {
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
