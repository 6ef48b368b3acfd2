//! SIGKILL at each write of an install, an upgrade and an uninstall: just before the server receives it, and just after
//! it took effect but before the response. The next run resumes from there, and so does Helm.

use std::process::{Command, Stdio};
use std::time::Duration;

use skeg_test_cluster::faults::{Fault, Requests, Rule};
use skeg_test_cluster::{Helm, wait_until};

use super::scene::{Scene, Values};

/// Longer than any of these deploys needs to reach its next write.
const PATIENCE: Duration = Duration::from_secs(120);
/// Concurrent deploys, for each of the two moments.
const LANES: usize = 3;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Moment {
    /// The server never receives the write.
    Before,
    /// The write takes effect, but the response is lost.
    After,
}

/// Runs a command and kills it at its n-th write. Returns false if it ended before that, which must be a success.
fn kill_at(scene: &Scene, mut command: Command, moment: Moment, n: usize) -> bool {
    let fault = if moment == Moment::Before { Fault::Pause } else { Fault::PauseAfter };
    let rule = scene.proxy.add(Rule::new(fault).only(Requests::Writes).nth(n));
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let ended = wait_until(PATIENCE, || match child.try_wait().unwrap() {
        Some(status) => Some(Some(status)),
        None => (rule.held() > 0).then_some(None),
    });
    let _ = child.kill();
    let _ = child.wait();
    rule.stop();
    let ended = ended.unwrap_or_else(|| panic!("write {n} neither came nor was the last"));
    if let Some(status) = ended {
        assert!(status.success(), "before write {n}: {status}");
    }
    ended.is_none()
}

/// The n-th kill of a lane: what the killed deploy wants, and what the next one wants.
struct Round {
    moment: Moment,
    n: usize,
    doomed: (String, String),
    next: (String, String),
}

impl Round {
    /// After a write that took effect, the next deploy wants the same again; otherwise something else.
    fn new(moment: Moment, n: usize) -> Round {
        let values = |word: &str| (format!("{word}-{n}"), format!("extra-{word}-{n}"));
        let next = values(if moment == Moment::After { "doomed" } else { "next" });
        Round { moment, n, doomed: values("doomed"), next }
    }

    fn doomed(&self) -> Values<'_> {
        Values { tag: &self.doomed.0, extra: &self.doomed.1 }
    }

    fn next(&self) -> Values<'_> {
        Values { tag: &self.next.0, extra: &self.next.1 }
    }

    /// Kills a deploy and runs the next one. Returns false if the deploy has no such write.
    fn deploy(&self, scene: &Scene) -> bool {
        let is_killed = kill_at(scene, scene.install_command(self.doomed()), self.moment, self.n);
        let ran = scene.install(self.next()).ended(0);
        assert!(!ran.stderr.contains("another deploy"), "waited for the dead: {}", ran.stderr);
        let state = scene.state();
        state.history_is_well_formed();
        state.is_desired(self.next());
        state.lock_is_free();
        is_killed
    }
}

fn helm_goes_on(scene: &Scene) {
    let words = ["upgrade", "shop", "./shop", "--history-max", "0", "--set", "tag=helm,extra=extra-helm"];
    scene.site.helm(Helm::V4, &words).unwrap();
    let state = scene.state();
    state.history_is_well_formed();
    state.is_written(Values { tag: "helm", extra: "extra-helm" });
}

/// Kills an uninstall and runs it again. Returns false if it has no such write.
fn uninstall(scene: &Scene, moment: Moment, n: usize) -> bool {
    let is_killed = kill_at(scene, scene.command("uninstall", &[]), moment, n);
    let is_over = scene.site.history().is_empty();
    scene.uninstall().ended(0);
    if is_over {
        // Then the dead process's lock stays until somebody else wants it.
        scene.install(Values { tag: "new", extra: "extra-new" }).ended(0);
        scene.uninstall().ended(0);
    }
    scene.is_gone();
    is_killed
}

/// Runs rounds in lanes until one has no more writes to be killed at. Returns how many were killed.
fn in_lanes(lane: impl Fn(Moment, usize) -> usize + Sync) -> usize {
    std::thread::scope(|scope| {
        let start = |(moment, first)| {
            let lane = &lane;
            scope.spawn(move || lane(moment, first))
        };
        let lanes = [Moment::Before, Moment::After]
            .into_iter()
            .flat_map(|moment| (1..=LANES).map(move |first| (moment, first)));
        let lanes: Vec<_> = lanes.map(start).collect();
        lanes.into_iter().map(|lane| lane.join().expect("a lane came to its end")).sum()
    })
}

#[test]
fn installs_and_uninstalls() {
    let killed = in_lanes(|moment, first| {
        let round = |n: usize| {
            let scene = Scene::new("kill", "");
            let is_killed = Round::new(moment, n).deploy(&scene);
            if !is_killed {
                helm_goes_on(&scene);
            }
            usize::from(is_killed) + usize::from(uninstall(&scene, moment, n))
        };
        (first..).step_by(LANES).map(round).take_while(|killed| *killed > 0).sum()
    });
    assert!(killed > 40, "only {killed} were killed");
}

#[test]
fn upgrades() {
    let killed = in_lanes(|moment, first| {
        let scene = Scene::new("kill-upgrade", "");
        scene.install(Values { tag: "base", extra: "extra-base" }).ended(0);
        let rounds = (first..).step_by(LANES).take_while(|n| Round::new(moment, *n).deploy(&scene));
        let killed = rounds.count();
        helm_goes_on(&scene);
        killed
    });
    assert!(killed > 24, "only {killed} were killed");
}
