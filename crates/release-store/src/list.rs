//! Releases of a namespace or of a whole cluster: the last revision of each.

use std::collections::BTreeMap;

use futures::{StreamExt, stream};

use crate::error::Error;
use crate::history::Summary;
use crate::release::Info;
use crate::store::{Store, unreadable};

/// How many payloads are read at once; the cluster's own limit may be lower.
const AT_ONCE: usize = 30;

/// Releases, by namespace and name.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Listing<T> {
    pub releases: Vec<T>,
    /// Records that had to be left out, and why.
    pub warnings: Vec<String>,
}

/// What only the payload of a revision tells.
#[derive(Clone, Debug, PartialEq)]
pub struct Detail {
    pub summary: Summary,
    pub info: Info,
    pub chart_name: String,
    pub chart_version: String,
    pub app_version: String,
}

impl Store {
    /// The last revision of each release, without payloads: one request. Without `everywhere`, of this namespace only.
    pub async fn list(&self, everywhere: bool) -> Result<Listing<Summary>, Error> {
        let namespace = if everywhere { None } else { Some(self.namespace()) };
        let mut newest: BTreeMap<(String, String), Summary> = BTreeMap::new();
        let mut warnings = Vec::new();
        for head in self.heads(namespace, None).await? {
            let key = head.key.clone();
            let Some(summary) = head.summary() else {
                warnings.push(unreadable(&key));
                continue;
            };
            let place = (summary.namespace.clone(), summary.name.clone());
            if newest.get(&place).is_none_or(|known| known.revision < summary.revision) {
                newest.insert(place, summary);
            }
        }
        Ok(Listing { releases: newest.into_values().collect(), warnings })
    }

    /// What the payloads of these revisions tell, read side by side. Those that cannot be read are left out with a warning.
    pub async fn details(&self, revisions: Vec<Summary>) -> Result<Listing<Detail>, Error> {
        let mut listing = Listing { releases: Vec::new(), warnings: Vec::new() };
        let mut details = stream::iter(revisions).map(|summary| self.detail(summary)).buffered(AT_ONCE);
        while let Some(detail) = details.next().await {
            match detail {
                Ok(detail) => listing.releases.extend(detail),
                Err(error @ (Error::Undecodable { .. } | Error::InvalidName { .. })) => {
                    listing.warnings.push(format!("{error}; it is left out"));
                }
                Err(error) => return Err(error),
            }
        }
        Ok(listing)
    }

    /// None where the revision was deleted meanwhile.
    async fn detail(&self, summary: Summary) -> Result<Option<Detail>, Error> {
        let release = self.in_namespace(&summary.namespace).get(&summary.name, summary.revision).await?;
        Ok(release.map(|release| Detail {
            summary,
            chart_name: release.chart_name().to_string(),
            chart_version: release.chart_version().to_string(),
            app_version: release.app_version().to_string(),
            info: release.info,
        }))
    }
}
