//! One wait for readiness: checks the resource and its pods whenever something about them changes.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;
use skeg_resources::{Object, Tracking};
use tokio::sync::Notify;
use tokio::time::timeout;

use super::Observer;
use super::activity::Activity;
use super::clock::{Clock, limit};
use super::family::{Family, Pods};
use super::log_filter::LogFilter;
use super::logs::LogFollower;
use super::root::Root;
use super::verdict::{Problem, Verdict};
use crate::failure::TrackFailure;
use crate::feed::{Observed, Source};
use crate::notice::Notice;
use crate::options::TrackTarget;
use crate::pods::{Ledger, Terms, counts_crashes, event_line, is_unschedulable, times, written};
use crate::rules::{
    Assessment, Besides, Progress, Surroundings, assess_stated, complaints, had_succeeded, has_status, has_succeeded,
    is_workload, nobody_writes_status, rule_of,
};
use crate::tracker::Shared;

/// Events are not read for pods that become ready sooner.
const EVENTS_AFTER: Duration = Duration::from_secs(3);
/// How long to wait for the next of the last log lines, and for all of them.
const LINE_ON_ITS_WAY: Duration = Duration::from_millis(100);
const LAST_LINES: Duration = Duration::from_secs(1);

pub(super) struct Waiter<'a> {
    pub(super) shared: &'a Shared,
    pub(super) target: &'a TrackTarget,
    observer: Observer<'a>,
    pub(super) bell: Arc<Notify>,
    clock: Clock,
    root: Root<'a>,
    pub(super) family: Family<'a>,
    pub(super) logs: Option<LogFollower>,
    pub(super) ledger: Ledger,
    surroundings: Surroundings,
    /// The last known state.
    pub(super) object: Option<Arc<Object>>,
    reported: Option<Progress>,
    reported_events: HashMap<String, u32>,
    has_complained: bool,
    /// Conditions that were already reported.
    reported_conditions: HashSet<String>,
    /// The clock at the last check.
    pub(super) now: Duration,
    pub(super) activity: Activity,
    /// When it fails unless something happens.
    pub(super) idle_until: Option<Duration>,
    /// When this deploy wrote it, if it did.
    written: Option<Timestamp>,
}

impl<'a> Waiter<'a> {
    pub(super) fn new(
        shared: &'a Shared,
        target: &'a TrackTarget,
        surroundings: Surroundings,
        observer: Observer<'a>,
    ) -> Waiter<'a> {
        let bell = Arc::new(Notify::new());
        let namespace = target.id.namespace.as_deref();
        let source = Source::of(&target.id, &target.version);
        let root = match rule_of(&target.id.group, &target.id.kind).map(|rule| rule.besides) {
            Some(Besides::Definition) => Root::watch_and_fetch(shared, target, source, &bell),
            _ => Root::watch(shared, target, source, &bell),
        };
        Waiter {
            root,
            family: Family::new(shared, namespace, &bell),
            logs: follower(shared, target, observer),
            shared,
            target,
            observer,
            bell,
            clock: Clock::start(),
            ledger: Ledger::default(),
            surroundings,
            object: target.object.clone().map(Arc::new),
            reported: None,
            reported_events: HashMap::new(),
            has_complained: false,
            reported_conditions: HashSet::new(),
            now: Duration::ZERO,
            activity: Activity::default(),
            idle_until: None,
            written: target.object.as_ref().and_then(written),
        }
    }

    /// Returns the object once it is ready.
    pub(super) async fn run(mut self) -> Result<Option<Object>, Box<TrackFailure>> {
        loop {
            self.root.refresh().await?;
            match self.look() {
                Verdict::Ready => {
                    self.tell_last_lines().await;
                    return Ok(self.object.as_deref().cloned());
                }
                Verdict::Failed(problem) => return Err(self.explain(problem).await),
                Verdict::Wait(progress) if self.is_late() => return Err(self.explain_delay(&progress).await),
                Verdict::Wait(progress) => self.tell(progress),
            }
            self.rest().await;
        }
    }

    fn is_late(&self) -> bool {
        limit(self.shared.options.readiness_timeout).is_some_and(|limit| self.now >= limit)
    }

    fn tell(&mut self, progress: Progress) {
        if self.reported.as_ref() != Some(&progress) {
            (self.observer)(Notice::Progress(progress.clone()));
            self.reported = Some(progress);
        }
    }

    /// Waits for a change, or for the next deadline.
    async fn rest(&mut self) {
        let moments = [
            limit(self.shared.options.readiness_timeout),
            Some(self.shared.options.settling),
            Some(EVENTS_AFTER).filter(|_| self.is_workload()),
            self.ledger.next_look(),
            self.idle_until,
        ];
        loop {
            tokio::select! {
                () = self.bell.notified() => return,
                () = self.clock.reach(self.now, &moments) => return,
                () = self.root.next_question() => return,
                line = next_line(&mut self.logs) => {
                    if let Some(notice) = line {
                        (self.observer)(notice);
                    }
                }
            }
        }
    }

    fn look(&mut self) -> Verdict {
        let outage = self.root.outage();
        self.clock.run(outage.is_none());
        self.now = self.clock.elapsed();
        if let Some(why) = outage {
            return wait(format!("the API server does not answer: {why}"));
        }
        match self.root.observed() {
            Observed::Here(object) => self.object = Some(object),
            Observed::Gone(Some(last)) if had_succeeded(&last, self.target.conditions()) => {
                self.object = Some(last);
                return Verdict::Ready;
            }
            Observed::Gone(_) if self.object.is_some() => {
                return Verdict::Failed(Problem::Plain("it was deleted before it was ready".to_string()));
            }
            Observed::Gone(_) | Observed::Unknown => {}
        }
        let Some(object) = self.object.clone() else { return wait("it to be seen") };
        let grace_is_over = self.now >= self.shared.options.settling;
        self.surroundings.settled = grace_is_over || self.is_silent(&object);
        self.complain_of_conditions(&object);
        match assess_stated(&object, &self.surroundings, self.target.conditions()) {
            Assessment::Ready => {
                if grace_is_over && self.surroundings.has_status && !has_status(&object) {
                    self.shared.note_silent(&self.target.id);
                }
                Verdict::Ready
            }
            Assessment::Failed { message } => Verdict::Failed(Problem::Reported(message)),
            Assessment::Progressing(progress) => self.look_closer(&object, progress),
        }
    }

    /// Whether other objects of this kind show that nobody writes a status: then this one gets none either.
    fn is_silent(&self, object: &Object) -> bool {
        if !self.surroundings.has_status || has_status(object) {
            return false;
        }
        let grace = self.shared.options.settling;
        let shows = |written| nobody_writes_status(&self.root.all_of_kind(), written, grace);
        self.shared.is_silent(&self.target.id) || self.written.is_some_and(shows)
    }

    pub(super) fn look_at_pods(&mut self, object: &Arc<Object>) -> Pods {
        let pods = self.family.pods(object);
        let shows_events = self.tracking().is_some_and(|tracking| tracking.show_service_messages);
        if shows_events || self.now >= EVENTS_AFTER {
            // A node that is being added is announced by a normal event, not a warning.
            self.family.read_events(shows_events || pods.newest.iter().any(|pod| is_unschedulable(pod)));
        }
        let windows = self.tracking().map(|tracking| tracking.ignore_readiness_probe.clone()).unwrap_or_default();
        let terms = Terms { crashes: counts_crashes(object), probe_windows: &windows, written: self.written };
        for pod in &pods.newest {
            let events = self.family.events_about(pod);
            let events: Vec<&Object> = events.iter().map(Arc::as_ref).collect();
            self.ledger.observe(pod, &events, self.now, terms);
        }
        if shows_events {
            self.tell_events(object, &pods);
        }
        if let Some(logs) = &mut self.logs {
            logs.update(&pods.newest);
        }
        self.complain();
        pods
    }

    fn tell_events(&mut self, object: &Arc<Object>, pods: &Pods) {
        for about in pods.newest.iter().chain([object]) {
            for event in self.family.events_about(about) {
                let reported = self.reported_events.entry(event.uid().unwrap_or_default().to_string()).or_default();
                if times(&event) > *reported {
                    *reported = times(&event);
                    (self.observer)(Notice::Message(event_line(&event)));
                }
            }
        }
    }

    /// Reports once that pods cannot be read; the wait continues with the resource's own state.
    fn complain(&mut self) {
        if let Some(why) = self.family.refusal().filter(|_| !self.has_complained) {
            self.has_complained = true;
            (self.observer)(Notice::Message(format!("cannot tell why pods are not ready: {why}")));
        }
    }

    /// Reports once that a condition can never be met by the current value.
    fn complain_of_conditions(&mut self, object: &Object) {
        let Some(conditions) = self.target.conditions() else { return };
        for (condition, complaint) in complaints(object, conditions) {
            if self.reported_conditions.insert(condition) {
                (self.observer)(Notice::Message(complaint));
            }
        }
    }

    /// A Job's most interesting output comes last, so lines in transit get a moment; the rest of the log is not
    /// awaited.
    async fn tell_last_lines(&mut self) {
        let (Some(logs), Some(object)) = (&mut self.logs, &self.object) else { return };
        if !has_succeeded(object) {
            return;
        }
        logs.update(&self.family.pods(object).newest);
        let observer = &mut self.observer;
        let tell = async {
            while let Ok(line) = timeout(LINE_ON_ITS_WAY, logs.next()).await {
                if let Some(notice) = logs.take(line) {
                    observer(notice);
                }
            }
        };
        let _is_cut_short = timeout(LAST_LINES, tell).await;
    }

    pub(super) fn tracking(&self) -> Option<&'a Tracking> {
        self.target.tracking.as_ref()
    }

    pub(super) fn is_workload(&self) -> bool {
        is_workload(&self.target.id.group, &self.target.id.kind)
    }
}

fn wait(waits: impl Into<String>) -> Verdict {
    Verdict::Wait(Progress { waits: waits.into(), ..Progress::default() })
}

/// Logs are followed only for resources of the release, whose annotations select them.
fn follower(shared: &Shared, target: &TrackTarget, observer: Observer<'_>) -> Option<LogFollower> {
    let namespace = target.id.namespace.as_deref()?;
    let rules = &target.tracking.as_ref()?.logs;
    if shared.options.no_pod_logs || rules.skip || !is_workload(&target.id.group, &target.id.kind) {
        return None;
    }
    let (filter, complaints) = LogFilter::new(rules);
    complaints.into_iter().for_each(|text| observer(Notice::Message(text)));
    Some(LogFollower::new(shared, namespace, filter))
}

async fn next_line(logs: &mut Option<LogFollower>) -> Option<Notice> {
    match logs {
        Some(logs) => {
            let line = logs.next().await;
            logs.take(line)
        }
        None => std::future::pending().await,
    }
}
