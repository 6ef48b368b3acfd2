//! Schemas of schemas: is a schema itself well-formed?
//!
//! Nearly all are, so a quick look at the shape of keywords comes first; only where it finds something odd is the official
//! schema of the draft run, whose words then make the message.

use super::Fetch;
use super::chart_folder::ChartFolder;
use super::compile::Compiler;
use super::draft::Draft;
use super::json::{Json, NodeId, Value};
use super::library::{Document, Library, NodeRef};
use super::location::encode_fragment;
use super::report::display;
use super::{shape, validate};
use crate::go_text;
use skeg_go_yaml::Tree;

macro_rules! official {
    ($($url:literal => $file:literal,)*) => {
        [$(($url, include_str!(concat!("metaschemas/", $file)))),*]
    };
}

const OFFICIAL: [(&str, &str); 19] = official! {
    "draft-04/schema" => "draft-04-schema.json",
    "draft-06/schema" => "draft-06-schema.json",
    "draft-07/schema" => "draft-07-schema.json",
    "draft/2019-09/schema" => "draft-2019-09-schema.json",
    "draft/2019-09/meta/applicator" => "draft-2019-09-meta-applicator.json",
    "draft/2019-09/meta/content" => "draft-2019-09-meta-content.json",
    "draft/2019-09/meta/core" => "draft-2019-09-meta-core.json",
    "draft/2019-09/meta/format" => "draft-2019-09-meta-format.json",
    "draft/2019-09/meta/meta-data" => "draft-2019-09-meta-meta-data.json",
    "draft/2019-09/meta/validation" => "draft-2019-09-meta-validation.json",
    "draft/2020-12/schema" => "draft-2020-12-schema.json",
    "draft/2020-12/meta/applicator" => "draft-2020-12-meta-applicator.json",
    "draft/2020-12/meta/content" => "draft-2020-12-meta-content.json",
    "draft/2020-12/meta/core" => "draft-2020-12-meta-core.json",
    "draft/2020-12/meta/format-annotation" => "draft-2020-12-meta-format-annotation.json",
    "draft/2020-12/meta/format-assertion" => "draft-2020-12-meta-format-assertion.json",
    "draft/2020-12/meta/meta-data" => "draft-2020-12-meta-meta-data.json",
    "draft/2020-12/meta/unevaluated" => "draft-2020-12-meta-unevaluated.json",
    "draft/2020-12/meta/validation" => "draft-2020-12-meta-validation.json",
};

/// The path of an address at json-schema.org.
fn official_path(url: &str) -> Option<&str> {
    url.strip_prefix("http://json-schema.org/").or_else(|| url.strip_prefix("https://json-schema.org/"))
}

/// Whether an address belongs to the makers of JSON Schema.
pub(crate) fn is_official(url: &str) -> bool {
    official_path(url).is_some()
}

/// The text of an official schema.
pub(crate) fn text(url: &str) -> Option<&'static str> {
    let path = official_path(url)?;
    let path = if path == "schema" { "draft/2020-12/schema" } else { path };
    OFFICIAL.iter().find(|(known, _)| *known == path).map(|(_, text)| *text)
}

/// Checks a schema node of a document; the error is the text of Go's library.
pub(crate) fn check(document: &Document<'_>, node: NodeId) -> Result<(), String> {
    let resource = document.resources.get(document.resource(node));
    let draft = resource.map_or(Draft::D2020, |resource| resource.draft);
    if shape::is_plain(&document.json, node, draft, 0) {
        return Ok(());
    }
    let refuse: &Fetch<'_> = &|_| Err("not part of the official schemas".into());
    let mut compiler = Compiler::new(Library::new(refuse, ChartFolder::default()));
    compiler.assert_formats = true;
    let official = compiler.library.load(draft.url())?;
    let root = compiler.compile(NodeRef { document: official, node: 0 })?;
    let instance = to_tree(&document.json, node);
    validate::validate(&compiler, root, &instance).map_err(|failures| {
        let address = go_text::quote(format!("{}#{}", document.url, encode_fragment(&document.json.pointer(node))));
        let text = display(&format!("jsonschema validation failed with '{}#'", draft.url()), &failures);
        format!("{address} is not valid against metaschema: {text}")
    })
}

fn to_tree(json: &Json<'_>, node: NodeId) -> Tree {
    match json.value(node) {
        Value::Null => Tree::Null,
        Value::Bool(b) => Tree::Bool(b),
        Value::Number(text) => Tree::Float(text.parse().unwrap_or_default()),
        Value::Text(text) => Tree::Str(text.into()),
        Value::List(items) => Tree::List(items.iter().map(|&item| to_tree(json, item)).collect()),
        Value::Object(_) => {
            Tree::Map(json.entries(node).map(|(key, value)| (key.into(), to_tree(json, value))).collect())
        }
    }
}
