//! Reads a tar held in memory: ustar, GNU long names, PAX paths and sizes.

use std::ops::Range;

const BLOCK: usize = 512;

/// Entries of an archive, in order.
pub(crate) struct Tar<'a> {
    bytes: &'a [u8],
    rest: &'a [u8],
    done: bool,
}

pub(crate) struct Entry {
    pub(crate) name: String,
    pub(crate) size: u64,
    pub(crate) is_directory: bool,
    /// A header about others, such as a global PAX header.
    pub(crate) is_extension: bool,
    /// `None` where the archive ends too early.
    pub(crate) data: Option<Range<usize>>,
}

#[derive(Debug, thiserror::Error)]
pub(crate) enum TarError {
    #[error("unexpected EOF")]
    End,
    #[error("archive/tar: invalid tar header")]
    Header,
}

/// What headers before an entry say about it.
#[derive(Default)]
struct Overrides {
    name: Option<String>,
    size: Option<u64>,
}

impl<'a> Tar<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Tar<'a> {
        Tar { bytes, rest: bytes, done: false }
    }

    fn next_entry(&mut self) -> Result<Option<Entry>, TarError> {
        let mut overrides = Overrides::default();
        loop {
            let Some(header) = self.next_header()? else { return Ok(None) };
            let kind = header[156];
            let stored = number(&header[124..136]).ok_or(TarError::Header)?;
            match kind {
                b'L' => overrides.name = Some(text(self.take(stored).ok_or(TarError::End)?)),
                b'K' => {
                    self.take(stored).ok_or(TarError::End)?;
                }
                b'x' => read_pax(self.take(stored).ok_or(TarError::End)?, &mut overrides)?,
                _ => return Ok(Some(self.entry(header, kind, stored, overrides))),
            }
        }
    }

    fn entry(&mut self, header: &[u8], kind: u8, stored: u64, overrides: Overrides) -> Entry {
        let name = overrides.name.unwrap_or_else(|| header_name(header));
        // Links, devices and directories have no contents, whatever their size says.
        let size = if matches!(kind, b'1'..=b'6') { 0 } else { overrides.size.unwrap_or(stored) };
        let mode = number(&header[100..108]).unwrap_or(0);
        let is_directory = kind == b'5' || (kind == 0 && name.ends_with('/')) || mode & 0o170_000 == 0o040_000;
        let start = self.bytes.len() - self.rest.len();
        let data = self.take(size).map(|data| start..start + data.len());
        Entry { is_directory, is_extension: kind == b'g', size, data, name }
    }

    fn next_header(&mut self) -> Result<Option<&'a [u8]>, TarError> {
        if self.rest.is_empty() {
            return Ok(None);
        }
        let (header, rest) = self.rest.split_at_checked(BLOCK).ok_or(TarError::End)?;
        if header.iter().all(|&b| b == 0) {
            // Two empty blocks end an archive; one before the end of the bytes will do.
            return match rest.get(..BLOCK) {
                Some(second) if second.iter().any(|&b| b != 0) => Err(TarError::Header),
                _ => Ok(None),
            };
        }
        self.rest = rest;
        check_sum(header)?;
        Ok(Some(header))
    }

    /// The next bytes, and past their padding.
    fn take(&mut self, size: u64) -> Option<&'a [u8]> {
        let size = usize::try_from(size).ok()?;
        let data = self.rest.get(..size);
        let padded = size.checked_next_multiple_of(BLOCK)?;
        self.rest = self.rest.get(padded..).unwrap_or_default();
        data
    }
}

impl<'a> Iterator for Tar<'a> {
    type Item = Result<Entry, TarError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.done {
            return None;
        }
        let entry = self.next_entry().transpose();
        self.done = !matches!(entry, Some(Ok(_)));
        entry
    }
}

fn header_name(header: &[u8]) -> String {
    let name = text(&header[..100]);
    let prefix = text(&header[345..500]);
    if &header[257..262] == b"ustar" && &header[257..265] != b"ustar  \0" && !prefix.is_empty() {
        format!("{prefix}/{name}")
    } else {
        name
    }
}

/// Bytes up to the first zero.
fn text(bytes: &[u8]) -> String {
    let end = bytes.iter().position(|&b| b == 0).unwrap_or(bytes.len());
    String::from_utf8_lossy(&bytes[..end]).into_owned()
}

/// A header number: octal text, or big-endian binary where the top bit is set.
fn number(field: &[u8]) -> Option<u64> {
    let first = *field.first()?;
    if first & 0x80 != 0 {
        if first & 0x40 != 0 {
            return None;
        }
        let start = u64::from(first & 0x3f);
        return field[1..].iter().try_fold(start, |n, &b| n.checked_mul(256)?.checked_add(u64::from(b)));
    }
    let digits = field.split(|&b| b == 0).next().unwrap_or_default().trim_ascii();
    digits.iter().try_fold(0_u64, |n, &b| {
        let digit = b.checked_sub(b'0').filter(|d| *d < 8)?;
        n.checked_mul(8)?.checked_add(u64::from(digit))
    })
}

fn check_sum(header: &[u8]) -> Result<(), TarError> {
    let stated = number(&header[148..156]).ok_or(TarError::Header)?;
    let byte = |(i, &b): (usize, &u8)| if (148..156).contains(&i) { b' ' } else { b };
    let unsigned: u64 = header.iter().enumerate().map(|item| u64::from(byte(item))).sum();
    let signed: i64 = header.iter().enumerate().map(|item| i64::from(byte(item) as i8)).sum();
    if stated == unsigned || i64::try_from(stated) == Ok(signed) { Ok(()) } else { Err(TarError::Header) }
}

/// Records of the form `LENGTH KEY=VALUE\n`.
fn read_pax(mut records: &[u8], overrides: &mut Overrides) -> Result<(), TarError> {
    while !records.is_empty() {
        let space = records.iter().position(|&b| b == b' ').ok_or(TarError::Header)?;
        let length = std::str::from_utf8(&records[..space]).ok().and_then(|n| n.parse::<usize>().ok());
        let (record, rest) = length.and_then(|n| records.split_at_checked(n)).ok_or(TarError::Header)?;
        records = rest;
        let record = record.get(space + 1..).and_then(|r| r.strip_suffix(b"\n")).ok_or(TarError::Header)?;
        let equals = record.iter().position(|&b| b == b'=').ok_or(TarError::Header)?;
        let value = &record[equals + 1..];
        match &record[..equals] {
            b"path" => overrides.name = Some(text(value)),
            b"size" => {
                let size = std::str::from_utf8(value).ok().and_then(|n| n.parse().ok());
                overrides.size = Some(size.ok_or(TarError::Header)?);
            }
            _ => {}
        }
    }
    Ok(())
}
