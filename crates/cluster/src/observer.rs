//! Debug notes about requests.
//!
//! Data only; the listener decides what to show. Headers are never included: they hold credentials.

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;

use crate::transport::Call;

/// A listener. Without one, no note is built.
#[derive(Clone, Default)]
pub struct Observer(Option<Arc<dyn Fn(Note) + Send + Sync>>);

/// A note.
#[derive(Debug)]
pub enum Note {
    /// Where the settings come from.
    Settings(String),
    /// A request and its result.
    Exchange(Box<Exchange>),
    /// The request is retried after a pause.
    Again {
        /// `GET /api/v1/pods?limit=500`.
        request: String,
        /// The error of the last attempt.
        why: String,
        /// How long it sleeps first.
        pause: Duration,
    },
}

/// One attempt of a request.
#[derive(Debug)]
pub struct Exchange {
    /// `GET /api/v1/pods?limit=500`.
    pub request: String,
    /// The request's body; empty if it has none.
    pub body: Bytes,
    /// The result.
    pub ending: Ending,
    /// For a stream: until it started.
    pub took: Duration,
}

/// The result of an attempt.
#[derive(Debug)]
pub enum Ending {
    /// A response; streams have no body here.
    Answered {
        /// The HTTP status.
        code: u16,
        /// `None` for streams.
        body: Option<Bytes>,
    },
    /// The server answered with an error.
    Refused {
        /// The HTTP status.
        code: u16,
        /// The server's message.
        message: String,
    },
    /// No response came.
    Lost(String),
}

impl Observer {
    /// Sends notes to a listener.
    pub fn new(listener: impl Fn(Note) + Send + Sync + 'static) -> Observer {
        Observer(Some(Arc::new(listener)))
    }

    pub(crate) fn tell(&self, note: impl FnOnce() -> Note) {
        if let Some(listener) = &self.0 {
            listener(note());
        }
    }
}

impl Call {
    /// As a log line.
    pub(crate) fn line(&self) -> String {
        format!("{} {}", self.method, self.target)
    }
}
