use skeg_test_cluster::{PodLog, TestCluster, wait_until};
use std::io::{BufRead, BufReader};
use std::process::Stdio;
use std::time::Duration;

#[test]
fn pods_have_logs() {
    let cluster = TestCluster::shared();
    let namespace = cluster.fresh_namespace("logs").unwrap();
    let pod = |name: &str, container: &str| {
        format!(
            "apiVersion: v1\nkind: Pod\nmetadata: {{name: {name}}}\n\
             spec: {{containers: [{{name: {container}, image: web}}]}}\n---\n"
        )
    };
    cluster.apply(&namespace, &[pod("web", "main"), pod("worker", "crash")].concat()).unwrap();
    let log = |arguments: &[&str]| {
        let arguments = [&["-n", &namespace, "logs"], arguments].concat();
        wait_until(Duration::from_secs(60), || cluster.kubectl_run(&arguments).ok()).unwrap()
    };
    let ordinary = log(&["web", "--since=1s"]);
    assert!(ordinary.starts_with("starting\nlistening on port 8080\n"), "{ordinary}");
    assert!(log(&["worker"]).contains("panic: "));
    assert!(log(&["web", "--previous"]).contains("panic: "));

    let mut command = cluster.kubectl().unwrap();
    command.args(["-n", &namespace, "logs", "web", "--follow", "--tail=0"]).stdout(Stdio::piped());
    let mut follower = command.spawn().unwrap();
    let mut lines = BufReader::new(follower.stdout.take().unwrap()).lines();
    // The follower may start to read only after the first of them.
    let writer = std::thread::spawn(|| {
        wait_until(Duration::from_secs(2), || {
            TestCluster::shared().append_pod_log(PodLog::Ordinary, "one more").unwrap();
            None::<()>
        })
    });
    // Other tests write to the same log.
    assert!(lines.any(|line| line.unwrap() == "one more"));
    follower.kill().unwrap();
    follower.wait().unwrap();
    writer.join().unwrap();
}
