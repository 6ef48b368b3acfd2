//! Keys of maps, which must be strings in JSON.

use super::{Decoder, Failure};
use crate::document::{Kind, Node};
use crate::fields::Nothing;
use crate::resolve::{Scalar, resolve_node};
use crate::{Builder, Error, go_syntax, number};

/// How deep keys within keys are checked.
const MAX_KEYS: usize = 20;

impl<'d, 'a, B: Builder> Decoder<'_, 'd, 'a, B> {
    /// The key as a string; `None`, and a deferred error, if it has no string form.
    pub(super) fn key(&mut self, key: Node<'d, 'a>, value: Node<'d, 'a>) -> Result<Option<String>, Failure> {
        self.count()?;
        let node = key.target();
        if key.kind() == Kind::Alias {
            if self.active.contains(&key.at) {
                return Err(Error::of_yaml(&format!("anchor '{}' value contains itself", key.text())).into());
            }
            self.active.insert(key.at);
            let counted = self.count();
            self.active.remove(&key.at);
            counted?;
        }
        if node.kind() != Kind::Scalar {
            // Go decodes the key before it refuses it, so errors inside come first.
            if self.keys < MAX_KEYS {
                Decoder::new(&mut Nothing, self.keys + 1).run(node)?;
            }
            return Err(Error::of_yaml(&format!("invalid map key: {}", go_syntax::print(node)?)).into());
        }
        let scalar = resolve_node(node)?;
        let name = key_text(&scalar);
        if name.is_none() {
            let (kind, shown) = match scalar {
                Scalar::Uint(n) => ("uint64", format!("{n:#x}")),
                _ => ("%!s(<nil>)", "<nil>".to_owned()),
            };
            // Errors in the value take precedence; the decoder will find them itself.
            let value = go_syntax::print(value).unwrap_or_default();
            self.bad_key
                .get_or_insert_with(|| format!("unsupported map key of type: {kind}, key: {shown}, value: {value}"));
        }
        Ok(name)
    }
}

/// A scalar as the key of a JSON object; nulls and very large integers cannot be one.
pub(crate) fn key_text(scalar: &Scalar<'_>) -> Option<String> {
    Some(match scalar {
        Scalar::Str(s) => s.as_ref().to_owned(),
        Scalar::Bool(b) => b.to_string(),
        Scalar::Int(n) => n.to_string(),
        Scalar::Float(f) => match number::format_float32(*f).as_str() {
            "+Inf" => ".inf".to_owned(),
            "-Inf" => "-.inf".to_owned(),
            "NaN" => ".nan".to_owned(),
            text => text.to_owned(),
        },
        Scalar::Null | Scalar::Uint(_) => return None,
    })
}
