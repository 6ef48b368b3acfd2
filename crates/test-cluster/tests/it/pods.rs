//! The behaviour of pods, on the shared cluster.

use skeg_test_cluster::{TestCluster, wait_until};
use std::time::Duration;

const LIMIT: Duration = Duration::from_secs(60);

/// A pod with annotations given as the inside of a YAML flow mapping.
fn pod(name: &str, annotations: &str) -> String {
    format!(
        "apiVersion: v1\nkind: Pod\nmetadata: {{name: {name}, annotations: {{{annotations}}}}}\n\
         spec: {{containers: [{{name: main, image: web}}]}}\n---\n"
    )
}

/// Waits until a JSONPath of an object has the expected value.
#[track_caller]
fn expect(namespace: &str, object: &str, path: &str, is_expected: impl Fn(&str) -> bool) {
    let mut last = String::new();
    let found = wait_until(LIMIT, || {
        let output = format!("jsonpath={path}");
        last = TestCluster::shared().kubectl_run(["-n", namespace, "get", object, "--output", &output]).unwrap();
        is_expected(&last).then_some(())
    });
    assert!(found.is_some(), "{object}: {path} is {last:?}");
}

const PHASE: &str = "{.status.phase}";
const READY: &str = "{.status.conditions[?(@.type=='Ready')].status}";
const WAITING: &str = "{.status.containerStatuses[0].state.waiting.reason}";

#[test]
fn workloads_come_to_life() {
    let cluster = TestCluster::shared();
    let namespace = cluster.fresh_namespace("workloads").unwrap();
    let template = |policy: &str| {
        format!(
            "{{metadata: {{labels: {{app: a}}}}, spec: {{restartPolicy: {policy}, containers: [{{name: c, image: i}}]}}}}"
        )
    };
    let (always, never) = (template("Always"), template("Never"));
    let manifests = format!(
        "apiVersion: apps/v1\nkind: Deployment\nmetadata: {{name: web}}\n\
         spec: {{replicas: 3, selector: {{matchLabels: {{app: a}}}}, template: {always}}}\n---\n\
         apiVersion: apps/v1\nkind: StatefulSet\nmetadata: {{name: db}}\n\
         spec:\n  replicas: 2\n  selector: {{matchLabels: {{app: a}}}}\n  template: {always}\n  volumeClaimTemplates:\n  \
         - {{metadata: {{name: data}}, spec: {{accessModes: [ReadWriteOnce], resources: {{requests: {{storage: 8Gi}}}}}}}}\n---\n\
         apiVersion: batch/v1\nkind: Job\nmetadata: {{name: migrate}}\nspec: {{template: {never}}}\n"
    );
    cluster.apply(&namespace, &manifests).unwrap();
    expect(&namespace, "deployment/web", "{.status.readyReplicas}", |count| count == "3");
    expect(&namespace, "statefulset/db", "{.status.readyReplicas}", |count| count == "2");
    expect(&namespace, "pvc/data-db-0", PHASE, |phase| phase == "Bound");
    expect(&namespace, "job/migrate", "{.status.succeeded}", |count| count == "1");
    cluster.kubectl_run(["-n", &namespace, "delete", "deployment", "web", "--cascade=foreground"]).unwrap();
}

/// kwok deletes by name: a late deletion must not hit a new pod of the same name.
#[test]
fn nobody_goes_in_place_of_another() {
    let cluster = TestCluster::shared();
    let namespace = cluster.fresh_namespace("names").unwrap();
    let kubeconfig = cluster.folder().join("kubelet.kubeconfig").display().to_string();
    let delete =
        ["--kubeconfig", &kubeconfig, "-n", &namespace, "delete", "pod", "db-0", "--grace-period=0", "--force"];
    let mut refusal = None;
    // The API server takes a moment to notice a new policy.
    let found = wait_until(LIMIT, || {
        cluster.apply(&namespace, &pod("db-0", "")).unwrap();
        refusal = cluster.kubectl_run(delete).err().map(|error| error.to_string());
        refusal.is_some().then_some(())
    });
    assert!(found.is_some_and(|()| refusal.unwrap().contains("nobody asked for it")));
    expect(&namespace, "pod/db-0", PHASE, |phase| phase == "Running");
    cluster.kubectl_run(["-n", &namespace, "delete", "pod", "db-0"]).unwrap();
}

#[test]
fn pods_do_as_their_annotations_say() {
    let cluster = TestCluster::shared();
    let namespace = cluster.fresh_namespace("behave").unwrap();
    let behave = |behaviour: &str, more: &str| pod(behaviour, &format!("test.skeg.dev/behave: {behaviour}{more}"));
    let manifests = [
        pod("plain", ""),
        behave("ready-after", ", test.skeg.dev/after: 100ms"),
        behave("never-ready", ""),
        behave("crash-loop", ", test.skeg.dev/after: 100ms"),
        behave("image-pull", ""),
        behave("fail", ""),
        behave("complete", ""),
        behave("hang", ", test.skeg.dev/reason: CreateContainerConfigError"),
        pod("recovers", "test.skeg.dev/behave: crash-loop, test.skeg.dev/restarts: '2', test.skeg.dev/after: 100ms"),
    ];
    cluster.apply(&namespace, &manifests.concat()).unwrap();
    let is = |expected: &'static str| move |found: &str| found == expected;
    let table = [
        ("plain", READY, "True"),
        ("ready-after", READY, "True"),
        ("never-ready", PHASE, "Running"),
        ("crash-loop", WAITING, "CrashLoopBackOff"),
        ("crash-loop", "{.status.containerStatuses[0].lastState.terminated.exitCode}", "1"),
        ("image-pull", WAITING, "ImagePullBackOff"),
        ("fail", PHASE, "Failed"),
        ("complete", PHASE, "Succeeded"),
        ("hang", WAITING, "CreateContainerConfigError"),
        ("hang", PHASE, "Pending"),
        ("recovers", READY, "True"),
        ("recovers", "{.status.containerStatuses[0].restartCount}", "2"),
    ];
    for (name, path, expected) in table {
        expect(&namespace, &format!("pod/{name}"), path, is(expected));
    }
    expect(&namespace, "pod/crash-loop", "{.status.containerStatuses[0].restartCount}", |count| {
        count.parse().is_ok_and(|count: u32| count > 2)
    });
    expect(&namespace, "events", "{.items[*].reason}", |reasons| reasons.contains("BackOff"));
    expect(&namespace, "pod/never-ready", READY, is("False"));
    cluster.kubectl_run(["-n", &namespace, "annotate", "pod", "never-ready", "test.skeg.dev/behave-"]).unwrap();
    expect(&namespace, "pod/never-ready", READY, is("True"));
    // Waits until they are gone.
    cluster.kubectl_run(["-n", &namespace, "delete", "pods", "--all"]).unwrap();
}
