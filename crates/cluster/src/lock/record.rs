//! The wire format of a lock: annotations of a ConfigMap.

use serde::{Deserialize, Serialize};
use sha3::{Digest, Sha3_224};
use skeg_resources::Object;

use super::holder::Holder;

/// The record as lockgate writes it; the order of the keys is its own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Record {
    pub(super) uuid: String,
    #[serde(rename = "lockName")]
    pub(super) lock_name: String,
    #[serde(rename = "ExpireAtTimestamp")]
    pub(super) expires_at: i64,
    #[serde(rename = "SharedHoldersCount", default)]
    pub(super) holders: i64,
    #[serde(rename = "IsShared", default)]
    pub(super) is_shared: bool,
}

impl Record {
    pub(super) fn to_text(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}

/// Where the lock of a release is stored.
#[derive(Clone, Debug)]
pub(super) struct Place {
    pub(super) lock_name: String,
    pub(super) record_key: String,
    pub(super) holder_key: String,
    hash: String,
}

impl Place {
    pub(super) fn of(release: &str) -> Place {
        let lock_name = format!("release/{release}");
        let hash: String = Sha3_224::digest(&lock_name).iter().map(|byte| format!("{byte:02x}")).collect();
        Place {
            record_key: format!("lockgate.io/{hash}"),
            // Annotation names have at most 63 characters.
            holder_key: format!("skeg.dev/lock-holder-{}", &hash[..40]),
            lock_name,
            hash,
        }
    }

    /// The prefix of all waiters' keys.
    pub(super) fn waiter_prefix(&self) -> String {
        format!("skeg.dev/lock-waiter-{}-", &self.hash[..24])
    }

    /// The key of one waiter.
    pub(super) fn waiter_key(&self, uuid: &str) -> String {
        let id: String = uuid.chars().filter(char::is_ascii_alphanumeric).take(20).collect();
        format!("{}{id}", self.waiter_prefix())
    }

    /// The record as text.
    pub(super) fn text<'a>(&self, config_map: &'a Object) -> Option<&'a str> {
        config_map.annotation(&self.record_key)
    }

    /// An unreadable record counts as none, as with lockgate.
    pub(super) fn record(&self, config_map: &Object) -> Option<Record> {
        serde_json::from_str(self.text(config_map)?).ok()
    }

    /// Who wrote the record.
    pub(super) fn holder(&self, config_map: &Object, record: &Record) -> Holder {
        let note = config_map.annotation(&self.holder_key).and_then(|text| serde_json::from_str(text).ok());
        // Another tool's record may come with our predecessor's note.
        note.filter(|holder: &Holder| holder.uuid == record.uuid).unwrap_or_else(|| Holder::unknown(&record.uuid))
    }
}

#[cfg(test)]
mod tests {
    use super::Record;

    #[test]
    fn is_written_as_nelm_does() {
        let text = r#"{"uuid":"d3ef0961-27fa-4e6f-83ba-c57edd52974d","lockName":"release/bad","ExpireAtTimestamp":1794739983,"SharedHoldersCount":1,"IsShared":false}"#;
        let record: Record = serde_json::from_str(text).unwrap();
        assert_eq!(serde_json::to_string(&record).unwrap(), text);
    }
}
