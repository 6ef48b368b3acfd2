//! Where a release lives: a cluster, and how its records are kept there.

use std::sync::Arc;

use skeg_cluster::Cluster;
use skeg_execute::{EventSink, Stop};
use skeg_plan::{Event, Plan, ReleaseName};
use skeg_release_store::{Driver, Storage, Store, storage};
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
    /// Where charts come from.
    pub(crate) charts: Arc<dyn ChartSource>,
    /// Told of a plan that is about to be run; the events that follow are about it.
    pub(crate) plans: Arc<dyn Fn(&Plan) + Send + Sync>,
    /// Where events go, without what is secret.
    pub(crate) events: EventSink,
    /// Where is told what goes on.
    pub(crate) notes: Notes,
    /// Asks a deploy to stop.
    pub stop: Stop,
    /// When it has to be done.
    pub(crate) deadline: Deadline,
    /// What must not be shown; it grows with what is read.
    pub secrets: KnownSecrets,
}

impl World {
    /// Events are told to `events` without what is known to be secret by then.
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
        World { cluster, storage, charts, plans, events, notes, stop, deadline: Deadline::default(), secrets }
    }

    /// Details are told there.
    pub fn with_notes(self, notes: Notes) -> World {
        World { notes, ..self }
    }

    /// Records are kept there, not in this cluster.
    pub fn with_storage(self, storage: Arc<dyn Storage>) -> World {
        World { storage, ..self }
    }

    /// Charts come from there, not only from folders and archives on this machine.
    pub fn with_charts(self, charts: Arc<dyn ChartSource>) -> World {
        World { charts, ..self }
    }

    pub(crate) fn with_deadline(&self, deadline: Deadline) -> World {
        World { deadline, ..self.clone() }
    }

    /// Does what changes nothing, unless somebody asks to stop meanwhile or the time is over. `doing` completes "the time was
    /// over while …".
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

    /// The same for work that computes at length: in a task of its own, so that it can be left alone while it does.
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

    /// Where no namespace was given, that of the cluster's context counts.
    pub(crate) fn home(&self, release: &ReleaseName) -> ReleaseName {
        let mut release = release.clone();
        if release.namespace.is_empty() {
            release.namespace = self.cluster.default_namespace().to_string();
        }
        release
    }

    /// The same choices, with a namespace.
    pub(crate) fn at_home(&self, options: DeployOptions) -> DeployOptions {
        DeployOptions { release: self.home(&options.release), ..options }
    }

    /// Loads a chart, on a thread that may block.
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

    /// What is on record of a release; with patience, once nobody else works on it.
    pub(crate) async fn past(&self, release: &ReleaseName, patience: Option<&Patience>) -> Result<Past, Error> {
        match patience {
            Some(patience) => patience.read(self, release).await,
            None => Past::read(&self.store(&release.namespace), &release.name).await,
        }
    }

    /// That there is no such release, with where there is one. Whoever may not look elsewhere is not told.
    pub(crate) async fn no_release(&self, release: &ReleaseName) -> Error {
        let found = self.unless_stopped("looking for the release", async {
            Ok(self.store("").namespaces_of(&release.name).await?)
        });
        Error::NoRelease { release: release.clone(), elsewhere: found.await.unwrap_or_default() }
    }

    /// The records of the releases of a namespace.
    pub(crate) fn store(&self, namespace: &str) -> Store {
        Store::new(self.storage.clone(), namespace).telling(&self.secrets)
    }

    /// What records are made of.
    pub(crate) fn driver(&self) -> Driver {
        self.storage.driver()
    }
}
