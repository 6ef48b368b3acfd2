//! Go structs as templates see them: fields by name, in order.

use std::any::Any;
use std::borrow::Cow;

use skeg_go_template::{GoField, Object, Value};

/// A field of a struct.
pub(super) struct Field {
    pub(super) name: &'static str,
    /// Its name in JSON; empty if the field is not exported, not written, or an embedded struct.
    pub(super) json: &'static str,
    /// Left out of JSON while empty.
    pub(super) omit_empty: bool,
    pub(super) value: Value,
}

/// A Go struct, or a pointer to one.
pub(super) struct Record {
    pub(super) type_name: &'static str,
    pub(super) is_pointer: bool,
    pub(super) fields: Vec<Field>,
    /// Whether the first field is an embedded struct, whose fields count as fields of this one too.
    pub(super) embeds: bool,
    /// Whether the fields have the same tags for YAML as for JSON; most structs have none for YAML.
    pub(super) is_tagged: bool,
}

impl Object for Record {
    fn type_name(&self) -> Cow<'static, str> {
        self.type_name.into()
    }

    fn kind(&self) -> &'static str {
        if self.is_pointer { "ptr" } else { "struct" }
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn field(&self, name: &str) -> Option<Value> {
        let own = self.fields.iter().find(|f| f.name == name && is_exported(f.name)).map(|f| f.value.clone());
        own.or_else(|| self.embedded()?.field(name))
    }

    fn go_fields(&self) -> Option<Vec<GoField>> {
        let field = |(i, f): (usize, &Field)| GoField {
            name: f.name,
            value: f.value.clone(),
            is_embedded: self.embeds && i == 0,
        };
        Some(self.fields.iter().enumerate().map(field).collect())
    }

    fn yaml_fields(&self) -> Option<Vec<(Cow<'static, str>, Value)>> {
        if self.is_tagged {
            let fields = self.json_fields()?;
            return Some(fields.into_iter().map(|(name, value)| (name.into(), value)).collect());
        }
        let exported = self.fields.iter().filter(|f| is_exported(f.name));
        Some(exported.map(|f| (f.name.to_lowercase().into(), f.value.clone())).collect())
    }

    fn json_fields(&self) -> Option<Vec<(&'static str, Value)>> {
        let mut written = self.embedded().and_then(|inner| inner.json_fields()).unwrap_or_default();
        let own = self.fields.iter().filter(|f| !f.json.is_empty() && (!f.omit_empty || f.value.truth()));
        written.extend(own.map(|f| (f.json, f.value.clone())));
        Some(written)
    }
}

impl Record {
    /// The struct in the first field, where it is embedded.
    fn embedded(&self) -> Option<&dyn Object> {
        match self.fields.first().filter(|_| self.embeds) {
            Some(Field { value: Value::Object(inner), .. }) => Some(&**inner),
            _ => None,
        }
    }
}

fn is_exported(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_uppercase())
}
