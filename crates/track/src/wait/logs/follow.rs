//! Reads the log of one run of a container to its end, however often the stream breaks.

use std::pin::pin;
use std::time::Duration;

use futures::stream::StreamExt;
use skeg_cluster::{Backoff, Cluster, Error, LogQuery};
use tokio::sync::{OwnedSemaphorePermit, mpsc, watch};
use tokio::time::{Instant, sleep};

use super::resume::Resume;
use super::{Container, Said};

/// Lines this shortly before tracking started still belong to this deploy.
const BEFORE: Duration = Duration::from_secs(10);
/// How often the log of a run that has ended is retried.
const LATE_TRIES: u32 = 3;

/// The state of the run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Run {
    Going,
    Ended,
    /// The container was restarted, at least once.
    Replaced {
        by_next: bool,
    },
    /// The pod is not there any more.
    Gone,
}

/// What to read, and for which container.
pub(super) struct Reader {
    pub(super) cluster: Cluster,
    pub(super) namespace: String,
    pub(super) container: Container,
    /// When tracking started.
    pub(super) began: Instant,
    pub(super) run: watch::Receiver<Run>,
    pub(super) sender: mpsc::Sender<(Container, Said)>,
    /// Held while it is read.
    pub(super) _slot: OwnedSemaphorePermit,
}

/// How one stream ended.
enum End {
    /// Regularly, maybe in the middle of a line. A restarting kubelet ends streams like this, too.
    Orderly(Option<String>),
    Broken(Error),
}

/// Whether a gap has been reported.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Gap {
    None,
    /// The stream ended; the container may just have ended too.
    Possible,
    Reported,
}

impl Reader {
    pub(super) async fn read(mut self) {
        let mut resume = Resume::default();
        let mut backoff = Backoff::streaming();
        let mut gap = Gap::None;
        let mut late_tries = 0;
        loop {
            let run = *self.run.borrow_and_update();
            if matches!(run, Run::Gone | Run::Replaced { by_next: false }) {
                return;
            }
            let end = self.stream(run, &mut resume, &mut gap, &mut backoff).await;
            let is_going = *self.run.borrow() == Run::Going;
            match end {
                // A stream read after the run ended, or closed by a kubelet that knows so, is complete.
                End::Orderly(rest) if run != Run::Going || (rest.is_none() && !is_going) => {
                    if let Some(text) = rest.as_deref().and_then(|rest| resume.take(rest)) {
                        self.say(Said::Line(text.to_string())).await;
                    }
                    return;
                }
                End::Orderly(_) => gap = if gap == Gap::None { Gap::Possible } else { gap },
                End::Broken(error) if is_refused(&error) => {
                    self.say(Said::Refused(error.to_string())).await;
                    return;
                }
                // The log of an ended run may be deleted.
                End::Broken(error) if run != Run::Going && (late_tries == LATE_TRIES || !error.is_temporary()) => {
                    return;
                }
                End::Broken(_) if run != Run::Going => late_tries += 1,
                // Everything else may pass: a kubelet that just started does not know its pods yet.
                End::Broken(error) => {
                    if gap != Gap::Reported {
                        gap = Gap::Reported;
                        self.say(Said::Interrupted(error.to_string())).await;
                    }
                }
            }
            tokio::select! {
                _ = self.run.changed() => {}
                () = sleep(backoff.step()) => {}
            }
        }
    }

    /// Reads one stream to its end.
    async fn stream(&self, run: Run, resume: &mut Resume, gap: &mut Gap, backoff: &mut Backoff) -> End {
        let since_time = resume.reopen();
        let seconds = (self.began.elapsed() + BEFORE).as_secs();
        let query = LogQuery {
            container: self.container.name.clone(),
            previous: matches!(run, Run::Replaced { .. }),
            since_seconds: since_time.is_none().then_some(seconds),
            since_time,
            timestamps: true,
            ..LogQuery::default()
        };
        let lines = self.cluster.stream_logs(&self.namespace, &self.container.pod, &query, run == Run::Going);
        let mut lines = pin!(lines);
        while let Some(line) = lines.next().await {
            let line = match line {
                Err(error) => return End::Broken(error),
                Ok(line) if !line.is_whole => return End::Orderly(Some(line.text)),
                Ok(line) => line,
            };
            let text = resume.take(&line.text);
            // A repeated line shows that the connection is back; a new one, that lines were missing.
            if *gap == Gap::Reported || (*gap == Gap::Possible && text.is_some() && run == Run::Going) {
                *gap = Gap::None;
                self.say(Said::Resumed).await;
            }
            if let Some(text) = text {
                backoff.reset();
                self.say(Said::Line(text.to_string())).await;
            }
        }
        End::Orderly(None)
    }

    async fn say(&self, said: Said) {
        // The receiver is gone only when the wait is over, and this task with it.
        let _ = self.sender.send((self.container.clone(), said)).await;
    }
}

/// We may not read logs at all.
fn is_refused(error: &Error) -> bool {
    matches!(error, Error::Refused(status) if matches!(status.code, 401 | 403))
}
