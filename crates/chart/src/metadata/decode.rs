//! Chart.yaml decoded as Go does: any case of keys, numbers into text fields, the first misfit reported at the end.

use std::collections::BTreeMap;

use skeg_go_yaml::Error;

use super::plain::Plain;
use super::{Draft, DraftDependency, DraftMaintainer};
use crate::{Compat, Dependency, ImportValue, Lock, Maintainer};

/// Decodes into metadata that may hold something already (requirements.yaml after Chart.yaml).
pub(super) fn decode_draft(text: &[u8], into: &mut Draft, compat: Compat, order_lists: bool) -> Result<(), Error> {
    let plain = Plain::read(text)?;
    let mut decoder = Decoder { order_lists, ..Decoder::new(compat) };
    decoder.structure(&plain, "Metadata", |decoder, key, value| decoder.metadata_field(into, key, value));
    decoder.finish()
}

/// Decodes Chart.lock.
pub(crate) fn decode_lock(text: &[u8], compat: Compat) -> Result<Lock, Error> {
    let plain = Plain::read(text)?;
    let mut decoder = Decoder::new(compat);
    let mut lock = Lock::default();
    let mut dependencies = Vec::new();
    decoder.structure(&plain, "Lock", |decoder, key, value| match key {
        "generated" => decoder.text(value, &mut lock.generated),
        "digest" => decoder.text(value, &mut lock.digest),
        "dependencies" => decoder.dependencies(value, &mut dependencies),
        _ => {}
    });
    lock.dependencies = dependencies.into_iter().flatten().collect();
    decoder.finish().map(|()| lock)
}

/// The apiVersion of a Chart.yaml, whatever else it holds.
pub(crate) fn decode_api_version(text: &[u8]) -> Result<String, Error> {
    let plain = Plain::read(text)?;
    let mut decoder = Decoder::new(Compat::V4);
    let mut version = String::new();
    decoder.root = "loader.chartBase";
    decoder.structure(&plain, "chartBase", |decoder, key, value| {
        if key == "apiVersion" {
            decoder.text(value, &mut version);
        }
    });
    decoder.finish().map(|()| version)
}

struct Decoder {
    package: &'static str,
    /// The type of the whole document, where it is not in the charts' package.
    root: &'static str,
    structure: &'static str,
    path: Vec<&'static str>,
    misfit: Option<String>,
    /// A number that JSON, which Go's decoding goes through, has no text for.
    unsayable: Option<String>,
    /// A list is fine for the annotation that orders subcharts.
    order_lists: bool,
}

const FIELDS: [(&str, &[&str]); 5] = [
    (
        "Metadata",
        &[
            "name",
            "home",
            "sources",
            "version",
            "description",
            "keywords",
            "maintainers",
            "icon",
            "apiVersion",
            "condition",
            "tags",
            "appVersion",
            "deprecated",
            "annotations",
            "kubeVersion",
            "dependencies",
            "type",
        ],
    ),
    ("Maintainer", &["name", "email", "url"]),
    ("Dependency", &["name", "version", "repository", "condition", "tags", "enabled", "import-values", "alias"]),
    ("Lock", &["generated", "digest", "dependencies"]),
    ("chartBase", &["apiVersion"]),
];

impl Decoder {
    fn new(compat: Compat) -> Decoder {
        let package = if compat.is_v4() { "v2" } else { "chart" };
        Decoder {
            package,
            root: "",
            structure: "",
            path: Vec::new(),
            misfit: None,
            unsayable: None,
            order_lists: false,
        }
    }

    fn finish(self) -> Result<(), Error> {
        if let Some(number) = self.unsayable {
            let message = format!("error converting YAML to JSON: json: unsupported value: {number}");
            return Err(Error::other(message));
        }
        match self.misfit {
            Some(misfit) => Err(Error::other(format!("error unmarshaling JSON: while decoding JSON: json: {misfit}"))),
            None => Ok(()),
        }
    }

    /// Remembers the first value that does not fit its field.
    fn misfit(&mut self, value: &Plain, wanted: &str) {
        if self.misfit.is_none() {
            let place = match self.path.as_slice() {
                [] => "Go value".to_string(),
                path => format!("Go struct field {}.{}", self.structure, path.join(".")),
            };
            self.misfit = Some(format!("cannot unmarshal {} into {place} of type {wanted}", value.kind()));
        }
    }

    /// Hands every known field of a map to `field`, by its exact name.
    fn structure(&mut self, plain: &Plain, name: &'static str, mut field: impl FnMut(&mut Decoder, &str, &Plain)) {
        let entries = match plain {
            Plain::Map(entries) => entries,
            Plain::Null => return,
            other => {
                let wanted =
                    if self.root.is_empty() { format!("{}.{name}", self.package) } else { self.root.to_string() };
                return self.misfit(other, &wanted);
            }
        };
        let known = FIELDS.iter().find(|(structure, _)| *structure == name).map_or(&[][..], |(_, fields)| fields);
        let outer = std::mem::replace(&mut self.structure, name);
        for (key, value) in entries {
            let exact = known.iter().find(|known| **known == key);
            let folded = || known.iter().find(|known| known.eq_ignore_ascii_case(key));
            if let Some(key) = exact.or_else(folded) {
                self.path.push(key);
                field(self, key, value);
                self.path.pop();
            } else if let Some(number) = value.unsayable() {
                self.unsayable.get_or_insert_with(|| number.to_string());
            }
        }
        self.structure = outer;
    }

    fn metadata_field(&mut self, into: &mut Draft, key: &str, value: &Plain) {
        let metadata = &mut into.metadata;
        match key {
            "name" => self.text(value, &mut metadata.name),
            "home" => self.text(value, &mut metadata.home),
            "sources" => self.texts(value, &mut metadata.sources),
            "version" => self.text(value, &mut metadata.version),
            "description" => self.text(value, &mut metadata.description),
            "keywords" => self.texts(value, &mut metadata.keywords),
            "maintainers" => self.maintainers(value, &mut into.maintainers),
            "icon" => self.text(value, &mut metadata.icon),
            "apiVersion" => self.text(value, &mut metadata.api_version),
            "condition" => self.text(value, &mut metadata.condition),
            "tags" => self.text(value, &mut metadata.tags),
            "appVersion" => self.text(value, &mut metadata.app_version),
            "deprecated" => self.bool(value, &mut metadata.deprecated),
            "annotations" => self.annotations(value, &mut metadata.annotations),
            "kubeVersion" => self.text(value, &mut metadata.kube_version),
            "dependencies" => {
                if matches!(value, Plain::Null) {
                    into.dependencies = None;
                } else {
                    self.dependencies(value, into.dependencies.get_or_insert_default());
                }
            }
            "type" => self.text(value, &mut metadata.chart_type),
            _ => {}
        }
    }

    fn text(&mut self, value: &Plain, into: &mut String) {
        match value {
            Plain::Null => {}
            Plain::Bool(b) => *into = b.to_string(),
            Plain::Number(_, text) | Plain::Text(text) => into.clone_from(text),
            other => self.misfit(other, "string"),
        }
    }

    fn bool(&mut self, value: &Plain, into: &mut bool) {
        match value {
            Plain::Null => {}
            Plain::Bool(b) => *into = *b,
            other => self.misfit(other, "bool"),
        }
    }

    fn texts(&mut self, value: &Plain, into: &mut Vec<String>) {
        match value {
            Plain::Null => into.clear(),
            Plain::List(items) => {
                into.resize(items.len(), String::new());
                for (item, into) in items.iter().zip(into) {
                    self.text(item, into);
                }
            }
            other => self.misfit(other, "[]string"),
        }
    }

    fn annotations(&mut self, value: &Plain, into: &mut Option<BTreeMap<String, String>>) {
        match value {
            Plain::Null => *into = None,
            Plain::Map(entries) => {
                let annotations = into.get_or_insert_default();
                for (key, value) in entries {
                    let mut text = String::new();
                    match (value, key.as_str()) {
                        (Plain::List(_), skeg_sequence::SUBCHARTS) if self.order_lists => text = json_array(value),
                        _ => self.text(value, &mut text),
                    }
                    annotations.insert(key.clone(), text);
                }
            }
            other => self.misfit(other, "map[string]string"),
        }
    }

    fn maintainers(&mut self, value: &Plain, into: &mut Vec<DraftMaintainer>) {
        self.list(value, "Maintainer", into, |decoder, item, into: &mut Maintainer| {
            decoder.structure(item, "Maintainer", |decoder, key, value| match key {
                "name" => decoder.text(value, &mut into.name),
                "email" => decoder.text(value, &mut into.email),
                _ => decoder.text(value, &mut into.url),
            });
        });
    }

    fn dependencies(&mut self, value: &Plain, into: &mut Vec<DraftDependency>) {
        self.list(value, "Dependency", into, |decoder, item, into: &mut Dependency| {
            decoder.structure(item, "Dependency", |decoder, key, value| match key {
                "name" => decoder.text(value, &mut into.name),
                "version" => decoder.text(value, &mut into.version),
                "repository" => decoder.text(value, &mut into.repository),
                "condition" => decoder.text(value, &mut into.condition),
                "tags" => decoder.texts(value, &mut into.tags),
                "enabled" => decoder.bool(value, &mut into.enabled),
                "import-values" => decoder.import_values(value, &mut into.import_values),
                _ => decoder.text(value, &mut into.alias),
            });
        });
    }

    fn import_values(&mut self, value: &Plain, into: &mut Vec<ImportValue>) {
        match value {
            Plain::Null => into.clear(),
            Plain::List(items) => *into = items.iter().map(|item| ImportValue::Written(item.to_tree())).collect(),
            other => self.misfit(other, "[]interface {}"),
        }
    }

    /// A list of structures; Go decodes an item into what stands at its place already.
    fn list<T: Default + Clone>(
        &mut self,
        value: &Plain,
        name: &str,
        into: &mut Vec<Option<T>>,
        mut item: impl FnMut(&mut Decoder, &Plain, &mut T),
    ) {
        match value {
            Plain::Null => into.clear(),
            Plain::List(items) => {
                into.resize(items.len(), None);
                for (value, into) in items.iter().zip(into) {
                    match value {
                        Plain::Null => *into = None,
                        value => item(self, value, into.get_or_insert_default()),
                    }
                }
            }
            other => {
                let wanted = format!("[]*{}.{name}", self.package);
                self.misfit(other, &wanted);
            }
        }
    }
}

/// A list as the text of a JSON array, which is how Helm's own annotations can hold one.
fn json_array(list: &Plain) -> String {
    let json = skeg_go_yaml::write_tree_json(&list.to_tree()).unwrap_or_default();
    String::from_utf8_lossy(&json).trim_end().to_string()
}
