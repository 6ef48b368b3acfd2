//! What the rules say of a resource, and what they need to know besides the object itself.

use skeg_resources::Progress;

/// How a resource is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Assessment {
    Ready,
    Progressing(Progress),
    /// It will not become ready by itself.
    Failed {
        message: String,
    },
}

/// What the object does not say itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Surroundings {
    /// The claim's storage class binds when the first pod uses it.
    pub binds_on_first_consumer: bool,
    /// The kind has a status that a controller writes.
    pub has_status: bool,
    /// Controllers have had the time to take notice of the object.
    pub settled: bool,
}

impl Assessment {
    pub(super) fn waits(waits: impl Into<String>) -> Assessment {
        Assessment::Progressing(Progress { waits: waits.into(), ..Progress::default() })
    }

    pub(super) fn counted(ready: u32, wanted: u32, waits: impl Into<String>) -> Assessment {
        Assessment::Progressing(Progress {
            ready: Some(ready),
            wanted: Some(wanted),
            waits: waits.into(),
            ..Progress::default()
        })
    }

    pub(super) fn failed(message: impl Into<String>) -> Assessment {
        Assessment::Failed { message: message.into() }
    }
}
