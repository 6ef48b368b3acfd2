//! The output of read-only commands, for people and for programs.

use serde_json::Value;

use super::manifests::deployment;
use super::site::Site;

const KEY: &str = "apiVersion: v1\nkind: Secret\nmetadata: {name: key}\nstringData: {password: hunter2}\n";

fn installed(name: &str) -> Site {
    let site = Site::new(name);
    let hook = super::manifests::config_map("hook", &["helm.sh/hook: post-install"]);
    site.chart(&[
        ("templates/key.yaml", KEY),
        ("templates/web.yaml", &deployment("web", &[], "")),
        ("templates/hook.yaml", &hook),
        ("templates/NOTES.txt", "Have fun with {{ .Release.Name }}.\n"),
        ("values.yaml", "tag: one\n"),
    ]);
    let ran = site.install(&["--set", "extra=1"]).ended(0);
    assert_eq!(ran.stdout, "Have fun with shop.\n");
    site
}

fn json(site: &Site, word: &str, more: &[&str]) -> Value {
    let words: Vec<&str> = more.iter().chain(&["-o", "json"]).copied().collect();
    let ran = site.release(word, &words).ended(0);
    assert_eq!(ran.stderr, "");
    serde_json::from_str(&ran.stdout).unwrap()
}

#[test]
fn programs_read_lists_histories_records_and_states() {
    let site = installed("json");
    site.install(&["--set", "extra=2", "--description", "second"]).ended(0);
    let list = site.skeg(["release", "list", "-n", &site.namespace, "-o", "json"]).ended(0);
    let list: Value = serde_json::from_str(&list.stdout).unwrap();
    assert_eq!(list.as_array().unwrap().len(), 1);
    let expected = [
        ("name", "shop"),
        ("namespace", &*site.namespace),
        ("revision", "2"),
        ("status", "deployed"),
        ("chart", "shop-1.0.0"),
        ("app_version", "7"),
    ];
    for (key, value) in expected {
        assert_eq!(list[0][key], value, "{key}");
    }
    let helm = site.helm(skeg_test_cluster::Helm::V4, &["list", "-o", "json"]).unwrap();
    assert_eq!(serde_json::from_str::<Value>(&helm).unwrap(), list);

    let history = json(&site, "history", &[]);
    let rows: Vec<(u64, &str, &str)> = history
        .as_array()
        .unwrap()
        .iter()
        .map(|row| {
            (row["revision"].as_u64().unwrap(), row["status"].as_str().unwrap(), row["description"].as_str().unwrap())
        })
        .collect();
    assert_eq!(rows, [(1, "superseded", "Install complete"), (2, "deployed", "second")]);

    let record = json(&site, "get", &["--print-values"]);
    assert_eq!((&record["release"]["revision"], &record["release"]["status"]), (&2.into(), &"deployed".into()));
    assert_eq!(record["values"], serde_json::json!({"tag": "one", "extra": 2}));
    assert_eq!(record["notes"].as_str().unwrap().trim_end(), "Have fun with shop.");
    let kinds = |list: &Value| -> Vec<String> {
        list.as_array().unwrap().iter().map(|object| object["kind"].as_str().unwrap().to_string()).collect()
    };
    assert_eq!(
        (kinds(&record["hooks"]), kinds(&record["resources"])),
        (vec!["ConfigMap".into()], vec!["Secret".into(), "Deployment".into()])
    );
    assert_eq!(json(&site, "get", &["1"])["release"]["status"], "superseded");

    let status = json(&site, "status", &[]);
    assert_eq!(
        status["resources"],
        serde_json::json!([
            {"resource": "Secret/key", "state": "ready"},
            {"resource": "Deployment/web", "state": "ready"},
        ])
    );
    site.kubectl(&["delete", "deployment", "web"]);
    assert_eq!(json(&site, "status", &[])["resources"][1]["state"], "missing");
}

#[test]
fn what_is_secret_is_shown_only_if_asked() {
    let site = installed("secrets");
    let (plain, coded) = ("hunter2", "aHVudGVyMg==");
    for more in [&[][..], &["-o", "json"], &["-o", "yaml"], &["--print-values"]] {
        let text = site.release("get", more).ended(0).stdout;
        assert!(!text.contains(plain) && !text.contains(coded), "{text}");
    }
    site.release("get", &["--show-secrets"]).ended(0).says(coded);
    site.release("get", &["--show-secrets", "-o", "json"]).ended(0).says(coded);
}

#[test]
fn what_is_not_there_is_said_so() {
    let site = Site::new("nothing");
    for word in ["get", "history", "status"] {
        // Other tests have releases called shop, which would be suggested.
        let ran = site.skeg(["release", word, "nobodys", "-n", &site.namespace]).ended(1).says("SKEG-NO-RELEASE");
        ran.says("release \"nobodys\" not found in namespace").says("skeg release list");
    }
    let list = site.skeg(["release", "list", "-n", &site.namespace, "-o", "json"]).ended(0);
    assert_eq!(list.stdout, "[]\n");
    let site = installed("no-revision");
    site.release("get", &["7"]).ended(1).says("SKEG-NO-REVISION").says("has no revision 7").says(
        "Recorded \
     revisions: 1",
    );
}
