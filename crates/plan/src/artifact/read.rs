//! Reads a frozen plan: the head first, and only if the digest matches.

use serde_json::{Map, Value};

use super::check::check_graph;
use super::head::Head;
use super::payload::Frozen;
use super::write::{bound, digest};
use super::{API_VERSION, ArtifactError};

/// The largest file that is read, in bytes.
const LARGEST: usize = 512 << 20;

/// The first bytes of a compressed file.
const GZIP: [u8; 2] = [0x1f, 0x8b];

/// Decrypts a payload, and fails unless this head is bound to it.
pub type Open<'a> = &'a dyn Fn(&str, &[u8]) -> Result<Vec<u8>, String>;

/// A file whose head was read and whose digest matches.
#[derive(Clone, Debug)]
pub struct Opened {
    /// The readable part.
    pub head: Head,
    /// Digest of head and payload: identifies the file.
    pub digest: String,
    data: String,
}

/// Reads the head of a frozen plan.
pub fn read(text: &[u8]) -> Result<Opened, ArtifactError> {
    if text.len() > LARGEST {
        return Err(ArtifactError::NotAPlan(format!("it is larger than {LARGEST} bytes")));
    }
    if text.trim_ascii().is_empty() {
        return Err(ArtifactError::NotAPlan("it is empty".to_string()));
    }
    if text.starts_with(&GZIP) {
        return Err(ArtifactError::NotAPlan("it is compressed, as Nelm writes its plans".to_string()));
    }
    let value: Value = serde_json::from_slice(text).map_err(|error| ArtifactError::NotAPlan(error.to_string()))?;
    let Value::Object(mut fields) = value else {
        return Err(ArtifactError::NotAPlan("expected a JSON object".to_string()));
    };
    check_version(&fields)?;
    let data = take_text(&mut fields, "dataRaw").ok_or(ArtifactError::Incomplete("dataRaw is missing or empty"))?;
    let stored = take_text(&mut fields, "digest").ok_or(ArtifactError::Incomplete("digest is missing or empty"))?;
    let head: Head = serde_json::from_value(Value::Object(fields))
        .map_err(|error| ArtifactError::NotAPlan(format!("its head cannot be read: {error}")))?;
    if digest(&bound(&head), &data) != stored {
        return Err(ArtifactError::Damaged);
    }
    if head.release.name.is_empty() || head.release.namespace.is_empty() {
        return Err(ArtifactError::Incomplete("release name or namespace is empty"));
    }
    Ok(Opened { head, digest: stored, data })
}

fn check_version(fields: &Map<String, Value>) -> Result<(), ArtifactError> {
    match fields.get("apiVersion").and_then(Value::as_str) {
        Some(API_VERSION) => Ok(()),
        Some(found) => Err(ArtifactError::UnsupportedVersion { found: found.to_string() }),
        None => Err(ArtifactError::NotAPlan("it has no apiVersion".to_string())),
    }
}

fn take_text(fields: &mut Map<String, Value>, key: &str) -> Option<String> {
    match fields.remove(key) {
        Some(Value::String(text)) if !text.is_empty() => Some(text),
        _ => None,
    }
}

impl Opened {
    /// The payload; `open` decrypts it and checks that the head is bound to it.
    pub fn frozen(&self, open: Option<Open<'_>>) -> Result<Frozen, ArtifactError> {
        let payload = match (self.head.encrypted, open) {
            (false, _) => self.data.clone().into_bytes(),
            (true, None) => return Err(ArtifactError::NoKey),
            (true, Some(open)) => open(&self.data, bound(&self.head).as_bytes()).map_err(ArtifactError::WrongKey)?,
        };
        let frozen: Frozen =
            serde_json::from_slice(&payload).map_err(|error| ArtifactError::BadPayload(error.to_string()))?;
        let (plan, release) = (&frozen.plan, &self.head.release);
        let is_same = plan.release.name == release.name
            && plan.release.namespace == release.namespace
            && plan.revision == release.version
            && plan.deploy_type == self.head.deploy_type;
        if !is_same {
            return Err(ArtifactError::BadPayload("head and payload are about different deploys".to_string()));
        }
        check_graph(plan)?;
        Ok(frozen)
    }
}
