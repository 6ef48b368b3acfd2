//! Secrets in plans: named but never shown, in any format.

use serde_json::{Value, json};
use skeg_plan::{Refusal, Trial};
use skeg_report::{PlanDetail, PlanFormat, PlanStyle};

use super::{Scene, immutable};

const FORMATS: [PlanFormat; 5] =
    [PlanFormat::Text, PlanFormat::Json, PlanFormat::Yaml, PlanFormat::Markdown, PlanFormat::Html];

const BEFORE: &str = "\
apiVersion: v1
kind: Secret
metadata: {name: key}
stringData: {password: canary-old, user: canary-user}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: copy}
data: {url: \"https://u:canary-old@host\", plain: one, both: \"canary-user:canary-old\", kept: canary-user}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: partly, annotations: {werf.io/sensitive-paths: $.data.token}}
data: {token: canary-token-1, shown: one}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: hidden, annotations: {werf.io/sensitive: \"true\"}}
data: {all: canary-all-1}
---
apiVersion: v1
kind: Secret
metadata: {name: gone}
stringData: {old: canary-gone}
---
apiVersion: v1
kind: Service
metadata: {name: web}
spec: {ports: [{port: 80}]}
";

const WANTED: &str = "\
apiVersion: v1
kind: Secret
metadata: {name: key}
stringData: {password: canary-new, user: canary-user}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: copy}
data: {url: \"https://u:canary-new@host\", plain: two, both: \"canary-user:canary-new\", kept: canary-user}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: partly, annotations: {werf.io/sensitive-paths: $.data.token}}
data: {token: canary-token-2, shown: two}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: hidden}
data: {all: canary-all-2}
---
apiVersion: v1
kind: Secret
metadata: {name: fresh}
stringData: {new: canary-fresh}
---
apiVersion: v1
kind: Service
metadata: {name: web}
spec: {ports: [{port: 81}]}
";

fn scene() -> Scene {
    let message = "admission webhook \"check\" denied the request: password canary-new (Y2FuYXJ5LW5ldw==) is weak";
    let refusal = Refusal { code: 400, reason: "BadRequest".to_string(), message: message.to_string(), causes: vec![] };
    let trials = vec![("Service/web", Trial::Refused(refusal))];
    Scene { wanted: WANTED, before: BEFORE, trials, ..Scene::default() }
}

#[test]
fn no_form_shows_a_secret() {
    for format in FORMATS {
        for insignificant in [false, true] {
            let detail = PlanDetail { insignificant, ..PlanDetail::default() };
            let style = PlanStyle { order: true, context_lines: Some(3), all: true };
            // The page's policy contains the hash of its script.
            let shown = scene().shown(detail, format, style).replace("script-src 'sha256-", "");
            // Plain, in base64, and partly shown: no length, no hash.
            for canary in ["canary", "Y2FuYXJ5", "sha256"] {
                assert!(!shown.contains(canary), "{format:?} {canary}:\n{shown}");
            }
            assert!(shown.contains("password") && shown.contains("is weak"), "{format:?}:\n{shown}");
        }
    }
}

#[test]
fn what_changes_is_named() {
    let text = scene().text();
    for part in [
        "~ Secret/key                                    shop/templates/all.yaml\n    sensitive: values are hidden\n    data.password\n-     <hidden>\n+     <hidden, changed>\n\n",
        "    data.plain\n-     one\n+     two\n    data.url\n-     https://u:<hidden>@host\n+     https://u:<hidden, changed>@host\n",
        "    data.shown\n-     one\n+     two\n    data.token\n-     <hidden>\n+     <hidden, changed>\n",
        // A value that was sensitive in the cluster stays hidden even if the chart no longer marks it.
        "~ ConfigMap/hidden                              shop/templates/all.yaml\n    sensitive: values are hidden\n    data\n-     <hidden>\n+     <hidden, changed>\n",
        "+   data:\n+     new: <hidden>\n",
        "password <hidden> (<hidden>) is weak",
    ] {
        assert!(text.contains(part), "{part}\nis not in\n{text}");
    }
}

#[test]
fn what_stays_is_told_from_what_changes_beside_it() {
    for format in FORMATS {
        let style = PlanStyle { context_lines: Some(3), ..PlanStyle::default() };
        let shown = scene().shown(PlanDetail::default(), format, style).replace("&lt;", "<").replace("&gt;", ">");
        for line in
            ["password: <hidden, changed>", "both: <hidden>:<hidden, changed>", "url: https://u:<hidden, changed>@"]
        {
            assert!(shown.contains(line), "{format:?} {line}:\n{shown}");
        }
        for unchanged in ["user: <hidden", "kept: <hidden"] {
            assert!(shown.contains(&format!("{unchanged}>")), "{format:?} {unchanged}>:\n{shown}");
            assert!(!shown.contains(&format!("{unchanged},")), "{format:?} {unchanged},:\n{shown}");
        }
    }
    // As data too, where both sides are shown in full.
    let style = PlanStyle::default();
    let json: Value = serde_json::from_str(&scene().shown(PlanDetail::default(), PlanFormat::Json, style)).unwrap();
    let changes = json["changes"].as_array().unwrap();
    let secret = changes.iter().find(|change| change["resource"]["name"] == "key").unwrap();
    assert_eq!(secret["before"]["data"], json!({ "password": "<hidden>", "user": "<hidden>" }));
    assert_eq!(secret["after"]["data"], json!({ "password": "<hidden, changed>", "user": "<hidden>" }));
    let paths: Vec<&Value> = secret["fields"].as_array().unwrap().iter().map(|field| &field["path"]).collect();
    assert_eq!(paths, ["data.password"]);
}

#[test]
fn secrets_are_shown_on_demand() {
    let all = PlanDetail { sensitive: true, ..PlanDetail::default() };
    let text = scene().shown(all, PlanFormat::Text, PlanStyle::default());
    for part in ["-     Y2FuYXJ5LW9sZA==\n+     Y2FuYXJ5LW5ldw==\n", "-     canary-token-1\n", "password canary-new"] {
        assert!(text.contains(part), "{part}\nis not in\n{text}");
    }
}

#[test]
fn an_immutable_secret_says_no_value() {
    let wanted = "{apiVersion: v1, kind: Secret, metadata: {name: key, annotations: {werf.io/delete-policy: before-creation-if-immutable}}, immutable: true, stringData: {password: canary-new}}";
    let before =
        "{apiVersion: v1, kind: Secret, metadata: {name: key}, immutable: true, stringData: {password: canary-old}}";
    let refusal = immutable("data", "Forbidden: field is immutable when `immutable` is set: canary-new");
    let live = vec![("Secret/key", json!({}))];
    let text = Scene { wanted, before, live, trials: vec![("Secret/key", refusal)], ..Scene::default() }.text();
    assert!(text.contains("± Secret/key") && text.contains("recreate: data cannot be changed in place"), "{text}");
    assert!(!text.contains("canary"), "{text}");
}
