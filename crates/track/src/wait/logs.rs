//! Follows the logs of a workload's pods while it is waited for. Nobody waits for a log to end.

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use futures::stream::{BoxStream, SelectAll, StreamExt};
use skeg_cluster::{Cluster, LogQuery};
use skeg_resources::Object;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::Instant;

use super::log_filter::LogFilter;
use crate::notice::Notice;
use crate::pods::{State, containers};
use crate::tracker::Shared;

/// What a pod said so shortly before we came still belongs to this deploy.
const BEFORE: Duration = Duration::from_secs(10);

#[derive(Clone, Debug)]
pub(super) struct Line {
    pod: String,
    container: String,
    text: String,
}

pub(super) struct LogFollower {
    cluster: Cluster,
    slots: Arc<Semaphore>,
    namespace: String,
    filter: LogFilter,
    began: Instant,
    pods: Vec<String>,
    /// Pod, container and which of its runs.
    followed: HashSet<(String, String, u32)>,
    streams: SelectAll<BoxStream<'static, Line>>,
    /// The last lines of each container, for failures.
    kept: HashMap<(String, String), VecDeque<String>>,
    keep: usize,
}

impl LogFollower {
    pub(super) fn new(shared: &Shared, namespace: &str, filter: LogFilter) -> LogFollower {
        LogFollower {
            cluster: shared.cluster.clone(),
            slots: shared.log_slots.clone(),
            namespace: namespace.to_string(),
            filter,
            began: Instant::now(),
            pods: Vec::new(),
            followed: HashSet::new(),
            streams: SelectAll::new(),
            kept: HashMap::new(),
            keep: shared.options.evidence_lines,
        }
    }

    /// Follows what has begun to run since the last time. The pods that are shown stay the same.
    pub(super) fn update(&mut self, pods: &[Arc<Object>]) {
        for pod in pods {
            let name = pod.name().unwrap_or_default();
            if !self.pods.iter().any(|known| known == name) {
                if self.pods.len() >= self.filter.replicas() {
                    continue;
                }
                self.pods.push(name.to_string());
            }
            let running = containers(pod).filter(|container| !matches!(container.state, State::Waiting { .. }));
            for container in running.filter(|container| self.filter.shows_container(container.name)) {
                let run = (name.to_string(), container.name.to_string(), container.restarts);
                if self.followed.contains(&run) {
                    continue;
                }
                // Who gets no slot may get one at the next change.
                if let Ok(slot) = self.slots.clone().try_acquire_owned() {
                    self.streams.push(self.follow(name, container.name, slot));
                    self.followed.insert(run);
                }
            }
        }
    }

    fn follow(&self, pod: &str, container: &str, slot: OwnedSemaphorePermit) -> BoxStream<'static, Line> {
        let query = LogQuery {
            container: container.to_string(),
            since_seconds: Some((self.began.elapsed() + BEFORE).as_secs()),
            ..LogQuery::default()
        };
        let lines = self.cluster.follow_logs(&self.namespace, pod, &query);
        let line = Line { pod: pod.to_string(), container: container.to_string(), text: String::new() };
        // A log that cannot be read is no reason to fail a deploy.
        let lines = lines.filter_map(move |text| {
            let _held = &slot;
            std::future::ready(text.ok().map(|text| Line { text, ..line.clone() }))
        });
        lines.boxed()
    }

    /// The next line; never, as long as nothing is followed.
    pub(super) async fn next(&mut self) -> Line {
        match self.streams.next().await {
            Some(line) => line,
            None => std::future::pending().await,
        }
    }

    /// Keeps the line, and makes a notice of it where it is one to be shown.
    pub(super) fn take(&mut self, line: Line) -> Option<Notice> {
        let kept = self.kept.entry((line.pod.clone(), line.container.clone())).or_default();
        if kept.len() == self.keep {
            kept.pop_front();
        }
        kept.push_back(line.text.clone());
        let is_shown = self.filter.shows_line(&line.container, &line.text);
        is_shown.then_some(Notice::Log { pod: line.pod, container: line.container, line: line.text })
    }

    /// The last lines of a container that were seen.
    pub(super) fn last_lines(&self, pod: &str, container: &str) -> Vec<String> {
        let kept = self.kept.get(&(pod.to_string(), container.to_string()));
        kept.into_iter().flatten().cloned().collect()
    }
}
