//! Lists releases of a namespace or cluster, and the revisions of one, with data from their payloads.
//!
//! Payloads are read many at a time, page by page, and only what a list shows is kept.

use std::collections::BTreeMap;

use futures::{StreamExt, future, stream};

use crate::codec;
use crate::error::Error;
use crate::history::Summary;
use crate::name::check_name;
use crate::record::Head;
use crate::release::{Info, Release};
use crate::selector::Selector;
use crate::store::{Store, unreadable};

/// How many missing payloads are read at once; the cluster's own limit may be lower.
const AT_ONCE: usize = 30;

/// Releases by namespace and name, or the revisions of one, oldest first.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Listing<T> {
    /// One entry per release.
    pub releases: Vec<T>,
    /// Records that were skipped, and why.
    pub warnings: Vec<String>,
}

/// Data from a revision's payload. Notes and annotations are left out of `info`.
#[derive(Clone, Debug, PartialEq)]
pub struct Detail {
    /// Name, namespace, revision and status.
    pub summary: Summary,
    /// Times, description and notes.
    pub info: Info,
    /// The chart's name.
    pub chart_name: String,
    /// The chart's version.
    pub chart_version: String,
    /// The application's version; empty if the chart has none.
    pub app_version: String,
}

/// A revision by its labels, and its payload's data if read.
type Row = (Summary, Option<Result<Detail, Error>>);
/// Namespace, name and revision.
type RecordKey = (String, String, u64);

impl Store {
    /// The last revision of each release. Without `everywhere`, of this namespace only.
    ///
    /// The labels of all records, and the payloads of those not superseded, are requested in parallel. A release whose
    /// last revision is not among these takes one more request.
    pub async fn list(&self, everywhere: bool) -> Result<Listing<Detail>, Error> {
        let namespace = if everywhere { None } else { Some(self.namespace()) };
        let (all, current) = (Selector::default(), Selector { not_superseded: true, ..Selector::default() });
        let payloads = self.outlines(namespace, &current, |_| {});
        let (heads, (mut outlines, _)) = future::try_join(self.heads(namespace, &all), payloads).await?;
        let mut warnings = Vec::new();
        let mut newest: BTreeMap<(String, String), Summary> = BTreeMap::new();
        let mut consider = |summary: &Summary| {
            let release = (summary.namespace.clone(), summary.name.clone());
            if newest.get(&release).is_none_or(|known| known.revision < summary.revision) {
                newest.insert(release, summary.clone());
            }
        };
        for head in heads {
            let warning = unreadable(&head);
            match head.summary() {
                Some(summary) => consider(&summary),
                None => warnings.push(warning),
            }
        }
        // A deploy that started after the labels were read may be among the payloads.
        outlines.values().for_each(|(summary, _)| consider(summary));
        let known = |summary: &Summary| outlines.remove(&place(summary));
        let mut listing = self.listing(rows(newest.into_values(), known)).await?;
        listing.warnings.extend(warnings);
        Ok(listing)
    }

    /// The revisions of a release; with a limit only the last ones.
    pub async fn revisions(&self, name: &str, limit: Option<usize>) -> Result<Listing<Detail>, Error> {
        check_name(name)?;
        let mut selector = Selector { name: Some(name), ..Selector::default() };
        let mut wanted = None;
        if let Some(limit) = limit {
            let mut history = self.history(name).await?;
            let skipped = history.revisions.len().saturating_sub(limit);
            history.revisions.drain(..skipped);
            if skipped > 0 {
                selector.revisions = history.revisions.iter().map(|summary| summary.revision).collect();
            }
            wanted = Some(history.revisions);
        }
        // Descriptions may contain secrets, which are masked.
        let tell = |release: &Release| self.tell(release);
        let (mut outlines, warnings) = self.outlines(Some(self.namespace()), &selector, tell).await?;
        let rows = match wanted {
            Some(wanted) => rows(wanted, |summary| outlines.remove(&place(summary))),
            None => outlines.into_values().map(|(summary, detail)| (summary, Some(detail))).collect(),
        };
        let mut listing = self.listing(rows).await?;
        listing.warnings.extend(warnings);
        Ok(listing)
    }

    /// Data from payloads, and records that are not revisions. `see` is called for each readable one.
    async fn outlines(
        &self,
        namespace: Option<&str>,
        selector: &Selector<'_>,
        see: impl Fn(&Release) + Send + Sync,
    ) -> Result<(BTreeMap<RecordKey, (Summary, Result<Detail, Error>)>, Vec<String>), Error> {
        let mut warnings = Vec::new();
        let outline = |head: Head, payload: Result<Vec<u8>, Error>| {
            let (key, warning) = (head.key.clone(), unreadable(&head));
            let Some(summary) = head.summary() else {
                warnings.push(warning);
                return None;
            };
            let release = check_name(&summary.name).and(payload).and_then(|it| codec::decode_outline(&key, &it));
            let detail = release.map(|release| {
                see(&release);
                detail(summary.clone(), release)
            });
            Some((place(&summary), (summary, detail)))
        };
        let found = self.pick(namespace, selector, outline).await?;
        Ok((found.into_iter().collect(), warnings))
    }

    /// Reads what was not read yet, in parallel. Unreadable records are skipped with a warning.
    async fn listing(&self, rows: Vec<Row>) -> Result<Listing<Detail>, Error> {
        let mut listing = Listing { releases: Vec::new(), warnings: Vec::new() };
        let mut details = stream::iter(rows)
            .map(|(summary, known)| async move {
                let namespace = summary.namespace.clone();
                let detail = match known {
                    Some(detail) => detail.map(Some),
                    None => self.detail(summary).await,
                };
                (namespace, detail)
            })
            .buffered(AT_ONCE);
        while let Some((namespace, detail)) = details.next().await {
            match detail {
                Ok(detail) => listing.releases.extend(detail),
                Err(error @ (Error::Undecodable { .. } | Error::InvalidName { .. })) => {
                    listing.warnings.push(format!("in namespace {namespace}: {error}; it is ignored"));
                }
                Err(error) => return Err(error),
            }
        }
        Ok(listing)
    }

    /// `None` if the revision was deleted meanwhile.
    async fn detail(&self, summary: Summary) -> Result<Option<Detail>, Error> {
        let release = self.in_namespace(&summary.namespace).get(&summary.name, summary.revision).await?;
        Ok(release.map(|release| detail(summary, release)))
    }
}

fn rows(
    wanted: impl IntoIterator<Item = Summary>,
    mut known: impl FnMut(&Summary) -> Option<(Summary, Result<Detail, Error>)>,
) -> Vec<Row> {
    let row = |summary| match known(&summary) {
        // Read with the payload, so they match.
        Some((summary, detail)) => (summary, Some(detail)),
        None => (summary, None),
    };
    wanted.into_iter().map(row).collect()
}

fn place(summary: &Summary) -> RecordKey {
    (summary.namespace.clone(), summary.name.clone(), summary.revision)
}

fn detail(summary: Summary, release: Release) -> Detail {
    Detail {
        summary,
        chart_name: release.chart_name().to_string(),
        chart_version: release.chart_version().to_string(),
        app_version: release.app_version().to_string(),
        info: release.info,
    }
}
