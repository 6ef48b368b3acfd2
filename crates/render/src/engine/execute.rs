//! Executes templates.
//!
//! Files render on several threads, each with live values of its own. That is the same as one after the other until a
//! template writes to what others see: from there on the thread that has seen the write goes on alone, in order. Where the
//! caller's stack, which is small, proves too small, a worker does the rest.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{Builder, scope};

use skeg_go_template::{CallError, Limits, Machine, TemplateSet};
use skeg_template_functions::helm;
use skeg_worker_threads::STACK;

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

/// What one thread rendered.
struct ThreadOutput<T> {
    outputs: Vec<Output<T>>,
    failure: Option<(usize, CallError)>,
    /// The file that wrote to what others see; those after it are this thread's alone.
    alone_since: Option<usize>,
    /// This file and those after it need more stack than there was.
    left_from: Option<usize>,
}

impl<T> Default for ThreadOutput<T> {
    fn default() -> ThreadOutput<T> {
        ThreadOutput { outputs: Vec::new(), failure: None, alone_since: None, left_from: None }
    }
}

impl<T> ThreadOutput<T> {
    /// With another thread's, where both count. At most one failed, or left something.
    fn and(mut self, other: ThreadOutput<T>) -> ThreadOutput<T> {
        self.outputs.extend(other.outputs);
        ThreadOutput { failure: self.failure.or(other.failure), left_from: self.left_from.or(other.left_from), ..self }
    }

    /// Without what does not count, since it came after another thread's turning point.
    fn until(mut self, turn: usize) -> ThreadOutput<T> {
        if self.alone_since != Some(turn) {
            self.outputs.retain(|output| output.job <= turn);
            self.failure = self.failure.filter(|(number, _)| *number <= turn);
            self.left_from = self.left_from.filter(|number| *number <= turn);
        }
        self
    }
}

/// Threads' common state.
struct Progress {
    next: AtomicUsize,
    /// The first file that wrote to what others see, failed, or lacked stack: all before it are done or in hand, and of those
    /// after it only what its own thread does counts.
    turn: AtomicUsize,
}

impl Progress {
    fn from(first: usize) -> Progress {
        Progress { next: AtomicUsize::new(first), turn: AtomicUsize::new(usize::MAX) }
    }

    /// The file after `last` for a thread, unless another thread's work counts instead.
    fn after(&self, last: usize, alone_since: Option<usize>) -> Option<usize> {
        let turn = self.turn.load(Ordering::Relaxed);
        match alone_since {
            None => (turn == usize::MAX).then(|| self.next.fetch_add(1, Ordering::Relaxed)),
            Some(since) => (turn == since).then_some(last + 1),
        }
    }
}

impl Execution<'_> {
    /// Executes all files; `finish` makes of each output what is wanted, on the thread that rendered it.
    pub(crate) fn run<T: Send>(
        &self,
        threads: usize,
        finish: &(impl Fn(&Job<'_>, Vec<u8>) -> T + Sync),
    ) -> Result<Vec<Output<T>>, (usize, CallError)> {
        let mut done = self.together(threads, finish);
        if let Some(first) = done.left_from {
            done.outputs.retain(|output| output.job < first);
            done.left_from = None;
            done = done.and(on_worker(&|| self.work(&Progress::from(first), ROOM, finish)));
        }
        match done.failure {
            Some(failure) => Err(failure),
            None => Ok(done.outputs),
        }
    }

    /// The caller and the workers take the files as they come.
    fn together<T: Send>(&self, threads: usize, finish: &(impl Fn(&Job<'_>, Vec<u8>) -> T + Sync)) -> ThreadOutput<T> {
        let progress = Progress::from(0);
        let threads_done = Mutex::new(Vec::new());
        let help = || {
            let done = self.work(&progress, ROOM, finish);
            threads_done.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).push(done);
        };
        let own = skeg_worker_threads::scope(threads - 1, |workers| {
            workers.offer(&help);
            match self.options.stack {
                0 => on_own_thread(|| self.work(&progress, ROOM, finish)),
                stack => self.work(&progress, stack, finish),
            }
        });
        let threads_done = threads_done.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
        let turn = progress.turn.into_inner();
        threads_done.into_iter().fold(own.until(turn), |all, done| all.and(done.until(turn)))
    }

    /// Takes files until there are no more, or one fails.
    fn work<T>(&self, progress: &Progress, stack: usize, finish: &impl Fn(&Job<'_>, Vec<u8>) -> T) -> ThreadOutput<T> {
        let mut done = ThreadOutput::default();
        if progress.next.load(Ordering::Relaxed) >= self.jobs.len() {
            return done;
        }
        let contexts = self.outline.build();
        let host = (self.host)();
        let Options { strict, memory_in_use, is_last, .. } = *self.options;
        let mut machine = Machine::new(self.set, &host, strict, Limits { stack, memory_in_use, ..Limits::default() });
        let mut last = 0;
        while let Some(number) = progress.after(last, done.alone_since) {
            last = number;
            let Some(job) = self.jobs.get(number) else {
                break;
            };
            if job.is_partial() {
                continue;
            }
            host.enter(job.chart_path());
            match execute(&mut machine, job, &contexts) {
                _ if stack < ROOM && machine.was_short_of_stack() => {
                    done.left_from = done.alone_since.or(Some(number));
                }
                Err(error) => done.failure = Some((number, error)),
                Ok(content) => {
                    done.outputs.push(Output { job: number, content: finish(job, content) });
                    if done.alone_since.is_some() || !contexts.is_written() {
                        continue;
                    }
                    done.alone_since = Some(number);
                }
            }
            progress.turn.fetch_min(number, Ordering::Relaxed);
            if done.alone_since != Some(number) {
                break;
            }
        }
        if is_last {
            std::mem::forget(contexts);
        }
        done
    }
}

/// Executes on a worker, which has stack and memory already, or else on a thread of its own.
fn on_worker<T: Send>(work: &(impl Fn() -> ThreadOutput<T> + Sync)) -> ThreadOutput<T> {
    let slot = Mutex::new(None);
    let help = || {
        let done = work();
        *slot.lock().unwrap_or_else(|poisoned| poisoned.into_inner()) = Some(done);
    };
    skeg_worker_threads::scope(1, |workers| workers.offer(&help));
    let done = slot.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
    done.unwrap_or_else(|| on_own_thread(work))
}

/// Executes on a thread with much stack, while this one waits.
fn on_own_thread<T: Send>(work: impl FnOnce() -> ThreadOutput<T> + Send) -> ThreadOutput<T> {
    scope(|scope| match Builder::new().stack_size(STACK).spawn_scoped(scope, work) {
        Ok(thread) => thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)),
        Err(_) => {
            let failure = CallError::text("cannot start a thread to render on");
            ThreadOutput { failure: Some((0, failure)), ..ThreadOutput::default() }
        }
    })
}

fn execute(machine: &mut Machine<'_>, job: &Job<'_>, contexts: &Contexts) -> Result<Vec<u8>, CallError> {
    let context = contexts.for_file(job.chart, &job.name, &job.base_path);
    let output = machine.execute_file(&job.name, context, helm::ROOT)?;
    Ok(helm::without_no_value(output))
}

/// Helm's words for a file that failed.
pub(crate) fn failure(job: &Job<'_>, error: CallError, compat: skeg_chart::Compat) -> Error {
    match error {
        CallError::Exec(_, error) => Error::Exec { text: exec_error::exec_text(&job.name, &error, compat), error },
        other => Error::Other(other.to_string()),
    }
}
