//! What goes on between us and a cluster, told to whoever looks closely.
//!
//! Data only; how it is shown, and what of it may be, is the listener's matter. Headers are never told: they hold credentials.

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;

use crate::transport::Call;

/// Who is told. Where nobody is, nothing is made up to be told.
#[derive(Clone, Default)]
pub struct Observer(Option<Arc<dyn Fn(Note) + Send + Sync>>);

/// Something that happened.
#[derive(Debug)]
pub enum Note {
    /// Settings were found; this says where.
    Settings(String),
    /// A request was sent, and this became of it.
    Exchange(Box<Exchange>),
    /// The same request is sent again after a pause.
    Again { request: String, why: String, pause: Duration },
}

/// One try of a request.
#[derive(Debug)]
pub struct Exchange {
    /// `GET /api/v1/pods?limit=500`.
    pub request: String,
    pub body: Bytes,
    pub ending: Ending,
    /// For a stream: until it began.
    pub took: Duration,
}

/// What became of a try.
#[derive(Debug)]
pub enum Ending {
    /// The body of a stream is not waited for: none.
    Answered {
        code: u16,
        body: Option<Bytes>,
    },
    Refused {
        code: u16,
        message: String,
    },
    /// No answer came.
    Lost(String),
}

impl Observer {
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
    /// As a log has it.
    pub(crate) fn line(&self) -> String {
        format!("{} {}", self.method, self.target)
    }
}
