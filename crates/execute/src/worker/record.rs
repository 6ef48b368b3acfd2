//! Writing the records of the release.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use skeg_plan::{Failure, FailureKind, Target};
use skeg_release_store::{History, Hook, HookRun, Release, Time, Writer};
use skeg_resources::ReleaseStatus;
use tokio::sync::Mutex;

use super::{broken_plan, cluster_failure};

/// The records a plan writes.
pub struct Records {
    writer: Writer,
    name: String,
    /// As it was read under the lock, which nobody else writes to since.
    history: History,
    history_limit: usize,
    /// Whole records at hand, by revision: the new one, and those that were read for planning.
    known: Mutex<BTreeMap<u64, Release>>,
}

impl Records {
    /// `known` must hold the record of the revision that the plan creates.
    pub fn new(
        writer: Writer,
        name: &str,
        history: History,
        history_limit: usize,
        known: BTreeMap<u64, Release>,
    ) -> Records {
        Records { writer, name: name.to_string(), history, history_limit, known: Mutex::new(known) }
    }

    pub(super) async fn create(&self, revision: u64) -> Result<(), Failure> {
        let known = self.known.lock().await;
        let Some(release) = known.get(&revision) else {
            return Err(broken_plan(format!("there is no record of revision {revision} to store")));
        };
        self.writer.prune(&self.history, self.history_limit).await.map_err(store_failure)?;
        self.writer.create(release).await.map_err(store_failure)
    }

    pub(super) async fn update(&self, revision: u64, status: ReleaseStatus, text: &str) -> Result<(), Failure> {
        let mut known = self.known.lock().await;
        let release = match known.entry(revision) {
            Entry::Occupied(at_hand) => at_hand.into_mut(),
            Entry::Vacant(place) => match self.writer.store().get(&self.name, revision).await.map_err(store_failure)? {
                Some(release) => place.insert(release),
                // Somebody deleted it, which is what becomes of old records.
                None => return Ok(()),
            },
        };
        release.info.status = status;
        // Whoever still runs was left alone when the deploy was stopped.
        release.hooks.iter_mut().for_each(|hook| leave(&mut hook.last_run));
        if !text.is_empty() {
            release.info.description = text.to_string();
        }
        match status {
            ReleaseStatus::Uninstalling | ReleaseStatus::Uninstalled => release.info.deleted = Time::now(),
            ReleaseStatus::Deployed | ReleaseStatus::Failed => release.info.last_deployed = Time::now(),
            _ => {}
        }
        self.writer.update(release).await.map_err(store_failure)
    }

    /// Notes of a target that it runs or ran, if it is a hook of the revision; stored with the next update.
    pub(super) async fn note_hook(&self, revision: u64, target: &Target, phase: HookPhase) {
        let mut known = self.known.lock().await;
        let Some(release) = known.get_mut(&revision) else { return };
        let is_it = |hook: &&mut Hook| {
            hook.name == target.id.name && hook.kind == target.id.kind && hook.path == target.origin.path
        };
        for hook in release.hooks.iter_mut().filter(is_it) {
            let run = &mut hook.last_run;
            run.phase = phase.name().to_string();
            match phase {
                HookPhase::Running => (run.started_at, run.completed_at) = (Time::now(), Time::NEVER),
                HookPhase::Succeeded | HookPhase::Failed => run.completed_at = Time::now(),
            }
            // What holds where a hook does not say; Helm records it once it has acted on it.
            if hook.delete_policies.is_empty() {
                hook.delete_policies.push("before-hook-creation".to_string());
            }
        }
    }

    pub(super) async fn delete(&self, revision: u64) -> Result<(), Failure> {
        self.writer.delete(&self.name, revision).await.map(|_| ()).map_err(store_failure)
    }
}

/// How a hook fares; Helm's words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum HookPhase {
    Running,
    Succeeded,
    Failed,
}

impl HookPhase {
    fn name(self) -> &'static str {
        match self {
            HookPhase::Running => "Running",
            HookPhase::Succeeded => "Succeeded",
            HookPhase::Failed => "Failed",
        }
    }
}

fn leave(run: &mut HookRun) {
    if run.phase == HookPhase::Running.name() {
        run.phase = "Unknown".to_string();
    }
}

fn store_failure(error: skeg_release_store::Error) -> Failure {
    match &error {
        skeg_release_store::Error::Cluster(cluster) => cluster_failure(cluster),
        _ => Failure { kind: FailureKind::Record, message: error.to_string(), ..Failure::default() },
    }
}
