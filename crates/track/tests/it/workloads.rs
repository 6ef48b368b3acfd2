//! Kinds that run pods.

use std::time::Duration;

use serde_json::json;
use skeg_track::{Cause, Options, Tracker};

use crate::support::{World, deployment, is_told, template, within};

#[tokio::test]
async fn a_deployment_that_is_ready_late() {
    let world = World::new("late").await;
    let late = json!({"test.skeg.dev/behave": "ready-after", "test.skeg.dev/after": "1s"});
    let target = world.apply(deployment("web", 2, template("main", late))).await;
    world.ready(&target).await.unwrap();
    let waits = world.waits();
    assert_eq!(waits[0], "0/2 its controller to see the change", "{waits:?}");
    assert!(waits.iter().any(|it| it.contains("container main not ready yet (and 1 more)")), "{waits:?}");
    assert!(world.lines().contains(&"main: starting".to_string()), "{:?}", world.lines());
    // If the applied object is already ready, no request is made.
    let again = world
        .apply(deployment(
            "web",
            2,
            template("main", json!({"test.skeg.dev/behave": "ready-after", "test.skeg.dev/after": "1s"})),
        ))
        .await;
    let mark = world.server.audit_mark().unwrap();
    world.ready(&again).await.unwrap();
    let requests = world.server.requests_since(mark).unwrap();
    assert!(!requests.iter().any(|it| it.namespace == world.namespace && it.verb != "watch"), "{requests:?}");
}

#[tokio::test]
async fn a_crash_loop_is_found_with_its_cause() {
    let world = World::new("crash").await;
    let crash = json!({"test.skeg.dev/behave": "crash-loop"});
    let target = world.apply(deployment("web", 1, template("crash", crash))).await;
    let failure = world.ready(&target).await.unwrap_err();
    assert_eq!(failure.cause, Cause::Failed);
    assert!(failure.message.starts_with("container crash crashed "), "{failure}");
    assert!(failure.message.ends_with("times (exit code 1)"), "{failure}");
    assert!(failure.pod.as_deref().is_some_and(|pod| pod.starts_with("web-")), "{failure:?}");
    assert_eq!(failure.container.as_deref(), Some("crash"));
    assert_eq!((failure.reason.as_deref(), failure.exit_code), (Some("CrashLoopBackOff"), Some(1)));
    assert!(failure.restarts >= 1);
    assert!(failure.log_lines.iter().any(|line| line.contains("panic: the database is not there")), "{failure:?}");
    assert!(failure.events.iter().any(|line| line.contains("BackOff  Back-off restarting")), "{failure:?}");
}

#[tokio::test]
async fn crashes_that_are_allowed_are_waited_out() {
    let world = World::new("recover").await;
    let crash =
        json!({"test.skeg.dev/behave": "crash-loop", "test.skeg.dev/restarts": "2", "test.skeg.dev/after": "200ms"});
    let mut target = world.apply(deployment("web", 1, template("crash", crash))).await;
    target.tracking.as_mut().unwrap().failures_allowed_per_replica = Some(10);
    world.ready(&target).await.unwrap();
    assert!(world.waits().iter().any(|it| it.contains("crashed")), "{:?}", world.waits());
}

#[tokio::test]
async fn an_image_that_cannot_be_pulled() {
    let world = World::new("pull").await;
    let pull = json!({"test.skeg.dev/behave": "image-pull"});
    let mut target = world.apply(deployment("web", 1, template("main", pull))).await;
    target.tracking.as_mut().unwrap().failures_allowed_per_replica = Some(0);
    let failure = world.ready(&target).await.unwrap_err();
    assert!(failure.message.starts_with("image image of container main cannot be pulled (ErrImagePull)"), "{failure}");
    assert_eq!(failure.log_lines, Vec::<String>::new());
}

#[tokio::test]
async fn only_pods_of_the_newest_template_count() {
    let world = World::new("revisions").await;
    let behave = |how: &str| deployment("web", 1, template("main", json!({"test.skeg.dev/behave": how})));
    let broken = world.apply(behave("crash-loop")).await;
    world.ready(&broken).await.unwrap_err();
    let mended = world.apply(behave("ready")).await;
    world.ready(&mended).await.unwrap();
    // The old pods stay ready while the new ones fail.
    let broken = world.apply(behave("crash-loop")).await;
    let failure = world.ready(&broken).await.unwrap_err();
    assert!(failure.message.contains("crashed"), "{failure}");
}

#[tokio::test]
async fn too_late_says_what_was_missing() {
    let world = World::new("timeout").await;
    let never = json!({"test.skeg.dev/behave": "never-ready"});
    let target = world.apply(deployment("web", 1, template("main", never))).await;
    is_told(&world, &target, "container main not ready yet").await;
    // It will never get further, so the timeout applies.
    let options = Options { readiness_timeout: Duration::from_secs(3), ..Options::default() };
    let tracker = Tracker::new(world.cluster.clone(), options);
    let failure = within(tracker.ready(&target, |notice| world.note(notice))).await.unwrap_err();
    assert_eq!(failure.cause, Cause::TimedOut);
    let start = "not ready after 3s (--resource-readiness-timeout): 0 of 1 ready, waits for pod web-";
    assert!(failure.message.starts_with(start), "{failure}");
    assert!(failure.message.ends_with("container main not ready yet"), "{failure}");
    assert!(failure.log_lines.contains(&"listening on port 8080".to_string()), "{failure:?}");
}

#[tokio::test]
async fn pods_without_a_node_are_waited_for() {
    let world = World::new("unschedulable").await;
    let mut huge = template("main", json!({}));
    huge["spec"]["containers"][0]["resources"] = json!({"requests": {"cpu": "100000"}});
    let target = world.apply(deployment("web", 1, huge)).await;
    is_told(&world, &target, " unschedulable: 0/1 nodes are available").await;
}

#[tokio::test]
async fn a_quota_is_named() {
    let world = World::new("quota").await;
    world.apply(json!({"apiVersion": "v1", "kind": "ResourceQuota", "metadata": {"name": "none"}, "spec": {"hard": {"pods": "0"}}})).await;
    let target = world.apply(deployment("web", 1, template("main", json!({})))).await;
    is_told(&world, &target, "pods cannot be created").await;
    assert!(world.waits().last().is_some_and(|it| it.contains("exceeded quota")), "{:?}", world.waits());
}

#[tokio::test]
async fn sets_of_all_kinds() {
    let world = World::new("sets").await;
    let with = |kind: &str, spec: serde_json::Value| {
        let mut spec = spec;
        spec["selector"] = json!({"matchLabels": {"app": "it", "kind": kind}});
        spec["template"] =
            template("main", json!({"test.skeg.dev/behave": "ready-after", "test.skeg.dev/after": "300ms"}));
        spec["template"]["metadata"]["labels"]["kind"] = json!(kind);
        json!({"apiVersion": "apps/v1", "kind": kind, "metadata": {"name": kind.to_lowercase()}, "spec": spec})
    };
    let stateful = world.apply(with("StatefulSet", json!({"replicas": 2, "serviceName": "none"}))).await;
    let daemon = world.apply(with("DaemonSet", json!({}))).await;
    let replica = world.apply(with("ReplicaSet", json!({"replicas": 2}))).await;
    let (a, b, c) = tokio::join!(world.ready(&stateful), world.ready(&daemon), world.ready(&replica));
    for ended in [a, b, c] {
        ended.unwrap();
    }
    let waits = world.waits();
    for part in ["pod statefulset-1", "pod daemonset-", "pod replicaset-"] {
        assert!(waits.iter().any(|it| it.contains(part)), "{part}: {waits:?}");
    }
}

#[tokio::test]
async fn events_are_told_to_those_who_ask() {
    let world = World::new("messages").await;
    let crash =
        json!({"test.skeg.dev/behave": "crash-loop", "test.skeg.dev/restarts": "3", "test.skeg.dev/after": "100ms"});
    let mut target = world.apply(deployment("web", 1, template("main", crash))).await;
    let tracking = target.tracking.as_mut().unwrap();
    tracking.show_service_messages = true;
    tracking.failures_allowed_per_replica = Some(10);
    world.ready(&target).await.unwrap();
    assert!(
        world.messages().iter().any(|it| it.contains("Scheduled") || it.contains("BackOff")),
        "{:?}",
        world.messages()
    );
}

#[tokio::test]
async fn a_deployment_that_is_deleted_meanwhile() {
    let world = World::new("deleted").await;
    let target =
        world.apply(deployment("web", 1, template("main", json!({"test.skeg.dev/behave": "never-ready"})))).await;
    let (ended, ()) = tokio::join!(world.ready(&target), async {
        world.until_waits("not ready yet").await;
        world.kubectl(&["delete", "deployment", "web", "--wait=false"]).await;
    });
    assert_eq!(ended.unwrap_err().message, "it was deleted before it was ready");
}

#[tokio::test]
async fn a_deadline_that_passes_names_the_pod() {
    let world = World::new("deadline").await;
    let slow = deployment("web", 1, template("main", json!({"test.skeg.dev/behave": "never-ready"})));
    let target = world.apply(slow).await;
    // The timeout passes once the pod has got as far as it ever will.
    let passes = async {
        world.until_waits("container main not ready yet").await;
        world.kubectl(&["patch", "deployment", "web", "-p", r#"{"spec":{"progressDeadlineSeconds":1}}"#]).await;
    };
    let failure = tokio::join!(world.ready(&target), passes).0.unwrap_err();
    assert!(failure.message.starts_with("container main is not ready; no progress within its deadline: "), "{failure}");
    assert!(failure.log_lines.contains(&"starting".to_string()), "{failure:?}");
}
