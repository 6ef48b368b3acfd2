//! Compresses lists of entries. Limited when reading, because anybody may write a cluster's Secrets.

use std::io::{Read, Write};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;

use crate::entry::Entry;

/// The most that is unpacked, in bytes: two hundred thousand entries.
const MOST: u64 = 32 * 1024 * 1024;

pub(super) fn pack(entries: &[Entry]) -> String {
    let json = serde_json::to_vec(entries).unwrap_or_default();
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    // Writing to memory cannot fail.
    let packed = encoder.write_all(&json).and_then(|()| encoder.finish());
    STANDARD.encode(packed.unwrap_or_default())
}

pub(super) fn unpack(packed: &[u8]) -> Result<Vec<Entry>, String> {
    let bytes = STANDARD.decode(packed).map_err(|error| error.to_string())?;
    let mut json = Vec::new();
    let read = GzDecoder::new(&bytes[..]).take(MOST + 1).read_to_end(&mut json);
    read.map_err(|error| error.to_string())?;
    if json.len() as u64 > MOST {
        return Err(format!("it has more than {MOST} bytes"));
    }
    serde_json::from_slice(&json).map_err(|error| error.to_string())
}
