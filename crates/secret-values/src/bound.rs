//! Texts of the authenticated format that are bound to a file: `skeg2.KEY-ID.DATA`. The encrypted data starts with the
//! place. Texts of the first version, `skeg1.…`, have none.

use crate::seal::{Purpose, is_bound, is_sealed, open_for, seal_for};
use crate::{Accept, Error, Format, Key, Location, Place};

/// The kind of a text: a value or a file, of either version.
#[derive(Clone, Copy)]
pub(crate) struct Content {
    bound: Purpose,
    unbound: Purpose,
}

pub(crate) const VALUE: Content = Content { bound: Purpose::BoundValue, unbound: Purpose::Value };
pub(crate) const FILE: Content = Content { bound: Purpose::BoundFile, unbound: Purpose::File };

/// A decrypted text.
pub(crate) struct Opened {
    pub(crate) payload: Vec<u8>,
    /// It is bound to the place where it is.
    pub(crate) is_at_home: bool,
}

pub(crate) fn seal(content: Content, key: &Key, at: &Location, payload: &[u8], path: &[u8]) -> Result<String, Error> {
    let place = at.place.as_ref().ok_or(Error::NoPlace)?.to_bytes();
    let whole = [&(place.len() as u32).to_be_bytes(), place.as_slice(), payload].concat();
    seal_for(content.bound, key, &whole, path)
}

pub(crate) fn open(content: Content, key: &Key, at: &Location, text: &str, path: &[u8]) -> Result<Opened, Error> {
    if !is_bound(text) {
        let payload = open_for(content.unbound, key, text, path)?;
        return if at.accept == Accept::Own { Err(Error::Unbound) } else { Ok(Opened { payload, is_at_home: false }) };
    }
    let whole = open_for(content.bound, key, text, path)?;
    let (place, payload) = split(&whole).ok_or(Error::Decrypt)?;
    let is_at_home = at.place.as_ref() == Some(&place);
    if !is_at_home && at.accept != Accept::Foreign {
        return Err(Error::Elsewhere { wanted: place, given: at.place.clone() });
    }
    Ok(Opened { payload: payload.to_vec(), is_at_home })
}

fn split(whole: &[u8]) -> Option<(Place, &[u8])> {
    let (length, rest) = whole.split_first_chunk::<4>()?;
    let (place, payload) = rest.split_at_checked(u32::from_be_bytes(*length) as usize)?;
    Some((Place::of_bytes(place)?, payload))
}

/// How much a text proves about where it belongs; `None` for an empty one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Proof {
    /// werf's format.
    Nothing,
    /// The first authenticated format: that it is unchanged.
    Whole,
    /// Also which file it belongs to.
    Bound,
}

impl Proof {
    /// By the format of the text.
    pub fn of(text: &str) -> Option<Proof> {
        match text.trim_ascii() {
            "" => None,
            text if is_bound(text) => Some(Proof::Bound),
            text if is_sealed(text) => Some(Proof::Whole),
            _ => Some(Proof::Nothing),
        }
    }
}

/// The first text that proves less than others in the same file: somebody with write access could have put an old one
/// there.
pub(crate) fn weakest<'t>(texts: impl Iterator<Item = &'t str> + Clone) -> Option<usize> {
    let most = texts.clone().filter_map(Proof::of).max()?;
    texts.into_iter().position(|text| Proof::of(text).is_some_and(|proof| proof < most))
}

/// The format of a text, by what it proves.
pub(crate) fn format(text: &str) -> Format {
    match Proof::of(text) {
        Some(Proof::Whole | Proof::Bound) => Format::Authenticated,
        Some(Proof::Nothing) | None => Format::Werf,
    }
}
