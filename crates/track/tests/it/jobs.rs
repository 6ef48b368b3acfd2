//! Jobs and claims: completion and binding.

use serde_json::json;
use skeg_cluster::Delete;
use skeg_resources::Propagation;

use crate::support::{World, job};

#[tokio::test]
async fn a_job_that_completes() {
    let world = World::new("complete").await;
    let target = world
        .apply(job("migrate", 0, json!({"test.skeg.dev/behave": "complete", "test.skeg.dev/after": "500ms"})))
        .await;
    world.ready(&target).await.unwrap();
    assert!(world.lines().contains(&"main: listening on port 8080".to_string()), "{:?}", world.lines());
}

#[tokio::test]
async fn a_job_that_fails() {
    let world = World::new("fail").await;
    let target = world.apply(job("migrate", 0, json!({"test.skeg.dev/behave": "fail"}))).await;
    let failure = world.ready(&target).await.unwrap_err();
    assert!(
        failure
            .message
            .starts_with("container main crashed (exit code 1); Job has reached the specified backoff limit"),
        "{failure}"
    );
    assert!(failure.pod.as_deref().is_some_and(|pod| pod.starts_with("migrate-")), "{failure:?}");
    assert_eq!(failure.exit_code, Some(1));
    assert!(failure.log_lines.contains(&"starting".to_string()), "{failure:?}");
}

#[tokio::test]
async fn a_job_may_fail_as_often_as_it_says() {
    let world = World::new("backoff").await;
    let target = world.apply(job("migrate", 1, json!({"test.skeg.dev/behave": "fail"}))).await;
    let failure = world.ready(&target).await.unwrap_err();
    assert!(failure.message.contains("backoff limit"), "{failure}");
    assert!(world.waits().iter().any(|it| it.contains("1 failure so far, 0 more allowed")), "{:?}", world.waits());
}

#[tokio::test]
async fn a_job_that_is_deleted_before_it_ends() {
    let world = World::new("gone").await;
    let target = world.apply(job("migrate", 0, json!({"test.skeg.dev/behave": "hang"}))).await;
    let (ended, ()) = tokio::join!(world.ready(&target), async {
        world.until_waits("0/1").await;
        let delete = Delete { propagation: Propagation::Background, uid: None };
        world.cluster.delete(&target.id, "v1", &delete).await.unwrap();
    });
    assert_eq!(ended.unwrap_err().message, "it was deleted before it was ready");
}

#[tokio::test]
async fn a_job_that_is_gone_after_it_completed() {
    let world = World::new("ttl").await;
    let mut quick = job("migrate", 0, json!({}));
    quick["spec"]["ttlSecondsAfterFinished"] = json!(0);
    let target = world.apply(quick).await;
    // If it is gone at the first look, only the applied object is known.
    world.ready(&target).await.unwrap();
    world.absent(&target).await.unwrap();
}

#[tokio::test]
async fn claims() {
    let world = World::new("claims").await;
    let claim = |name: &str, class: &str| {
        json!({"apiVersion": "v1", "kind": "PersistentVolumeClaim", "metadata": {"name": name},
            "spec": {"storageClassName": class, "accessModes": ["ReadWriteOnce"], "resources": {"requests": {"storage": "1Mi"}}}})
    };
    let class = format!("late-{}", world.namespace);
    world
        .apply(json!({"apiVersion": "storage.k8s.io/v1", "kind": "StorageClass", "metadata": {"name": class},
        "provisioner": "example.com/none", "volumeBindingMode": "WaitForFirstConsumer"}))
        .await;
    // A claim that waits for its first pod is not waited for.
    let late = world.apply(claim("late", &class)).await;
    world.ready(&late).await.unwrap();

    let manual = format!("manual-{}", world.namespace);
    let target = world.apply(claim("bound", &manual)).await;
    let (ended, ()) = tokio::join!(world.ready(&target), async {
        world.until_waits("a volume to be bound").await;
        world.apply(json!({"apiVersion": "v1", "kind": "PersistentVolume", "metadata": {"name": manual},
            "spec": {"storageClassName": manual, "accessModes": ["ReadWriteOnce"], "capacity": {"storage": "1Mi"}, "hostPath": {"path": "/tmp"}}})).await;
    });
    ended.unwrap();
}

#[tokio::test]
async fn a_pod_that_ends_at_once_is_heard() {
    let world = World::new("pod").await;
    let pod = json!({"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "test"},
        "spec": {"restartPolicy": "Never", "containers": [{"name": "main", "image": "image"}]}});
    let target = world.apply(pod).await;
    world.ready(&target).await.unwrap();
    assert!(world.lines().contains(&"main: listening on port 8080".to_string()), "{:?}", world.lines());
}
