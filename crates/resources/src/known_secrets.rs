//! The secrets of a command, collected while it runs and masked in everything it prints.
//!
//! In: objects, recorded documents, plain values. Out: masked texts. It prints nothing itself.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt;
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use crate::annotations::sensitivity;
use crate::document::Document;
use crate::identity::ResourceId;
use crate::mask::Masker;
use crate::object::Object;
use crate::rules::Sensitive;
use crate::yaml;

/// A shared handle; all clones know the same secrets.
#[derive(Clone, Debug, Default)]
pub struct KnownSecrets(Arc<RwLock<Known>>);

#[derive(Default)]
struct Known {
    masker: Masker,
    /// Decrypted values. No object marks them as secret, so they are saved along with what contains them.
    decrypted: BTreeSet<String>,
}

impl fmt::Debug for Known {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.masker.fmt(f)
    }
}

impl KnownSecrets {
    /// Adds a value.
    pub fn add(&self, value: &str) {
        self.write().masker.add(value);
    }

    /// Adds a decrypted value: wherever templates put it, nothing marks it as secret.
    pub fn add_decrypted(&self, value: &str) {
        let mut known = self.write();
        known.masker.add(value);
        known.decrypted.insert(value.to_string());
    }

    /// All decrypted values.
    pub fn decrypted(&self) -> Vec<String> {
        self.read().decrypted.iter().cloned().collect()
    }

    /// Adds everything that a masker knows.
    pub fn add_all(&self, masker: &Masker) {
        if !masker.is_empty() {
            self.write().masker.add_all(masker);
        }
    }

    /// Adds the sensitive values of an object, by its kind, its annotations and `sensitive`.
    pub fn add_object(&self, object: &Object, sensitive: &Sensitive) {
        let marked = sensitivity(object);
        // Most objects have none and need no lock.
        if Masker::learns_from(object, sensitive) || Masker::learns_from(object, &marked) {
            let masker = &mut self.write().masker;
            masker.add_object(object, sensitive);
            masker.add_object(object, &marked);
        }
    }

    /// Adds the sensitive values of recorded manifests.
    pub fn add_documents<'d>(&self, documents: impl IntoIterator<Item = Document<'d>>) {
        for document in documents.into_iter().filter(may_be_sensitive) {
            // Unreadable documents are reported by whoever needs them.
            let read = document.pieces().filter_map(|(_, text)| yaml::read(text).ok());
            for object in read.filter_map(|value| Object::try_from(value).ok()) {
                self.add_object(&object, &Sensitive::Nothing);
            }
        }
    }

    /// Marks the names of a resource as public.
    pub fn publish(&self, id: &ResourceId) {
        let masker = &mut self.write().masker;
        [&id.kind, &id.name].into_iter().chain(&id.namespace).for_each(|word| masker.publish(word));
    }

    /// Marks a word as public.
    pub fn publish_word(&self, word: &str) {
        self.write().masker.publish(word);
    }

    /// Masks what is known by now.
    pub fn mask<'t>(&self, text: &'t str) -> Cow<'t, str> {
        self.read().masker.mask(text)
    }

    /// What is known by now.
    pub fn masker(&self) -> Masker {
        self.read().masker.clone()
    }

    fn read(&self) -> RwLockReadGuard<'_, Known> {
        self.0.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self) -> RwLockWriteGuard<'_, Known> {
        self.0.write().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Most manifests need not be parsed to know that they hold no secret.
fn may_be_sensitive(document: &Document<'_>) -> bool {
    let has = |word: &[u8]| memchr::memmem::find(document.text, word).is_some();
    has(b"Secret") || has(b"sensitive")
}

#[cfg(test)]
mod tests {
    use super::KnownSecrets;
    use crate::{ResourceId, stored_documents};

    #[test]
    fn records_tell_their_secrets_to_all_clones() {
        let known = KnownSecrets::default();
        let printer = known.clone();
        known.add_documents(stored_documents(
            "---\n# Source: a/b.yaml\napiVersion: v1\nkind: Secret\nstringData: {a: hunter22, b: shop}\n\
             ---\napiVersion: v1\nkind: ConfigMap\nmetadata: {annotations: {werf.io/sensitive: \"true\"}}\n\
             data: {a: swordfish}\n---\napiVersion: v1\nkind: ConfigMap\ndata: {a: plain-value}\n---\n: Secret: [\n",
        ));
        known.publish(&ResourceId::new("", "ConfigMap", None, "shop"));
        assert_eq!(printer.mask("hunter22 swordfish plain-value shop"), "<hidden> <hidden> plain-value shop");
    }
}
