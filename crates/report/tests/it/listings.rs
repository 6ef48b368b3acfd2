use std::collections::BTreeMap;

use serde_json::json;
use skeg_report::{ChartLine, Format, HistoryRow, ReleaseRow, ReleaseView, ResourceLine, get, history, list, status};

fn releases() -> Vec<ReleaseRow> {
    let row = ReleaseRow {
        name: "shop".to_string(),
        namespace: "shop".to_string(),
        revision: 3,
        updated: "2026-11-15T10:51:18.642911986Z".to_string(),
        status: "deployed".to_string(),
        chart_name: "shop".to_string(),
        chart_version: "1.2.0".to_string(),
        app_version: "3.4".to_string(),
    };
    vec![row.clone(), ReleaseRow { name: "x".to_string(), updated: String::new(), chart_name: String::new(), ..row }]
}

#[test]
fn releases_as_helm_lists_them() {
    assert_eq!(
        list(&releases(), Format::Table),
        "\
NAME  NAMESPACE  REVISION  UPDATED                    STATUS    CHART       APP VERSION
shop  shop       3         2026-11-15 10:51:18 +0000  deployed  shop-1.2.0  3.4
x     shop       3         -                          deployed  MISSING     3.4
"
    );
    // The line of a real `helm list -o json`.
    assert_eq!(
        list(&releases()[..1], Format::Json),
        "[{\"name\":\"shop\",\"namespace\":\"shop\",\"revision\":\"3\",\"updated\":\"2026-11-15 10:51:18.642911986 +0000 UTC\",\
         \"status\":\"deployed\",\"chart\":\"shop-1.2.0\",\"app_version\":\"3.4\"}]\n"
    );
    assert_eq!(
        list(&releases()[..1], Format::Yaml),
        "\
- app_version: \"3.4\"
  chart: shop-1.2.0
  name: shop
  namespace: shop
  revision: \"3\"
  status: deployed
  updated: 2026-11-15 10:51:18.642911986 +0000 UTC
"
    );
    assert_eq!(list(&[], Format::Json), "[]\n");
    assert_eq!(list(&[], Format::Yaml), "[]\n");
}

#[test]
fn revisions_as_helm_lists_them() {
    let rows = [HistoryRow {
        revision: 1,
        updated: "2026-11-15T10:54:20.607936198Z".to_string(),
        status: "superseded".to_string(),
        chart_name: "shop".to_string(),
        chart_version: "1.2.0".to_string(),
        app_version: "3.4".to_string(),
        description: "Upgrade \"shop\" failed:\nno".to_string(),
    }];
    assert_eq!(
        history(&rows, Format::Table),
        "\
REVISION  UPDATED                    STATUS      CHART       APP VERSION  DESCRIPTION
1         2026-11-15 10:54:20 +0000  superseded  shop-1.2.0  3.4          Upgrade \"shop\" failed: no
"
    );
    assert_eq!(
        history(&rows, Format::Json),
        "[{\"revision\":1,\"updated\":\"2026-11-15T10:54:20.607936198Z\",\"status\":\"superseded\",\"chart\":\"shop-1.2.0\",\
         \"app_version\":\"3.4\",\"description\":\"Upgrade \\\"shop\\\" failed:\\nno\"}]\n"
    );
}

fn view() -> ReleaseView {
    ReleaseView {
        name: "shop".to_string(),
        namespace: "shop".to_string(),
        revision: 3,
        status: "deployed".to_string(),
        deployed_at: "2026-11-15T10:51:18Z".to_string(),
        description: "Upgrade complete".to_string(),
        labels: BTreeMap::from([("team".to_string(), "a".to_string())]),
        chart_name: "shop".to_string(),
        chart_version: "1.2.0".to_string(),
        app_version: "3.4".to_string(),
        notes: "Shop is up.\n".to_string(),
        resources: vec![json!({"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "settings"}})],
        ..ReleaseView::default()
    }
}

#[test]
fn a_revision_in_full() {
    assert_eq!(
        get(&view(), Format::Yaml),
        "\
apiVersion: v1
release:
  annotations: {}
  deployedAt:
    human: 2026-11-15 10:51:18 +0000 UTC
    unix: 1794739878
  description: Upgrade complete
  name: shop
  namespace: shop
  revision: 3
  status: deployed
  storageLabels:
    team: a
chart:
  appVersion: \"3.4\"
  name: shop
  version: 1.2.0
notes: |
  Shop is up.
hooks: []
resources:
- apiVersion: v1
  kind: ConfigMap
  metadata:
    name: settings
"
    );
    let with_values = ReleaseView { values: Some(json!({"tag": "two"})), deployed_at: String::new(), ..view() };
    let json: serde_json::Value = serde_json::from_str(&get(&with_values, Format::Json)).unwrap();
    assert_eq!(json["values"]["tag"], "two");
    assert!(json["release"]["deployedAt"].is_null());
}

#[test]
fn how_a_release_stands() {
    let line = |resource: &str, state: &str, info: &str| ResourceLine {
        resource: resource.to_string(),
        state: state.to_string(),
        info: info.to_string(),
        ..ResourceLine::default()
    };
    let lines = [line("Deployment/web", "progressing", "2/3 ready"), line("ConfigMap/settings", "ready", "")];
    assert_eq!(
        status(&view(), &lines, Format::Table),
        "\
Release shop in namespace shop: revision 3, deployed
  updated      2026-11-15 10:51:18 +0000
  chart        shop-1.2.0 (app 3.4)
  description  Upgrade complete

RESOURCE            STATE        INFO
Deployment/web      progressing  2/3 ready
ConfigMap/settings  ready

Notes:
Shop is up.
"
    );
    let json: serde_json::Value = serde_json::from_str(&status(&view(), &lines, Format::Json)).unwrap();
    assert_eq!(
        json["resources"][0],
        json!({"resource": "Deployment/web", "state": "progressing", "info": "2/3 ready"})
    );
}

#[test]
fn an_ordered_release_stands_chart_by_chart() {
    let chart = |path: &str, state: &str, ended: &str, error: &str| ChartLine {
        path: path.to_string(),
        state: state.to_string(),
        started: if ended.is_empty() { String::new() } else { "2026-11-15T10:51:18.5Z".to_string() },
        ended: ended.to_string(),
        error: error.to_string(),
    };
    let line = |resource: &str, state: &str, info: &str, chart: &str| ResourceLine {
        resource: resource.to_string(),
        state: state.to_string(),
        info: info.to_string(),
        chart: chart.to_string(),
    };
    let charts = vec![
        chart("shop", "failed", "2026-11-15T10:52:18.5Z", "StatefulSet/db: container db crashed 3 times"),
        chart("shop/charts/db", "failed", "2026-11-15T10:52:18.5Z", "StatefulSet/db: container db crashed 3 times"),
        chart("shop/charts/cache", "ready", "2026-11-15T10:51:30.5Z", ""),
        chart("shop/charts/web", "pending", "", "not begun: waits for db, which failed"),
        chart("shop/charts/web/charts/db", "pending", "", ""),
    ];
    let lines = [
        line("StatefulSet/db", "failed", "container db crashed", "shop/charts/db"),
        line("Deployment/cache", "ready", "", "shop/charts/cache"),
        line("Deployment/web", "missing", "", "shop/charts/web"),
        line("Service/outside", "ready", "", ""),
    ];
    let view = ReleaseView { charts, notes: String::new(), ..view() };
    let text = status(&view, &lines, Format::Table);
    assert_eq!(
        text[text.find("\n\n").unwrap() + 1..],
        *"
Service/outside   ready

chart shop: failed: StatefulSet/db: container db crashed 3 times

chart shop/charts/db: failed: StatefulSet/db: container db crashed 3 times
  StatefulSet/db    failed   container db crashed

chart cache: ready (12s)
  Deployment/cache  ready

chart web: not begun: waits for db, which failed
  Deployment/web    missing

chart shop/charts/web/charts/db: pending
"
    );
    let json: serde_json::Value = serde_json::from_str(&status(&view, &lines, Format::Json)).unwrap();
    assert_eq!(json["charts"][2]["ended"], "2026-11-15T10:51:30.5Z");
    assert_eq!(json["charts"][4], json!({ "path": "shop/charts/web/charts/db", "state": "pending" }));
    assert_eq!(json["resources"][0]["chart"], "shop/charts/db");
    // `get` of a revision shows only what is recorded.
    assert!(!get(&view, Format::Json).contains("charts"));
}
