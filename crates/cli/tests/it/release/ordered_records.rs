//! Records of ordered releases: ours, those that another tool rewrote, and those of releases without an order.

use std::io::Write;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use super::site::Site;
use super::umbrella::{tagged, umbrella};

const ORDERED: &str = "--wait=ordered";
const SHOP: &str = "annotations:
  helm.sh/depends-on/subcharts: web
dependencies:
  - {name: db, version: 1.0.0}
  - {name: web, version: 1.0.0, depends-on: [db]}
";

fn shop(site: &Site) {
    let files = [
        ("templates/own.yaml", &tagged("a-own")),
        ("charts/db/templates/db.yaml", &tagged("z-db")),
        ("charts/web/templates/web.yaml", &tagged("m-web")),
    ];
    umbrella(site, SHOP, &files.map(|(path, text)| (path, text.as_str())));
}

/// Replaces the record of a revision, encoded as Helm does.
fn rewrite(site: &Site, revision: u64, record: &Value) {
    let mut pack = Command::new("sh");
    let mut pack = pack
        .args(["-c", "gzip -c | base64 -w0 | base64 -w0"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    pack.stdin.take().unwrap().write_all(record.to_string().as_bytes()).unwrap();
    let packed = String::from_utf8(pack.wait_with_output().unwrap().stdout).unwrap();
    let file = site.folder().join("patch.json");
    std::fs::write(&file, json!({"data": {"release": packed}}).to_string()).unwrap();
    let name = format!("sh.helm.release.v1.shop.v{revision}");
    site.kubectl(&["patch", "secret", &name, "--type=merge", "--patch-file", file.to_str().unwrap()]);
}

/// The record as rewritten by a tool that knows the proposal's field but not ours.
fn without_our_note(mut record: Value) -> Value {
    let files = record["chart"]["files"].as_array_mut().unwrap();
    files.retain(|file| !file["name"].as_str().unwrap().starts_with(".skeg/"));
    record.as_object_mut().unwrap().remove("subcharts");
    record
}

#[test]
fn an_order_that_is_lost_is_worked_out_again_with_a_warning() {
    let site = Site::new("ordered-lost");
    shop(&site);
    site.install(&[ORDERED]).ended(0);
    let record = without_our_note(site.record(1));
    assert_eq!(record["sequenced"], true);
    rewrite(&site, 1, &record);
    site.install(&[ORDERED, "--set", "global.tag=two"]).ended(0);

    let why =
        "revision 1 was deployed in order by another tool: its order is worked out from the paths of its templates";
    let (ran, trace) = site.traced("rollback", &["1"]);
    ran.ended(0).says(why);
    trace.is_in_order(&["patch configmaps/z-db", "patch configmaps/m-web", "patch configmaps/a-own"]);

    let record = without_our_note(site.record(3));
    rewrite(&site, 3, &record);
    let (ran, trace) = site.traced("uninstall", &[]);
    ran.ended(0).says("revision 3 was deployed in order by another tool");
    trace.is_in_order(&["delete configmaps/a-own", "delete configmaps/m-web", "delete configmaps/z-db"]);
}

/// Recorded by Helm, which knows no orders, or by a deploy without `--wait=ordered`.
#[test]
fn a_release_without_an_order_can_be_taken_down_and_back_in_order() {
    let site = Site::new("ordered-late");
    shop(&site);
    site.install(&[]).ended(0);
    site.install(&["--set", "global.tag=two"]).ended(0);
    let (ran, trace) = site.traced("rollback", &["1", ORDERED]);
    ran.ended(0).says("warning: revision 1 was not deployed in order: its order is worked out from");
    trace.is_in_order(&["patch configmaps/z-db", "patch configmaps/m-web", "patch configmaps/a-own"]);

    // Without the flag the order is ignored.
    let ran = site.release("rollback", &["2"]).ended(0);
    assert!(!ran.stderr.contains("worked out"), "{}", ran.stderr);
    let (ran, trace) = site.traced("uninstall", &[ORDERED]);
    ran.ended(0).says("warning: revision 4 was not deployed in order");
    trace.is_in_order(&["delete configmaps/a-own", "delete configmaps/m-web", "delete configmaps/z-db"]);
}
