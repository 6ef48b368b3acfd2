//! The path of a value: `db.users[0].password`.

use std::fmt;

/// The path from the outermost map to a value.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Path(pub Vec<Step>);

/// One step of a path.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// A key of a map.
    Key(String),
    /// An index of a list.
    Index(usize),
}

impl Path {
    /// A unique encoding of the path.
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let mut out = Vec::new();
        for step in &self.0 {
            match step {
                Step::Key(key) => {
                    out.push(b'k');
                    out.extend_from_slice(&(key.len() as u64).to_be_bytes());
                    out.extend_from_slice(key.as_bytes());
                }
                Step::Index(index) => {
                    out.push(b'i');
                    out.extend_from_slice(&(*index as u64).to_be_bytes());
                }
            }
        }
        out
    }

    /// The path with all indices treated as one.
    pub(crate) fn without_indexes(&self) -> Path {
        let step = |step: &Step| match step {
            Step::Index(_) => Step::Index(0),
            key => key.clone(),
        };
        Path(self.0.iter().map(step).collect())
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_plain = |key: &str| !key.is_empty() && !key.contains(['.', '[', ']', '"', ' ']);
        for (number, step) in self.0.iter().enumerate() {
            match step {
                Step::Index(index) => write!(f, "[{index}]")?,
                Step::Key(key) if !is_plain(key) => write!(f, "[{key:?}]")?,
                Step::Key(key) if number == 0 => f.write_str(key)?,
                Step::Key(key) => write!(f, ".{key}")?,
            }
        }
        if self.0.is_empty() { f.write_str("the value") } else { Ok(()) }
    }
}
