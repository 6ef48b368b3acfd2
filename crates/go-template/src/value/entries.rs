//! The entries of a map, sorted by key bytewise.

use std::collections::{BTreeMap, btree_map};
use std::slice;

use super::dropping::{drop_nested, may_nest};
use super::{Str, Value};

/// Larger maps are stored as a tree, where an insertion does not move all entries.
const FEW: usize = 64;

/// Keys and their values. Most maps are small, and stored compactly.
#[derive(Default)]
pub struct Entries(Kept);

enum Kept {
    /// Up to `FEW` entries.
    Sorted(Vec<(Str, Value)>),
    Tree(BTreeMap<Str, Value>),
}

impl Default for Kept {
    fn default() -> Kept {
        Kept::Sorted(Vec::new())
    }
}

impl Drop for Entries {
    fn drop(&mut self) {
        if self.values().any(may_nest) {
            drop_nested(std::mem::take(&mut self.0));
        }
    }
}

impl Entries {
    /// The value of a key.
    pub fn get(&self, key: &[u8]) -> Option<&Value> {
        match &self.0 {
            // Lengths alone distinguish most keys, without comparing their text.
            Kept::Sorted(entries) => entries.iter().find(|(other, _)| **other == *key).map(|(_, value)| value),
            Kept::Tree(entries) => entries.get(key),
        }
    }

    /// The number of entries.
    pub fn len(&self) -> usize {
        match &self.0 {
            Kept::Sorted(entries) => entries.len(),
            Kept::Tree(entries) => entries.len(),
        }
    }

    /// Whether there are no entries.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Keys and values in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&Str, &Value)> {
        match &self.0 {
            Kept::Sorted(entries) => Iter::Sorted(entries.iter()),
            Kept::Tree(entries) => Iter::Tree(entries.iter()),
        }
    }

    /// The keys in order.
    pub fn keys(&self) -> impl ExactSizeIterator<Item = &Str> {
        self.iter().map(|(key, _)| key)
    }

    /// The values in the order of their keys.
    pub fn values(&self) -> impl ExactSizeIterator<Item = &Value> {
        self.iter().map(|(_, value)| value)
    }

    pub(super) fn insert(&mut self, key: Str, value: Value) {
        match &mut self.0 {
            Kept::Sorted(entries) => match place(entries, &key) {
                Ok(at) => entries[at].1 = value,
                Err(at) if entries.len() < FEW => entries.insert(at, (key, value)),
                Err(_) => {
                    let mut tree: BTreeMap<_, _> = std::mem::take(entries).into_iter().collect();
                    tree.insert(key, value);
                    self.0 = Kept::Tree(tree);
                }
            },
            Kept::Tree(entries) => {
                entries.insert(key, value);
            }
        }
    }

    pub(super) fn remove(&mut self, key: &[u8]) -> Option<Value> {
        match &mut self.0 {
            Kept::Sorted(entries) => place(entries, key).ok().map(|at| entries.remove(at).1),
            Kept::Tree(entries) => entries.remove(key),
        }
    }
}

/// The index of a key, or where to insert it.
fn place(entries: &[(Str, Value)], key: &[u8]) -> Result<usize, usize> {
    entries.binary_search_by(|(other, _)| other.as_ref().cmp(key))
}

impl FromIterator<(Str, Value)> for Entries {
    /// Of equal keys, the last one wins.
    fn from_iter<I: IntoIterator<Item = (Str, Value)>>(entries: I) -> Entries {
        let given = entries.into_iter();
        let (least, most) = given.size_hint();
        let mut entries = Vec::with_capacity(most.unwrap_or(least).min(FEW));
        entries.extend(given);
        if entries.len() > FEW {
            return Entries(Kept::Tree(entries.into_iter().collect()));
        }
        if !entries.is_sorted_by(|(a, _), (b, _)| a < b) {
            entries.reverse();
            entries.sort_by(|(a, _), (b, _)| a.cmp(b));
            entries.dedup_by(|(later, _), (earlier, _)| later == earlier);
        }
        Entries(Kept::Sorted(entries))
    }
}

/// Iterates over entries in order.
enum Iter<'a> {
    Sorted(slice::Iter<'a, (Str, Value)>),
    Tree(btree_map::Iter<'a, Str, Value>),
}

impl<'a> Iterator for Iter<'a> {
    type Item = (&'a Str, &'a Value);

    fn next(&mut self) -> Option<(&'a Str, &'a Value)> {
        match self {
            Iter::Sorted(entries) => entries.next().map(|(key, value)| (key, value)),
            Iter::Tree(entries) => entries.next(),
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        match self {
            Iter::Sorted(entries) => entries.size_hint(),
            Iter::Tree(entries) => entries.size_hint(),
        }
    }
}

impl ExactSizeIterator for Iter<'_> {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::IntKind;

    fn number(value: &Value) -> i64 {
        match value {
            Value::Int(_, number) => *number,
            _ => panic!("not a number"),
        }
    }

    fn listed(entries: &Entries) -> Vec<(String, i64)> {
        entries.iter().map(|(key, value)| (String::from_utf8_lossy(key).into_owned(), number(value))).collect()
    }

    /// Compares with a plain ordered map, across the size at which the form changes.
    #[test]
    fn they_do_as_an_ordered_map_does() {
        let mut seed = 7u64;
        let mut entries = Entries::default();
        let mut expected = BTreeMap::new();
        for step in 0..5000i64 {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let key = format!("k{}", (seed >> 33) % 150);
            // Mostly insertions at first, and mostly removals later.
            if (seed >> 20) % 10 < if step < 2500 { 8 } else { 2 } {
                entries.insert(Str::from(key.as_str()), Value::Int(IntKind::Int, step));
                expected.insert(key, step);
            } else {
                let removed = entries.remove(key.as_bytes()).as_ref().map(number);
                assert_eq!(removed, expected.remove(&key));
            }
            assert_eq!(entries.len(), expected.len());
            let probe = format!("k{}", step % 150);
            assert_eq!(entries.get(probe.as_bytes()).map(number), expected.get(&probe).copied());
        }
        assert_eq!(listed(&entries), expected.into_iter().collect::<Vec<_>>());
    }

    #[test]
    fn of_equal_keys_the_last_counts() {
        for size in [3, 200] {
            let keys = (0..size).map(|n| format!("k{}", n * 7 % size)).chain(["k1".to_string(), "k0".to_string()]);
            let given: Vec<_> = keys.enumerate().map(|(n, key)| (key, n as i64)).collect();
            let entries: Entries =
                given.iter().map(|(key, n)| (Str::from(key.as_str()), Value::Int(IntKind::Int, *n))).collect();
            assert_eq!(listed(&entries), given.into_iter().collect::<BTreeMap<_, _>>().into_iter().collect::<Vec<_>>());
        }
    }
}
