//! Counts the failures of a workload's pods: each crash, each failed pull, each period of being stuck once, however
//! often the API server repeats it.

use std::collections::HashMap;
use std::time::Duration;

use jiff::Timestamp;
use skeg_resources::Object;

use super::age::created;
use super::container::{Container, containers};
use super::diagnosis::{Obstacle, Trouble, obstacle, trouble};
use super::events::times;
use super::probe;

/// How long something may be missing (a Secret that an operator creates) before it counts as a failure, and then again.
const SPELL: Duration = Duration::from_secs(30);

/// The failures seen so far.
#[derive(Clone, Debug, Default)]
pub struct Ledger {
    containers: HashMap<(String, String), Seen>,
    failures: u32,
    last: Option<Trouble>,
    hopeless: Option<Trouble>,
}

/// What is known of one container.
#[derive(Clone, Debug, Default)]
struct Seen {
    crashes: u32,
    pull: Pull,
    /// Since when it is stuck, and how many periods were counted.
    stuck: Option<(Duration, u32)>,
    probes: u32,
    probes_counted: u32,
}

/// The last known state of its image pull.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Pull {
    #[default]
    None,
    Failed,
    BackingOff,
}

/// What decides whether a failure counts.
#[derive(Clone, Copy, Debug)]
pub struct Terms<'a> {
    /// Crashes count; those of Jobs do not.
    pub crashes: bool,
    /// By container: milliseconds in which failing readiness probes are ignored.
    pub probe_windows: &'a [(String, u64)],
    /// When the deploy wrote the workload, by the API server's clock. All failures of younger pods count, however late
    /// they are first seen. `None` if the deploy wrote nothing.
    pub written: Option<Timestamp>,
}

impl Ledger {
    /// Records the current state of a pod. `events` are those of this pod; `now` is the time since tracking began.
    pub fn observe(&mut self, pod: &Object, events: &[&Object], now: Duration, terms: Terms<'_>) {
        let uid = pod.uid().unwrap_or_default();
        // Pods that are being deleted do not count.
        if pod.is_being_deleted() {
            self.containers.retain(|(pod, _), _| pod != uid);
            return;
        }
        let is_new = terms.written.is_some_and(|written| created(pod).is_some_and(|created| created >= written));
        for container in containers(pod) {
            let key = (uid.to_string(), container.name.to_string());
            let first = || if is_new { Seen::default() } else { Seen::before(&container) };
            let seen = self.containers.entry(key).or_insert_with(first);
            let crashes = seen.crashes_of(&container);
            let other = seen.pulls_of(&container) + seen.spells_of(&container, now);
            let probes = seen.probes_of(pod, &container, events, terms.probe_windows);
            let new = other + probes + if terms.crashes { crashes } else { 0 };
            let what = || trouble(pod, &container);
            self.failures += new;
            // Crashes of Jobs are worth mentioning, too.
            if new + crashes > 0 {
                let of_probe = probes > 0 && crashes + other == 0;
                self.last = Some(if of_probe { unready(what(), &container, events) } else { what() });
            }
            if obstacle(container.waiting_reason()) == Obstacle::Hopeless {
                self.hopeless = Some(what());
            }
        }
    }

    /// Failures so far, restarts included.
    pub fn failures(&self) -> u32 {
        self.failures
    }

    /// What failed the workload: more failures than allowed, or something that will never work.
    pub fn verdict(&self, allowed: u32) -> Option<&Trouble> {
        self.hopeless.as_ref().or_else(|| self.last.as_ref().filter(|_| self.failures > allowed))
    }

    /// The last problem.
    pub fn last(&self) -> Option<&Trouble> {
        self.last.as_ref()
    }

    /// When to check again without a change: at the end of a stuck period.
    pub fn next_look(&self) -> Option<Duration> {
        self.containers.values().filter_map(|seen| seen.stuck).map(|(since, spells)| since + SPELL * (spells + 1)).min()
    }
}

impl Seen {
    /// A container from before the deploy. Its history does not count, since the deploy may have fixed the cause; but
    /// if it is down now, that crash counts.
    fn before(container: &Container<'_>) -> Seen {
        let crashes = container.crashes();
        let is_down = crashes > container.restarts;
        Seen { crashes: crashes - u32::from(is_down), ..Seen::default() }
    }

    fn crashes_of(&mut self, container: &Container<'_>) -> u32 {
        let crashes = container.crashes().max(self.crashes);
        let new = crashes - self.crashes;
        self.crashes = crashes;
        new
    }

    /// A pull fails as `ErrImagePull` and is then pending as `ImagePullBackOff`: one failure, until the next attempt.
    fn pulls_of(&mut self, container: &Container<'_>) -> u32 {
        let pull = match container.waiting_reason() {
            "ImagePullBackOff" => Pull::BackingOff,
            reason if obstacle(reason) == Obstacle::Pull => Pull::Failed,
            _ => Pull::None,
        };
        let before = std::mem::replace(&mut self.pull, pull);
        u32::from(matches!(
            (before, pull),
            (Pull::None, Pull::Failed | Pull::BackingOff) | (Pull::BackingOff, Pull::Failed)
        ))
    }

    fn spells_of(&mut self, container: &Container<'_>, now: Duration) -> u32 {
        let is_stuck = obstacle(container.waiting_reason()) == Obstacle::Stuck || self.pull == Pull::BackingOff;
        if !is_stuck {
            self.stuck = None;
            return 0;
        }
        let (since, counted) = self.stuck.unwrap_or((now, 0));
        let spells = (now.saturating_sub(since).as_secs() / SPELL.as_secs()).try_into().unwrap_or(u32::MAX);
        self.stuck = Some((since, spells));
        spells - counted
    }

    fn probes_of(
        &mut self,
        pod: &Object,
        container: &Container<'_>,
        events: &[&Object],
        windows: &[(String, u64)],
    ) -> u32 {
        let window = windows.iter().find(|(name, _)| name == container.name).map(|(_, window)| *window);
        let all: u32 = probe::readiness_events(events, container.name).map(times).sum();
        let is_serious = !container.is_ready
            && probe::readiness_events(events, container.name)
                .any(|event| probe::is_serious(pod, container, event, window));
        let new = all.saturating_sub(self.probes);
        self.probes = all;
        if !is_serious {
            return 0;
        }
        let before = self.probes_counted;
        self.probes_counted += new;
        let row = probe::failures_in_a_row(pod, container.name);
        self.probes_counted / row - before / row
    }
}

/// A running container that does not become ready.
fn unready(trouble: Trouble, container: &Container<'_>, events: &[&Object]) -> Trouble {
    let words = probe::last_words(events, container.name).unwrap_or_default();
    let message = format!("{} does not become ready: readiness probe failing ({words})", container.title());
    Trouble { reason: "Unhealthy".to_string(), message, is_between_runs: false, ..trouble }
}
