//! Says what a file is when it is no gzipped archive.

use crate::ArchiveError;

/// Refuses what does not start like gzip.
pub(crate) fn ensure_gzip(file: &str, bytes: &[u8]) -> Result<(), ArchiveError> {
    if bytes.starts_with(b"\x1f\x8b\x08") {
        return Ok(());
    }
    let file = file.to_string();
    if file.ends_with(".yml") || file.ends_with(".yaml") {
        return Err(ArchiveError::Yaml { file });
    }
    Err(ArchiveError::NotGzip { file, content_type: content_type(bytes).to_string() })
}

/// The type Go's sniffer finds, for what people are likely to pass by mistake.
fn content_type(bytes: &[u8]) -> &'static str {
    const TEXT: &str = "text/plain; charset=utf-8";
    let head = &bytes[..bytes.len().min(512)];
    let trimmed = head.trim_ascii_start();
    let html = [&b"<!DOCTYPE HTML"[..], b"<HTML", b"<HEAD", b"<BODY"];
    if html.iter().any(|tag| trimmed.get(..tag.len()).is_some_and(|start| start.eq_ignore_ascii_case(tag))) {
        return "text/html; charset=utf-8";
    }
    if trimmed.starts_with(b"<?xml") {
        return "text/xml; charset=utf-8";
    }
    match head {
        [b'%', b'P', b'D', b'F', b'-', ..] => "application/pdf",
        [b'P', b'K', 3, 4, ..] => "application/zip",
        [0xef, 0xbb, 0xbf, ..] => TEXT,
        [0xfe, 0xff, ..] => "text/plain; charset=utf-16be",
        [0xff, 0xfe, ..] => "text/plain; charset=utf-16le",
        // Helm hands over 512 bytes whatever the file holds, and zeros are not text.
        head if head.len() < 512 || head.iter().any(|&b| is_binary(b)) => "application/octet-stream",
        _ => TEXT,
    }
}

fn is_binary(byte: u8) -> bool {
    matches!(byte, 0..=8 | 0x0b | 0x0e..=0x1a | 0x1c..=0x1f)
}
