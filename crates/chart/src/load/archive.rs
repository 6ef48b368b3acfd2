//! Unpacks a gzipped tar in memory, refusing what could leave the chart's directory or exhaust memory.

use std::io::Read;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use flate2::read::MultiGzDecoder;

use super::Limits;
use super::gunzip::unpack_at_once;
use super::tar::{Tar, TarError};
use crate::{ArchiveError, Compat, File};

/// Room for headers and padding besides the contents.
const OVERHEAD: u64 = 16 << 20;
/// What the header of a file takes.
const HEADER: u64 = 512;
/// How many full archives a chart and the archives inside it may take together.
const FULL_ARCHIVES: u64 = 4;

/// The bytes that all archives of a chart may still take: archives in archives multiply.
pub(crate) struct Room(AtomicU64);

impl Room {
    pub(crate) fn new(limits: Limits) -> Room {
        Room(AtomicU64::new(largest(limits).saturating_mul(FULL_ARCHIVES)))
    }

    fn left(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }

    /// Takes as much as files would have taken that are unpacked already; false if that is more than is left.
    pub(super) fn take_again(&self, files: &[File]) -> bool {
        let size = files.iter().map(|file| file.size() + HEADER).sum::<u64>();
        let fits = size <= self.left();
        if fits {
            self.take(size);
        }
        fits
    }

    fn take(&self, bytes: u64) {
        let _ = self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| Some(left.saturating_sub(bytes)));
    }
}

/// The most bytes that an archive may have: no less than what may come out of it, which need not be compressed.
pub(crate) fn largest(limits: Limits) -> u64 {
    limits.chart.saturating_add(OVERHEAD)
}

/// The files of an archive in its order, without their first path element.
pub(crate) fn unpack(bytes: &[u8], compat: Compat, limits: Limits, room: &Room) -> Result<Vec<File>, ArchiveError> {
    let tar = decompress(bytes, limits, room)?;
    // The two generations word this refusal differently.
    let what = if compat.is_v4() { "size" } else { "file size" };
    let too_large = || ArchiveError::ChartTooLarge { what, limit: limits.chart };
    let mut files = Vec::new();
    let mut remaining = limits.chart;
    for entry in Tar::new(&tar.bytes) {
        let entry = match entry {
            Ok(entry) => entry,
            Err(TarError::End) if tar.cut_off => return Err(too_large()),
            Err(error @ TarError::Header) => return Err(ArchiveError::Damaged(error.to_string())),
            Err(error) => return Err(tar.failure.unwrap_or(ArchiveError::Damaged(error.to_string()))),
        };
        if entry.is_directory || entry.is_extension {
            continue;
        }
        let name = inner_name(&entry.name)?;
        if entry.size > remaining {
            return Err(too_large());
        }
        if entry.size > limits.file {
            return Err(ArchiveError::FileTooLarge { entry: entry.name, limit: limits.file });
        }
        let Some(data) = entry.data else {
            return Err(if tar.cut_off { too_large() } else { tar.failure.unwrap_or_else(unexpected_end) });
        };
        remaining -= entry.size;
        if remaining == 0 {
            return Err(too_large());
        }
        files.push(File::from_archive(name, &tar.bytes, data));
    }
    if files.is_empty() && tar.cut_off {
        return Err(too_large());
    }
    if files.is_empty() {
        return Err(tar.failure.unwrap_or(ArchiveError::Empty));
    }
    Ok(files)
}

struct Decompressed {
    bytes: Arc<Vec<u8>>,
    /// More would have come than anyone may unpack.
    cut_off: bool,
    /// Why it stopped early; counts only where the missing part is needed.
    failure: Option<ArchiveError>,
}

fn decompress(bytes: &[u8], limits: Limits, room: &Room) -> Result<Decompressed, ArchiveError> {
    match bytes.len() {
        0 => return Err(ArchiveError::Damaged("EOF".into())),
        1..10 => return Err(unexpected_end()),
        _ if !bytes.starts_with(b"\x1f\x8b\x08") => return Err(ArchiveError::GzipHeader),
        _ => {}
    }
    let cap = largest(limits).min(room.left());
    if let Some(out) = unpack_at_once(bytes, cap) {
        room.take(out.len() as u64);
        return Ok(Decompressed { bytes: Arc::new(out), cut_off: false, failure: None });
    }
    // The last four bytes are the size modulo 2^32: a hint, never trusted beyond the cap.
    let hint = bytes.last_chunk::<4>().map_or(0, |size| u64::from(u32::from_le_bytes(*size)));
    let hint = hint.min(cap).min(bytes.len() as u64 * 64);
    let mut out = Vec::with_capacity(usize::try_from(hint).unwrap_or(0));
    let failure = match MultiGzDecoder::new(bytes).take(cap).read_to_end(&mut out) {
        Ok(_) => None,
        Err(error) if error.kind() == std::io::ErrorKind::UnexpectedEof => Some(unexpected_end()),
        Err(_) if out.is_empty() => return Err(ArchiveError::GzipHeader),
        Err(_) => Some(ArchiveError::Damaged("flate: corrupt input".into())),
    };
    let cut_off = out.len() as u64 >= cap;
    room.take(out.len() as u64);
    Ok(Decompressed { bytes: Arc::new(out), cut_off, failure })
}

fn unexpected_end() -> ArchiveError {
    ArchiveError::Damaged("unexpected EOF".into())
}

/// The name below the chart's directory, with forward slashes.
fn inner_name(entry: &str) -> Result<String, ArchiveError> {
    let owned = || entry.to_string();
    let delimiter = if entry.contains('\\') { '\\' } else { '/' };
    let (first, rest) = entry.split_once(delimiter).unwrap_or((entry, ""));
    let name = rest.replace(delimiter, "/");
    if name.starts_with('/') {
        return Err(ArchiveError::AbsolutePath { entry: owned() });
    }
    let name = crate::clean_path(&name);
    if name == "." {
        return Err(ArchiveError::OutsideBase { entry: owned() });
    }
    if name.starts_with("..") {
        return Err(ArchiveError::ParentDirectory { entry: owned() });
    }
    if matches!(name.as_bytes(), [drive, b':', b'/', ..] if drive.is_ascii_alphabetic()) {
        return Err(ArchiveError::IllegalName { entry: owned() });
    }
    if first == "Chart.yaml" {
        return Err(ArchiveError::NotInBase);
    }
    Ok(name)
}
