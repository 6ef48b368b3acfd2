//! The outcome of each chart of an ordered revision, stored in the record in a field of our own that Helm ignores.

use serde_json::{Map, Value, json};

use crate::release::Release;
use crate::time::Time;

/// The field in the payload.
const FIELD: &str = "subcharts";

/// The outcome of one chart of an ordered revision.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Subchart {
    /// `shop/charts/db`; the root is among them.
    pub path: String,
    /// `pending`, `installing`, `ready`, `failed`; for an uninstall `uninstalling` and `gone`.
    pub status: String,
    /// When its first operation started; the zero time if none did.
    pub started_at: Time,
    /// When it became ready or failed; the zero time if it did not finish.
    pub completed_at: Time,
    /// Why it failed, or why it was not started; empty otherwise.
    pub error: String,
}

impl Release {
    /// The outcome of each chart; empty if the revision was not deployed in order, or if another tool has rewritten the
    /// record.
    pub fn subcharts(&self) -> Vec<Subchart> {
        let listed = self.rest.get(FIELD).and_then(Value::as_array);
        listed.into_iter().flatten().filter_map(read).collect()
    }

    /// Stores the outcome of each chart; removes the field if there are none.
    pub fn set_subcharts(&mut self, subcharts: &[Subchart]) {
        match subcharts {
            [] => drop(self.rest.remove(FIELD)),
            some => drop(self.rest.insert(FIELD.to_string(), some.iter().map(write).collect())),
        }
    }
}

fn read(value: &Value) -> Option<Subchart> {
    let text = |key: &str| value.get(key).and_then(Value::as_str).unwrap_or_default();
    let time = |key: &str| value.get(key).and_then(Value::as_str).and_then(Time::parse).unwrap_or(Time::NEVER);
    let subchart = Subchart {
        path: text("path").to_string(),
        status: text("status").to_string(),
        started_at: time("started_at"),
        completed_at: time("completed_at"),
        error: text("error").to_string(),
    };
    (!subchart.path.is_empty()).then_some(subchart)
}

fn write(subchart: &Subchart) -> Value {
    let Subchart { path, status, started_at, completed_at, error } = subchart;
    let mut map = Map::from_iter([("path".to_string(), json!(path)), ("status".to_string(), json!(status))]);
    for (key, time) in [("started_at", started_at), ("completed_at", completed_at)] {
        map.extend(time.as_text().map(|text| (key.to_string(), json!(text))));
    }
    if !error.is_empty() {
        map.insert("error".to_string(), json!(error));
    }
    Value::Object(map)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::Subchart;
    use crate::codec::{decode, encode};
    use crate::release::Release;
    use crate::time::Time;

    #[test]
    fn a_record_keeps_how_charts_fared() {
        let time = |text: &str| Time::parse(text).unwrap();
        let failed = Subchart {
            path: "shop/charts/db".into(),
            status: "failed".into(),
            started_at: time("2026-11-15T10:51:18.5Z"),
            completed_at: time("2026-11-15T10:51:28.5Z"),
            error: "StatefulSet/db: container db crashed 3 times".into(),
        };
        let pending = Subchart { path: "shop".into(), status: "pending".into(), ..Subchart::default() };
        let charts = [pending, failed];
        let mut release = Release { name: "shop".into(), namespace: "shop".into(), revision: 1, ..Release::default() };
        release.set_subcharts(&charts);
        let mut read = decode("shop", encode(&release).unwrap().as_bytes()).unwrap();
        assert_eq!(read.subcharts(), charts);
        assert_eq!(read.rest["subcharts"][0], json!({ "path": "shop", "status": "pending" }));
        read.set_subcharts(&[]);
        assert!(read.rest.is_empty());
    }

    #[test]
    fn what_others_write_there_is_no_chart() {
        for value in [json!("ready"), json!([1, {}, { "path": 3 }]), json!(null)] {
            let mut release = Release::default();
            release.rest.insert("subcharts".into(), value);
            assert!(release.subcharts().is_empty());
        }
    }
}
