//! Analyses a resource that is not ready yet: how many new pods are ready, and whether it failed or is idle.

use std::sync::Arc;
use std::time::Duration;

use skeg_resources::Object;

use super::activity::own_delays;
use super::clock::{limit, shown};
use super::family::Pods;
use super::verdict::{Problem, Verdict, waits_of_pods};
use super::waiter::Waiter;
use crate::pods::{allowed_failures, counts_crashes, is_at_work, is_ready, replaces_all_pods};
use crate::rules::{Progress, failures_so_far};

impl Waiter<'_> {
    /// Finds out whether a resource that is not ready will ever be.
    pub(super) fn look_closer(&mut self, object: &Arc<Object>, progress: Progress) -> Verdict {
        let has_pods = self.is_workload() && progress.wanted.is_some_and(|wanted| wanted > 0);
        let pods = if has_pods { self.look_at_pods(object) } else { Pods::default() };
        let allowed = allowed_failures(object, self.tracking().and_then(|it| it.failures_allowed_per_replica));
        // If conditions define failure, nothing else counts as one.
        let is_judged_by_pods = self.target.conditions().is_none_or(|conditions| conditions.failure.is_empty());
        if let Some(trouble) = self.ledger.verdict(allowed).filter(|_| is_judged_by_pods) {
            return Verdict::Failed(Problem::Trouble(trouble.clone()));
        }
        let ready = self.ready_pods(object, &pods).filter(|_| has_pods).or(progress.ready);
        let ready = ready.map(|ready| ready.min(progress.wanted.unwrap_or(ready)));
        let family = &mut self.family;
        let of_pods = waits_of_pods(object, &pods, |about| family.events_about(about));
        let states_success = self.target.conditions().is_some_and(|conditions| !conditions.success.is_empty());
        let waits = match of_pods {
            Some(of_pods) if states_success => format!("{}; {of_pods}", progress.waits),
            of_pods => of_pods.unwrap_or(progress.waits),
        };
        let idle_limit = self.idle_limit(object, &pods, allowed);
        self.note_activity(object, &pods);
        self.idle_until = idle_limit.map(|limit| self.activity.last() + limit);
        if let Some(limit) = idle_limit.filter(|_| self.idle_until.is_some_and(|until| self.now >= until)) {
            let message = format!("nothing happened for {} (werf.io/no-activity-timeout): {waits}", shown(limit));
            return Verdict::Failed(Problem::Idle(message));
        }
        let waits = match self.ledger.failures() {
            failures if failures > 0 && counts_crashes(object) => {
                format!("{waits}; {}", failures_so_far(failures, allowed))
            }
            _ => waits,
        };
        Verdict::Wait(Progress { ready, waits, ..progress })
    }

    /// How many pods of the new revision are ready, if only they count and can be seen.
    fn ready_pods(&self, object: &Object, pods: &Pods) -> Option<u32> {
        if !replaces_all_pods(object) || self.family.is_starting() || self.family.refusal().is_some() {
            return None;
        }
        let ready = pods.newest.iter().filter(|pod| is_ready(pod) && !pod.is_being_deleted());
        u32::try_from(ready.count()).ok()
    }

    fn note_activity(&mut self, object: &Object, pods: &Pods) {
        if self.is_workload() {
            let are_allowed = self.tracking().is_some_and(|it| it.failures_allowed_per_replica.is_some());
            self.activity.note_workload(object, pods, are_allowed, self.now);
            for pod in &pods.newest {
                let events = self.family.events_about(pod);
                self.activity.note_events(pod, &events, self.now);
            }
        } else {
            self.activity.note_other(object, self.now);
        }
    }

    /// How long it may be idle. An explicit limit is used as it is; the default is extended for known delays.
    fn idle_limit(&self, object: &Object, pods: &Pods, allowed: u32) -> Option<Duration> {
        let asked = self.tracking().and_then(|tracking| tracking.no_activity_timeout).map(Duration::from_millis);
        let asked = asked.filter(|asked| !asked.is_zero());
        let usual = limit(self.shared.options.no_activity_timeout);
        if !self.is_workload() {
            // Without pods that could fail, being idle is the failure that may be allowed.
            return asked.or(usual).map(|limit| limit.saturating_mul(allowed.saturating_add(1)));
        }
        let is_at_work = pods.newest.iter().any(|pod| is_at_work(pod));
        asked.or_else(|| usual.filter(|_| !is_at_work).map(|limit| limit + own_delays(object)))
    }
}
