//! Executes templates.
//!
//! Files render on several threads, each with live values of its own. That is the same as one after the other unless a
//! template writes to what others see: then all is done again on one thread, in order.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread::ScopedJoinHandle;

use skeg_go_template::{CallError, Limits, Machine, TemplateSet};
use skeg_template_functions::helm;

use super::Job;
use crate::context::{Contexts, Outline};
use crate::{Error, Options, exec_error};

/// Room for templates that call each other deeply: Go would take up to a gigabyte.
const STACK: usize = 256 << 20;
const STACK_RESERVE: usize = 8 << 20;

/// What a file became, under its job's number.
pub(crate) struct Output<T> {
    pub(crate) job: usize,
    pub(crate) content: T,
}

fn joined<T>(thread: ScopedJoinHandle<'_, T>) -> T {
    thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
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
    is_dirty: bool,
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
        finish: &(impl Fn(&Job<'_>, Vec<u8>) -> T + Sync),
    ) -> Result<Vec<Output<T>>, (usize, CallError)> {
        let harvest = self.harvest(threads, finish);
        let harvest = if harvest.is_dirty && threads > 1 { self.harvest(1, finish) } else { harvest };
        match harvest.failure {
            Some(failure) => Err(failure),
            None => Ok(harvest.outputs),
        }
    }

    fn harvest<T: Send>(&self, threads: usize, finish: &(impl Fn(&Job<'_>, Vec<u8>) -> T + Sync)) -> Harvest<T> {
        let progress = Progress::default();
        let mut all = Harvest { outputs: Vec::new(), failure: None, is_dirty: false };
        std::thread::scope(|scope| {
            let work = || self.work(&progress, threads > 1, finish);
            let beside = (1..threads).map(|_| skeg_beside::spawn(scope, Some(STACK), work));
            // The last takes the place of this one, which does nothing but wait.
            let last = || std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
            let started: Vec<_> = beside.chain(std::iter::once_with(last)).filter_map(Result::ok).collect();
            if started.is_empty() {
                all.failure = Some((0, CallError::text("cannot start a thread to render on")));
            }
            for harvest in started.into_iter().map(joined) {
                all.outputs.extend(harvest.outputs);
                all.is_dirty |= harvest.is_dirty;
                let is_earlier = match (&all.failure, &harvest.failure) {
                    (Some((a, _)), Some((b, _))) => b < a,
                    (None, Some(_)) => true,
                    _ => false,
                };
                if is_earlier {
                    all.failure = harvest.failure;
                }
            }
        });
        all
    }

    fn work<T>(&self, progress: &Progress, is_shared: bool, finish: &impl Fn(&Job<'_>, Vec<u8>) -> T) -> Harvest<T> {
        let contexts = self.outline.build();
        let host = (self.host)();
        let Options { strict, memory_in_use, is_last, .. } = *self.options;
        let limits = Limits { stack: STACK - STACK_RESERVE, memory_in_use, ..Limits::default() };
        let mut machine = Machine::new(self.set, &host, strict, limits);
        let mut harvest = Harvest { outputs: Vec::new(), failure: None, is_dirty: false };
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
            harvest.is_dirty = contexts.is_written();
            match result {
                Ok(content) => harvest.outputs.push(Output { job: number, content: finish(job, content) }),
                Err(error) => harvest.failure = Some((number, error)),
            }
            if harvest.failure.is_some() || (is_shared && harvest.is_dirty) {
                progress.stop.store(true, Ordering::Relaxed);
            }
        }
        if is_last {
            std::mem::forget(contexts);
        }
        harvest
    }
}

fn execute(machine: &mut Machine<'_>, job: &Job<'_>, contexts: &Contexts) -> Result<Vec<u8>, CallError> {
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
