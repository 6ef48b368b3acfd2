//! From a path or bytes to a `Chart`.

mod archive;
mod assemble;
mod directory;
mod early;
mod gunzip;
mod ignore;
mod pattern;
mod sniff;
mod symlink;
mod tar;
mod threads;
mod unpacked;

use std::io::ErrorKind;
use std::path::Path;

use crate::bounded::read_bounded;
use crate::error::go_io_text;
use crate::metadata::decode_api_version;
use crate::{ArchiveError, Chart, Compat, Error, File};
use archive::Room;
use assemble::Rules;
use early::EarlyValues;

pub use pattern::matches as path_matches;

/// How much a chart may hold.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Bytes of one file.
    pub file: u64,
    /// Bytes of all files of an archive.
    pub chart: u64,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { file: 5 << 20, chart: 100 << 20 }
    }
}

/// Where symbolic links in a chart directory may lead. Links that stay inside it are always followed.
#[derive(Clone, Copy, Debug, Default)]
pub struct Links {
    /// Links that leave the directory are refused. Helm follows them, and people share templates that way.
    pub refuse_outside: bool,
    /// What `secret/` holds will be decrypted: it must be the chart's own, whatever else links may do.
    pub guard_secrets: bool,
}

/// How a chart is loaded.
#[derive(Clone, Copy, Debug, Default)]
pub struct LoadOptions {
    /// Where symbolic links may lead.
    pub links: Links,
    /// The annotation `helm.sh/depends-on/subcharts` of Chart.yaml may be a list. Helm refuses one; here it becomes the text of
    /// a JSON array.
    pub order_lists: bool,
}

/// Loads a chart directory or archive as Helm does.
pub fn load(path: &Path, compat: Compat) -> Result<Chart, Error> {
    load_with(path, compat, LoadOptions::default())
}

/// Loads a chart directory or archive.
pub fn load_with(path: &Path, compat: Compat, options: LoadOptions) -> Result<Chart, Error> {
    let about = std::fs::metadata(path)
        .map_err(|error| Error::Open(format!("stat {}: {}", path.display(), go_io_text(&error))))?;
    if about.is_dir() { load_directory(path, compat, options) } else { load_file(path, compat, options) }
}

/// Loads an archive already in memory.
pub fn load_archive(bytes: &[u8], compat: Compat, limits: Limits) -> Result<Chart, Error> {
    let room = Room::new(limits);
    let files = archive::unpack(bytes, compat, limits, &room)?;
    finish(files, Vec::new(), Rules::new(compat, limits, room, false), &EarlyValues::default())
}

fn load_directory(path: &Path, compat: Compat, options: LoadOptions) -> Result<Chart, Error> {
    let top = std::path::absolute(path).map_err(|error| Error::Open(go_io_text(&error)))?;
    let limits = Limits::default();
    if compat.is_v4() {
        let name = top.join("Chart.yaml");
        refuse_irregular(&name)?;
        let text = read_bounded(&name, limits.file).map_err(|error| match error.kind() {
            ErrorKind::FileTooLarge => Error::FileTooLarge { file: "Chart.yaml".into(), limit: limits.file },
            _ => {
                Error::Detect { reason: format!("open {}: {}", name.display(), go_io_text(&error)), path: name.clone() }
            }
        })?;
        check_generation(&text)?;
    }
    // The defaults of a large chart take as long to parse as its directory to walk.
    let early = EarlyValues::of(&top, compat, limits);
    let parse = || early.parse();
    skeg_worker_threads::scope(usize::from(early.is_worth_help()), |workers| {
        workers.offer(&parse);
        let walked = directory::walk(&top, limits, options.links)?;
        read_ahead(&walked.files, &early);
        let rules = Rules::new(compat, limits, Room::new(limits), options.order_lists);
        finish(walked.files, walked.warnings, rules, &early)
    })
}

/// Templates are what will be wanted next. They are read here while a worker parses the values that are waited for, and by the
/// worker once that is done.
fn read_ahead(files: &[File], values: &EarlyValues) {
    // Whoever asks for a file hears of what failed.
    let read = |file: File| drop(file.data());
    let mut templates = files.iter().filter(|file| file.name.starts_with("templates/")).cloned();
    while values.are_being_parsed() {
        let Some(file) = templates.next() else { return };
        read(file);
    }
    let rest: Vec<File> = templates.collect();
    skeg_worker_threads::when_idle(move || rest.into_iter().for_each(read));
}

fn load_file(path: &Path, compat: Compat, options: LoadOptions) -> Result<Chart, Error> {
    refuse_irregular(path)?;
    let shown = path.display().to_string();
    let limits = Limits::default();
    let bytes = read_bounded(path, archive::largest(limits))
        .map_err(|error| Error::Open(format!("open {shown}: {}", go_io_text(&error))))?;
    sniff::ensure_gzip(&shown, &bytes)?;
    let room = Room::new(limits);
    let files = match archive::unpack(&bytes, compat, limits, &room) {
        Ok(files) => files,
        Err(ArchiveError::GzipHeader) => return Err(ArchiveError::BadHeader { file: shown }.into()),
        Err(reason) if compat.is_v4() => return Err(ArchiveError::Unloadable { reason: Box::new(reason) }.into()),
        Err(reason) => return Err(reason.into()),
    };
    if compat.is_v4() {
        let chart_yaml = files.iter().find(|file| file.name == "Chart.yaml").ok_or(ArchiveError::NoChartYaml)?;
        check_generation(chart_yaml.data()?)?;
    }
    finish(files, Vec::new(), Rules::new(compat, limits, room, options.order_lists), &EarlyValues::default())
}

/// Refuses pipes and devices, which may never end.
fn refuse_irregular(path: &Path) -> Result<(), Error> {
    match std::fs::metadata(path) {
        Ok(about) if !about.is_file() && !about.is_dir() => Err(Error::Irregular { path: path.to_path_buf() }),
        _ => Ok(()),
    }
}

/// Helm 4 refuses charts of an apiVersion it does not know.
fn check_generation(chart_yaml: &[u8]) -> Result<(), Error> {
    let version = decode_api_version(chart_yaml).map_err(|reason| Error::Parse { file: "Chart.yaml", reason })?;
    match version.as_str() {
        "" | "v1" | "v2" => Ok(()),
        "v3" => Err(Error::Open("invalid chart apiVersion".into())),
        _ => Err(Error::UnsupportedVersion),
    }
}

fn finish(files: Vec<File>, warnings: Vec<crate::Warning>, rules: Rules, early: &EarlyValues) -> Result<Chart, Error> {
    let mut chart = assemble::assemble(files, &rules, early)?;
    chart.warnings.splice(0..0, warnings);
    if chart.metadata.deprecated {
        chart.warnings.push(crate::Warning::Deprecated);
    }
    chart.settle_paths();
    Ok(chart)
}
