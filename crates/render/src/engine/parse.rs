//! Reads and parses template files, on as many threads as ask for work.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard};

use skeg_chart::File;
use skeg_go_template::ast::Template;
use skeg_go_template::{FunctionTable, TemplateSet};

use super::Job;
use crate::{Error, exec_error};

/// A file that has been read, as the text of templates.
struct Text(File);

impl AsRef<[u8]> for Text {
    fn as_ref(&self) -> &[u8] {
        self.0.data().unwrap_or_default()
    }
}

/// The parsing of all files into one set. Files can be added while others are being parsed.
pub(crate) struct Parsing {
    set: TemplateSet,
    queue: Mutex<Queue>,
}

#[derive(Default)]
struct Queue {
    /// Names and files that no thread has taken yet.
    waiting: Vec<(String, File)>,
    parsed: HashMap<String, Result<Vec<Template>, Error>>,
}

impl Parsing {
    pub(crate) fn new(functions: FunctionTable) -> Parsing {
        Parsing { set: TemplateSet::new(functions), queue: Mutex::default() }
    }

    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// Adds the files of jobs. The largest are taken first, so that no thread is left with one when the others are done.
    pub(crate) fn add<'a>(&self, jobs: impl Iterator<Item = &'a Job<'a>>) {
        let mut queue = self.queue();
        queue.parsed.reserve(jobs.size_hint().1.unwrap_or(0));
        queue.waiting.extend(jobs.map(|job| (job.name.clone(), job.file.clone())));
        queue.waiting.sort_by_key(|(_, file)| file.size());
    }

    /// Drops the files that no thread has taken.
    pub(crate) fn stop(&self) {
        self.queue().waiting.clear();
    }

    /// Parses files until there are none left to take.
    pub(crate) fn work(&self) {
        while let Some((name, file)) = self.take() {
            let templates = self.parse(&name, &file);
            self.queue().parsed.insert(name, templates);
        }
    }

    fn take(&self) -> Option<(String, File)> {
        self.queue().waiting.pop()
    }

    fn parse(&self, name: &str, file: &File) -> Result<Vec<Template>, Error> {
        file.data().map_err(Error::Chart)?;
        self.set
            .parse(name, Text(file.clone()))
            .map_err(|error| Error::Parse { text: exec_error::parse_text(&error), error: Box::new(error) })
    }

    /// Joins the templates in Helm's order; the first file that failed is reported.
    pub(crate) fn finish(self, jobs: &[Job<'_>]) -> Result<TemplateSet, Error> {
        let Parsing { mut set, queue, .. } = self;
        let mut queue = queue.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
        set.reserve(queue.parsed.values().flatten().map(Vec::len).sum());
        for job in jobs {
            set.add(queue.parsed.remove(&job.name).unwrap_or_else(|| Ok(Vec::new()))?);
        }
        Ok(set)
    }
}
