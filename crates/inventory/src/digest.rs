//! Digests of what is deployed.

use std::fmt::Write;

use sha2::{Digest, Sha256};
use skeg_resources::{Object, ResourceId};

/// `sha256:` and the digest of some bytes.
pub fn digest_of(bytes: &[u8]) -> String {
    format!("sha256:{}", hex(&Sha256::digest(bytes)))
}

/// A digest of manifests in whatever order: ordered by identity alone, each as JSON with sorted keys.
pub fn manifest_digest<'o>(objects: impl IntoIterator<Item = (&'o ResourceId, &'o Object)>) -> String {
    let mut objects: Vec<_> = objects.into_iter().collect();
    objects.sort_by(|one, other| one.0.cmp(other.0));
    let mut hash = Sha256::new();
    for (_, object) in objects {
        // A map with text keys always becomes JSON.
        hash.update(serde_json::to_vec(object.as_map()).unwrap_or_default());
        hash.update(b"\n");
    }
    format!("sha256:{}", hex(&hash.finalize()))
}

/// A digest of texts. Their lengths are part of it, so that no two lists of texts read the same.
pub(crate) fn of_parts<'t>(parts: impl IntoIterator<Item = &'t str>) -> String {
    let mut hash = Sha256::new();
    for part in parts {
        hash.update((part.len() as u64).to_be_bytes());
        hash.update(part.as_bytes());
    }
    hex(&hash.finalize())
}

pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        // Writing to a string cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}
