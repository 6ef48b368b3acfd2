//! Sample releases for tests.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};
use skeg_cluster::Fence;
use skeg_release_store::{ChartFile, ChartRecord, Hook, HookRun, Info, Release, ReleaseStatus, Store, Time, Writer};

/// Writes without a lock.
pub(crate) fn open(store: &Store) -> Writer {
    store.writer(Fence::open())
}

/// A release with every field set.
pub(crate) fn release(name: &str, revision: u64, status: ReleaseStatus) -> Release {
    let file = |name: &str, data: &str| ChartFile { name: name.to_string(), data: data.as_bytes().to_vec() };
    let chart = ChartRecord {
        metadata: json!({"name": "shop", "version": "1.2.0", "apiVersion": "v2", "appVersion": "3.4"}),
        lock: Value::Null,
        templates: vec![file("templates/settings.yaml", "a: {{ .Values.tag }}\n")],
        values: map(json!({"tag": "one", "replicas": 2, "limits": {"cpu": 0.5}})),
        schema: Some(b"{}".to_vec()),
        files: vec![file("README.md", "# Shop\n"), file("bytes", "\u{0}\u{1}")],
    };
    let manifest = |kind: &str, name: &str| {
        format!("---\n# Source: shop/templates/{name}.yaml\napiVersion: v1\nkind: {kind}\nmetadata:\n  name: {name}\n")
    };
    Release {
        name: name.to_string(),
        namespace: "shop".to_string(),
        revision,
        info: Info {
            first_deployed: time("2026-08-20T15:58:20.123456789+02:00"),
            last_deployed: time("2026-08-20T13:58:21.5Z"),
            description: "Install complete".to_string(),
            status,
            notes: "Shop <is> up & running.".to_string(),
            annotations: BTreeMap::from([("team".to_string(), "a".to_string())]),
            ..Info::default()
        },
        chart: chart.to_json(),
        config: map(json!({"tag": "two"})),
        manifest: manifest("ConfigMap", "settings"),
        hooks: vec![Hook {
            name: "pre".to_string(),
            kind: "ConfigMap".to_string(),
            path: "shop/templates/pre.yaml".to_string(),
            manifest: manifest("ConfigMap", "pre"),
            events: vec!["pre-install".to_string(), "pre-upgrade".to_string()],
            last_run: HookRun {
                started_at: time("2026-08-20T13:58:20Z"),
                completed_at: time("2026-08-20T13:58:21Z"),
                phase: "Succeeded".to_string(),
                ..HookRun::default()
            },
            weight: -5,
            delete_policies: vec!["before-hook-creation".to_string()],
            output_log_policies: vec!["hook-failed".to_string()],
            ..Hook::default()
        }],
        labels: BTreeMap::from([("team".to_string(), "a".to_string())]),
        apply_method: Some("ssa".to_string()),
        ..Release::default()
    }
}

pub(crate) fn map(value: Value) -> Map<String, Value> {
    value.as_object().cloned().unwrap()
}

pub(crate) fn time(text: &str) -> Time {
    Time::parse(text).unwrap()
}

/// The payload of a record with this JSON, uncompressed.
pub(crate) fn plain(json: &str) -> Vec<u8> {
    base64(json.as_bytes())
}

/// The payload of a record with these bytes, compressed.
pub(crate) fn packed(bytes: &[u8]) -> Vec<u8> {
    use std::io::Write;
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(bytes).unwrap();
    base64(&encoder.finish().unwrap())
}

/// The JSON in a payload.
pub(crate) fn json_of(payload: &str) -> String {
    use std::io::Read;
    let mut json = String::new();
    let bytes = base64::Engine::decode(&base64::engine::general_purpose::STANDARD, payload).unwrap();
    flate2::read::GzDecoder::new(bytes.as_slice()).read_to_string(&mut json).unwrap();
    json
}

fn base64(bytes: &[u8]) -> Vec<u8> {
    base64::Engine::encode(&base64::engine::general_purpose::STANDARD, bytes).into_bytes()
}

/// Small random numbers that are the same in every run.
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    pub(crate) fn roll(&mut self, sides: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % sides
    }

    pub(crate) fn text(&mut self) -> String {
        let letters = ['a', '<', '&', '\n', '"', '\\', 'ä', '\u{2028}', '\u{0}', '\u{1F600}', ':', '{'];
        (0..self.roll(12)).map(|_| letters[self.roll(letters.len() as u64) as usize]).collect()
    }

    pub(crate) fn value(&mut self, depth: u32) -> Value {
        match self.roll(if depth == 0 { 6 } else { 8 }) {
            0 => Value::Null,
            1 => Value::Bool(self.roll(2) == 0),
            2 => json!(self.0 as i64),
            // Halves, since whole floats come back as integers, as they do with Helm.
            3 => json!((self.0 % (1 << 50)) as f64 + 0.5),
            4 => json!(f64::from_bits(self.0 >> 2 | 1) * 1e-9 + 1e-300),
            5 => Value::String(self.text()),
            6 => (0..self.roll(4)).map(|_| self.value(depth - 1)).collect(),
            _ => Value::Object(self.map(depth - 1)),
        }
    }

    pub(crate) fn map(&mut self, depth: u32) -> Map<String, Value> {
        (0..self.roll(4)).map(|_| (self.text(), self.value(depth))).collect()
    }
}

/// The test cluster through Skeg's own client.
pub(crate) async fn connect() -> skeg_cluster::Cluster {
    let connection = skeg_cluster::Connection {
        kubeconfigs: vec![skeg_test_cluster::TestCluster::shared().kubeconfig().to_path_buf()],
        ..skeg_cluster::Connection::default()
    };
    skeg_cluster::Cluster::connect(&connection).await.unwrap()
}
