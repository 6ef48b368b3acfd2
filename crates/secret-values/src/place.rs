//! Which file a text is encrypted for, and what is accepted where it stands.

use std::fmt;

/// A file, as texts of the authenticated format know it: it is part of what is encrypted, so that none passes for one of
/// another file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// A file of a chart, by its path below the chart's folder.
    InChart { chart: String, path: String },
    /// Any other, by its name alone: where it is differs from machine to machine.
    File(String),
}

impl Place {
    pub fn in_chart(chart: &str, path: &str) -> Place {
        Place::InChart { chart: chart.to_string(), path: path.to_string() }
    }

    /// The place as bytes that no other place has.
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

/// Where an encrypted text stands, and what may stand there.
#[derive(Clone, Debug, Default)]
pub struct Location {
    /// None where that is not known, as on stdin: then only texts that are for no file in particular can be dealt with.
    pub place: Option<Place>,
    pub accept: Accept,
}

/// Which texts are accepted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Accept {
    /// Those of werf's format, or those of the authenticated one that are for this file; never both in one file.
    #[default]
    Own,
    /// Those of the first authenticated format too, which are for no file in particular.
    Unbound,
    /// Those for other files too, and all formats side by side.
    Foreign,
}

impl Location {
    pub fn new(place: Place, accept: Accept) -> Location {
        Location { place: Some(place), accept }
    }
}
