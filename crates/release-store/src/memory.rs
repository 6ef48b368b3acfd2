//! Records that live as long as the process.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::history::Written;
use crate::record::{Head, Record};
use crate::selector::Selector;

/// Records by namespace and key. Clones share them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Memory(Arc<Mutex<BTreeMap<(String, String), Record>>>);

impl Memory {
    fn records(&self) -> MutexGuard<'_, BTreeMap<(String, String), Record>> {
        // A panic while the lock is held leaves whole records behind.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What `pick` makes of records, in one namespace or in all.
    pub(crate) fn pick<T>(
        &self,
        namespace: Option<&str>,
        selector: &Selector<'_>,
        mut pick: impl FnMut(Head, &[u8]) -> Option<T>,
    ) -> Vec<T> {
        let is_wanted = |(home, record): &(&String, &Record)| {
            namespace.is_none_or(|namespace| namespace == *home) && selector.matches(&record.labels)
        };
        let head = |(home, record): (&String, &Record)| Head {
            namespace: home.clone(),
            key: record.key.clone(),
            labels: record.labels.clone(),
            uid: None,
            created: None,
            // Nobody else can write here.
            written: Written { under_lock: true, ..Written::default() },
        };
        let records = self.records();
        let wanted = records.iter().map(|((home, _), record)| (home, record)).filter(is_wanted);
        wanted.filter_map(|(home, record)| pick(head((home, record)), &record.payload)).collect()
    }

    pub(crate) fn get(&self, namespace: &str, key: &str) -> Option<Record> {
        self.records().get(&place(namespace, key)).cloned()
    }

    /// False where there is one already.
    pub(crate) fn create(&self, namespace: &str, record: Record) -> bool {
        let mut records = self.records();
        let place = place(namespace, &record.key);
        !records.contains_key(&place) && records.insert(place, record).is_none()
    }

    /// False where there is none.
    pub(crate) fn replace(&self, namespace: &str, record: Record) -> bool {
        match self.records().get_mut(&place(namespace, &record.key)) {
            Some(old) => {
                *old = record;
                true
            }
            None => false,
        }
    }

    pub(crate) fn delete(&self, namespace: &str, key: &str) {
        self.records().remove(&place(namespace, key));
    }
}

fn place(namespace: &str, key: &str) -> (String, String) {
    (namespace.to_string(), key.to_string())
}
