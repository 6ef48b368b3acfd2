//! Plans that are not executed: each with its message, and without any write.

use serde_json::{Value, json};

use super::super::site::{Ran, Site};
use super::{KEY, PASSWORD, other_cluster, write_chart};

impl Site {
    /// Executes the plan, which must be refused with these words and without any write.
    #[track_caller]
    pub(super) fn refuses(&self, more: &[&str], words: &[&str]) -> Ran {
        let mark = self.cluster.audit_mark().unwrap();
        let disguise = ["--kube-impersonate-user", &self.namespace, "--kube-impersonate-group", "system:masters"];
        let ran = self.execute(&more.iter().chain(&disguise).copied().collect::<Vec<_>>()).ended(1);
        let requests = self.cluster.requests_since(mark).unwrap();
        let is_write = |verb: &str| !matches!(verb, "get" | "list" | "watch");
        let ours = requests.iter().filter(|request| request.acts_as == self.namespace);
        let writes: Vec<_> = ours.filter(|request| is_write(&request.verb)).collect();
        assert!(writes.is_empty(), "{writes:#?}");
        words.iter().fold(ran, |ran, word| ran.says(word)).says("Nothing was changed.")
    }
}

/// Every field of the head, at any depth, with another value.
fn edits(file: &Value) -> Vec<(String, Value)> {
    let other = |value: &Value| match value {
        Value::String(text) if text.starts_with("20") => json!("2030-01-01T00:00:00Z"),
        Value::String(text) => json!(format!("{text}x")),
        Value::Bool(value) => json!(!value),
        Value::Null => json!("Background"),
        Value::Number(number) => json!(number.as_u64().unwrap() + 1),
        value => panic!("{value} is not thought of"),
    };
    let mut edits = Vec::new();
    for (key, value) in file.as_object().unwrap() {
        let inner: Vec<&String> = value.as_object().into_iter().flat_map(|map| map.keys()).collect();
        for name in &inner {
            let mut edited = file.clone();
            edited[key][name] = other(&value[name]);
            edits.push((format!("{key}.{name}"), edited));
        }
        if inner.is_empty() {
            let mut edited = file.clone();
            edited[key] = other(value);
            edits.push((key.clone(), edited));
        }
    }
    edits
}

fn assert_every_edit_is_refused(site: &Site, more: &[&str]) {
    let file = site.plan_file();
    let edits = edits(&file);
    assert!(edits.len() >= 14, "{edits:?}");
    for (field, edited) in edits {
        site.write_plan_file(edited.to_string());
        let expected = match field.as_str() {
            "apiVersion" => "the plan is of schema version \"v1x\"",
            "deployType" => "its head cannot be read",
            _ => "changed or damaged after it was written",
        };
        site.refuses(more, &[expected]);
        site.skeg(["release", "plan", "show", "plan.json"].iter().chain(more)).ended(1).says(expected);
    }
    site.write_plan_file(file.to_string());
}

#[test]
fn what_was_changed() {
    let site = Site::planned("refused-edits");
    assert_every_edit_is_refused(&site, &[]);
    // Other spacing and another order of fields are equivalent.
    site.execute(&[]).ended(0);
}

#[test]
fn what_was_changed_although_it_is_encrypted() {
    let site = Site::new("refused-sealed");
    write_chart(&site);
    site.freeze("install", &["--secret-key", KEY]).ended(0);
    assert_every_edit_is_refused(&site, &["--secret-key", KEY]);

    let wrong = KEY.replace('b', "c");
    site.refuses(
        &[],
        &["the plan is encrypted, and there is no key to read it with", "SKEG_SECRET_KEY", "SKEG-PLAN-KEY"],
    );
    site.refuses(&["--secret-key", &wrong], &["the plan cannot be decrypted"]);
    site.execute(&["--secret-key", KEY]).ended(0);
}

#[test]
fn what_is_no_plan() {
    let site = Site::planned("refused-files");
    let text = std::fs::read(site.folder().join("plan.json")).unwrap();
    for end in [text.len() / 2, text.len() - 3, 100] {
        site.write_plan_file(&text[..end]);
        site.refuses(&[], &["not a plan: EOF while parsing"]);
    }
    site.write_plan_file("");
    site.refuses(&[], &["not a plan: it is empty", "SKEG-PLAN-INVALID"]);
    for version in ["v0", "v2"] {
        let mut file: Value = serde_json::from_slice(&text).unwrap();
        file["apiVersion"] = json!(version);
        site.write_plan_file(file.to_string());
        site.refuses(
            &[],
            &[&format!("schema version {version:?}"), "this version of skeg reads \"v1\"", "SKEG-PLAN-VERSION"],
        );
    }
    let mut file: Value = serde_json::from_slice(&text).unwrap();
    file["dataRaw"] = json!("");
    site.write_plan_file(file.to_string());
    site.refuses(&[], &["the plan is incomplete: dataRaw is missing or empty"]);
}

#[test]
fn what_is_too_old() {
    let site = Site::planned("refused-old");
    site.refuses(&["--plan-lifetime", "0s"], &["the plan expired: it was made at 20", "--plan-lifetime"]);
    site.execute(&["--plan-lifetime", "10m"]).ended(0);
}

#[test]
fn what_is_for_another_cluster() {
    let site = Site::planned("refused-cluster");
    let other = other_cluster();
    let mark = other.audit_mark().unwrap();
    let kubeconfig = other.kubeconfig().to_string_lossy().into_owned();
    let ran = site.execute(&["--kube-config", &kubeconfig]).ended(1);
    ran.says("SKEG-PLAN-OTHER-CLUSTER").says("the plan was made for another cluster").says("Nothing was changed.");
    let requests = other.requests_since(mark).unwrap();
    let skegs = requests.iter().filter(|request| request.user_agent.starts_with("skeg"));
    let verbs: Vec<&str> = skegs.map(|request| request.verb.as_str()).collect();
    assert!(!verbs.is_empty() && verbs.iter().all(|verb| *verb == "get"), "{verbs:?}");
}

#[test]
fn what_another_deploy_overtook() {
    let site = Site::planned("refused-late");
    site.install(&["--set", "tag=other"]).ended(0);
    site.refuses(&[], &["the plan creates revision 2, and the last one is now 2", "SKEG-PLAN-OUTDATED"]);
    site.freeze("uninstall", &[]).ended(0);
    site.install(&["--set", "tag=third"]).ended(0);
    site.refuses(&[], &["the plan uninstalls revision 2, and the last one is now 3"]);
}

#[test]
fn what_was_executed() {
    let site = Site::planned("refused-again");
    site.execute(&[]).ended(0);
    site.refuses(&[], &["the plan has been executed already, as revision 2", "SKEG-PLAN-EXECUTED"]);
    assert_eq!(site.history(), "1 superseded, 2 deployed");
}

#[test]
fn what_was_changed_by_hand() {
    let site = Site::planned("refused-drift");
    let merge = |what: &[&str], patch: Value| {
        let patch = patch.to_string();
        site.kubectl(&[&["patch"], what, &["--type=merge", "-p", &patch]].concat());
    };
    merge(&["configmap", "settings"], json!({"data": {"value": "by hand", "more": "x"}}));
    let text = [
        "SKEG-PLAN-DRIFT]: the cluster is no longer what was reviewed",
        "ConfigMap/settings: changed",
        "data.value: one → by hand",
    ];
    site.refuses(&[], &text);
    site.refuses(&[], &["data.more: (nothing) → x", "--allow-drift"]);

    site.kubectl(&["delete", "configmap", "extra"]);
    site.kubectl(&["delete", "configmap", "settings"]);
    site.refuses(&[], &["ConfigMap/settings: existed, but is gone"]);
    site.kubectl(&["create", "configmap", "settings"]);
    site.refuses(&[], &["ConfigMap/settings: was deleted and created again"]);
    site.execute(&["--allow-drift"]).ended(0);
    assert_eq!(site.object("configmap", "settings").unwrap()["data"]["value"], "two");
    assert_eq!(site.history(), "1 superseded, 2 deployed");
}

#[test]
fn what_is_secret_is_not_told() {
    let site = Site::new("refused-secret");
    write_chart(&site);
    site.install(&[]).ended(0);
    site.freeze("install", &["--set", "password=another-secret"]).ended(0);
    site.kubectl(&["patch", "secret", "key", "--type=merge", "-p", r#"{"stringData":{"password":"by-hand-secret"}}"#]);
    let ran = site.refuses(&[], &["Secret/key: changed", "data.password"]);
    let base64 = ["Y29ycmVjdC1ob3JzZS1iYXR0ZXJ5", "YnktaGFuZC1zZWNyZXQ=", "YW5vdGhlci1zZWNyZXQ="];
    for value in [PASSWORD, "by-hand-secret", "another-secret"].iter().chain(&base64) {
        assert!(!ran.stderr.contains(value), "{value} is in {}", ran.stderr);
    }
}

#[test]
fn what_appeared_meanwhile() {
    let site = Site::new("refused-there");
    write_chart(&site);
    site.freeze("install", &[]).ended(0);
    site.kubectl(&["create", "configmap", "settings"]);
    site.refuses(&[], &["ConfigMap/settings: was to be created, but already exists"]);
    site.execute(&["--allow-drift"]).ended(0);
}

/// The plan does not set the number of replicas, so scaling does not make it outdated.
#[test]
fn scaling_is_no_drift() {
    let site = Site::planned("refused-scale");
    site.kubectl(&["scale", "deployment", "web", "--replicas=3"]);
    site.kubectl(&["annotate", "pod", "--all", "seen=yes"]);
    site.execute(&[]).ended(0);
    assert_eq!(site.object("deployment", "web").unwrap()["spec"]["replicas"], 3);
}
