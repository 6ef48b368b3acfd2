//! Go structs as templates see them: fields by name, in order.

use std::any::Any;
use std::borrow::Cow;

use skeg_go_template::{Object, Value, fmt};

/// A field of a struct.
pub(super) struct Field {
    pub(super) name: &'static str,
    /// Its name in JSON; empty where the field is not exported or not written.
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
    /// How many of the fields, from the first on, belong to an embedded struct.
    pub(super) embedded: usize,
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
        self.fields.iter().find(|f| f.name == name && is_exported(f.name)).map(|f| f.value.clone())
    }

    fn verb_v(&self) -> Option<Vec<u8>> {
        let mut out = Vec::new();
        if self.is_pointer {
            out.push(b'&');
        }
        out.push(b'{');
        if self.embedded > 0 {
            out.push(b'{');
        }
        for (i, field) in self.fields.iter().enumerate() {
            if i == self.embedded && self.embedded > 0 {
                out.push(b'}');
            }
            if i > 0 {
                out.push(b' ');
            }
            fmt::write_value(&mut out, &field.value);
        }
        out.push(b'}');
        Some(out)
    }

    fn json_fields(&self) -> Option<Vec<(&'static str, Value)>> {
        let written = self.fields.iter().filter(|f| !f.json.is_empty() && (!f.omit_empty || f.value.truth()));
        Some(written.map(|f| (f.json, f.value.clone())).collect())
    }
}

fn is_exported(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_uppercase())
}
