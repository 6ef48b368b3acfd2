//! Real programs through the proxy: HTTPS and HTTP/2.

use super::Scene;
use skeg_test_cluster::faults::{Fault, Requests, Rule};
use skeg_test_cluster::{PodLog, TestCluster, run, wait_until};
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::time::Duration;

fn kubectl(scene: &Scene, arguments: &[&str]) -> Command {
    let mut command = TestCluster::shared().kubectl().unwrap();
    command.arg("--kubeconfig").arg(scene.proxy.kubeconfig()).args(["-n", &scene.namespace]).args(arguments);
    command
}

#[test]
fn kubectl_works_and_fails_through_it() {
    let scene = Scene::new();
    run(&mut kubectl(&scene, &["create", "configmap", "map"])).unwrap();
    assert!(scene.has("map"));
    assert!(scene.proxy.seen().iter().any(|seen| seen.method == "POST" && seen.http2), "{:?}", scene.proxy.seen());

    let table = [
        (Fault::CutBefore, false, "stream error"),
        (Fault::CutAfter, true, "stream error"),
        (Fault::status(500), false, "a fault on purpose"),
    ];
    for (at, (fault, took_effect, message)) in table.into_iter().enumerate() {
        let rule = scene.proxy.add(Rule::new(fault).only(Requests::Writes).first(1));
        let name = format!("map-{at}");
        let failure = run(&mut kubectl(&scene, &["create", "configmap", &name])).unwrap_err().to_string();
        assert!(failure.contains(message), "{failure}");
        assert_eq!((scene.has(&name), rule.fired()), (took_effect, 1));
    }
}

#[test]
fn a_killed_program_has_sent_nothing_but_what_went_before() {
    let scene = Scene::new();
    let rule = scene.proxy.add(Rule::new(Fault::Pause).only(Requests::Writes).nth(2));
    run(&mut kubectl(&scene, &["create", "configmap", "map-1"])).unwrap();
    let mut child = kubectl(&scene, &["create", "configmap", "map-2"]).spawn().unwrap();
    assert!(rule.wait_held(Duration::from_secs(60)));
    child.kill().unwrap();
    child.wait().unwrap();
    run(&mut kubectl(&scene, &["get", "configmaps"])).unwrap();
    rule.release();
    run(&mut kubectl(&scene, &["get", "configmaps"])).unwrap();
    assert!(scene.has("map-1") && !scene.has("map-2"));
}

#[test]
fn logs_come_as_they_are_written() {
    let scene = Scene::new();
    let pod = "apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec: {containers: [{name: main, image: web}]}\n";
    TestCluster::shared().apply(&scene.namespace, pod).unwrap();
    let limit = Duration::from_secs(60);
    wait_until(limit, || run(&mut kubectl(&scene, &["logs", "web"])).ok()).unwrap();
    let mut command = kubectl(&scene, &["logs", "web", "--follow", "--tail=0"]);
    let mut follower = command.stdout(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(follower.stdout.take().unwrap()).lines();
    std::thread::scope(|scope| {
        // The follower may start to read only after the first of them.
        scope.spawn(|| {
            wait_until(Duration::from_secs(2), || {
                TestCluster::shared().append_pod_log(PodLog::Ordinary, "through the proxy").unwrap();
                None::<()>
            })
        });
        // Other tests write to the same log.
        assert!(lines.any(|line| line.unwrap() == "through the proxy"));
    });
    follower.kill().unwrap();
    follower.wait().unwrap();
}
