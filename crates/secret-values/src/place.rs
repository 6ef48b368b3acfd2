//! Which file a text is encrypted for, and what is accepted in a file.

use std::fmt;

/// A file, as the authenticated format knows it: it is part of the encrypted data, so that a text cannot be moved to
/// another file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// A file of a chart, by its path below the chart's folder.
    InChart {
        /// The chart's name.
        chart: String,
        /// The path inside the chart, with slashes.
        path: String,
    },
    /// Any other file, by name alone: its folder differs between machines.
    File(String),
}

impl Place {
    /// A file of a chart.
    pub fn in_chart(chart: &str, path: &str) -> Place {
        Place::InChart { chart: chart.to_string(), path: path.to_string() }
    }

    /// A unique encoding of the place.
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        match self {
            Place::InChart { chart, path } => {
                let length = (chart.len() as u32).to_be_bytes();
                [b"c", length.as_slice(), chart.as_bytes(), path.as_bytes()].concat()
            }
            Place::File(name) => [b"f", name.as_bytes()].concat(),
        }
    }

    pub(crate) fn of_bytes(bytes: &[u8]) -> Option<Place> {
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).ok();
        match bytes.split_first()? {
            (b'c', rest) => {
                let (length, rest) = rest.split_first_chunk::<4>()?;
                let (chart, path) = rest.split_at_checked(u32::from_be_bytes(*length) as usize)?;
                Some(Place::InChart { chart: text(chart)?, path: text(path)? })
            }
            (b'f', name) => text(name).map(Place::File),
            _ => None,
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::InChart { chart, path } => write!(f, "{path} of the chart {chart}"),
            Place::File(name) => write!(f, "a file {name}"),
        }
    }
}

/// Where an encrypted text is, and what is accepted there.
#[derive(Clone, Debug, Default)]
pub struct Location {
    /// `None` if unknown, as on stdin: then only texts that are not bound to a file can be used.
    pub place: Option<Place>,
    /// Which texts are accepted there.
    pub accept: Accept,
}

/// Which texts are accepted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Accept {
    /// werf's format, or the authenticated one bound to this file; never both in one file.
    #[default]
    Own,
    /// Also the first authenticated format, which is not bound to a file.
    Unbound,
    /// Also texts bound to other files, and mixed formats.
    Foreign,
}

impl Location {
    /// A file and what is accepted in it.
    pub fn new(place: Place, accept: Accept) -> Location {
        Location { place: Some(place), accept }
    }
}
