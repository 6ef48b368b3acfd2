//! Readiness conditions from annotations.

use std::time::Duration;

use serde_json::{Value, json};
use skeg_resources::{Condition, ReadinessConditions};
use skeg_track::{Cause, Options, TrackTarget};

use crate::custom::{definition, thing};
use crate::support::{World, config_map, deployment, job, template};

fn stating(mut target: TrackTarget, success: &[&str], failure: &[&str]) -> TrackTarget {
    let read = |texts: &[&str]| texts.iter().map(|text| Condition::parse(text).unwrap()).collect();
    let conditions = ReadinessConditions { success: read(success), failure: read(failure) };
    target.tracking.as_mut().unwrap().readiness = Some(conditions);
    target
}

#[tokio::test]
async fn a_custom_resource_goes_by_its_conditions() {
    let world = World::new("stated").await;
    let group = format!("{}.example.com", world.namespace);
    let target = world.apply(definition(&group)).await;
    world.ready(&target).await.unwrap();
    let write_status = async |status: Value| {
        let (patch, kind) = (json!({"status": status}).to_string(), format!("things.{group}"));
        world.kubectl(&["patch", &kind, "it", "--subresource=status", "--type=merge", "-p", &patch]).await;
    };
    let success = [r#"{.conditions[?(@.type=="Synced")].status} == "True""#];
    let failure = ["{.failed} >= 2"];
    let target = stating(world.apply(thing(&group, 1)).await, &success, &failure);
    let (ended, ()) = tokio::join!(world.ready(&target), async {
        world.until_waits("there is no status yet, wants {.conditions[").await;
        // By the usual rules it would be ready.
        write_status(
            json!({"observedGeneration": 1, "failed": "few", "conditions": [{"type": "Ready", "status": "True"}]}),
        )
        .await;
        world.until_waits(".status.conditions[?(@.type==\"Synced\")].status is missing, wants ").await;
        write_status(json!({"failed": "some"})).await;
        write_status(json!({"failed": 1, "conditions": [{"type": "Synced", "status": "True"}]})).await;
    });
    ended.unwrap();
    let complaint = "{.failed} >= 2 is not met: .status.failed is \"few\", which is not a number";
    assert_eq!(world.messages(), [complaint], "once");

    // Being ready before the change does not count after it, and failure takes precedence over success.
    let target = stating(world.apply(thing(&group, 2)).await, &success, &failure);
    let (ended, ()) = tokio::join!(world.ready(&target), async {
        world.until_waits("its controller to see the change").await;
        write_status(json!({"observedGeneration": 2, "failed": 2})).await;
    });
    let failure = ended.unwrap_err();
    let message = ".status.failed is 2, which means failure: {.failed} >= 2";
    assert_eq!((failure.cause, failure.message.as_str()), (Cause::Failed, message));
    world.kubectl(&["delete", "crd", &format!("things.{group}")]).await;
}

#[tokio::test]
async fn what_has_no_rule_is_waited_for_too() {
    let options = Options { no_activity_timeout: Duration::from_millis(500), ..Options::default() };
    let world = World::with("plain", options).await;
    let target = stating(world.apply(config_map("it")).await, &["{.phase} == Done"], &["{.phase} == Bad"]);
    let failure = world.ready(&target).await.unwrap_err();
    let message =
        "nothing happened for 500ms (werf.io/no-activity-timeout): there is no status yet, wants {.phase} == Done";
    assert_eq!(failure.message, message);
    let options = Options { readiness_timeout: Duration::from_millis(400), ..Options::default() };
    let world = World::with("plain", options).await;
    let target = stating(world.apply(config_map("it")).await, &["{.phase} == Done"], &[]);
    let failure = world.ready(&target).await.unwrap_err();
    let message = "not ready after 400ms (--resource-readiness-timeout): waits for there is no status yet, wants {.phase} == Done";
    assert_eq!((failure.cause, failure.message.as_str()), (Cause::TimedOut, message));
}

#[tokio::test]
async fn workloads_go_by_their_conditions() {
    let world = World::new("workload").await;
    let target = world.apply(job("done", 0, json!({}))).await;
    world.ready(&stating(target, &["{.succeeded} == 1"], &["{.failed} >= 1"])).await.unwrap();
    let target = world.apply(job("broken", 3, json!({"test.skeg.dev/behave": "fail"}))).await;
    // Fails before the Job itself gives up.
    let failure = world.ready(&stating(target, &["{.succeeded} == 1"], &["{.failed} >= 1"])).await.unwrap_err();
    assert!(failure.message.ends_with(".status.failed is 1, which means failure: {.failed} >= 1"), "{failure}");

    // Crashing pods are no failure if conditions define failure.
    let crashing = template("main", json!({"test.skeg.dev/behave": "crash-loop"}));
    let target = world.apply(deployment("web", 1, crashing.clone())).await;
    let target = stating(target, &["{.availableReplicas} >= 1"], &["{.observedGeneration} > 1"]);
    let (ended, ()) = tokio::join!(world.ready(&target), async {
        world.until_waits(".status.availableReplicas is missing, wants {.availableReplicas} >= 1; pod web-").await;
        world.until_waits("2 failures so far, 0 more allowed").await;
        world.apply(deployment("web", 2, crashing)).await;
    });
    let failure = ended.unwrap_err();
    assert!(failure.message.contains(".status.observedGeneration is 2, which means failure"), "{failure}");
}
