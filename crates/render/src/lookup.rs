//! `lookup` fed from files, in place of a cluster.

use skeg_go_yaml::Tree;
use skeg_template_functions::helm::Lookup;

/// Objects that can be looked up.
pub(crate) struct Objects {
    objects: Vec<Tree>,
}

impl Objects {
    /// Takes objects; Lists are opened.
    pub(crate) fn new(given: &[Tree]) -> Objects {
        let mut objects = Vec::new();
        for object in given {
            match (text(object, "kind").ends_with("List"), object.get("items")) {
                (true, Some(Tree::List(items))) => objects.extend(items.iter().cloned()),
                _ => objects.push(object.clone()),
            }
        }
        Objects { objects }
    }
}

fn text<'t>(tree: &'t Tree, key: &str) -> &'t str {
    tree.get(key).and_then(Tree::as_str).and_then(|s| std::str::from_utf8(s).ok()).unwrap_or("")
}

impl Lookup for Objects {
    fn lookup(&self, api_version: &str, kind: &str, namespace: &str, name: &str) -> Result<Option<Tree>, String> {
        let is_wanted = |object: &&Tree| {
            let metadata = object.get("metadata").unwrap_or(&Tree::Null);
            text(object, "apiVersion") == api_version
                && text(object, "kind") == kind
                && (namespace.is_empty() || in_namespace(metadata, namespace))
                && (name.is_empty() || text(metadata, "name") == name)
        };
        let mut found = self.objects.iter().filter(is_wanted);
        if !name.is_empty() {
            return Ok(found.next().cloned());
        }
        let items: Vec<Tree> = found.cloned().collect();
        let list = [
            ("apiVersion", Tree::from(api_version)),
            ("kind", Tree::Str(format!("{kind}List").into())),
            ("items", Tree::List(items)),
        ];
        Ok(Some(Tree::Map(list.into_iter().map(|(k, v)| (k.into(), v)).collect())))
    }
}

/// Cluster-wide objects have no namespace and are found in any.
fn in_namespace(metadata: &Tree, namespace: &str) -> bool {
    let own = text(metadata, "namespace");
    own.is_empty() || own == namespace
}
