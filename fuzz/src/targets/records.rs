//! Records of releases. The first byte selects: the payload itself, or the JSON inside it, plain or packed. What was
//! decoded survives a round trip.

use super::Target;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::GzEncoder;
use skeg_release_store::{decode, encode};
use std::io::Write;

pub(super) const TARGET: Target = Target {
    name: "records",
    dictionary: &[
        "\"name\": ",
        "\"info\": {",
        "\"status\": \"deployed\"",
        "\"first_deployed\": \"2026-08-20T15:58:20.123456789+02:00\"",
        "\"last_deployed\": \"\"",
        "\"chart\": {",
        "\"config\": {",
        "\"manifest\": \"---\\n\"",
        "\"hooks\": [",
        "\"version\": 1",
        "\"weight\": -1",
        "\"events\": [",
        "\"data\": \"AAEC\"",
        "null",
        "true",
        "1e400",
        "18446744073709551616",
        "\\u2028",
        "\\ud800",
        "{",
        "}",
        "[",
        "]",
        ",",
        "\"\"",
        "H4sI",
        "\n",
    ],
    seeds,
    run,
};

fn seeds() -> Vec<Vec<u8>> {
    let texts = [
        r#"{"name":"shop","info":{"first_deployed":"2026-08-20T15:58:20.123456789+02:00","last_deployed":"2026-08-20T13:58:21.5Z","deleted":"","description":"Install complete","status":"deployed","notes":"up"},"chart":{"metadata":{"name":"shop","version":"1.2.0","apiVersion":"v2"},"lock":null,"templates":[{"name":"templates/a.yaml","data":"YTogMQo="}],"values":{"tag":"one","cpu":0.5},"schema":"e30=","files":[]},"config":{"tag":"two"},"manifest":"---\n# Source: shop/templates/a.yaml\nkind: ConfigMap\n","version":3,"namespace":"shop"}"#,
        r#"{"name":"a","info":{"status":"pending-upgrade"},"hooks":[{"name":"pre","kind":"Job","path":"a/templates/pre.yaml","manifest":"kind: Job\n","events":["pre-install","pre-upgrade"],"last_run":{"started_at":"2026-08-20T13:58:20Z","completed_at":"","phase":"Running"},"weight":-5,"delete_policies":["before-hook-creation"]}],"version":1,"namespace":"b"}"#,
        r#"{"name":"a","info":{"status":"superseded","resources":{"v1/ConfigMap":[{"a":1}]}},"version":18,"namespace":"b","apply_method":"ssa","labels":{"x":"y"}}"#,
        r#"{"name":"","version":0}"#,
    ];
    let mut all: Vec<Vec<u8>> = Vec::new();
    for text in texts {
        all.push(with(1, text.as_bytes()));
        all.push(with(2, text.as_bytes()));
        all.push(with(0, STANDARD.encode(packed(text.as_bytes())).as_bytes()));
    }
    all
}

fn with(first: u8, bytes: &[u8]) -> Vec<u8> {
    [&[first], bytes].concat()
}

fn packed(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    let _ = encoder.write_all(bytes);
    encoder.finish().unwrap_or_default()
}

fn run(input: &[u8]) {
    let Some((choice, bytes)) = input.split_first() else { return };
    let payload = match choice % 3 {
        0 => bytes.to_vec(),
        1 => STANDARD.encode(bytes).into_bytes(),
        _ => STANDARD.encode(packed(bytes)).into_bytes(),
    };
    let release = match decode("fuzz", &payload) {
        Ok(release) => release,
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    let Ok(written) = encode(&release) else { return };
    let again = decode("fuzz", written.as_bytes()).unwrap_or_else(|error| panic!("not read again: {error}"));
    // Once more, since the defaults filled in by the first decoding must be stable.
    assert_eq!(encode(&again).ok(), Some(written), "it is written differently the second time");
}

#[test]
fn seeds_are_records() {
    use skeg_release_store::Error;
    for seed in seeds().iter().filter(|seed| seed[0] == 0) {
        let read: Result<_, Error> = decode("seed", &seed[1..]);
        assert!(read.is_ok(), "{read:?}");
    }
}
