//! Compatibility in both directions with real Helms on a real API server.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use skeg_release_store::{Driver, ReleaseStatus, Store, decode, encode, storage};
use skeg_test_cluster::{Helm, TestCluster, run};

use crate::sample::{connect, json_of, open, release};

/// A chart with everything that a record stores: hooks, notes, files, a schema, a subchart.
fn chart(folder: &Path) -> PathBuf {
    let chart = folder.join("chart");
    let hook = "annotations:\n    helm.sh/hook: pre-install,pre-upgrade\n    helm.sh/hook-weight: \"-5\"\n    \
                helm.sh/hook-delete-policy: before-hook-creation\n";
    for (path, text) in [
        (
            "Chart.yaml",
            "apiVersion: v2\nname: shop\nversion: 1.2.0\nappVersion: \"3.4\"\nkeywords: [a, b]\nmaintainers: [{name: <me>}]\n\
             dependencies: [{name: sub, version: 1.x.x, repository: \"\"}]\n"
                .to_string(),
        ),
        ("values.yaml", "tag: one\nratio: 0.1\nbig: 12345678901234\ntext: <&>\nnothing: null\n".to_string()),
        ("values.schema.json", "{\"type\": \"object\"}".to_string()),
        ("files/data.bin", "\u{1}\u{2}\u{2028}".to_string()),
        ("charts/sub/Chart.yaml", "apiVersion: v2\nname: sub\nversion: 1.0.0\n".to_string()),
        ("charts/sub/values.yaml", "inner: 1\n".to_string()),
        ("templates/NOTES.txt", "Tag <{{ .Values.tag }}> is up.\n".to_string()),
        (
            "templates/settings.yaml",
            "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: {{ .Release.Name }}\ndata:\n  tag: {{ .Values.tag }}\n".to_string(),
        ),
        (
            "templates/hook.yaml",
            format!("apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: {{{{ .Release.Name }}}}-pre\n  {hook}"),
        ),
    ] {
        let path = chart.join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    chart
}

fn fresh(name: &str) -> (String, PathBuf) {
    let cluster = TestCluster::shared();
    let namespace = cluster.fresh_namespace(name).unwrap();
    let chart = chart(&cluster.folder().join(&namespace));
    (namespace, chart)
}

/// Runs Helm on releases of a namespace.
fn helm(generation: Helm, driver: Driver, namespace: &str, words: &str) -> String {
    let mut command = TestCluster::shared().helm(generation).unwrap();
    command.env("HELM_DRIVER", if driver == Driver::Secret { "secret" } else { "configmap" });
    run(command.args(words.split(' ')).args(["--namespace", namespace])).unwrap()
}

/// The stored payload, as kubectl prints it.
fn stored_payload(driver: Driver, namespace: &str, key: &str) -> String {
    let (kind, template) = match driver {
        Driver::Secret => ("secret", "go-template={{.data.release | base64decode}}"),
        _ => ("configmap", "go-template={{.data.release}}"),
    };
    TestCluster::shared().kubectl_run(["--namespace", namespace, "get", kind, key, "--output", template]).unwrap()
}

/// The output of all of Helm's commands that read a release.
fn all_views(generation: Helm, driver: Driver, namespace: &str) -> Vec<String> {
    let views = [
        "list --output json",
        "history shop --output json",
        "status shop --output json",
        "get values shop --all --output json",
        "get manifest shop",
        "get hooks shop",
        "get notes shop",
        "get all shop",
    ];
    views.map(|words| helm(generation, driver, namespace, words)).to_vec()
}

async fn reads_and_writes_back(generation: Helm, driver: Driver) {
    let (namespace, chart) = fresh("read");
    let chart = chart.to_str().unwrap();
    helm(generation, driver, &namespace, &format!("install shop {chart} --labels team=a"));
    helm(
        generation,
        driver,
        &namespace,
        &format!("upgrade shop {chart} --set tag=two,list={{1,x}} --description again"),
    );
    let store = Store::new(storage(driver, &connect().await), &namespace);

    let history = store.history("shop").await.unwrap();
    let statuses: Vec<_> = history.revisions.iter().map(|each| (each.revision, each.status)).collect();
    assert_eq!(statuses, [(1, ReleaseStatus::Superseded), (2, ReleaseStatus::Deployed)]);
    assert!(history.revisions.iter().all(|each| each.labels.get("team").is_some_and(|team| team == "a")));
    assert!(history.warnings.is_empty());
    let release = store.last("shop").await.unwrap().unwrap();
    assert_eq!((&*release.name, &*release.namespace, release.revision), ("shop", &*namespace, 2));
    assert_eq!((release.chart_name(), release.chart_version(), release.app_version()), ("shop", "1.2.0", "3.4"));
    assert_eq!(Value::Object(release.config.clone()), json!({"tag": "two", "list": [1, "x"]}));
    assert_eq!(release.info.notes, "Tag <two> is up.\n");
    assert_eq!(release.info.description, "again");
    assert_eq!(release.apply_method.as_deref(), (generation == Helm::V4).then_some("ssa"));
    assert_eq!(release.hooks[0].last_run.phase, "Succeeded");
    assert!(!release.hooks[0].last_run.completed_at.is_never() && release.info.deleted.is_never());

    // Nothing is lost in a round trip: our JSON equals theirs.
    let theirs = stored_payload(driver, &namespace, "sh.helm.release.v1.shop.v2");
    let ours = encode(&decode("theirs", theirs.as_bytes()).unwrap()).unwrap();
    let [theirs, ours]: [Value; 2] = [theirs, ours].map(|payload| serde_json::from_str(&json_of(&payload)).unwrap());
    assert_eq!(theirs, ours);

    let before = all_views(generation, driver, &namespace);
    for summary in &history.revisions {
        let release = store.get("shop", summary.revision).await.unwrap().unwrap();
        open(&store).update(&release).await.unwrap();
    }
    assert_eq!(all_views(generation, driver, &namespace), before);
    let again = store.history("shop").await.unwrap();
    assert!(again.revisions.iter().all(|each| each.modified.is_some() && each.labels["team"] == "a"));
    helm(generation, driver, &namespace, "rollback shop 1");
    helm(generation, driver, &namespace, "uninstall shop");
    assert!(store.history("shop").await.unwrap().revisions.is_empty());
}

#[tokio::test]
async fn helm_3_records_come_back_whole() {
    reads_and_writes_back(Helm::V3, Driver::Secret).await;
}

#[tokio::test]
async fn helm_4_records_come_back_whole() {
    reads_and_writes_back(Helm::V4, Driver::Secret).await;
}

#[tokio::test]
async fn so_do_those_in_config_maps() {
    reads_and_writes_back(Helm::V4, Driver::ConfigMap).await;
}

#[tokio::test]
async fn helms_read_and_go_on_with_our_records() {
    let cluster = connect().await;
    for (generation, driver) in [(Helm::V3, Driver::Secret), (Helm::V4, Driver::Secret), (Helm::V3, Driver::ConfigMap)]
    {
        let (namespace, chart) = fresh("write");
        let store = Store::new(storage(driver, &cluster), &namespace);
        for (revision, status) in [(1, ReleaseStatus::Superseded), (2, ReleaseStatus::Deployed)] {
            let mut release = release("shop", revision, ReleaseStatus::PendingUpgrade);
            release.namespace = namespace.clone();
            open(&store).create(&release).await.unwrap();
            release.info.status = status;
            open(&store).update(&release).await.unwrap();
        }
        let run = |words: &str| helm(generation, driver, &namespace, words);
        let json = |words: &str| -> Value { serde_json::from_str(&run(&format!("{words} --output json"))).unwrap() };
        let listed = json("list");
        assert_eq!(listed[0]["name"], "shop");
        assert_eq!(listed[0]["revision"], "2");
        assert_eq!(listed[0]["updated"], "2026-08-20 13:58:21.5 +0000 UTC");
        assert_eq!(listed[0]["chart"], "shop-1.2.0");
        assert_eq!(listed[0]["app_version"], "3.4");
        let history = json("history shop");
        assert_eq!(history[0]["status"], "superseded");
        assert_eq!(history[1]["description"], "Install complete");
        assert_eq!(json("get values shop"), json!({"tag": "two"}));
        assert_eq!(json("get values shop --all"), json!({"tag": "two", "replicas": 2, "limits": {"cpu": 0.5}}));
        assert!(run("get manifest shop").contains("name: settings"));
        assert!(run("get hooks shop").contains("# Source: shop/templates/pre.yaml"));
        assert!(run("get notes shop").contains("Shop <is> up & running."));
        assert_eq!(json("status shop")["hooks"][0]["last_run"]["phase"], "Succeeded");
        assert_eq!(json("list --selector team=a").as_array().unwrap().len(), 1);

        run(&format!("upgrade shop {}", chart.display()));
        let history = store.history("shop").await.unwrap();
        let statuses: Vec<_> = history.revisions.iter().map(|each| each.status).collect();
        use ReleaseStatus::{Deployed, Superseded};
        assert_eq!(statuses, [Superseded, Superseded, Deployed]);
        assert_eq!(history.next_revision(), 4);
        // Helm continued from our record: it took over the labels and the apply method.
        let last = store.last("shop").await.unwrap().unwrap();
        assert_eq!(last.labels["team"], "a");
        assert_eq!(last.apply_method.as_deref(), (generation == Helm::V4).then_some("ssa"));
        run("rollback shop 2");
        run("uninstall shop");
        assert!(store.history("shop").await.unwrap().revisions.is_empty());
    }
}
