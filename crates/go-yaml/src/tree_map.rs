//! The entries of a map of plain data: a sorted list, since most maps have a handful of entries and never change. A
//! B-tree node would reserve space for eleven.

use bstr::BString;

use crate::Tree;

/// Entries sorted by key, without duplicates.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TreeMap {
    entries: Vec<(BString, Tree)>,
}

impl TreeMap {
    /// An empty map.
    pub const fn new() -> TreeMap {
        TreeMap { entries: Vec::new() }
    }

    /// The number of entries.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether it has no entries.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The index of a key, or where to insert it.
    fn find(&self, key: &[u8]) -> Result<usize, usize> {
        self.entries.binary_search_by(|(own, _)| own.as_slice().cmp(key))
    }

    /// The value of a key.
    pub fn get(&self, key: impl AsRef<[u8]>) -> Option<&Tree> {
        let at = self.find(key.as_ref()).ok()?;
        self.entries.get(at).map(|(_, value)| value)
    }

    /// The value of a key, mutably.
    pub fn get_mut(&mut self, key: impl AsRef<[u8]>) -> Option<&mut Tree> {
        let at = self.find(key.as_ref()).ok()?;
        self.entries.get_mut(at).map(|(_, value)| value)
    }

    /// Whether it has a key.
    pub fn contains_key(&self, key: impl AsRef<[u8]>) -> bool {
        self.find(key.as_ref()).is_ok()
    }

    /// Sets an entry and returns the previous value.
    pub fn insert(&mut self, key: BString, value: Tree) -> Option<Tree> {
        match self.find(&key) {
            Ok(at) => self.entries.get_mut(at).map(|(_, old)| std::mem::replace(old, value)),
            Err(at) => {
                self.entries.insert(at, (key, value));
                None
            }
        }
    }

    /// Removes a key and returns its value.
    pub fn remove(&mut self, key: impl AsRef<[u8]>) -> Option<Tree> {
        let at = self.find(key.as_ref()).ok()?;
        Some(self.entries.remove(at).1)
    }

    /// All entries, ordered by key.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&BString, &Tree)> + DoubleEndedIterator {
        self.entries.iter().map(|(key, value)| (key, value))
    }

    /// All keys in order.
    pub fn keys(&self) -> impl ExactSizeIterator<Item = &BString> + DoubleEndedIterator {
        self.entries.iter().map(|(key, _)| key)
    }

    /// All values, ordered by key.
    pub fn values(&self) -> impl ExactSizeIterator<Item = &Tree> + DoubleEndedIterator {
        self.entries.iter().map(|(_, value)| value)
    }

    /// All values, ordered by key, mutably.
    pub fn values_mut(&mut self) -> impl ExactSizeIterator<Item = &mut Tree> {
        self.entries.iter_mut().map(|(_, value)| value)
    }
}

impl FromIterator<(BString, Tree)> for TreeMap {
    /// Of two entries with the same key, the last one wins.
    fn from_iter<I: IntoIterator<Item = (BString, Tree)>>(entries: I) -> TreeMap {
        let mut entries: Vec<(BString, Tree)> = entries.into_iter().collect();
        if !entries.is_sorted_by(|a, b| a.0 < b.0) {
            entries.sort_by(|a, b| a.0.cmp(&b.0));
            entries.dedup_by(|later, earlier| {
                let is_same = later.0 == earlier.0;
                if is_same {
                    std::mem::swap(later, earlier);
                }
                is_same
            });
        }
        TreeMap { entries }
    }
}

impl<const N: usize> From<[(BString, Tree); N]> for TreeMap {
    fn from(entries: [(BString, Tree); N]) -> TreeMap {
        entries.into_iter().collect()
    }
}

impl IntoIterator for TreeMap {
    type Item = (BString, Tree);
    type IntoIter = std::vec::IntoIter<(BString, Tree)>;

    fn into_iter(self) -> Self::IntoIter {
        self.entries.into_iter()
    }
}

impl<'a> IntoIterator for &'a TreeMap {
    type Item = (&'a BString, &'a Tree);
    type IntoIter = std::iter::Map<std::slice::Iter<'a, (BString, Tree)>, fn(&'a (BString, Tree)) -> Self::Item>;

    fn into_iter(self) -> Self::IntoIter {
        self.entries.iter().map(|(key, value)| (key, value))
    }
}

#[cfg(test)]
mod tests {
    use super::TreeMap;
    use crate::Tree;
    use std::collections::BTreeMap;

    /// Every operation has the same result as on a B-tree.
    #[test]
    fn is_a_sorted_map() {
        let mut state = 7_u64;
        let mut next = |below: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % below
        };
        for size in 0..40 {
            let entries: Vec<_> = (0..size).map(|i| (next(20).to_string().into(), Tree::Int(i))).collect();
            let mut map: TreeMap = entries.iter().cloned().collect();
            let mut expected: BTreeMap<_, _> = entries.into_iter().collect();
            for i in 0..30 {
                let key = bstr::BString::from(next(30).to_string());
                match next(2) {
                    0 => assert_eq!(map.insert(key.clone(), Tree::Int(i)), expected.insert(key, Tree::Int(i))),
                    _ => assert_eq!(map.remove(&key), expected.remove(&key)),
                }
                assert!(map.iter().eq(expected.iter()));
                assert_eq!(map.len(), expected.len());
            }
            assert!((0..30).map(|n| n.to_string()).all(|n| map.get(&n) == expected.get(n.as_bytes())));
        }
    }
}
