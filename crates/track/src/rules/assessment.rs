//! The result of the rules, and what they need to know besides the object.

use skeg_resources::Progress;

/// The readiness of a resource.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Assessment {
    /// It is ready.
    Ready,
    /// It is not ready yet.
    Progressing(Progress),
    /// It will not become ready by itself.
    Failed {
        /// Why, in one line.
        message: String,
    },
}

/// What the object itself does not say.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Surroundings {
    /// The claim's storage class waits for the first pod.
    pub binds_on_first_consumer: bool,
    /// The kind has a status that a controller writes.
    pub has_status: bool,
    /// Controllers have had time to notice the object.
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
