use serde_json::{Value, json};
use skeg_release_store::{ChartFile, ChartRecord, Error, Release, ReleaseStatus, decode, encode};

use crate::sample::{Dice, packed, plain, release};

fn problem(payload: &[u8]) -> String {
    decode("sh.helm.release.v1.a.v1", payload).unwrap_err().to_string()
}

#[test]
fn a_bomb_is_put_down() {
    let zeros = vec![0; 128 * 1024 * 1024];
    assert_eq!(
        problem(&packed(&zeros)),
        "reading release record sh.helm.release.v1.a.v1: unpacks to more than 64.00 MiB"
    );
    let many = format!(r#"{{"config":{{"a":[{}0]}}}}"#, "0,".repeat(9_000_000));
    assert_eq!(
        problem(&packed(many.as_bytes())),
        "reading release record sh.helm.release.v1.a.v1: more than 8388608 values"
    );
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    assert!(problem(&packed(deep.as_bytes())).contains("not JSON: recursion limit exceeded"));
}

#[test]
fn every_cut_is_an_error() {
    let payload = encode(&release("a", 1, ReleaseStatus::Deployed)).unwrap().into_bytes();
    for end in 0..payload.len() {
        assert!(decode("key", &payload[..end]).is_err(), "cut at {end}");
    }
}

#[test]
fn noise_never_panics() {
    let mut dice = Dice(0xd1ce);
    let payload = encode(&release("a", 1, ReleaseStatus::Deployed)).unwrap().into_bytes();
    for _ in 0..2000 {
        let mut payload = payload.clone();
        let at = dice.roll(payload.len() as u64) as usize;
        payload[at] = dice.roll(256) as u8;
        let _ = decode("key", &payload);
    }
}

#[test]
fn what_is_wrong_is_named() {
    let prefix = "reading release record sh.helm.release.v1.a.v1: ";
    for (payload, expected) in [
        (b"%".to_vec(), "not base64: "),
        (plain("no"), "not JSON: "),
        (plain("[]"), "the release: no JSON object"),
        (plain(r#"{"version":"1"}"#), "the release: version is not a whole number"),
        (plain(r#"{"version":-1}"#), "the release: version is not a revision"),
        (plain(r#"{"info":{"deleted":"yesterday"}}"#), "info: deleted is not a time"),
        (plain(r#"{"hooks":[{"events":[1]}]}"#), "hooks: events is not a list of texts"),
        (plain(r#"{"hooks":[3]}"#), "hooks: no JSON object"),
    ] {
        let problem = problem(&payload);
        assert!(problem.starts_with(&format!("{prefix}{expected}")), "{problem}");
    }
}

/// Text that does not compress.
fn noise(size: usize) -> Vec<u8> {
    let mut dice = Dice(7);
    (0..size).map(|_| dice.roll(256) as u8).collect()
}

#[test]
fn too_large_says_what_and_what_to_do() {
    let file = |name: &str, size| ChartFile { name: name.to_string(), data: noise(size) };
    let chart = ChartRecord {
        templates: vec![file("templates/a.yaml", 3000)],
        files: vec![file("files/dump.bin", 900_000), file("files/more.bin", 300_000)],
        ..ChartRecord::default()
    };
    let release =
        Release { chart: chart.to_json(), manifest: "x".repeat(20_000), ..release("shop", 3, ReleaseStatus::Deployed) };
    let error = encode(&release).unwrap_err();
    let Error::TooLarge { size, limit, .. } = &error else { panic!("{error}") };
    assert!(size > limit && *limit == 1024 * 1024);
    assert_eq!(
        error.to_string().replace(&format!("{:.2} MiB,", *size as f64 / 1024.0 / 1024.0), "SIZE,"),
        "writing release record sh.helm.release.v1.shop.v3: it takes SIZE, and the API server accepts at most 1.00 MiB; \
         largest before compression: chart files 1.14 MiB (files/dump.bin 878.9 KiB), manifest 19.5 KiB, \
         chart templates 2.9 KiB (templates/a.yaml 2.9 KiB); keep files that no template needs out of the chart with \
         .helmignore, or split the chart"
    );
}

#[test]
fn nothing_is_written_that_could_not_be_read() {
    let nested = |depth| (0..depth).fold(json!(1), |value, _| json!({ "a": value }));
    let mut release = release("a", 1, ReleaseStatus::Deployed);
    release.config.insert("x".to_string(), nested(120));
    release.chart = nested(120);
    let payload = encode(&release).unwrap();
    assert!(decode("key", payload.as_bytes()).is_ok());
    release.chart = Value::Null;
    release.config.insert("x".to_string(), nested(121));
    assert!(matches!(encode(&release), Err(Error::TooDeep { place: "the values", .. })));
}
