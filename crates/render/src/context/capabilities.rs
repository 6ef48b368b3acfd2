//! `.Capabilities`, with the methods that charts call.

use std::any::Any;
use std::borrow::Cow;

use skeg_chart::Compat;
use skeg_go_template::{CallError, Elem, GoField, List, Object, Param, Signature, Value};

use super::record::{Field, Record};
use crate::{Capabilities, KubeVersion};

/// The Go version that the reference Helms are built with, which `.Capabilities.HelmVersion.GoVersion` shows.
const GO_VERSION: &str = "go1.26.8";

static NO_PARAMS: Signature = Signature { params: &[], rest: None };
static ONE_STRING: Signature = Signature { params: &[Param::String], rest: None };

/// What `.Capabilities` is.
pub(super) fn capabilities_value(capabilities: &Capabilities, compat: Compat) -> Value {
    let type_name = match compat {
        Compat::V3 => "*chartutil.Capabilities",
        Compat::V4 => "*common.Capabilities",
    };
    let versions = capabilities.api_versions.iter().map(|v| Value::str(v.as_str())).collect();
    let fields = vec![
        plain("KubeVersion", "KubeVersion", kube_version(&capabilities.kube_version, compat)),
        plain("APIVersions", "APIVersions", Value::object(VersionSet { versions: strings(versions), compat })),
        plain("HelmVersion", "HelmVersion", helm_version(compat)),
    ];
    Value::object(Record { type_name, is_pointer: true, fields, embeds: false, is_tagged: false })
}

fn plain(name: &'static str, json: &'static str, value: Value) -> Field {
    Field { name, json, omit_empty: false, value }
}

fn strings(items: Vec<Value>) -> List {
    List::new(Elem::String, items)
}

fn helm_version(compat: Compat) -> Value {
    let version = match compat {
        Compat::V3 => "v3.21.4",
        Compat::V4 => "v4.2.4",
    };
    let text = |name, json, value: &str| Field { name, json, omit_empty: true, value: Value::str(value) };
    let mut fields = vec![
        text("Version", "version", version),
        text("GitCommit", "git_commit", ""),
        text("GitTreeState", "git_tree_state", ""),
        text("GoVersion", "go_version", GO_VERSION),
    ];
    if compat == Compat::V4 {
        fields.push(plain("KubeClientVersion", "kube_client_version", Value::str("v1.36")));
    }
    Value::object(Record { type_name: "version.BuildInfo", is_pointer: false, fields, embeds: false, is_tagged: false })
}

fn kube_version(version: &KubeVersion, compat: Compat) -> Value {
    let text = |value: &str| Value::str(value);
    let mut fields = vec![plain("Version", "Version", text(&version.version))];
    if compat == Compat::V4 {
        fields.push(plain("normalizedVersion", "", text(&version.normalized)));
    }
    fields.push(plain("Major", "Major", text(&version.major)));
    fields.push(plain("Minor", "Minor", text(&version.minor)));
    let type_name = match compat {
        Compat::V3 => "chartutil.KubeVersion",
        Compat::V4 => "common.KubeVersion",
    };
    let record = Record { type_name, is_pointer: false, fields, embeds: false, is_tagged: false };
    Value::object(KubeVersionObject { record, version: version.clone(), compat })
}

/// A struct whose `String` belongs to the pointer: an action prints by it, `%v` does not.
struct KubeVersionObject {
    record: Record,
    version: KubeVersion,
    compat: Compat,
}

impl KubeVersionObject {
    fn short(&self) -> &str {
        match self.compat {
            Compat::V3 => &self.version.version,
            Compat::V4 => &self.version.normalized,
        }
    }
}

impl Object for KubeVersionObject {
    fn type_name(&self) -> Cow<'static, str> {
        self.record.type_name()
    }

    fn kind(&self) -> &'static str {
        "struct"
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn field(&self, name: &str) -> Option<Value> {
        self.record.field(name)
    }

    fn method(&self, name: &str) -> Option<&'static Signature> {
        matches!(name, "String" | "GitVersion").then_some(&NO_PARAMS)
    }

    fn invoke(&self, name: &str, _: &[Value]) -> Result<Value, CallError> {
        Ok(Value::str(if name == "String" { self.short() } else { self.version.version.as_str() }))
    }

    fn printed(&self) -> Option<Vec<u8>> {
        Some(self.short().as_bytes().to_vec())
    }

    fn go_fields(&self) -> Option<Vec<GoField>> {
        self.record.go_fields()
    }

    fn json_fields(&self) -> Option<Vec<(&'static str, Value)>> {
        self.record.json_fields()
    }
}

/// `.Capabilities.APIVersions`
struct VersionSet {
    versions: List,
    compat: Compat,
}

impl Object for VersionSet {
    fn type_name(&self) -> Cow<'static, str> {
        match self.compat {
            Compat::V3 => "chartutil.VersionSet".into(),
            Compat::V4 => "common.VersionSet".into(),
        }
    }

    fn kind(&self) -> &'static str {
        "slice"
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn method(&self, name: &str) -> Option<&'static Signature> {
        (name == "Has").then_some(&ONE_STRING)
    }

    fn invoke(&self, _: &str, args: &[Value]) -> Result<Value, CallError> {
        let wanted = args.first().and_then(Value::as_str);
        Ok(Value::Bool(self.versions.iter().any(|v| v.as_str() == wanted)))
    }

    fn native(&self) -> Option<Value> {
        Some(Value::List(self.versions.clone()))
    }

    fn truth(&self) -> bool {
        !self.versions.is_empty()
    }
}
