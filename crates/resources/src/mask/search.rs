//! Finds many texts within another in one pass (the Aho-Corasick automaton).
//!
//! In: texts to look for. Out: where they are, overlapping ones merged; or which of them occur. Time is linear in the
//! lengths of both, never their product: a library that precomputes every next state, or restarts after each match, is
//! quadratic for `aaaa…`.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::ops::Range;

type Node = u32;
const ROOT: Node = 0;

/// Texts to look for, as a trie of their bytes. A node stands for what was read so far; its link leads to its longest
/// suffix in the trie.
pub(super) struct Search {
    /// By the first byte, since most of the input is read at the root.
    first: [Node; 256],
    nodes: Vec<Branch>,
    /// Children other than the one that follows its parent in the list: there are few.
    others: HashMap<Node, Vec<(u8, Node)>, BuildHasherDefault<NodeHasher>>,
    /// Steps it took to build this.
    work: usize,
}

/// Hashes node numbers. They are not chosen by anybody, so no stronger hash is needed.
#[derive(Default)]
struct NodeHasher(u64);

impl Hasher for NodeHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.write_u32(u32::from(*byte)));
    }

    fn write_u32(&mut self, node: u32) {
        self.0 = (self.0 ^ u64::from(node)).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(32);
    }
}

#[derive(Clone, Copy, Default)]
struct Branch {
    link: Node,
    /// Bytes of the longest text that ends here; 0 for none.
    longest: u32,
    /// How many bytes lead here.
    depth: u32,
    /// The byte that leads here.
    byte: u8,
    /// The next node in the list is a child.
    has_next: bool,
    has_others: bool,
}

impl Search {
    /// `None` if there is nothing to look for.
    pub(super) fn new<'t>(texts: impl IntoIterator<Item = &'t str>) -> Option<Search> {
        let mut search = Search::planted(texts).0;
        search.link();
        (search.nodes.len() > 1).then_some(search)
    }

    /// Which of the texts, by index, are part of one of the others.
    pub(super) fn occurring<'t>(texts: &[&str], within: impl IntoIterator<Item = &'t str>) -> Vec<bool> {
        let (mut search, ends) = Search::planted(texts.iter().copied());
        let order = search.link();
        let mut met = vec![false; search.nodes.len()];
        for text in within {
            let mut at = ROOT;
            for byte in text.bytes() {
                at = search.step(at, byte, &mut 0);
                met[at as usize] = true;
            }
        }
        // If a node was reached, so was each of its suffixes.
        for node in order.into_iter().rev() {
            if met[node as usize] {
                met[search.nodes[node as usize].link as usize] = true;
            }
        }
        ends.into_iter().map(|end| end != ROOT && met[end as usize]).collect()
    }

    /// Where the texts are, overlapping ones merged, in order.
    pub(super) fn places(&self, text: &str) -> Vec<Range<usize>> {
        self.places_counted(text, &mut 0)
    }

    fn places_counted(&self, text: &str, work: &mut usize) -> Vec<Range<usize>> {
        let mut places: Vec<Range<usize>> = Vec::new();
        let mut at = ROOT;
        for (index, byte) in text.bytes().enumerate() {
            let depth = self.nodes[at as usize].depth as usize;
            if depth >= SHORTEST_BEGINNING && (byte == b' ' || byte == CUT.as_bytes()[0]) && is_cut(&text[index..]) {
                add(&mut places, index - depth..index, work);
            }
            at = self.step(at, byte, work);
            let longest = self.nodes[at as usize].longest as usize;
            if longest == 0 {
                continue;
            }
            add(&mut places, index + 1 - longest..index + 1, work);
        }
        places
    }

    /// The trie without links, and where each text ends in it.
    fn planted<'t>(texts: impl IntoIterator<Item = &'t str>) -> (Search, Vec<Node>) {
        let nodes = vec![Branch::default()];
        let mut search = Search { first: [ROOT; 256], nodes, others: HashMap::default(), work: 0 };
        let ends = texts.into_iter().map(|text| search.plant(text)).collect();
        (search, ends)
    }

    fn plant(&mut self, text: &str) -> Node {
        let mut at = ROOT;
        for byte in text.bytes() {
            self.work += 1;
            at = match self.child(at, byte) {
                Some(child) => child,
                None => self.sprout(at, byte),
            };
        }
        if let (true, Ok(length)) = (at != ROOT, u32::try_from(text.len())) {
            self.nodes[at as usize].longest = length;
        }
        at
    }

    fn sprout(&mut self, parent: Node, byte: u8) -> Node {
        // More nodes than this do not fit into memory.
        let Ok(child) = Node::try_from(self.nodes.len()) else { return ROOT };
        let depth = self.nodes[parent as usize].depth + 1;
        self.nodes.push(Branch { byte, depth, ..Branch::default() });
        if parent == ROOT {
            self.first[usize::from(byte)] = child;
        } else if child == parent + 1 {
            self.nodes[parent as usize].has_next = true;
        } else {
            self.nodes[parent as usize].has_others = true;
            self.others.entry(parent).or_default().push((byte, child));
        }
        child
    }

    fn child(&self, parent: Node, byte: u8) -> Option<Node> {
        if parent == ROOT {
            return Some(self.first[usize::from(byte)]).filter(|child| *child != ROOT);
        }
        let branch = &self.nodes[parent as usize];
        if branch.has_next && self.nodes[parent as usize + 1].byte == byte {
            return Some(parent + 1);
        }
        let others = if branch.has_others { self.others.get(&parent)? } else { return None };
        others.iter().find(|(known, _)| *known == byte).map(|(_, child)| *child)
    }

    /// Adds the children of a node to a list.
    fn push_children(&self, parent: Node, list: &mut Vec<Node>) {
        if parent == ROOT {
            return list.extend(self.first.iter().copied().filter(|child| *child != ROOT));
        }
        let branch = &self.nodes[parent as usize];
        if branch.has_next {
            list.push(parent + 1);
        }
        if branch.has_others {
            list.extend(self.others.get(&parent).into_iter().flatten().map(|(_, child)| *child));
        }
    }

    /// Sets the links, shorter nodes before longer ones, and returns the nodes in that order.
    fn link(&mut self) -> Vec<Node> {
        let mut order = Vec::with_capacity(self.nodes.len());
        order.push(ROOT);
        let mut done = 0;
        while let Some(parent) = order.get(done).copied() {
            done += 1;
            let first = order.len();
            self.push_children(parent, &mut order);
            for child in order[first..].iter().copied() {
                let byte = self.nodes[child as usize].byte;
                let mut work = 0;
                let link = match parent {
                    ROOT => ROOT,
                    parent => self.step(self.nodes[parent as usize].link, byte, &mut work),
                };
                self.work += work;
                let shorter = self.nodes[link as usize].longest;
                let branch = &mut self.nodes[child as usize];
                branch.link = link;
                branch.longest = branch.longest.max(shorter);
            }
        }
        order
    }

    /// The node after one more byte.
    fn step(&self, mut at: Node, byte: u8, work: &mut usize) -> Node {
        loop {
            *work += 1;
            match self.child(at, byte) {
                Some(child) => return child,
                None if at == ROOT => return ROOT,
                None => at = self.nodes[at as usize].link,
            }
        }
    }
}

/// Marks where a text was cut.
const CUT: &str = "…";
/// How many bytes of the beginning of a text suffice to mask it where the rest was cut off; fewer may be any word.
const SHORTEST_BEGINNING: usize = 8;

fn is_cut(rest: &str) -> bool {
    rest.strip_prefix(' ').unwrap_or(rest).starts_with(CUT)
}

/// Adds a place, together with those that it overlaps.
fn add(places: &mut Vec<Range<usize>>, mut place: Range<usize>, work: &mut usize) {
    while let Some(last) = places.pop_if(|last| last.end > place.start) {
        place.start = place.start.min(last.start);
        place.end = place.end.max(last.end);
        *work += 1;
    }
    places.push(place);
}

#[cfg(test)]
mod tests {
    use super::Search;

    fn found<'t>(texts: &[&str], within: &'t str) -> Vec<&'t str> {
        let search = Search::new(texts.iter().copied()).unwrap();
        search.places(within).into_iter().map(|place| &within[place]).collect()
    }

    #[test]
    fn places_of_many_texts() {
        let cases: &[(&[&str], &str, &[&str])] = &[
            (&["abc"], "xabcabcx", &["abc", "abc"]),
            (&["abcd", "cdef"], "abcdef", &["abcdef"]),
            (&["abcd", "bc"], "abcd abc", &["abcd", "bc"]),
            (&["ab", "abcdef"], "abcdex", &["ab"]),
            (&["aa"], "aaaaab", &["aaaaa"]),
            (&["he", "she", "his", "hers"], "ushers his", &["shers", "his"]),
            (&["b", "cab", "bcd", "xcabcdy"], "xcabcdx", &["cabcd"]),
            (&["ä", "ö"], "aäöü", &["ä", "ö"]),
            (&["abc"], "ab", &[]),
            // A text that was cut off is recognized by its beginning.
            (&["swordfish-and-more"], "is swordfish-a… or swordfish", &["swordfish-a"]),
            (&["swordfish-and-more"], "is swordfish … (9 more characters)", &["swordfish"]),
            (&["swordfish-and-more", "sword"], "is swordfish …", &["swordfish"]),
            (&["swordfish-and-more"], "is swordfi…", &[]),
        ];
        for (texts, within, expected) in cases {
            assert_eq!(found(texts, within), *expected, "{texts:?} in {within}");
        }
        assert!(Search::new([]).is_none() && Search::new([""]).is_none());
    }

    /// Every text over two letters up to a length, compared with a naive search.
    #[test]
    fn places_are_those_of_a_plain_search() {
        let words = |length: usize| (0..1 << length).map(move |bits| word(bits, length));
        fn word(bits: usize, length: usize) -> String {
            (0..length).map(|at| if bits >> at & 1 == 0 { 'a' } else { 'b' }).collect()
        }
        let texts: Vec<String> = (1..=3).flat_map(words).collect();
        for (at, one) in texts.iter().enumerate() {
            for other in &texts[at..] {
                let both = [one.as_str(), other.as_str()];
                for within in words(6) {
                    let mut covered = vec![false; within.len()];
                    for text in both {
                        let starts = (0..within.len()).filter(|start| within[*start..].starts_with(text));
                        starts.for_each(|start| covered[start..start + text.len()].fill(true));
                    }
                    let mut hidden = vec![false; within.len()];
                    Search::new(both).unwrap().places(&within).into_iter().for_each(|place| hidden[place].fill(true));
                    assert_eq!(hidden, covered, "{both:?} in {within}");
                    let occurring = both.map(|text| within.contains(text));
                    assert_eq!(Search::occurring(&both, [within.as_str()]), occurring, "{both:?} in {within}");
                }
            }
        }
    }

    /// Both inputs are as repetitive as possible; ten times the input must take ten times the work.
    #[test]
    fn the_work_grows_with_the_length() {
        let work = |length: usize| {
            let (letters, digits) = ("a".repeat(length), "YWFh".repeat(length / 3));
            let nested: Vec<String> = (1..4).map(|part| "a".repeat(part * length / 4)).collect();
            let texts =
                nested.iter().map(String::as_str).chain([letters.as_str(), &digits, &digits[1..], &digits[2..]]);
            let search = Search::new(texts).unwrap();
            let mut work = search.work;
            // Nearly equal, so that each place might be the start of a match.
            let near = format!("{}b{}", &letters[1..], &digits[1..]);
            search.places_counted(&near.repeat(3), &mut work);
            work
        };
        let (small, large) = (work(4_000), work(400_000));
        assert!(large < small * 101, "{small} steps, then {large}");
        assert!(large < 400_000 * 30, "{large} steps");
    }
}
