//! What can be done to a request.

use std::time::Duration;

/// A cut ends the connection in HTTP/1.1, and the one stream in HTTP/2.
#[derive(Clone, Debug)]
pub enum Fault {
    /// The proxy answers itself; the server gets no request.
    Answer {
        /// The HTTP status.
        code: u16,
        /// Seconds.
        retry_after: Option<u32>,
        /// Text, as other proxies answer, instead of a Kubernetes `Status`.
        plain: bool,
    },
    /// The server hears nothing, and no answer comes.
    CutBefore,
    /// The server does it, and no answer comes.
    CutAfter,
    /// The server does it, and half of the answer comes.
    CutMidBody,
    /// Answers after a pause.
    Delay(Duration),
    /// Held before the server hears of it, until [`release`](super::ActiveRule::release). A client that ends meanwhile has
    /// never sent it.
    Pause,
    /// The server does it, and the answer is held until [`release`](super::ActiveRule::release).
    PauseAfter,
    /// The watch is cut after this many events.
    CutWatch {
        /// After this many events.
        after: usize,
    },
    /// The watch ends regularly after this many events.
    EndWatch {
        /// After this many events.
        after: usize,
    },
    /// No more events after this many, but the connection stays.
    SilenceWatch {
        /// After this many events.
        after: usize,
    },
    /// After this many events comes one that says `410 Expired`, and the watch ends.
    ExpireWatch {
        /// After this many events.
        after: usize,
    },
    /// This request is cut, as are all connections; new ones are refused for so long.
    Blackout(Duration),
}

impl Fault {
    /// An error with a `Status`.
    pub fn status(code: u16) -> Self {
        Self::Answer { code, retry_after: None, plain: false }
    }

    /// An error with a text for a body.
    pub fn text(code: u16) -> Self {
        Self::Answer { code, retry_after: None, plain: true }
    }

    /// An error that says when to come again.
    pub fn come_again(code: u16, seconds: u32) -> Self {
        Self::Answer { code, retry_after: Some(seconds), plain: false }
    }
}
