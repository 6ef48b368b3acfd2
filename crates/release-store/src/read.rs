//! Parses the JSON of a record into a [`Release`]. Lenient like Go: missing or null is empty, unknown fields are kept.

use std::collections::BTreeMap;

use serde_json::{Map, Value};
use skeg_resources::ReleaseStatus;

use crate::release::{Hook, HookRun, Info, Release};
use crate::time::Time;

/// The release, or what is wrong with it.
pub(crate) fn release(json: Value) -> Result<Release, String> {
    let mut fields = Fields::of(json, "the release")?;
    Ok(Release {
        name: fields.text("name")?,
        namespace: fields.text("namespace")?,
        revision: fields.revision("version")?,
        info: info(fields.take("info"))?,
        chart: fields.take("chart"),
        config: fields.map("config")?,
        manifest: fields.text("manifest")?,
        hooks: fields.list("hooks")?.into_iter().map(hook).collect::<Result<_, _>>()?,
        labels: BTreeMap::new(),
        apply_method: Some(fields.text("apply_method")?).filter(|method| !method.is_empty()),
        rest: fields.map,
    })
}

fn info(json: Value) -> Result<Info, String> {
    let mut fields = Fields::of(json, "info")?;
    Ok(Info {
        first_deployed: fields.time("first_deployed")?,
        last_deployed: fields.time("last_deployed")?,
        deleted: fields.time("deleted")?,
        description: fields.text("description")?,
        status: ReleaseStatus::from_name(&fields.text("status")?),
        notes: fields.text("notes")?,
        annotations: fields.texts_by_key("annotations")?,
        rest: fields.map,
    })
}

fn hook(json: Value) -> Result<Hook, String> {
    let mut fields = Fields::of(json, "hooks")?;
    Ok(Hook {
        name: fields.text("name")?,
        kind: fields.text("kind")?,
        path: fields.text("path")?,
        manifest: fields.text("manifest")?,
        events: fields.texts("events")?,
        last_run: hook_run(fields.take("last_run"))?,
        weight: fields.number("weight")?,
        delete_policies: fields.texts("delete_policies")?,
        output_log_policies: fields.texts("output_log_policies")?,
        rest: fields.map,
    })
}

fn hook_run(json: Value) -> Result<HookRun, String> {
    let mut fields = Fields::of(json, "hooks.last_run")?;
    Ok(HookRun {
        started_at: fields.time("started_at")?,
        completed_at: fields.time("completed_at")?,
        phase: fields.text("phase")?,
        rest: fields.map,
    })
}

/// Fields of a JSON object, removed one by one; what remains is the rest.
struct Fields {
    map: Map<String, Value>,
    place: &'static str,
}

impl Fields {
    fn of(json: Value, place: &'static str) -> Result<Fields, String> {
        match json {
            Value::Object(map) => Ok(Fields { map, place }),
            Value::Null => Ok(Fields { map: Map::new(), place }),
            _ => Err(format!("{place}: no JSON object")),
        }
    }

    fn take(&mut self, key: &str) -> Value {
        self.map.remove(key).unwrap_or_default()
    }

    fn wrong(&self, key: &str, expected: &str) -> String {
        format!("{}: {key} is not a {expected}", self.place)
    }

    fn text(&mut self, key: &str) -> Result<String, String> {
        match self.take(key) {
            Value::String(text) => Ok(text),
            Value::Null => Ok(String::new()),
            _ => Err(self.wrong(key, "text")),
        }
    }

    fn number(&mut self, key: &str) -> Result<i64, String> {
        match self.take(key) {
            Value::Null => Ok(0),
            value => value.as_i64().ok_or_else(|| self.wrong(key, "whole number")),
        }
    }

    fn revision(&mut self, key: &str) -> Result<u64, String> {
        let number = self.number(key)?;
        u64::try_from(number).map_err(|_| self.wrong(key, "revision"))
    }

    fn time(&mut self, key: &str) -> Result<Time, String> {
        match self.take(key) {
            Value::Null => Ok(Time::NEVER),
            Value::String(text) => Time::parse(&text).ok_or_else(|| self.wrong(key, "time")),
            _ => Err(self.wrong(key, "time")),
        }
    }

    fn list(&mut self, key: &str) -> Result<Vec<Value>, String> {
        match self.take(key) {
            Value::Array(items) => Ok(items),
            Value::Null => Ok(Vec::new()),
            _ => Err(self.wrong(key, "list")),
        }
    }

    fn texts(&mut self, key: &str) -> Result<Vec<String>, String> {
        let texts = self.list(key)?.into_iter().map(|item| match item {
            Value::String(text) => Some(text),
            _ => None,
        });
        texts.collect::<Option<_>>().ok_or_else(|| self.wrong(key, "list of texts"))
    }

    fn map(&mut self, key: &str) -> Result<Map<String, Value>, String> {
        match self.take(key) {
            Value::Object(map) => Ok(map),
            Value::Null => Ok(Map::new()),
            _ => Err(self.wrong(key, "map")),
        }
    }

    fn texts_by_key(&mut self, key: &str) -> Result<BTreeMap<String, String>, String> {
        let texts = self.map(key)?.into_iter().map(|(key, value)| match value {
            Value::String(text) => Some((key, text)),
            _ => None,
        });
        texts.collect::<Option<_>>().ok_or_else(|| self.wrong(key, "map of texts"))
    }
}
