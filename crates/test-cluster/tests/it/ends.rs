//! A killed process leaves nothing behind.

use skeg_test_cluster::{Options, TestCluster, wait_until};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Duration;

const LIMIT: Duration = Duration::from_secs(60);
/// Names the file to which the inner test writes what it started.
const REPORT: &str = "SKEG_TEST_CLUSTER_REPORT";

#[test]
#[ignore = "is run by a_killed_process_leaves_nothing, as the process to kill"]
fn starts_and_stays() {
    let report = PathBuf::from(std::env::var_os(REPORT).unwrap());
    let cluster = TestCluster::start_with(&Options::api_only()).unwrap();
    let ids: Vec<String> = cluster.process_ids().iter().map(u32::to_string).collect();
    std::fs::write(report.with_extension("part"), format!("{}\n{}", cluster.folder().display(), ids.join(" ")))
        .unwrap();
    std::fs::rename(report.with_extension("part"), report).unwrap();
    // Waits for ever, but ends with the outer test.
    std::io::stdin().read_line(&mut String::new()).unwrap();
}

#[test]
fn a_killed_process_leaves_nothing() {
    let report = std::env::temp_dir().join(format!("skeg-killed-{}", std::process::id()));
    let mut inner = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "ends::starts_and_stays", "--include-ignored"])
        .env(REPORT, &report)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let text = wait_until(LIMIT, || std::fs::read_to_string(&report).ok()).expect("the inner test starts a cluster");
    std::fs::remove_file(&report).unwrap();
    let (folder, ids) = text.split_once('\n').unwrap();
    let (folder, ids) = (PathBuf::from(folder), ids.split(' ').collect::<Vec<_>>());
    assert!(folder.exists() && ids.len() == 2 && ids.iter().all(|id| is_alive(id)), "{text}");

    // SIGKILL.
    inner.kill().unwrap();
    inner.wait().unwrap();
    let gone = wait_until(LIMIT, || (!folder.exists() && !ids.iter().any(|id| is_alive(id))).then_some(()));
    assert!(gone.is_some(), "{} or one of {ids:?} is still there", folder.display());
}

/// Whether a process exists and is not a zombie.
fn is_alive(id: &str) -> bool {
    let output = Command::new("ps").args(["-o", "stat=", "-p", id]).output().unwrap();
    let state = String::from_utf8_lossy(&output.stdout);
    !state.trim().is_empty() && !state.trim().starts_with('Z')
}
