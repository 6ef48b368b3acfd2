//! The payload of a record: JSON, compressed, in base64. Limited when reading, because anybody may write a cluster's
//! Secrets, and when writing, because the API server refuses large objects.

use std::io::{Read, Write};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::read::MultiGzDecoder;
use flate2::write::GzEncoder;
use serde_json::Value;

use crate::error::Error;
use crate::release::Release;
use crate::{go_json, name, outline, read, size};

/// The limit of a Secret or ConfigMap, in bytes.
pub(crate) const MAX_PAYLOAD: usize = 1024 * 1024;
/// The most that is unpacked, in bytes. A payload has at most a megabyte, so larger records are made on purpose.
const MAX_UNPACKED: u64 = 64 * 1024 * 1024;
/// The most commas and brackets, inside texts or not: a value in memory takes many times its length as text.
const MAX_MARKS: usize = 8 * 1024 * 1024;
/// The deepest JSON that can be read back.
const MAX_DEPTH: usize = 120;

const GZIP_MAGIC: [u8; 3] = [0x1f, 0x8b, 0x08];

/// The payload of a release's record, as Helm writes it. Labels are not part of it.
///
/// # Errors
/// Values nested too deep to be read back, or a record that is too large: the error names the large parts.
pub fn encode(release: &Release) -> Result<String, Error> {
    let key = name::record_key(&release.name, release.revision);
    for (place, depth) in [
        ("the chart", depth(&release.chart)),
        ("the values", release.config.values().map(depth).max().unwrap_or_default()),
    ] {
        if depth > MAX_DEPTH {
            return Err(Error::TooDeep { key, place, limit: MAX_DEPTH });
        }
    }
    let unencodable = |problem: String| Error::Unencodable { key: key.clone(), problem };
    let json = go_json::write(release).map_err(|error| unencodable(error.to_string()))?;
    let mut size = 0;
    // Helm always uses the best level; that takes three times as long for 2 %, so it is used only if needed.
    for level in [Compression::default(), Compression::best()] {
        let payload = STANDARD.encode(pack(&json, level).map_err(|error| unencodable(error.to_string()))?);
        if payload.len() <= MAX_PAYLOAD {
            return Ok(payload);
        }
        size = payload.len();
    }
    Err(Error::TooLarge { key, size, limit: MAX_PAYLOAD, parts: size::parts(release) })
}

fn pack(json: &[u8], level: Compression) -> std::io::Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), level);
    encoder.write_all(json)?;
    encoder.finish()
}

/// The depth of a value. Recursion is safe: the parsers limit it.
fn depth(value: &Value) -> usize {
    let inner = match value {
        Value::Array(items) => items.iter().map(depth).max(),
        Value::Object(map) => map.values().map(depth).max(),
        _ => return 0,
    };
    1 + inner.unwrap_or_default()
}

/// The release of a payload; `key` names the record in errors. Uncompressed payloads are read too, as Helm does.
///
/// # Errors
/// Not base64, gzip, JSON or a release, or unpacks to more than a real record.
pub fn decode(key: &str, payload: &[u8]) -> Result<Release, Error> {
    let whole = |json: &[u8]| serde_json::from_slice(json).map_err(|error| format!("not JSON: {error}"));
    let release = json_of(payload).and_then(|json| whole(&json)).and_then(read::release);
    release.map_err(|problem| Error::Undecodable { key: key.to_string(), problem })
}

/// The same without what lists and histories do not need: config, values, templates and files are empty.
pub(crate) fn decode_outline(key: &str, payload: &[u8]) -> Result<Release, Error> {
    let release = json_of(payload).and_then(|json| outline::read(&json)).and_then(read::release);
    release.map_err(|problem| Error::Undecodable { key: key.to_string(), problem })
}

/// The JSON of a payload.
fn json_of(payload: &[u8]) -> Result<Vec<u8>, String> {
    // Go's decoder skips line ends.
    let lines: Vec<u8>;
    let payload = if payload.iter().any(|byte| matches!(byte, b'\r' | b'\n')) {
        lines = payload.iter().copied().filter(|byte| !matches!(byte, b'\r' | b'\n')).collect();
        &lines
    } else {
        payload
    };
    let packed = STANDARD.decode(payload).map_err(|error| format!("not base64: {error}"))?;
    let json = if packed.len() > 3 && packed.starts_with(&GZIP_MAGIC) { unpack(&packed)? } else { packed };
    let marks = json.iter().filter(|byte| matches!(byte, b',' | b'[' | b'{')).count();
    if marks > MAX_MARKS {
        return Err(format!("more than {MAX_MARKS} values"));
    }
    Ok(json)
}

fn unpack(packed: &[u8]) -> Result<Vec<u8>, String> {
    let mut json = Vec::new();
    // One byte more than allowed, to detect a longer one.
    let read = MultiGzDecoder::new(packed).take(MAX_UNPACKED + 1).read_to_end(&mut json);
    read.map_err(|error| format!("not readable as gzip: {error}"))?;
    if json.len() as u64 > MAX_UNPACKED {
        return Err(format!("unpacks to more than {}", size::shown(MAX_UNPACKED as usize)));
    }
    Ok(json)
}
