//! Follows the logs of a workload's pods while it is tracked. Nothing waits for a log to end.

mod follow;
mod resume;

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use skeg_cluster::Cluster;
use skeg_resources::Object;
use tokio::sync::{Semaphore, mpsc, watch};
use tokio::task::JoinSet;
use tokio::time::Instant;

use self::follow::{Reader, Run};
use super::log_filter::LogFilter;
use crate::notice::Notice;
use crate::pods::{self, State};
use crate::tracker::Shared;

/// Lines that are buffered for display.
const READ_AHEAD: usize = 256;

/// Whose log.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Container {
    pod: String,
    name: String,
}

/// A message from the reader of a log.
#[derive(Clone, Debug)]
pub(super) enum Said {
    Line(String),
    Interrupted(String),
    Resumed,
    /// We may not read it.
    Refused(String),
}

/// A run of a container: pods of a StatefulSet reuse names.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct RunKey {
    pod_uid: String,
    container: String,
    restarts: u32,
}

pub(super) struct LogFollower {
    cluster: Cluster,
    slots: Arc<Semaphore>,
    namespace: String,
    filter: LogFilter,
    began: Instant,
    /// The uids of the pods that are shown.
    pods: Vec<String>,
    followed: HashMap<RunKey, watch::Sender<Run>>,
    /// They end with the wait.
    readers: JoinSet<()>,
    sender: mpsc::Sender<(Container, Said)>,
    receiver: mpsc::Receiver<(Container, Said)>,
    is_refused: bool,
    /// The last lines of each container, for failures.
    kept: HashMap<Container, VecDeque<String>>,
    keep: usize,
}

impl LogFollower {
    pub(super) fn new(shared: &Shared, namespace: &str, filter: LogFilter) -> LogFollower {
        let (sender, receiver) = mpsc::channel(READ_AHEAD);
        LogFollower {
            cluster: shared.cluster.clone(),
            slots: shared.log_slots.clone(),
            namespace: namespace.to_string(),
            filter,
            began: Instant::now(),
            pods: Vec::new(),
            followed: HashMap::new(),
            readers: JoinSet::new(),
            sender,
            receiver,
            is_refused: false,
            kept: HashMap::new(),
            keep: shared.options.evidence_lines,
        }
    }

    /// Follows what has started since the last call. The selected pods stay the same while they exist.
    pub(super) fn update(&mut self, pods: &[Arc<Object>]) {
        for (key, run) in &self.followed {
            let now = run_of(key, pods);
            run.send_if_modified(|known| std::mem::replace(known, now) != now);
        }
        self.pods.retain(|uid| pods.iter().any(|pod| pod.uid() == Some(uid)));
        for pod in pods {
            let uid = pod.uid().unwrap_or_default();
            if !self.pods.iter().any(|known| known == uid) {
                if self.pods.len() >= self.filter.replicas() {
                    continue;
                }
                self.pods.push(uid.to_string());
            }
            for container in pods::containers(pod) {
                let is_waiting = matches!(container.state, State::Waiting { .. });
                if !is_waiting && self.filter.shows_container(container.name) {
                    let (container, restarts) = (container.name.to_string(), container.restarts);
                    self.follow(pod, RunKey { pod_uid: uid.to_string(), container, restarts });
                }
            }
        }
    }

    fn follow(&mut self, pod: &Arc<Object>, key: RunKey) {
        if self.is_refused || self.followed.contains_key(&key) {
            return;
        }
        // Without a free slot, the next change may find one.
        let Ok(slot) = self.slots.clone().try_acquire_owned() else { return };
        let (state, run) = watch::channel(run_of(&key, std::slice::from_ref(pod)));
        let name = pod.name().unwrap_or_default().to_string();
        let reader = Reader {
            cluster: self.cluster.clone(),
            namespace: self.namespace.clone(),
            container: Container { pod: name, name: key.container.clone() },
            began: self.began,
            run,
            sender: self.sender.clone(),
            _slot: slot,
        };
        self.readers.spawn(reader.read());
        self.followed.insert(key, state);
    }

    /// The next message; pending for ever while nothing is followed.
    pub(super) async fn next(&mut self) -> (Container, Said) {
        match self.receiver.recv().await {
            Some(said) => said,
            None => std::future::pending().await,
        }
    }

    /// Keeps a line, and makes a notice of it if it is to be shown.
    pub(super) fn take(&mut self, (container, said): (Container, Said)) -> Option<Notice> {
        let log = format!("log of pod {}, container {}", container.pod, container.name);
        match said {
            Said::Line(line) => self.take_line(container, line),
            Said::Interrupted(why) => Some(Notice::Message(format!("{log} is interrupted, trying again: {why}"))),
            Said::Resumed => Some(Notice::Message(format!("{log} continues after an interruption"))),
            Said::Refused(why) => {
                let is_news = !std::mem::replace(&mut self.is_refused, true);
                is_news.then(|| Notice::Message(format!("logs cannot be shown: {why}")))
            }
        }
    }

    fn take_line(&mut self, container: Container, line: String) -> Option<Notice> {
        let is_shown = self.filter.shows_line(&container.name, &line);
        let kept = self.kept.entry(container.clone()).or_default();
        if kept.len() == self.keep {
            kept.pop_front();
        }
        kept.push_back(line.clone());
        is_shown.then_some(Notice::Log { pod: container.pod, container: container.name, line })
    }

    /// The last known lines of a container.
    pub(super) fn last_lines(&self, pod: &str, container: &str) -> Vec<String> {
        let kept = self.kept.get(&Container { pod: pod.to_string(), name: container.to_string() });
        kept.into_iter().flatten().cloned().collect()
    }
}

/// The state of a run, from the current pods.
fn run_of(key: &RunKey, pods: &[Arc<Object>]) -> Run {
    let Some(pod) = pods.iter().find(|pod| pod.uid() == Some(&key.pod_uid)) else { return Run::Gone };
    match pods::containers(pod).find(|container| container.name == key.container) {
        None => Run::Gone,
        Some(now) if now.restarts > key.restarts => Run::Replaced { by_next: now.restarts == key.restarts + 1 },
        Some(now) if matches!(now.state, State::Running { .. }) => Run::Going,
        Some(_) => Run::Ended,
    }
}

#[cfg(test)]
mod tests;
