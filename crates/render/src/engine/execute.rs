//! Executes templates.
//!
//! Files render on several threads, each with live values of its own. That is the same as one after the other unless a
//! template writes to what others see: then all is done again on one helper, in order. So it is where the caller's stack,
//! which is small, proves too small.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread::{Builder, scope};

use skeg_beside::STACK;
use skeg_go_template::{CallError, Limits, Machine, Str, TemplateSet};
use skeg_template_functions::helm;

use super::Job;
use crate::context::{Contexts, Outline};
use crate::{Error, Options, exec_error};

/// Room for templates that call each other deeply: Go would take up to a gigabyte. The rest is for functions.
const ROOM: usize = STACK - (8 << 20);

/// What a file became, under its job's number.
pub(crate) struct Output<T> {
    pub(crate) job: usize,
    pub(crate) content: T,
}

/// How templates are executed.
pub(crate) struct Execution<'a> {
    pub(crate) set: &'a TemplateSet,
    pub(crate) jobs: &'a [Job<'a>],
    pub(crate) outline: &'a Outline<'a>,
    pub(crate) options: &'a Options,
    pub(crate) host: &'a (dyn Fn() -> helm::Host + Sync),
}

/// What one thread brought home.
struct Harvest<T> {
    outputs: Vec<Output<T>>,
    failure: Option<(usize, CallError)>,
    /// It does not count: templates wrote to what others see, or needed more stack than there was.
    is_void: bool,
}

impl<T> Default for Harvest<T> {
    fn default() -> Harvest<T> {
        Harvest { outputs: Vec::new(), failure: None, is_void: false }
    }
}

impl<T> Harvest<T> {
    /// With another thread's; the earliest failure is the one to tell of.
    fn and(mut self, other: Harvest<T>) -> Harvest<T> {
        self.outputs.extend(other.outputs);
        self.is_void |= other.is_void;
        self.failure = self.failure.into_iter().chain(other.failure).min_by_key(|(number, _)| *number);
        self
    }
}

/// Threads' common state.
#[derive(Default)]
struct Progress {
    next: AtomicUsize,
    stop: AtomicBool,
}

impl Execution<'_> {
    /// Executes all files; `finish` makes of each output what is wanted, on the thread that rendered it.
    pub(crate) fn run<T: Send>(
        &self,
        threads: usize,
        finish: &(impl Fn(&Job<'_>, Str) -> T + Sync),
    ) -> Result<Vec<Output<T>>, (usize, CallError)> {
        let mut harvest = self.together(threads, finish);
        if harvest.is_void {
            drop(harvest);
            harvest = on_helper(&|| self.work(&Progress::default(), ROOM, false, finish));
        }
        match harvest.failure {
            Some(failure) => Err(failure),
            None => Ok(harvest.outputs),
        }
    }

    /// The caller and its helpers take the files as they come.
    fn together<T: Send>(&self, threads: usize, finish: &(impl Fn(&Job<'_>, Str) -> T + Sync)) -> Harvest<T> {
        let progress = Progress::default();
        let is_shared = threads > 1;
        let harvests = Mutex::new(Vec::new());
        let help = || {
            let harvest = self.work(&progress, ROOM, is_shared, finish);
            harvests.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).push(harvest);
        };
        let own = skeg_beside::scope(threads - 1, |helpers| {
            helpers.offer(&help);
            match self.options.stack {
                0 => on_own_thread(|| self.work(&progress, ROOM, is_shared, finish)),
                stack => self.work(&progress, stack, is_shared, finish),
            }
        });
        let harvests = harvests.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
        harvests.into_iter().fold(own, Harvest::and)
    }

    /// Takes files until there are no more, or one fails. What templates wrote is of no matter where nobody else sees it.
    fn work<T>(
        &self,
        progress: &Progress,
        stack: usize,
        is_shared: bool,
        finish: &impl Fn(&Job<'_>, Str) -> T,
    ) -> Harvest<T> {
        let mut harvest = Harvest::default();
        if progress.next.load(Ordering::Relaxed) >= self.jobs.len() {
            return harvest;
        }
        let contexts = self.outline.build();
        let host = (self.host)();
        let Options { strict, memory_in_use, is_last, .. } = *self.options;
        let mut machine = Machine::new(self.set, &host, strict, Limits { stack, memory_in_use, ..Limits::default() });
        while !progress.stop.load(Ordering::Relaxed) {
            let number = progress.next.fetch_add(1, Ordering::Relaxed);
            let Some(job) = self.jobs.get(number) else {
                break;
            };
            if job.is_partial() {
                continue;
            }
            host.enter(job.chart_path());
            let result = execute(&mut machine, job, &contexts);
            harvest.is_void = (is_shared && contexts.is_written()) || (stack < ROOM && machine.was_short_of_stack());
            match result {
                Ok(content) => harvest.outputs.push(Output { job: number, content: finish(job, content) }),
                Err(error) => harvest.failure = Some((number, error)),
            }
            if harvest.failure.is_some() || harvest.is_void {
                progress.stop.store(true, Ordering::Relaxed);
            }
        }
        if is_last {
            std::mem::forget(contexts);
        }
        harvest
    }
}

/// Executes on a helper, which has stack and memory already, or else on a thread of its own.
fn on_helper<T: Send>(work: &(impl Fn() -> Harvest<T> + Sync)) -> Harvest<T> {
    let harvest = Mutex::new(None);
    let help = || {
        let done = work();
        *harvest.lock().unwrap_or_else(|poisoned| poisoned.into_inner()) = Some(done);
    };
    skeg_beside::scope(1, |helpers| helpers.offer(&help));
    let harvest = harvest.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
    harvest.unwrap_or_else(|| on_own_thread(work))
}

/// Executes on a thread with much stack, while this one waits.
fn on_own_thread<T: Send>(work: impl FnOnce() -> Harvest<T> + Send) -> Harvest<T> {
    scope(|scope| match Builder::new().stack_size(STACK).spawn_scoped(scope, work) {
        Ok(thread) => thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)),
        Err(_) => {
            let failure = CallError::text("cannot start a thread to render on");
            Harvest { failure: Some((0, failure)), ..Harvest::default() }
        }
    })
}

fn execute(machine: &mut Machine<'_>, job: &Job<'_>, contexts: &Contexts) -> Result<Str, CallError> {
    let context = contexts.for_file(job.chart, &job.name, &job.base_path);
    let output = machine.execute(&job.name, context, helm::ROOT)?;
    Ok(helm::without_no_value(output))
}

/// Helm's words for a file that failed.
pub(crate) fn failure(job: &Job<'_>, error: CallError, compat: skeg_chart::Compat) -> Error {
    match error {
        CallError::Exec(_, error) => Error::Exec { text: exec_error::exec_text(&job.name, &error, compat), error },
        other => Error::Other(other.to_string()),
    }
}
