//! A command that is still running: its output is read, it gets signals, and its end is awaited.

use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::Duration;

use skeg_test_cluster::faults::{Fault, FaultProxy, Requests, Rule};
use skeg_test_cluster::{run, wait_until};

use super::site::{Ran, Site};

/// No command of these tests takes longer, on the busiest machine.
const LONGEST: Duration = Duration::from_secs(300);

/// Killed if the test ends before it.
pub(super) struct Running {
    child: Child,
    said: Arc<Mutex<String>>,
    ears: Vec<JoinHandle<()>>,
}

impl Running {
    /// `skeg release install … ./shop`, started.
    pub(super) fn install(site: &Site, more: &[&str]) -> Running {
        let words = ["release", "install", "-n", &site.namespace, "-r", "shop", "./shop"];
        Running::start(site, &words.iter().chain(more).copied().collect::<Vec<_>>())
    }

    pub(super) fn start(site: &Site, words: &[&str]) -> Running {
        Running::of(site.command(words))
    }

    pub(super) fn of(mut command: Command) -> Running {
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let said = Arc::new(Mutex::new(String::new()));
        let streams: [Box<dyn Read + Send>; 2] =
            [Box::new(child.stdout.take().unwrap()), Box::new(child.stderr.take().unwrap())];
        let ears = streams.map(|stream| {
            let said = said.clone();
            std::thread::spawn(move || {
                for line in BufReader::new(stream).lines() {
                    let mut said = said.lock().unwrap();
                    said.push_str(&line.unwrap());
                    said.push('\n');
                }
            })
        });
        Running { child, said, ears: ears.into() }
    }

    pub(super) fn signal(&self, name: &str) {
        let mut kill = Command::new("sh");
        run(kill.args(["-c", "kill -s \"$0\" \"$1\"", name, &self.child.id().to_string()])).unwrap();
    }

    /// Kills it; it may have ended by itself.
    pub(super) fn kill(&mut self) {
        self.child.kill().unwrap();
    }

    pub(super) fn has_ended(&mut self) -> bool {
        self.child.try_wait().unwrap().is_some()
    }

    pub(super) fn wait_for(&self, text: &str) {
        let heard = wait_until(Duration::from_secs(60), || self.said().contains(text).then_some(()));
        assert!(heard.is_some(), "{text:?} is not in:\n{}", self.said());
    }

    pub(super) fn said(&self) -> String {
        self.said.lock().unwrap().clone()
    }

    /// Waits for the end; the output counts as stderr.
    pub(super) fn end(mut self) -> Ran {
        let ended = wait_until(LONGEST, || self.child.try_wait().unwrap());
        let status = ended.unwrap_or_else(|| panic!("it does not end:\n{}", self.said())).code().unwrap_or(-1);
        self.ears.drain(..).for_each(|ear| ear.join().unwrap());
        Ran { status, stdout: String::new(), stderr: self.said() }
    }
}

/// Starts a command through a proxy, and kills it after the server has executed its n-th write and before the response.
/// Fails if it has no such write.
#[track_caller]
pub(super) fn kill_after(writes: usize, site: &Site, words: &[&str]) {
    assert!(is_killed_after(writes, site, words), "it has no {writes} writes");
}

/// The same, but returns false if there is no such write; then the command must succeed.
#[track_caller]
pub(super) fn is_killed_after(writes: usize, site: &Site, words: &[&str]) -> bool {
    let proxy = FaultProxy::start(site.cluster).unwrap();
    let rule = proxy.add(Rule::new(Fault::PauseAfter).only(Requests::Writes).nth(writes));
    let mut command = site.command(words);
    command.env("KUBECONFIG", proxy.kubeconfig());
    let mut running = Running::of(command);
    let reached = wait_until(LONGEST, || match rule.held() > 0 {
        true => Some(true),
        false => running.has_ended().then_some(false),
    });
    running.kill();
    let ran = running.end();
    let reached = reached.unwrap_or_else(|| panic!("it neither ended nor wrote {writes} times:\n{}", ran.stderr));
    let status = if reached { -1 } else { 0 };
    assert_eq!(ran.status, status, "of {writes} writes, killed at the last: {reached}\n{}", ran.stderr);
    reached
}

impl Drop for Running {
    fn drop(&mut self) {
        // It may have ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
