//! A record as drivers see it: a key, labels and an opaque payload.

use crate::error::Error;
use crate::history::{Summary, Written};
use crate::labels::{self, Labels};
use crate::release::Release;
use crate::{codec, name};

/// A record without its payload.
#[derive(Clone, Debug)]
pub struct Head {
    /// Where it is stored.
    pub namespace: String,
    /// Its name there, as [`record_key`](crate::record_key) makes it.
    pub key: String,
    /// Used to find it.
    pub labels: Labels,
    /// Distinguishes it from another with the same key, if the storage can.
    pub uid: Option<String>,
    /// When the object was created, in RFC 3339, if known.
    pub created: Option<String>,
    /// The last write.
    pub written: Written,
}

/// A whole record.
#[derive(Clone, Debug)]
pub struct Record {
    /// Its name, as [`record_key`](crate::record_key) makes it.
    pub key: String,
    /// Used to find it.
    pub labels: Labels,
    /// The release, encoded.
    pub payload: Vec<u8>,
}

impl Record {
    /// The record of a release, with the current time.
    pub(crate) fn of(release: &Release, stamp: &str) -> Result<Record, Error> {
        labels::check_labels(&release.labels)?;
        Ok(Record {
            key: name::record_key(&release.name, release.revision),
            labels: labels::of(release, stamp, jiff::Timestamp::now().as_second()),
            payload: codec::encode(release)?.into_bytes(),
        })
    }

    pub(crate) fn release(self) -> Result<Release, Error> {
        let mut release = codec::decode(&self.key, &self.payload)?;
        release.labels = labels::users(self.labels);
        Ok(release)
    }
}

impl Head {
    /// The labels as a summary; `None` if neither they nor the key name a revision.
    pub(crate) fn summary(self) -> Option<Summary> {
        let by_key = name::parse_key(&self.key);
        let label = |key: &str| self.labels.get(key).map(String::as_str);
        let seconds =
            |key: &str| label(key).and_then(|seconds| jiff::Timestamp::from_second(seconds.parse().ok()?).ok());
        let made = self.created.as_deref().and_then(|text| text.parse().ok());
        let (created, modified) = (seconds(labels::CREATED).or(made), seconds(labels::MODIFIED));
        let written = Written { at: self.written.at.or(modified).or(created), ..self.written };
        Some(Summary {
            name: label("name").or(by_key.map(|(name, _)| name))?.to_string(),
            revision: label("version").and_then(|text| text.parse().ok()).or(by_key.map(|(_, revision)| revision))?,
            status: skeg_resources::ReleaseStatus::from_name(label("status").unwrap_or_default()),
            created,
            modified,
            written,
            namespace: self.namespace,
            uid: self.uid,
            labels: labels::users(self.labels),
        })
    }
}
