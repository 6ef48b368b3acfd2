//! Where aliases repeat values below anchors: an alias (`*a`) has no text of its own that could be refused, so those
//! texts must know all their aliases.

use std::collections::{BTreeSet, HashMap, HashSet};

use ring::digest::{SHA256, digest};
use skeg_go_yaml::{Kind, Node};

use super::walk::MAX_DEPTH;
use crate::{Path, Step};

/// A digest of all places where aliases repeat a value.
pub(super) type Seen = [u8; 32];

/// An anchor, by the number of its node.
type Anchor = u32;

struct Site {
    path: Vec<u8>,
    around: Option<Anchor>,
}

#[derive(Default)]
struct Aliases {
    /// All anchors that have an alias.
    anchors: HashSet<Anchor>,
    /// The anchor around each anchor.
    around: HashMap<Anchor, Anchor>,
    /// The aliases of each anchor.
    sites: HashMap<Anchor, Vec<Site>>,
    /// Scalars below an anchor, or with one of their own.
    scalars: Vec<(u32, Anchor)>,
    path: Path,
}

/// The digest of each scalar with aliases, by node number.
pub(super) fn seen(root: Node<'_, '_>) -> HashMap<u32, Seen> {
    let mut found = Aliases::default();
    found.find_anchors(root, 0);
    if found.anchors.is_empty() {
        return HashMap::new();
    }
    found.walk(root, None);
    let mut digests: HashMap<Anchor, Seen> = HashMap::new();
    let scalars = found.scalars.iter();
    scalars
        .map(|(scalar, anchor)| (*scalar, *digests.entry(*anchor).or_insert_with(|| found.digest(*anchor))))
        .collect()
}

impl Aliases {
    fn find_anchors(&mut self, node: Node<'_, '_>, depth: usize) {
        // Deeper nesting is refused elsewhere.
        if depth > MAX_DEPTH {
            return;
        }
        if node.kind() == Kind::Alias {
            self.anchors.insert(node.target().number());
        }
        node.items().for_each(|item| self.find_anchors(item, depth + 1));
        for (key, value) in node.entries() {
            self.find_anchors(key, depth + 1);
            self.find_anchors(value, depth + 1);
        }
    }

    fn walk(&mut self, node: Node<'_, '_>, around: Option<Anchor>) {
        if self.path.0.len() > MAX_DEPTH {
            return;
        }
        let is_anchor = self.anchors.contains(&node.number());
        let anchor = if is_anchor { Some(node.number()) } else { around };
        if let (true, Some(around)) = (is_anchor, around) {
            self.around.insert(node.number(), around);
        }
        match (node.kind(), anchor) {
            (Kind::Alias, _) => {
                let site = Site { path: self.path.to_bytes(), around };
                self.sites.entry(node.target().number()).or_default().push(site);
            }
            (Kind::Scalar, Some(anchor)) => self.scalars.push((node.number(), anchor)),
            (Kind::Scalar, None) => {}
            (Kind::List | Kind::Map, _) => {
                for (index, item) in node.items().enumerate() {
                    self.below(Step::Index(index), item, anchor);
                }
                for (key, value) in node.entries() {
                    // An alias can be a key too.
                    self.below(Step::Key("?".to_string()), key, anchor);
                    self.below(Step::Key(key.target().text().to_string()), value, anchor);
                }
            }
        }
    }

    fn below(&mut self, step: Step, node: Node<'_, '_>, around: Option<Anchor>) {
        self.path.0.push(step);
        self.walk(node, around);
        self.path.0.pop();
    }

    /// All aliases that repeat what is below an anchor: its own, those of enclosing anchors, and so on.
    fn digest(&self, anchor: Anchor) -> Seen {
        let (mut paths, mut met, mut next) = (BTreeSet::new(), HashSet::from([anchor]), vec![anchor]);
        while let Some(anchor) = next.pop() {
            let mut more = self.around.get(&anchor).copied().into_iter().collect::<Vec<_>>();
            for site in self.sites.get(&anchor).into_iter().flatten() {
                paths.insert(&site.path);
                more.extend(site.around);
            }
            next.extend(more.into_iter().filter(|anchor| met.insert(*anchor)));
        }
        let parts = paths.into_iter().map(|path| [&(path.len() as u64).to_be_bytes(), path.as_slice()].concat());
        let mut seen = Seen::default();
        seen.copy_from_slice(digest(&SHA256, &parts.collect::<Vec<_>>().concat()).as_ref());
        seen
    }
}
