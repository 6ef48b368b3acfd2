//! What a rendering makes: manifests, hooks, CRDs and notes, each with its origin.

use std::ops::{Deref, Range};
use std::sync::Arc;

use skeg_chart::Chart;
use skeg_secret_values::Masked;

use crate::UnusedValue;

/// All that came out of a rendering.
#[derive(Clone, Debug, Default)]
pub struct Rendered {
    /// Files of `crds/`, raw, root chart first.
    pub crds: Vec<Crd>,
    /// In install order.
    pub manifests: Vec<Manifest>,
    /// In Helm's printing order.
    pub hooks: Vec<Hook>,
    /// The rendered NOTES.txt.
    pub notes: Vec<u8>,
    /// What Helm would warn of on stderr.
    pub warnings: Vec<String>,
    /// What the user set and no template reads, where that was asked for.
    pub unused: Vec<UnusedValue>,
    /// The chart with its dependencies settled, as it was rendered.
    pub chart: Option<Chart>,
    /// What was decrypted and must not be shown.
    pub masked: Vec<Masked>,
}

/// A file of `crds/`.
#[derive(Clone, Debug)]
pub struct Crd {
    /// The path with the chart's name in front.
    pub source: String,
    /// The contents of the file.
    pub content: Vec<u8>,
}

/// The bytes of a document: a part of its file's output, shared with it.
#[derive(Clone, Debug)]
pub struct Content {
    file: Arc<Vec<u8>>,
    range: Range<usize>,
}

impl Content {
    pub(crate) fn new(file: Arc<Vec<u8>>, range: Range<usize>) -> Content {
        Content { file, range }
    }
}

impl From<Vec<u8>> for Content {
    fn from(text: Vec<u8>) -> Content {
        let range = 0..text.len();
        Content { file: Arc::new(text), range }
    }
}

impl Deref for Content {
    type Target = [u8];
    fn deref(&self) -> &[u8] {
        self.file.get(self.range.clone()).unwrap_or_default()
    }
}

/// One document of a template's output.
#[derive(Clone, Debug)]
pub struct Manifest {
    /// The template's path with the chart's name in front.
    pub source: String,
    /// Which document of the template's output, from one; blank ones do not count.
    pub document: usize,
    /// The document's text.
    pub content: Content,
    /// `apiVersion` of the document.
    pub api_version: String,
    /// `kind` of the document.
    pub kind: String,
    /// `metadata.name` of the document; empty if it has none.
    pub name: String,
}

/// A document that is a hook.
#[derive(Clone, Debug)]
pub struct Hook {
    /// Its manifest.
    pub manifest: Manifest,
    /// Lower-case names: `pre-install`, `test` ….
    pub events: Vec<String>,
    /// Lower weights run first.
    pub weight: i64,
    /// When its object is deleted, in Helm's words.
    pub delete_policies: Vec<String>,
    /// When Helm prints its logs.
    pub output_log_policies: Vec<String>,
}
