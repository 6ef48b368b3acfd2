//! The connections to a server with their credentials, replaced when those expire.

use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use jiff::Timestamp;
use tokio::sync::Mutex;
use tokio::time::Instant;

use crate::about::About;
use crate::client::{self, Stacks};
use crate::config;
use crate::connection::Connection;
use crate::credentials::{self, Renewed};
use crate::error::Error;
use crate::observer::Note;
use crate::random;
use crate::retry;
use crate::server::Server;
use crate::warnings::Warnings;

/// An issuer or a plugin may fail temporarily, too.
const TRIES_TO_RENEW: u32 = 3;
/// Many calls want new credentials at once; a failure counts for all of them for this long.
const FAILURE_LASTS: Duration = Duration::from_secs(10);

pub(crate) struct Session {
    connection: Connection,
    current: RwLock<Arc<OpenConnection>>,
    /// The last failure, and when.
    renewing: Mutex<Option<(Instant, String)>>,
    renewed: Renewed,
    warnings: Arc<Warnings>,
}

/// The stacks of a connection with their credentials.
pub(crate) struct OpenConnection {
    pub(crate) stacks: Stacks,
    pub(crate) about: About,
    pub(crate) namespace: String,
    pub(crate) server: Server,
    /// When the credentials expire.
    expires: Option<Timestamp>,
}

impl Session {
    pub(crate) async fn open(connection: &Connection, warnings: Arc<Warnings>) -> Result<Session, Error> {
        let renewed = Renewed::default();
        let first = open(connection, &renewed, &warnings).await?;
        let current = RwLock::new(Arc::new(first));
        Ok(Session { connection: connection.clone(), current, renewing: Mutex::default(), renewed, warnings })
    }

    pub(crate) fn current(&self) -> Arc<OpenConnection> {
        self.current.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The current connection, or a new one if its credentials have expired.
    pub(crate) async fn fresh(&self) -> Result<Arc<OpenConnection>, Error> {
        let current = self.current();
        if current.expires.is_some_and(|expires| expires <= Timestamp::now()) {
            self.renew(&current).await?;
        }
        Ok(self.current())
    }

    /// Renews the credentials, unless somebody did since `old` was current.
    pub(crate) async fn renew(&self, old: &Arc<OpenConnection>) -> Result<(), Error> {
        let mut failure = self.renewing.lock().await;
        if !Arc::ptr_eq(&self.current(), old) {
            return Ok(());
        }
        if let Some((_, why)) = failure.as_ref().filter(|(at, _)| at.elapsed() < FAILURE_LASTS) {
            return Err(Error::Configuration(why.clone()));
        }
        let mut tries = 1;
        let renewed = loop {
            match open(&self.connection, &self.renewed, &self.warnings).await {
                Ok(renewed) => break renewed,
                Err(error) if tries == TRIES_TO_RENEW => {
                    *failure = Some((Instant::now(), error.to_string()));
                    return Err(error);
                }
                Err(_) => tokio::time::sleep(retry::pause(tries + 3, None, random::fraction())).await,
            }
            tries += 1;
        };
        *self.current.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(renewed);
        Ok(())
    }
}

async fn open(connection: &Connection, renewed: &Renewed, warnings: &Warnings) -> Result<OpenConnection, Error> {
    if let Some(in_process) = &connection.in_process {
        let (stacks, about, server) = (in_process.stacks(), in_process.about(), in_process.server());
        let namespace = "default".to_string();
        return Ok(OpenConnection { stacks, about, namespace, server, expires: None });
    }
    let mut settings = config::resolve(connection)?;
    let login = credentials::log_in(&mut settings, connection, renewed).await?;
    login.warning.into_iter().for_each(|warning| warnings.add(warning));
    let config = settings.config;
    let cluster = settings.place.cluster.clone().filter(|_| connection.api_server.is_none());
    let server = Server { cluster, context: settings.place.context.clone(), ..Server::new(&config) };
    let (about, namespace) = (About::new(&config, settings.place, login.shown), config.default_namespace.clone());
    connection.observer.tell(|| Note::Settings(about.describe(&namespace)));
    let http1_only = connection.http1_only;
    let building = tokio::task::spawn_blocking(move || client::build(&config, http1_only)).await;
    let stacks = building.unwrap_or_else(|error| Err(error.to_string()));
    let stacks = stacks.map_err(|why| Error::Configuration(about.unprepared(&why)))?;
    Ok(OpenConnection { stacks, about, namespace, server, expires: login.expires })
}
