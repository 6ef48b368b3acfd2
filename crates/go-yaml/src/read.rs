//! Reads values: `sigs.k8s.io/yaml.Unmarshal` into `interface{}`, a map or a list.

use crate::decode::{Failure, decode};
use crate::{Builder, Document, Error, ErrorKind, Tree, TreeBuilder, parse, quick};

/// Reads the first document as `sigs.k8s.io/yaml.Unmarshal` into `interface{}` does: every number a float64, keys strings.
///
/// # Errors
/// Go's error, with its stage: `error converting YAML to JSON: yaml: line 2: …`.
pub fn read<B: Builder>(text: &[u8], builder: &mut B) -> Result<B::Value, Error> {
    if let Some(map) = quick::read_map(text, builder) {
        return Ok(map);
    }
    match parse(text).map_err(convert_error)? {
        Some(document) => read_document(&document, builder),
        None => Ok(builder.null()),
    }
}

/// The map in a text, if it is written so plainly that no parser is needed. `None` does not mean that the text is
/// invalid.
pub fn read_plain_map<B: Builder>(text: &[u8], builder: &mut B) -> Option<B::Value> {
    quick::read_map(text, builder)
}

/// Reads a parsed document.
///
/// # Errors
/// As [`read`].
pub fn read_document<B: Builder>(document: &Document<'_>, builder: &mut B) -> Result<B::Value, Error> {
    decode(document, builder).map_err(|failure| match failure {
        Failure::Converting(error) => convert_error(error),
        Failure::Reading(error) => unmarshal_error(error),
    })
}

/// `read` into a `Tree`.
///
/// # Errors
/// As [`read`].
pub fn read_tree(text: &[u8]) -> Result<Tree, Error> {
    read(text, &mut TreeBuilder)
}

/// Reads the first document as `Unmarshal` into `map[string]interface{}` does; no document and null give no map.
///
/// # Errors
/// As [`read`], and for any other value that is not a map.
pub fn read_map<B: Builder>(text: &[u8], builder: &mut B) -> Result<Option<B::Value>, Error> {
    if let Some(map) = quick::read_map(text, builder) {
        return Ok(Some(map));
    }
    read_shape(text, builder, "object", "map[string]interface {}")
}

/// Reads the first document as `Unmarshal` into `[]interface{}` does; no document and null give no list.
///
/// # Errors
/// As [`read`], and for any other value that is not a list.
pub fn read_list<B: Builder>(text: &[u8], builder: &mut B) -> Result<Option<B::Value>, Error> {
    read_shape(text, builder, "array", "[]interface {}")
}

/// [`read_map`] into a `Tree`; no map is an empty one.
///
/// # Errors
/// As [`read_map`].
pub fn read_tree_map(text: &[u8]) -> Result<Tree, Error> {
    Ok(read_map(text, &mut TreeBuilder)?.unwrap_or_else(Tree::map))
}

/// [`read_list`] into a `Tree`; no list is an empty one.
///
/// # Errors
/// As [`read_list`].
pub fn read_tree_list(text: &[u8]) -> Result<Tree, Error> {
    Ok(read_list(text, &mut TreeBuilder)?.unwrap_or(Tree::List(Vec::new())))
}

fn read_shape<B: Builder>(
    text: &[u8],
    builder: &mut B,
    wanted: &str,
    go_type: &str,
) -> Result<Option<B::Value>, Error> {
    let Some(document) = parse(text).map_err(convert_error)? else { return Ok(None) };
    let value = read_document(&document, builder)?;
    match document.root().json_type() {
        "null" => Ok(None),
        found if found == wanted => Ok(Some(value)),
        found => {
            let kind = if wanted == "object" { ErrorKind::NotAMap } else { ErrorKind::Other };
            let message = format!("json: cannot unmarshal {found} into Go value of type {go_type}");
            Err(unmarshal_error(Error::of_kind(kind, message)))
        }
    }
}

fn convert_error(error: Error) -> Error {
    error.after("error converting YAML to JSON: ")
}

fn unmarshal_error(error: Error) -> Error {
    error.after("error unmarshaling JSON: while decoding JSON: ")
}
