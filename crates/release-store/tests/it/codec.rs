use skeg_release_store::{Release, ReleaseStatus, Time, decode, encode};

use crate::sample::{Dice, json_of, packed, plain, release, time};

fn read(payload: &[u8]) -> Release {
    decode("key", payload).unwrap()
}

#[test]
fn comes_back_but_for_labels() {
    let mut release = release("shop", 3, ReleaseStatus::Deployed);
    let payload = encode(&release).unwrap();
    release.labels.clear();
    assert_eq!(read(payload.as_bytes()), release);
}

#[test]
fn fields_stand_in_helms_order_and_spelling() {
    let mut release = release("shop", 3, ReleaseStatus::PendingUpgrade);
    release.chart = serde_json::json!({"metadata": {"name": "shop"}});
    let expected = concat!(
        r#"{"name":"shop","info":{"first_deployed":"2026-08-20T15:58:20.123456789+02:00","#,
        r#""last_deployed":"2026-08-20T13:58:21.5Z","description":"Install complete","status":"pending-upgrade","#,
        r#""notes":"Shop \u003cis\u003e up \u0026 running.","annotations":{"team":"a"}},"#,
        r#""chart":{"metadata":{"name":"shop"}},"config":{"tag":"two"},"#,
        r#""manifest":"---\n# Source: shop/templates/settings.yaml\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: settings\n","#,
        r#""hooks":[{"name":"pre","kind":"ConfigMap","path":"shop/templates/pre.yaml","#,
        r#""manifest":"---\n# Source: shop/templates/pre.yaml\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: pre\n","#,
        r#""events":["pre-install","pre-upgrade"],"#,
        r#""last_run":{"started_at":"2026-08-20T13:58:20Z","completed_at":"2026-08-20T13:58:21Z","phase":"Succeeded"},"#,
        r#""weight":-5,"delete_policies":["before-hook-creation"],"output_log_policies":["hook-failed"]}],"#,
        r#""version":3,"namespace":"shop","apply_method":"ssa"}"#,
    );
    assert_eq!(json_of(&encode(&release).unwrap()), expected);
}

#[test]
fn both_helms_ways_to_say_never() {
    let helm3 = r#"{"name":"a","info":{"first_deployed":"2026-08-20T15:58:20+02:00","last_deployed":"","deleted":"","status":"deployed"},"hooks":[{"last_run":{"started_at":"","completed_at":"","phase":""}}],"version":1}"#;
    let helm4 = r#"{"name":"a","info":{"first_deployed":"2026-08-20T15:58:20+02:00","status":"deployed"},"hooks":[{"last_run":{"phase":""}}],"version":1}"#;
    for json in [helm3, helm4] {
        let release = read(&plain(json));
        assert!(release.info.deleted.is_never() && release.info.last_deployed.is_never());
        assert!(release.hooks[0].last_run.started_at.is_never());
        assert_eq!(release.info.first_deployed.timestamp().unwrap().to_string(), "2026-08-20T13:58:20Z");
        // Either form of "never" is written back unchanged.
        assert_eq!(json_of(&encode(&release).unwrap()), json);
    }
    assert!(time("0001-01-01T00:00:00Z").is_never());
    assert!(Time::NEVER.is_never() && !Time::now().is_never());
}

#[test]
fn unknown_fields_survive_at_every_level() {
    let json = concat!(
        r#"{"name":"a","info":{"status":"failed","resources":{"v1/Pod":[{}]},"rollback_revision":2},"#,
        r#""chart":{"metadata":{"name":"c","x":1},"schemamodtime":"0001-01-01T00:00:00Z"},"#,
        r#""hooks":[{"name":"h","last_run":{"phase":"Failed","x":null},"y":[1]}],"version":1,"apply_method":"csa","z":{"a":1.5}}"#
    );
    let release = read(&plain(json));
    assert_eq!(release.info.status, ReleaseStatus::Failed);
    assert_eq!(release.apply_method.as_deref(), Some("csa"));
    assert_eq!(json_of(&encode(&release).unwrap()), json);
}

#[test]
fn what_is_missing_or_null_is_empty() {
    let nulls = r#"{"name":null,"info":null,"chart":null,"config":null,"manifest":null,"hooks":null,"version":null,"namespace":null,"apply_method":null}"#;
    for json in ["{}", "null", nulls] {
        assert_eq!(read(&plain(json)), Release::default(), "{json}");
    }
}

#[test]
fn compressed_or_not_and_in_lines() {
    let json = r#"{"name":"a","version":7}"#;
    let mut lines = packed(json.as_bytes());
    lines.insert(10, b'\n');
    lines.push(b'\r');
    for payload in [plain(json), packed(json.as_bytes()), lines] {
        let release = read(&payload);
        assert_eq!((release.name.as_str(), release.revision), ("a", 7));
    }
}

#[test]
fn any_release_comes_back() {
    let mut dice = Dice(0x5eed);
    for _ in 0..300 {
        let mut release = release("a", dice.roll(1000), ReleaseStatus::Superseded);
        release.labels.clear();
        release.manifest = dice.text();
        release.info.notes = dice.text();
        release.chart = dice.value(5);
        release.config = dice.map(5);
        release.hooks[0].manifest = dice.text();
        release.hooks[0].weight = dice.0 as i64;
        release.rest.insert("unknown".to_string(), dice.value(3));
        let payload = encode(&release).unwrap();
        assert_eq!(read(payload.as_bytes()), release);
        // Encoding it again does not change it.
        assert_eq!(encode(&read(payload.as_bytes())).unwrap(), payload);
    }
}
