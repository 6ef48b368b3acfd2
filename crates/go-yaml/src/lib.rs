//! YAML and JSON, read and written as Go's libraries do (sigs.k8s.io/yaml over go-yaml v2, encoding/json).

mod tree;

pub use tree::Tree;

/// Makes values of the caller's own type while a document is read.
pub trait Builder {
    type Value;
    fn null(&mut self) -> Self::Value;
    fn bool(&mut self, value: bool) -> Self::Value;
    fn float(&mut self, value: f64) -> Self::Value;
    fn string(&mut self, value: &str) -> Self::Value;
    fn list(&mut self, items: Vec<Self::Value>) -> Self::Value;
    /// Entries come sorted bytewise by key, each key once.
    fn map(&mut self, entries: Vec<(String, Self::Value)>) -> Self::Value;
}

/// Text that is not YAML or JSON. `Display` is the Go library's text.
#[derive(Clone, Debug)]
pub struct Error {
    pub message: String,
}

/// Reads the first document as `sigs.k8s.io/yaml.Unmarshal` into `interface{}` does: every number a float64, keys strings.
pub fn read<B: Builder>(_text: &[u8], _builder: &mut B) -> Result<B::Value, Error> {
    todo!()
}

/// `read` into a `Tree`.
pub fn read_tree(_text: &[u8]) -> Result<Tree, Error> {
    todo!()
}
