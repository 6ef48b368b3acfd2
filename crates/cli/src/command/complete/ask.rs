//! Completes names from a kubeconfig or a cluster, selected by the flags typed so far. Limited to two seconds;
//! credential plugins run without a terminal; errors give no candidates.

use std::future::Future;
use std::time::Duration;

use skeg_deploy::{Cluster, Connection, Detail, Driver, Error, KnownSecrets, ListRequest, ReleaseName, World};

use super::Candidate;
use crate::command::{Context, HelmConnectionFlags};
use crate::connection::{connection, helm_connection};
use crate::flags::cluster::{ConnectionFlags, ReleaseFlags};
use crate::flags::{Offer, Parsed, Settings};

/// Nobody waits longer for a Tab.
const LIMIT: Duration = Duration::from_secs(2);

/// The name given by `-r`.
pub(super) fn named(parsed: &Parsed) -> Option<String> {
    ReleaseFlags::find(parsed)?.name
}

/// All names of one kind.
pub(super) fn names(offer: Offer, parsed: &Parsed, context: &Context<'_, '_>) -> Vec<Candidate> {
    let Some(connection) = reached(parsed, context) else { return Vec::new() };
    let (driver, namespace) = place(parsed);
    match offer {
        Offer::Contexts => connection.contexts(),
        Offer::Namespaces => ask(&connection, driver, |world| async move {
            let names = skeg_deploy::namespaces(&world).await?;
            Ok(names.into_iter().map(|name| (name, String::new())).collect())
        }),
        Offer::Releases => ask(&connection, driver, |world| async move {
            let home = || world.cluster.default_namespace().to_string();
            let request = ListRequest { namespace: Some(namespace.unwrap_or_else(home)) };
            let listing = skeg_deploy::list(&request, &world).await?;
            Ok(listing.releases.iter().map(|detail| (detail.summary.name.clone(), about(detail))).collect())
        }),
        Offer::Nothing | Offer::Files | Offer::Folders => Vec::new(),
    }
}

/// The revisions of a release, the latest first.
pub(super) fn revisions(name: &str, parsed: &Parsed, context: &Context<'_, '_>) -> Vec<Candidate> {
    let Some(connection) = reached(parsed, context) else { return Vec::new() };
    let (driver, namespace) = place(parsed);
    let release = ReleaseName { name: name.to_string(), namespace: namespace.unwrap_or_default() };
    ask(&connection, driver, |world| async move {
        let listing = skeg_deploy::history(&release, None, &world).await?;
        let rows = listing.releases.iter().rev();
        Ok(rows.map(|detail| (detail.summary.revision.to_string(), about(detail))).collect())
    })
}

/// `deployed, shop-1.2.3`.
fn about(detail: &Detail) -> String {
    format!("{}, {}-{}", detail.info.status.name(), detail.chart_name, detail.chart_version)
}

/// The storage driver and namespace of records, for commands that have these flags.
fn place(parsed: &Parsed) -> (Driver, Option<String>) {
    let flags = ReleaseFlags::find(parsed);
    flags.map_or((Driver::Secret, None), |flags| (flags.storage.unwrap_or(Driver::Secret), flags.namespace))
}

/// The connection to the selected cluster.
fn reached(parsed: &Parsed, context: &Context<'_, '_>) -> Option<Connection> {
    let ours = ConnectionFlags::find(parsed).map(|flags| connection(&flags, context));
    let helms = || HelmConnectionFlags::find(parsed).map(|flags| helm_connection(&flags, context));
    let found = ours.or_else(helms)?;
    Some(Connection { is_unattended: true, request_timeout: Some(LIMIT), retry_budget: Duration::ZERO, ..found })
}

fn ask<F>(connection: &Connection, driver: Driver, work: impl FnOnce(World) -> F) -> Vec<Candidate>
where
    F: Future<Output = Result<Vec<Candidate>, Error>>,
{
    let Ok(runtime) = tokio::runtime::Builder::new_current_thread().enable_all().build() else { return Vec::new() };
    let asking = async {
        let cluster = Cluster::connect(connection).await.ok()?;
        work(World::new(cluster, driver, KnownSecrets::default(), |_| {}, |_| {})).await.ok()
    };
    let answer = runtime.block_on(async { tokio::time::timeout(LIMIT, asking).await });
    // Name look-ups cannot be cancelled; nobody waits for them.
    runtime.shutdown_background();
    answer.ok().flatten().unwrap_or_default()
}
