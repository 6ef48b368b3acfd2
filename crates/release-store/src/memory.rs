//! Records in memory, for the lifetime of the process.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use futures::FutureExt;
use skeg_cluster::Fence;

use crate::error::Error;
use crate::history::Written;
use crate::record::{Head, Record};
use crate::selector::Selector;
use crate::storage::{Answer, Driver, Storage, Visit};

/// Records by namespace and key. Clones share them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Memory(Arc<Mutex<Records>>);

type Records = BTreeMap<(String, String), Record>;

impl Memory {
    fn records(&self) -> MutexGuard<'_, Records> {
        // A panic while the mutex is held leaves consistent records behind.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn write<T>(&self, fence: &Fence, act: impl FnOnce(&mut Records) -> T) -> Result<T, Error> {
        fence.check()?;
        Ok(act(&mut self.records()))
    }

    /// Calls `take` for each selected record.
    fn each(&self, namespace: Option<&str>, selector: &Selector<'_>, mut take: impl FnMut(Head, &[u8])) {
        for ((home, _), record) in self.records().iter() {
            if namespace.is_none_or(|namespace| namespace == home) && selector.matches(&record.labels) {
                take(head(home, record), &record.payload);
            }
        }
    }
}

impl Storage for Memory {
    fn driver(&self) -> Driver {
        Driver::Memory
    }

    fn heads<'a>(&'a self, namespace: Option<&'a str>, selector: &'a Selector<'a>) -> Answer<'a, Vec<Head>> {
        let mut heads = Vec::new();
        self.each(namespace, selector, |head, _| heads.push(head));
        answer(Ok(heads))
    }

    fn visit<'a>(
        &'a self,
        namespace: Option<&'a str>,
        selector: &'a Selector<'a>,
        visit: &'a mut Visit<'a>,
    ) -> Answer<'a, ()> {
        self.each(namespace, selector, |head, payload| visit(head, Ok(payload.to_vec())));
        answer(Ok(()))
    }

    fn get<'a>(&'a self, namespace: &'a str, key: &'a str) -> Answer<'a, Option<Record>> {
        answer(Ok(self.records().get(&place(namespace, key)).cloned()))
    }

    fn create<'a>(&'a self, namespace: &'a str, record: Record, fence: &'a Fence) -> Answer<'a, bool> {
        answer(self.write(fence, |records| {
            let place = place(namespace, &record.key);
            !records.contains_key(&place) && records.insert(place, record).is_none()
        }))
    }

    fn replace<'a>(&'a self, namespace: &'a str, record: Record, fence: &'a Fence) -> Answer<'a, bool> {
        answer(self.write(fence, |records| match records.get_mut(&place(namespace, &record.key)) {
            Some(old) => {
                *old = record;
                true
            }
            None => false,
        }))
    }

    fn delete<'a>(&'a self, namespace: &'a str, key: &'a str, _: Option<&'a str>, fence: &'a Fence) -> Answer<'a, ()> {
        answer(self.write(fence, |records| drop(records.remove(&place(namespace, key)))))
    }
}

fn answer<'a, T: Send + 'a>(result: Result<T, Error>) -> Answer<'a, T> {
    std::future::ready(result).boxed()
}

fn head(namespace: &str, record: &Record) -> Head {
    Head {
        namespace: namespace.to_string(),
        key: record.key.clone(),
        labels: record.labels.clone(),
        uid: None,
        created: None,
        // Nobody else can write here.
        written: Written { under_lock: true, ..Written::default() },
    }
}

fn place(namespace: &str, key: &str) -> (String, String) {
    (namespace.to_string(), key.to_string())
}
