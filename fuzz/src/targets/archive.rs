//! Packed charts. The first byte selects whether the rest is the archive itself or the tar inside it: a mutated archive
//! mostly fails its checksum, a mutated tar gets further.

use super::Target;
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use skeg_chart::{Compat, Limits, load_archive};
use std::io::{Read, Write};

pub(super) const TARGET: Target = Target {
    name: "archive",
    dictionary: &[
        "Chart.yaml",
        "values.yaml",
        "templates/",
        "charts/",
        "../",
        "/",
        "\\",
        "C:",
        "ustar\0",
        "0000644\0",
        "77777777777",
        "\0",
    ],
    seeds,
    run,
};

const PACKED: u8 = 0;
const TAR: u8 = 1;

fn seeds() -> Vec<Vec<u8>> {
    let mut all = Vec::new();
    for packed in crate::seeds::files(|path| path.ends_with(".tgz")) {
        let mut tar = Vec::new();
        if GzDecoder::new(packed.as_slice()).read_to_end(&mut tar).is_ok() {
            all.push([&[TAR], tar.as_slice()].concat());
        }
        all.push([&[PACKED], packed.as_slice()].concat());
    }
    all
}

fn run(input: &[u8]) {
    let Some((form, bytes)) = input.split_first() else { return };
    let packed = if form % 2 == PACKED { bytes.to_vec() } else { pack(bytes) };
    let limits = Limits { file: 1 << 20, chart: 4 << 20 };
    for compat in [Compat::V3, Compat::V4] {
        if let Err(error) = load_archive(&packed, compat, limits) {
            assert!(!error.to_string().is_empty());
        }
    }
}

/// Packs a tar after correcting the checksums of its headers, so that the code after that check is reached.
fn pack(tar: &[u8]) -> Vec<u8> {
    let mut tar = tar.to_vec();
    tar.chunks_exact_mut(512).filter(|block| block[257..].starts_with(b"ustar")).for_each(|header| {
        header[148..156].fill(b' ');
        let sum: u32 = header.iter().map(|byte| u32::from(*byte)).sum();
        header[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
    });
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    // Writing to memory does not fail; if it did, the input would only be shorter.
    let _ = encoder.write_all(&tar);
    encoder.finish().unwrap_or_default()
}
