//! Writes a frozen plan.

use serde_json::{Map, Value};
use sha2::{Digest, Sha256};

use super::head::Head;
use super::payload::Frozen;

/// Encrypts a payload and binds the head to it.
pub type Seal<'a> = &'a dyn Fn(&[u8], &[u8]) -> Result<String, String>;

/// The text of the file. With `seal` the payload is encrypted; the head must say so.
pub fn write(head: &Head, frozen: &Frozen, seal: Option<Seal<'_>>) -> Result<String, String> {
    let head = Head { encrypted: seal.is_some(), ..head.clone() };
    let payload = serde_json::to_string(frozen).map_err(|error| error.to_string())?;
    let bound = bound(&head);
    let data = match seal {
        Some(seal) => seal(payload.as_bytes(), bound.as_bytes())?,
        None => payload,
    };
    let mut file = fields(&head);
    file.insert("digest".to_string(), Value::String(digest(&bound, &data)));
    file.insert("dataRaw".to_string(), Value::String(data));
    let text = serde_json::to_string_pretty(&Value::Object(file)).map_err(|error| error.to_string())?;
    Ok(text + "\n")
}

fn fields(head: &Head) -> Map<String, Value> {
    match serde_json::to_value(head) {
        Ok(Value::Object(fields)) => fields,
        // A head is a struct of texts, so it is always a map.
        _ => Map::new(),
    }
}

/// The head as it is bound to the payload: keys sorted, no spaces.
pub(super) fn bound(head: &Head) -> String {
    Value::Object(fields(head)).to_string()
}

/// The digest of head and payload.
pub(super) fn digest(bound: &str, data: &str) -> String {
    let mut hash = Sha256::new();
    // The length marks the border between the two.
    hash.update(bound.len().to_string());
    hash.update("\n");
    hash.update(bound);
    hash.update(data);
    let hex: String = hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
    format!("sha256:{hex}")
}
