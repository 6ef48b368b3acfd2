//! Writes a [`Release`] as the JSON of a record: fields in Helm's order, empty ones left out, unknown ones at the end.

use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::{Map, Value};

use crate::release::{Hook, HookRun, Info, Release};
use crate::time::Time;

impl Serialize for Release {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        text(&mut map, "name", &self.name)?;
        map.serialize_entry("info", &self.info)?;
        if !self.chart.is_null() {
            map.serialize_entry("chart", &self.chart)?;
        }
        if !self.config.is_empty() {
            map.serialize_entry("config", &self.config)?;
        }
        text(&mut map, "manifest", &self.manifest)?;
        list(&mut map, "hooks", &self.hooks)?;
        if self.revision != 0 {
            map.serialize_entry("version", &self.revision)?;
        }
        text(&mut map, "namespace", &self.namespace)?;
        text(&mut map, "apply_method", self.apply_method.as_deref().unwrap_or_default())?;
        rest(&mut map, &self.rest)?;
        map.end()
    }
}

impl Serialize for Info {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        time(&mut map, "first_deployed", &self.first_deployed)?;
        time(&mut map, "last_deployed", &self.last_deployed)?;
        time(&mut map, "deleted", &self.deleted)?;
        text(&mut map, "description", &self.description)?;
        text(&mut map, "status", self.status.name())?;
        text(&mut map, "notes", &self.notes)?;
        if !self.annotations.is_empty() {
            map.serialize_entry("annotations", &self.annotations)?;
        }
        rest(&mut map, &self.rest)?;
        map.end()
    }
}

impl Serialize for Hook {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        text(&mut map, "name", &self.name)?;
        text(&mut map, "kind", &self.kind)?;
        text(&mut map, "path", &self.path)?;
        text(&mut map, "manifest", &self.manifest)?;
        list(&mut map, "events", &self.events)?;
        map.serialize_entry("last_run", &self.last_run)?;
        if self.weight != 0 {
            map.serialize_entry("weight", &self.weight)?;
        }
        list(&mut map, "delete_policies", &self.delete_policies)?;
        list(&mut map, "output_log_policies", &self.output_log_policies)?;
        rest(&mut map, &self.rest)?;
        map.end()
    }
}

impl Serialize for HookRun {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        time(&mut map, "started_at", &self.started_at)?;
        time(&mut map, "completed_at", &self.completed_at)?;
        map.serialize_entry("phase", &self.phase)?;
        rest(&mut map, &self.rest)?;
        map.end()
    }
}

fn text<M: SerializeMap>(map: &mut M, key: &str, value: &str) -> Result<(), M::Error> {
    if value.is_empty() { Ok(()) } else { map.serialize_entry(key, value) }
}

fn time<M: SerializeMap>(map: &mut M, key: &str, value: &Time) -> Result<(), M::Error> {
    value.as_text().map_or(Ok(()), |text| map.serialize_entry(key, text))
}

fn list<M: SerializeMap, T: Serialize>(map: &mut M, key: &str, items: &[T]) -> Result<(), M::Error> {
    if items.is_empty() { Ok(()) } else { map.serialize_entry(key, items) }
}

fn rest<M: SerializeMap>(map: &mut M, rest: &Map<String, Value>) -> Result<(), M::Error> {
    rest.iter().try_for_each(|(key, value)| map.serialize_entry(key, value))
}
