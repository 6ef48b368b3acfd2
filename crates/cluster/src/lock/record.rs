//! What the lock is on the wire: annotations of a ConfigMap.

use serde::{Deserialize, Serialize};
use skeg_resources::Object;

use super::holder::Holder;
use super::sha3::sha3_224;

pub(super) const CONFIG_MAP: &str = "werf-synchronization";

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

/// Where the lock of a release is kept.
#[derive(Clone, Debug)]
pub(super) struct Place {
    pub(super) lock_name: String,
    pub(super) record_key: String,
    pub(super) holder_key: String,
}

impl Place {
    pub(super) fn of(release: &str) -> Place {
        let lock_name = format!("release/{release}");
        let hash = sha3_224(lock_name.as_bytes());
        Place {
            record_key: format!("lockgate.io/{hash}"),
            // A name may have 63 characters at most.
            holder_key: format!("skeg.dev/lock-holder-{}", &hash[..40]),
            lock_name,
        }
    }

    /// The record as it is written; what cannot be read counts as none, as with lockgate.
    pub(super) fn record(&self, config_map: &Object) -> Option<Record> {
        serde_json::from_str(config_map.annotation(&self.record_key)?).ok()
    }

    /// Who wrote the record.
    pub(super) fn holder(&self, config_map: &Object, record: &Record) -> Holder {
        let told = config_map.annotation(&self.holder_key).and_then(|text| serde_json::from_str(text).ok());
        // A record of somebody else may stand beside our predecessor's note.
        told.filter(|holder: &Holder| holder.uuid == record.uuid).unwrap_or_else(|| Holder::unknown(&record.uuid))
    }

    pub(super) fn write(&self, config_map: &mut Object, record: &Record, holder: &Holder) {
        config_map.set_annotation(&self.record_key, &serde_json::to_string(record).unwrap_or_default());
        config_map.set_annotation(&self.holder_key, &serde_json::to_string(holder).unwrap_or_default());
    }

    pub(super) fn clear(&self, config_map: &mut Object) {
        let annotations = config_map.metadata_mut().and_then(|metadata| metadata.get_mut("annotations"));
        if let Some(annotations) = annotations.and_then(serde_json::Value::as_object_mut) {
            annotations.remove(&self.record_key);
            annotations.remove(&self.holder_key);
        }
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
