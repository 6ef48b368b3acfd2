//! Faults to inject.

use std::time::Duration;

/// A fault. A cut ends the connection in HTTP/1.1, and a single stream in HTTP/2.
#[derive(Clone, Debug)]
pub enum Fault {
    /// The proxy answers itself; the server does not get the request.
    Answer {
        /// The HTTP status.
        code: u16,
        /// Seconds.
        retry_after: Option<u32>,
        /// A plain text, as other proxies answer, instead of a Kubernetes `Status`.
        plain: bool,
    },
    /// The server does not get the request, and no response comes.
    CutBefore,
    /// The server executes the request, and no response comes.
    CutAfter,
    /// The server executes the request, and half of the response comes.
    CutMidBody,
    /// Answers after a pause.
    Delay(Duration),
    /// Held before the server gets it, until [`release`](super::ActiveRule::release). If the client ends meanwhile, the
    /// request is never sent.
    Pause,
    /// The server executes the request, and the response is held until [`release`](super::ActiveRule::release).
    PauseAfter,
    /// The watch is cut after this many events.
    CutWatch {
        /// After this many events.
        after: usize,
    },
    /// The watch ends normally after this many events.
    EndWatch {
        /// After this many events.
        after: usize,
    },
    /// No more events after this many, but the connection stays.
    SilenceWatch {
        /// After this many events.
        after: usize,
    },
    /// After this many events, an event `410 Expired` follows and the watch ends.
    ExpireWatch {
        /// After this many events.
        after: usize,
    },
    /// This request is cut, as are all connections; new ones are refused for this long.
    Blackout(Duration),
}

impl Fault {
    /// An error with a `Status`.
    pub fn status(code: u16) -> Self {
        Self::Answer { code, retry_after: None, plain: false }
    }

    /// An error with a plain text body.
    pub fn text(code: u16) -> Self {
        Self::Answer { code, retry_after: None, plain: true }
    }

    /// An error with a `Retry-After` header.
    pub fn come_again(code: u16, seconds: u32) -> Self {
        Self::Answer { code, retry_after: Some(seconds), plain: false }
    }
}
