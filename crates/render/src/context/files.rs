//! `.Files`: the chart's other files, read when a template asks for them.

use std::any::Any;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use skeg_chart::{Compat, File};
use skeg_go_template::{CallError, Elem, Map, MapType, NamedMap, Object, Param, Signature, Str, Value};
use skeg_template_functions::{encoding, glob::Glob, yaml};

/// The files of a chart by name.
pub(super) type FileIndex = BTreeMap<String, File>;

/// Makes the index once for all renderings of a chart.
pub(super) fn index(files: &[File]) -> Arc<FileIndex> {
    Arc::new(files.iter().map(|file| (file.name.clone(), file.clone())).collect())
}

/// The value of `.Files`.
pub(super) struct Files {
    pub(super) files: Arc<FileIndex>,
    pub(super) compat: Compat,
}

static ONE_STRING: Signature = Signature { params: &[Param::String], rest: None };
static NO_PARAMS: Signature = Signature { params: &[], rest: None };

/// What indexing and ranging over files sees: `map[string][]uint8`.
static CONTENTS: NamedMap = NamedMap {
    name: "engine.files",
    elem: Elem::Named("[]uint8"),
    method: |_| None,
    invoke: |_, name, _| Err(CallError::text(format!("no method {name}"))),
};

impl Files {
    fn read(file: &File) -> Result<Str, CallError> {
        file.data().map(Str::from).map_err(|error| CallError::text(error.to_string()))
    }

    fn get(&self, name: &str) -> Result<Str, CallError> {
        self.files.get(name).map_or_else(|| Ok(Str::default()), Files::read)
    }

    fn glob(&self, pattern: &str) -> Files {
        let glob = Glob::compile(pattern.as_bytes());
        let matching = self.files.iter().filter(|(name, _)| glob.as_ref().is_none_or(|g| g.matches(name.as_bytes())));
        let files = matching.map(|(name, file)| (name.clone(), file.clone())).collect();
        Files { files: Arc::new(files), compat: self.compat }
    }

    fn lines(&self, name: &str) -> Result<Value, CallError> {
        let Some(file) = self.files.get(name) else {
            return Ok(Value::strings::<Str>([]));
        };
        let text = Files::read(file)?;
        if text.is_empty() && self.compat == Compat::V3 {
            return Ok(Value::strings::<Str>([]));
        }
        if text.is_empty() {
            return Err(CallError::text("runtime error: index out of range [-1]"));
        }
        let text = text.strip_suffix(b"\n").unwrap_or(&text);
        Ok(Value::strings(text.split(|b| *b == b'\n')))
    }

    /// All files in one YAML map by base name, their contents as `encode` makes them.
    fn flattened(&self, encode: fn(&[u8]) -> Str) -> Result<Value, CallError> {
        let entry = |(name, file): (&String, &File)| {
            let base = name.rsplit('/').next().unwrap_or(name);
            Ok((Str::from(base), Value::Str(encode(&Files::read(file)?))))
        };
        let entries = self.files.iter().map(entry).collect::<Result<_, CallError>>()?;
        Ok(Value::Str(yaml::to_yaml(&Value::Map(Map::with_type(MapType::String, entries)))))
    }
}

impl Object for Files {
    fn type_name(&self) -> Cow<'static, str> {
        "engine.files".into()
    }

    fn kind(&self) -> &'static str {
        "map"
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn method(&self, name: &str) -> Option<&'static Signature> {
        match name {
            "Get" | "GetBytes" | "Glob" | "Lines" => Some(&ONE_STRING),
            "AsConfig" | "AsSecrets" => Some(&NO_PARAMS),
            _ => None,
        }
    }

    fn invoke(&self, name: &str, args: &[Value]) -> Result<Value, CallError> {
        let argument = args.first().and_then(Value::as_str).cloned().unwrap_or_default();
        let argument = argument.to_string_lossy();
        match name {
            "Get" => self.get(&argument).map(Value::Str),
            "GetBytes" => self.get(&argument).map(Value::Bytes),
            "Glob" => Ok(Value::object(self.glob(&argument))),
            "Lines" => self.lines(&argument),
            "AsConfig" => self.flattened(|bytes| bytes.into()),
            _ => self.flattened(|bytes| encoding::base64(bytes).into()),
        }
    }

    fn truth(&self) -> bool {
        !self.files.is_empty()
    }

    fn native(&self) -> Option<Value> {
        let entry =
            |(name, file): (&String, &File)| Some((Str::from(name.as_str()), Value::Bytes(Files::read(file).ok()?)));
        let entries = self.files.iter().map(entry).collect::<Option<_>>()?;
        Some(Value::Map(Map::with_type(MapType::Named(&CONTENTS), entries)))
    }
}
