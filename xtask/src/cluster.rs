//! `cargo xtask cluster up|down|status`: a persistent test cluster for experiments.
//!
//! `up` starts a keeper in the background: this program again, with `keep`, which starts the cluster and holds a file
//! lock while it runs. Whoever gets the lock knows that no cluster is up, whatever the state file says. Killing the
//! keeper ends the cluster, as the end of a test does.

use crate::workspace;
use skeg_test_cluster::{TestCluster, wait_until};
use std::fs::{File, OpenOptions, TryLockError};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

const USAGE: &str = "cargo xtask cluster up|down|status";

pub(crate) fn run(words: &[String]) -> crate::Outcome {
    let place = Place::find()?;
    match words {
        [word] if word == "up" => up(&place),
        [word] if word == "down" => down(&place),
        [word] if word == "status" => status(&place),
        [word] if word == "keep" => keep(&place),
        _ => Err(format!("the command is: {USAGE}")),
    }
}

fn up(place: &Place) -> crate::Outcome {
    if let Some(state) = place.state()? {
        println!("a cluster is up already");
        state.print();
        return Ok(());
    }
    crate::setup::run(&[])?;
    println!("starting a cluster");
    let program = std::env::current_exe().map_err(|why| format!("finding this program: {why}"))?;
    let log = File::create(&place.log).map_err(|why| format!("writing {}: {why}", place.log.display()))?;
    let errors = log.try_clone().map_err(|why| format!("writing {}: {why}", place.log.display()))?;
    let mut keeper = Command::new(program)
        .args(["cluster", "keep"])
        .process_group(0)
        .stdin(Stdio::null())
        .stdout(log)
        .stderr(errors)
        .spawn()
        .map_err(|why| format!("starting the keeper: {why}"))?;
    let found = wait_until(Duration::from_secs(300), || match keeper.try_wait() {
        Ok(None) => place.state().transpose(),
        _ => Some(Err(String::from_utf8_lossy(&workspace::read(&place.log).unwrap_or_default()).into_owned())),
    });
    found.unwrap_or_else(|| Err(format!("the cluster did not come up; see {}", place.log.display())))?.print();
    Ok(())
}

fn down(place: &Place) -> crate::Outcome {
    let Some(state) = place.state()? else {
        println!("no cluster is up");
        return Ok(());
    };
    crate::process::run(Command::new("kill").args(["-9", &state.keeper]))?;
    let gone = wait_until(Duration::from_secs(30), || (!state.folder.exists()).then_some(()));
    gone.ok_or_else(|| format!("{} is still there", state.folder.display()))?;
    println!("the cluster is gone");
    Ok(())
}

fn status(place: &Place) -> crate::Outcome {
    match place.state()? {
        Some(state) => state.print(),
        None => println!("no cluster is up"),
    }
    Ok(())
}

/// Starts a cluster and keeps it until killed.
fn keep(place: &Place) -> crate::Outcome {
    // `up` holds the lock for moments, while it checks for a keeper.
    let lock = wait_until(Duration::from_millis(500), || place.lock().transpose());
    let _lock = lock.unwrap_or_else(|| Err("another cluster is up or coming up".to_owned()))?;
    // State of a killed keeper must not be taken for this one's.
    let _ = std::fs::remove_file(&place.state);
    let cluster = TestCluster::start().map_err(|why| why.to_string())?;
    let state = State {
        keeper: std::process::id().to_string(),
        folder: cluster.folder().to_path_buf(),
        kubeconfig: cluster.kubeconfig().to_path_buf(),
        server: cluster.server_url().to_owned(),
    };
    place.write(&state)?;
    loop {
        std::thread::park();
    }
}

/// The files of the cluster, in the cache.
struct Place {
    state: PathBuf,
    lock: PathBuf,
    log: PathBuf,
}

struct State {
    keeper: String,
    folder: PathBuf,
    kubeconfig: PathBuf,
    server: String,
}

impl Place {
    fn find() -> Result<Self, String> {
        let folder = workspace::cache()?.join("cluster");
        std::fs::create_dir_all(&folder).map_err(|why| format!("making {}: {why}", folder.display()))?;
        Ok(Self { state: folder.join("state"), lock: folder.join("lock"), log: folder.join("log") })
    }

    /// The lock, unless a living keeper has it.
    fn lock(&self) -> Result<Option<File>, String> {
        let failed = |why: std::io::Error| format!("locking {}: {why}", self.lock.display());
        let file = OpenOptions::new().create(true).append(true).open(&self.lock).map_err(failed)?;
        match file.try_lock() {
            Ok(()) => Ok(Some(file)),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(why)) => Err(failed(why)),
        }
    }

    /// The state of the running cluster. The state file of a dead keeper is ignored.
    fn state(&self) -> Result<Option<State>, String> {
        if self.lock()?.is_some() || !self.state.exists() {
            return Ok(None);
        }
        let text = workspace::read(&self.state)?;
        let text = String::from_utf8_lossy(&text);
        let mut lines = text.lines();
        let mut next = || lines.next().map(str::to_owned);
        let state =
            (|| Some(State { keeper: next()?, folder: next()?.into(), kubeconfig: next()?.into(), server: next()? }))();
        Ok(state)
    }

    /// Atomically, since `up` is waiting for it.
    fn write(&self, state: &State) -> Result<(), String> {
        let text = |path: &Path| path.display().to_string();
        let lines = [state.keeper.clone(), text(&state.folder), text(&state.kubeconfig), state.server.clone()];
        let unfinished = self.state.with_extension("part");
        workspace::write(&unfinished, lines.join("\n").as_bytes())?;
        std::fs::rename(&unfinished, &self.state).map_err(|why| format!("writing {}: {why}", self.state.display()))
    }
}

impl State {
    fn print(&self) {
        println!("server      {}\nfolder      {}", self.server, self.folder.display());
        println!("kubeconfig  {}", self.kubeconfig.display());
    }
}
