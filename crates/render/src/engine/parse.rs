//! Reads and parses template files, on as many threads as ask for work.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

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

/// The parsing of all files into one set.
pub(crate) struct Parsing<'a> {
    jobs: &'a [Job<'a>],
    set: TemplateSet,
    next: AtomicUsize,
    parsed: Mutex<Vec<(usize, Result<Vec<Template>, Error>)>>,
}

impl<'a> Parsing<'a> {
    pub(crate) fn new(jobs: &'a [Job<'a>], functions: FunctionTable) -> Parsing<'a> {
        Parsing { jobs, set: TemplateSet::new(functions), next: AtomicUsize::new(0), parsed: Mutex::default() }
    }

    /// Parses files until there are no more to take.
    pub(crate) fn work(&self) {
        let mut done = Vec::new();
        loop {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(job) = self.jobs.get(number) else {
                break;
            };
            done.push((number, self.parse(job)));
        }
        self.parsed.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).extend(done);
    }

    /// Leaves the remaining files alone.
    pub(crate) fn stop(&self) {
        self.next.store(self.jobs.len(), Ordering::Relaxed);
    }

    fn parse(&self, job: &Job<'_>) -> Result<Vec<Template>, Error> {
        job.file.data().map_err(Error::Chart)?;
        self.set
            .parse(&job.name, Text(job.file.clone()))
            .map_err(|error| Error::Parse { text: exec_error::parse_text(&error), error: Box::new(error) })
    }

    /// Puts the templates together in Helm's order; the first file that failed is the one to tell of.
    pub(crate) fn finish(self) -> Result<TemplateSet, Error> {
        let Parsing { mut set, parsed, .. } = self;
        let mut parsed = parsed.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
        parsed.sort_by_key(|(number, _)| *number);
        for (_, templates) in parsed {
            set.add(templates?);
        }
        Ok(set)
    }
}
