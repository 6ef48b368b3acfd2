//! What use cases work with: a cluster, the storage of records, a source of charts, listeners.

use std::collections::BTreeSet;
use std::sync::Arc;

use skeg_cluster::Cluster;
use skeg_execute::{EventSink, Stop};
use skeg_inventory::{Inventory, Source};
use skeg_nearest::nearest;
use skeg_plan::{Event, Plan, ReleaseName};
use skeg_release_store::{Driver, Inventories, ReleaseStatus, Storage, Store, storage};
use skeg_resources::KnownSecrets;

use crate::chart_request::ChartRequest;
use crate::chart_source::{ChartSource, LocalCharts};
use crate::deadline::Deadline;
use crate::deploy_options::DeployOptions;
use crate::error::Error;
use crate::load::{LoadNote, LoadedChart, load};
use crate::notes::Notes;
use crate::past::Past;
use crate::under_way::Patience;

/// What every use case works with.
#[derive(Clone)]
pub struct World {
    /// The cluster.
    pub cluster: Cluster,
    /// Where records are kept.
    pub(crate) storage: Arc<dyn Storage>,
    /// Where inventories are kept.
    pub(crate) inventories: Inventories,
    /// Where charts come from.
    pub(crate) charts: Arc<dyn ChartSource>,
    /// Called before a plan is executed; later events refer to it.
    pub(crate) plans: Arc<dyn Fn(&Plan) + Send + Sync>,
    /// Receives events, with secrets masked.
    pub(crate) events: EventSink,
    /// Receives debug notes.
    pub(crate) notes: Notes,
    /// Stops a deploy.
    pub stop: Stop,
    /// The deadline.
    pub(crate) deadline: Deadline,
    /// Secrets to mask; grows as more are read.
    pub secrets: KnownSecrets,
}

impl World {
    /// `events` receives events with all secrets masked that are known by then.
    pub fn new(
        cluster: Cluster,
        driver: Driver,
        secrets: KnownSecrets,
        plans: impl Fn(&Plan) + Send + Sync + 'static,
        events: impl Fn(Event) + Send + Sync + 'static,
    ) -> World {
        let known = secrets.clone();
        let events: EventSink = Arc::new(move |mut event| {
            event.mask(&known);
            events(event);
        });
        let (plans, notes, stop) = (Arc::new(plans), Notes::default(), Stop::default());
        let (storage, charts) = (storage(driver, &cluster), Arc::new(LocalCharts));
        let inventories = Inventories::new(driver, &cluster);
        let deadline = Deadline::default();
        World { cluster, storage, inventories, charts, plans, events, notes, stop, deadline, secrets }
    }

    /// Sends debug notes to a listener.
    pub fn with_notes(self, notes: Notes) -> World {
        World { notes, ..self }
    }

    /// Keeps records in another storage instead of this cluster. Inventories stay in the cluster, unless the storage is
    /// in memory.
    pub fn with_storage(self, storage: Arc<dyn Storage>) -> World {
        World { inventories: Inventories::new(storage.driver(), &self.cluster), storage, ..self }
    }

    /// Fetches charts from another source instead of only from local folders and archives.
    pub fn with_charts(self, charts: Arc<dyn ChartSource>) -> World {
        World { charts, ..self }
    }

    pub(crate) fn with_deadline(&self, deadline: Deadline) -> World {
        World { deadline, ..self.clone() }
    }

    /// Runs work that changes nothing, unless the user stops it or the deadline passes. `doing` completes "--timeout 5m
    /// expired while …".
    pub(crate) async fn unless_stopped<T>(
        &self,
        doing: &str,
        work: impl Future<Output = Result<T, Error>>,
    ) -> Result<T, Error> {
        tokio::select! {
            biased;
            () = self.stop.asked() => Err(Error::Stopped),
            () = self.deadline.over() => {
                let (limit, doing) = (self.deadline.limit(), doing.to_string());
                Err(Error::TimedOut { limit, doing, is_waiting: false })
            }
            done = work => done,
        }
    }

    /// The same for long computations, in a task of its own, so that it can be abandoned.
    pub(crate) async fn unless_stopped_aside<T: Send + 'static>(
        &self,
        doing: &str,
        work: impl Future<Output = Result<T, Error>> + Send + 'static,
    ) -> Result<T, Error> {
        let mut task = tokio::task::JoinSet::new();
        task.spawn(work);
        let done = async {
            match task.join_next().await {
                Some(Ok(done)) => done,
                Some(Err(error)) => Err(Error::Other(format!("skeg itself failed while {doing}: {error}"))),
                None => Err(Error::Stopped),
            }
        };
        self.unless_stopped(doing, done).await
    }

    /// The release, with the namespace of the cluster's context if none is given.
    pub(crate) fn home(&self, release: &ReleaseName) -> ReleaseName {
        let mut release = release.clone();
        if release.namespace.is_empty() {
            release.namespace = self.cluster.default_namespace().to_string();
        }
        release
    }

    /// The same options, with a namespace.
    pub(crate) fn at_home(&self, options: DeployOptions) -> DeployOptions {
        DeployOptions { release: self.home(&options.release), ..options }
    }

    /// Loads a chart on a thread that may block.
    pub(crate) async fn load(&self, request: ChartRequest) -> Result<LoadedChart, Error> {
        let world = self.clone();
        let loading = tokio::task::spawn_blocking(move || {
            load(&request, &*world.charts, &world.secrets, &mut |note| match note {
                LoadNote::Warning(text) => (world.events)(Event::Warning { text }),
                LoadNote::Detail(text) => world.notes.tell(|| text),
            })
        });
        let loaded = async { loading.await.map_err(|error| Error::Other(format!("loading the chart: {error}")))? };
        self.unless_stopped("loading the chart", loaded).await
    }

    /// The history of a release; with `patience`, waits until nobody else works on it.
    pub(crate) async fn past(&self, release: &ReleaseName, patience: Option<&Patience>) -> Result<Past, Error> {
        match patience {
            Some(patience) => patience.read(self, release).await,
            None => Past::read(&self.store(&release.namespace), &self.inventories, release).await,
        }
    }

    /// A warning if a release has no records here, but some in objects of the other kind: a second history would begin.
    pub(crate) async fn other_history(&self, release: &ReleaseName, past: &Past) -> Option<String> {
        let (other, objects, own) = match self.driver() {
            Driver::Secret => (Driver::ConfigMap, "ConfigMaps", "Secrets"),
            Driver::ConfigMap => (Driver::Secret, "Secrets", "ConfigMaps"),
            Driver::Memory => return None,
        };
        if !past.is_empty() {
            return None;
        }
        let store = Store::new(storage(other, &self.cluster), &release.namespace);
        // Users who may not list them get no warning.
        let history = store.history(&release.name).await.ok()?;
        let last = history.last().filter(|last| last.status != ReleaseStatus::Uninstalled)?;
        let flag = if other == Driver::Secret { "secret" } else { "configmap" };
        Some(format!(
            "release {:?} is recorded in {objects} already (revision {}, {}), and this begins a second history in {own}; \
             to continue the first one: --release-storage {flag}",
            release.name,
            last.revision,
            last.status.name()
        ))
    }

    /// The error for a missing release, with the namespaces that have one of that name, or else with the release of
    /// this namespace that was probably meant. What the user may not list is left out.
    pub(crate) async fn no_release(&self, release: &ReleaseName) -> Error {
        let found = self.unless_stopped("looking for the release", async {
            let elsewhere = self.store("").namespaces_of(&release.name).await.unwrap_or_default();
            let names = match elsewhere.is_empty() {
                true => self.store(&release.namespace).names().await.unwrap_or_default(),
                false => BTreeSet::new(),
            };
            Ok((elsewhere, nearest(&release.name, names.iter().map(String::as_str)).map(str::to_string)))
        });
        let (elsewhere, meant) = found.await.unwrap_or_default();
        Error::NoRelease { release: release.clone(), elsewhere, meant }
    }

    /// The inventory of a release that was applied from plain manifests.
    pub(crate) async fn manifests_inventory(&self, release: &ReleaseName) -> Result<Option<Inventory>, Error> {
        let kept = self.inventories.read(&release.name, &release.namespace, false).await?;
        if let Some(damage) = kept.as_ref().and_then(|kept| kept.damage()) {
            return Err(Error::InventoryDamaged(damage));
        }
        Ok(kept.map(|kept| kept.inventory).filter(|inventory| inventory.source == Source::Manifests))
    }

    /// The records of a namespace's releases.
    pub(crate) fn store(&self, namespace: &str) -> Store {
        Store::new(self.storage.clone(), namespace).telling(&self.secrets)
    }

    /// What records are stored in.
    pub(crate) fn driver(&self) -> Driver {
        self.storage.driver()
    }
}
