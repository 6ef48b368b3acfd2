//! Failing rollouts: which pods count, which failures count, and what is reported meanwhile.

use std::time::Duration;

use serde_json::{Value, json};
use skeg_resources::Tracking;
use skeg_track::{Options, TrackTarget, Tracker};

use crate::support::{World, deployment, is_told, job, stateful_set, template, within};

fn never_ready() -> Value {
    template("main", json!({"test.skeg.dev/behave": "never-ready"}))
}

/// Puts a running pod into a crash loop; nothing else changes it.
async fn crash(world: &World, pod: &str, restarts: u32) {
    let ended = json!({"terminated": {"exitCode": 1, "reason": "Error"}});
    let status = json!({"status": {"containerStatuses": [{"name": "main", "image": "image", "imageID": "", "ready": false,
        "restartCount": restarts, "state": {"waiting": {"reason": "CrashLoopBackOff"}}, "lastState": ended}]}});
    world.kubectl(&["patch", "pod", pod, "--subresource=status", "--type=merge", "-p", &status.to_string()]).await;
}

/// The names of the running pods with this behaviour, once there are this many.
async fn running(world: &World, behaviour: &str, count: usize) -> Vec<String> {
    let find = async || {
        let list: Value = serde_json::from_str(&world.kubectl(&["get", "pods", "-o", "json"]).await).unwrap();
        let is_meant = |pod: &&Value| {
            pod["metadata"]["annotations"]["test.skeg.dev/behave"] == behaviour && pod["status"]["phase"] == "Running"
        };
        let pods = list["items"].as_array().unwrap().iter().filter(is_meant);
        pods.map(|pod| pod["metadata"]["name"].as_str().unwrap().to_string()).collect::<Vec<_>>()
    };
    within(async {
        loop {
            let names = find().await;
            if names.len() >= count {
                return names;
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    })
    .await
}

#[tokio::test]
async fn a_crash_loop_that_is_seen_late_counts_with_all_its_crashes() {
    let world = World::new("late-crash").await;
    let ready = || template("main", json!({"test.skeg.dev/behave": "ready"}));
    for (make, name) in [(deployment as fn(&str, u32, Value) -> Value, "web"), (stateful_set, "db")] {
        let good = world.apply(make(name, 3, ready())).await;
        world.ready(&good).await.unwrap();
        world.forget();
        let mut bad = world.apply(make(name, 3, never_ready())).await;
        let new = running(&world, "never-ready", 1).await;
        crash(&world, &new[0], 4).await;
        // Six are allowed: three replicas, two each.
        bad.tracking.as_mut().unwrap().failures_allowed_per_replica = Some(2);
        let told = format!(
            "0/3 pod {} container main crashed 5 times (exit code 1); 5 failures so far, 1 more allowed",
            new[0]
        );
        is_told(&world, &bad, &told).await;
        bad.tracking = Some(Tracking::default());
        let failure = world.ready(&bad).await.unwrap_err();
        assert_eq!(failure.message, "container main crashed 5 times (exit code 1)");
        assert_eq!((failure.pod.as_deref(), failure.restarts), (Some(new[0].as_str()), 4));
        // No new pod was ever ready.
        assert!(world.waits().iter().all(|it| it.starts_with("0/3 ")), "{:?}", world.waits());
        world.kubectl(&["delete", good.id.kind.as_str(), name]).await;
    }
}

#[tokio::test]
async fn old_pods_that_crash_do_not_fail_the_new_ones() {
    let world = World::new("old-crash").await;
    let old = template("main", json!({"test.skeg.dev/behave": "ready-after", "test.skeg.dev/after": "1ms"}));
    let good = world.apply(deployment("web", 2, old)).await;
    world.ready(&good).await.unwrap();
    for pod in running(&world, "ready-after", 2).await {
        world.kubectl(&["annotate", "pod", &pod, "--overwrite", "test.skeg.dev/behave=old"]).await;
        crash(&world, &pod, 9).await;
    }
    let target = world.apply(deployment("web", 2, never_ready())).await;
    is_told(&world, &target, "container main not ready yet").await;
    // Their replacements follow the template.
    let mend = async {
        loop {
            world.kubectl(&["annotate", "pods", "--all", "--overwrite", "test.skeg.dev/behave=ready"]).await;
            tokio::time::sleep(Duration::from_millis(300)).await;
        }
    };
    let ended = tokio::select! {
        ended = world.ready(&target) => ended,
        () = mend => unreachable!("it goes on for ever"),
    };
    ended.unwrap();
    assert!(!world.waits().iter().any(|it| it.contains("crashed") || it.contains("failure")), "{:?}", world.waits());
}

#[tokio::test]
async fn crashes_of_another_day_are_not_held_against_an_unchanged_workload() {
    let world = World::new("before").await;
    let target = world.apply(deployment("web", 1, never_ready())).await;
    let pod = running(&world, "never-ready", 1).await.remove(0);
    crash(&world, &pod, 12).await;
    // This time nothing was written.
    let unchanged = TrackTarget { object: None, ..target };
    // Being down counts, and so does one more crash.
    let (ended, ()) = tokio::join!(world.ready(&unchanged), async {
        world.until_waits("crashed 13 times (exit code 1); 1 failure so far, 0 more allowed").await;
        crash(&world, &pod, 13).await;
    });
    assert_eq!(ended.unwrap_err().message, "container main crashed 14 times (exit code 1)");
    // Next time it does not: what was missing exists now.
    let (ended, ()) = tokio::join!(world.ready(&unchanged), async {
        world.until_waits("crashed 14 times (exit code 1); 1 failure so far, 0 more allowed").await;
        world.kubectl(&["annotate", "pod", &pod, "--overwrite", "test.skeg.dev/behave=ready"]).await;
    });
    ended.unwrap();
}

/// The same cluster, with a short limit.
fn impatient(world: &World, limit: Duration) -> Tracker {
    Tracker::new(world.cluster.clone(), Options { no_activity_timeout: limit, ..Options::default() })
}

#[tokio::test]
async fn a_workload_that_stands_still_fails() {
    let world = World::new("still").await;
    let target = world.apply(deployment("web", 3, never_ready())).await;
    running(&world, "never-ready", 3).await;
    is_told(&world, &target, "container main not ready yet (and 2 more)").await;
    let tracker = impatient(&world, Duration::from_secs(3));
    let failure = within(tracker.ready(&target, |notice| world.note(notice))).await.unwrap_err();
    let start = "nothing happened for 3s (werf.io/no-activity-timeout): pod web-";
    assert!(failure.message.starts_with(start), "{failure}");
    assert!(failure.message.ends_with(" container main not ready yet (and 2 more)"), "{failure}");
    assert!(failure.pod.is_some() && !failure.log_lines.is_empty(), "{failure:?}");
}

#[tokio::test]
async fn a_crash_loop_is_nothing_new() {
    let world = World::new("round").await;
    // It restarts every second, and a hundred replicas may fail a hundred times.
    let crash = json!({"test.skeg.dev/behave": "crash-loop", "test.skeg.dev/after": "1s"});
    let mut set = stateful_set("db", 100, template("main", crash));
    set["spec"]["podManagementPolicy"] = json!("OrderedReady");
    let target = world.apply(set).await;
    is_told(&world, &target, "crashed 3 times").await;
    let tracker = impatient(&world, Duration::from_secs(5));
    let failure = within(tracker.ready(&target, |notice| world.note(notice))).await.unwrap_err();
    assert!(
        failure.message.starts_with("nothing happened for 5s (werf.io/no-activity-timeout): pod db-0"),
        "{failure}"
    );
    assert_eq!(failure.reason.as_deref().map(|it| it.is_empty()), Some(false));
}

#[tokio::test]
async fn a_job_at_work_is_not_idle() {
    let world = World::new("work").await;
    let target = world.apply(job("migrate", 0, json!({"test.skeg.dev/behave": "never-ready"}))).await;
    running(&world, "never-ready", 1).await;
    let tracker = impatient(&world, Duration::from_secs(2));
    let (ended, ()) = tokio::join!(within(tracker.ready(&target, |notice| world.note(notice))), async {
        tokio::time::sleep(Duration::from_secs(5)).await;
        world.kubectl(&["annotate", "pods", "--all", "--overwrite", "test.skeg.dev/behave=complete"]).await;
    });
    ended.unwrap();
    // Unless its annotation asks for it.
    let mut target = world.apply(job("other", 0, json!({"test.skeg.dev/behave": "never-ready"}))).await;
    running(&world, "never-ready", 1).await;
    target.tracking.as_mut().unwrap().no_activity_timeout = Some(2000);
    let failure = within(tracker.ready(&target, |notice| world.note(notice))).await.unwrap_err();
    assert!(failure.message.starts_with("nothing happened for 2s (werf.io/no-activity-timeout): "), "{failure}");
}
