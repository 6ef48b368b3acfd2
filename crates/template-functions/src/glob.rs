//! Path patterns: gobwas/glob's for `.Files.Glob`, and Go's `filepath.Match`.
//!
//! In: a pattern and a path, both bytes. Out: whether they match, or that the pattern is invalid.

mod parse;
mod path_match;
#[cfg(test)]
mod tests;

pub use path_match::{BadPattern, path_match};

use skeg_go_template::fmt::decode_rune;

/// A compiled pattern in gobwas/glob's syntax, with `/` as the separator that `*` and `?` do not cross.
pub struct Glob {
    nodes: Vec<Node>,
}

enum Node {
    Text(Vec<u8>),
    /// `*`
    Any,
    /// `**`
    Super,
    /// `?`
    Single,
    List {
        chars: Vec<char>,
        not: bool,
    },
    Range {
        low: char,
        high: char,
        not: bool,
    },
    /// `{a,b}`
    OneOf(Vec<Vec<Node>>),
}

impl Glob {
    /// Compiles a pattern; `None` if it is invalid.
    pub fn compile(pattern: &[u8]) -> Option<Glob> {
        parse::parse(pattern).map(|nodes| Glob { nodes })
    }

    /// Whether the whole path matches.
    pub fn matches(&self, path: &[u8]) -> bool {
        ends(&self.nodes, path, vec![0]).last() == Some(&path.len())
    }
}

/// The positions at which matches of the nodes can end if they start at any of `starts`; all sorted.
fn ends(nodes: &[Node], path: &[u8], mut starts: Vec<usize>) -> Vec<usize> {
    for node in nodes {
        if starts.is_empty() {
            break;
        }
        starts = node.ends(path, &starts);
    }
    starts
}

impl Node {
    fn ends(&self, path: &[u8], starts: &[usize]) -> Vec<usize> {
        match self {
            Node::Text(text) => {
                starts.iter().filter(|&&at| path[at..].starts_with(text)).map(|at| at + text.len()).collect()
            }
            Node::Super => (starts.first().copied().unwrap_or(path.len())..=path.len()).collect(),
            Node::Any => {
                let mut found = Vec::new();
                for &start in starts {
                    let from = found.last().map_or(start, |&last: &usize| start.max(last + 1));
                    let segment = path[start..].iter().position(|&b| b == b'/').map_or(path.len(), |n| start + n);
                    found.extend(from..=segment);
                }
                found
            }
            Node::Single => one_char(path, starts, |c| c != '/'),
            Node::List { chars, not } => one_char(path, starts, |c| chars.contains(&c) != *not),
            Node::Range { low, high, not } => one_char(path, starts, |c| (*low..=*high).contains(&c) != *not),
            Node::OneOf(alternatives) => {
                let mut found: Vec<_> =
                    alternatives.iter().flat_map(|nodes| ends(nodes, path, starts.to_vec())).collect();
                found.sort_unstable();
                found.dedup();
                found
            }
        }
    }
}

/// Skips one character if it is accepted; a byte of invalid UTF-8 counts as one.
fn one_char(path: &[u8], starts: &[usize], accept: impl Fn(char) -> bool) -> Vec<usize> {
    let step = |&at: &usize| {
        let rest = &path[at..];
        if rest.is_empty() {
            return None;
        }
        let (c, width) = decode_rune(rest);
        accept(c).then_some(at + width)
    };
    starts.iter().filter_map(step).collect()
}
