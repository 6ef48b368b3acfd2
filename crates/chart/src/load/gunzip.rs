//! Unpacks gzip in one go, which takes half as long as reading it as a stream.

use libdeflater::{Decompressor, crc32};
use memchr::memmem;

/// How many times as large as an archive what comes out of it may be; more is left to whoever reads streams.
const LARGEST_RATIO: usize = 64;
/// The flag of a header that has a check sum of its own, which is not checked here.
const HEADER_SUM: u8 = 2;

/// What an archive holds that is one whole gzip member of less than `limit` bytes, as nearly all are. Nothing where it is
/// anything else: read as a stream, it shows what that is.
pub(super) fn unpack_at_once(bytes: &[u8], limit: u64) -> Option<Vec<u8>> {
    if bytes.get(3)? & HEADER_SUM != 0 {
        return None;
    }
    let size = u32::from_le_bytes(*bytes.last_chunk()?);
    let most = bytes.len().saturating_mul(LARGEST_RATIO);
    let room = usize::try_from(size).ok().filter(|room| *room <= most && u64::from(size) < limit)?;
    let mut out = vec![0; room];
    let length = Decompressor::new().gzip_decompress(bytes, &mut out).ok()?;
    // The member ends with its sum and size. Where these stand nowhere but at the end, no other member follows it.
    let end = [crc32(&out).to_le_bytes(), size.to_le_bytes()].concat();
    (length == room && memmem::find(bytes, &end) == Some(bytes.len() - end.len())).then_some(out)
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Write};

    use flate2::Compression;
    use flate2::read::MultiGzDecoder;
    use flate2::write::GzEncoder;

    use super::unpack_at_once;

    fn gzip(text: &[u8]) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
        encoder.write_all(text).unwrap();
        encoder.finish().unwrap()
    }

    #[test]
    fn one_member_is_unpacked() {
        let text: Vec<u8> = (0..100_000_u32).flat_map(|n| n.to_string().into_bytes()).collect();
        assert_eq!(unpack_at_once(&gzip(&text), 1 << 20), Some(text.clone()));
        assert_eq!(unpack_at_once(&gzip(&text), text.len() as u64), None);
        // An archive in an archive is one member all the same.
        assert_eq!(unpack_at_once(&gzip(&gzip(&text)), 1 << 20), Some(gzip(&text)));
    }

    #[test]
    fn what_a_stream_shows_otherwise_is_left_to_it() {
        let (one, other) = (gzip(b"some text"), gzip(b"more text"));
        let mut whole = Vec::new();
        MultiGzDecoder::new(&[one.as_slice(), &other].concat()[..]).read_to_end(&mut whole).unwrap();
        assert_eq!(whole, b"some textmore text");
        let mut damaged = one.clone();
        damaged[14] ^= 1;
        let mut summed = [&one[..10], &[0, 0], &one[10..]].concat();
        summed[3] |= 2;
        let cases = [
            [one.as_slice(), &other].concat(),
            [one.as_slice(), &one].concat(),
            [one.as_slice(), b"no gzip"].concat(),
            // With the size that is expected at the end.
            [one.as_slice(), &9_u32.to_le_bytes()].concat(),
            one[..one.len() - 1].to_vec(),
            damaged,
            summed,
            gzip(&vec![0; 1 << 20]),
            b"\x1f\x8b\x08".to_vec(),
            Vec::new(),
        ];
        for bytes in cases {
            assert_eq!(unpack_at_once(&bytes, 1 << 30), None, "{bytes:?}");
        }
    }
}
