//! Parses and executes all templates of a chart and its subcharts, in Helm's order.
//!
//! Files render on several threads, each with live values of its own. That is the same as one after the other unless a
//! template writes to what others see: then all is done again on one thread, in order.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread::ScopedJoinHandle;

use skeg_chart::{Chart, File};
use skeg_go_template::ast::Template;
use skeg_go_template::{CallError, ExecError, FunctionTable, Limits, Machine, ParseError, TemplateSet};
use skeg_template_functions::helm;

use crate::context::{Contexts, Outline, charts};
use crate::{Error, exec_error};

/// A template file.
pub(crate) struct Job<'a> {
    /// The path with the chart's full path in front.
    pub(crate) name: String,
    /// The chart it belongs to, by its number in `charts`.
    chart: usize,
    base_path: String,
    file: &'a File,
}

/// A file that has been read, as the text of templates.
struct Text(File);

impl AsRef<[u8]> for Text {
    fn as_ref(&self) -> &[u8] {
        self.0.data().unwrap_or_default()
    }
}

/// What a file became, under its job's number.
pub(crate) struct Output<T> {
    pub(crate) job: usize,
    pub(crate) content: T,
}

/// Room for templates that call each other deeply: Go would take up to a gigabyte.
const STACK: usize = 256 << 20;
const STACK_RESERVE: usize = 8 << 20;
/// Less template text than this is not worth a second thread.
const PARALLEL_FROM: u64 = 48 << 10;
const MAX_THREADS: usize = 8;

impl Job<'_> {
    /// A file that only others include.
    fn is_partial(&self) -> bool {
        self.name.rsplit('/').next().is_some_and(|base| base.starts_with('_'))
    }
}

/// All template files in the order in which Helm parses and executes them: deepest first, then by name, backwards.
pub(crate) fn jobs(root: &Chart) -> Result<Vec<Job<'_>>, Error> {
    root.read_templates().map_err(Error::Chart)?;
    let mut jobs = Vec::new();
    for (number, chart) in charts(root).into_iter().enumerate() {
        let base_path = format!("{}/templates", chart.full_path);
        for file in &chart.templates {
            let base = file.name.rsplit('/').next().unwrap_or(&file.name);
            if chart.is_library() && !base.starts_with('_') {
                continue;
            }
            let name = format!("{}/{}", chart.full_path, file.name);
            file.data().map_err(Error::Chart)?;
            jobs.push(Job { name, chart: number, base_path: base_path.clone(), file });
        }
    }
    let slashes = |job: &Job<'_>| job.name.bytes().filter(|b| *b == b'/').count();
    jobs.sort_by(|a, b| (slashes(b), &b.name).cmp(&(slashes(a), &a.name)));
    // Of two files with one name the last loaded counts, as in Helm's map.
    jobs.reverse();
    jobs.dedup_by(|later, earlier| later.name == earlier.name);
    jobs.reverse();
    Ok(jobs)
}

/// How many threads a chart of this size is worth.
pub(crate) fn thread_count(jobs: &[Job<'_>]) -> usize {
    if jobs.iter().map(|job| job.file.size()).sum::<u64>() < PARALLEL_FROM {
        return 1;
    }
    std::thread::available_parallelism().map_or(1, usize::from).min(MAX_THREADS)
}

/// Parses all files into one set.
pub(crate) fn parse(jobs: &[Job<'_>], functions: FunctionTable, threads: usize) -> Result<TemplateSet, Error> {
    let mut set = TemplateSet::new(functions);
    let parse = |number: usize| set.parse(&jobs[number].name, Text(jobs[number].file.clone()));
    let parsed = in_parallel(jobs.len(), threads, parse);
    let mut all: Vec<Option<Result<Vec<Template>, ParseError>>> = Vec::new();
    all.resize_with(jobs.len(), || None);
    for (number, templates) in parsed {
        all[number] = Some(templates);
    }
    for templates in all.into_iter().flatten() {
        let templates =
            templates.map_err(|error| Error::Parse { text: exec_error::parse_text(&error), error: Box::new(error) })?;
        set.add(templates);
    }
    Ok(set)
}

/// Does a piece of work for each number on several threads, whoever is free next.
fn in_parallel<T: Send>(count: usize, threads: usize, work: impl Fn(usize) -> T + Sync) -> Vec<(usize, T)> {
    let next = AtomicUsize::new(0);
    let take = || {
        let mut done = Vec::new();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= count {
                return done;
            }
            done.push((number, work(number)));
        }
    };
    if threads <= 1 {
        return take();
    }
    std::thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(take)).collect();
        let mut done = take();
        for other in others {
            done.extend(joined(other));
        }
        done
    })
}

fn joined<T>(thread: ScopedJoinHandle<'_, T>) -> T {
    thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}

/// How templates are executed.
pub(crate) struct Execution<'a> {
    pub(crate) set: &'a TemplateSet,
    pub(crate) jobs: &'a [Job<'a>],
    pub(crate) outline: &'a Outline<'a>,
    pub(crate) strict: bool,
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
            let spawn = || std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
            let started: Vec<_> = (0..threads).filter_map(|_| spawn().ok()).collect();
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
        let limits = Limits { stack: STACK - STACK_RESERVE, ..Limits::default() };
        let mut machine = Machine::new(self.set, &host, self.strict, limits);
        let mut harvest = Harvest { outputs: Vec::new(), failure: None, is_dirty: false };
        while !progress.stop.load(Ordering::Relaxed) {
            let number = progress.next.fetch_add(1, Ordering::Relaxed);
            let Some(job) = self.jobs.get(number) else {
                break;
            };
            if job.is_partial() {
                continue;
            }
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
        CallError::Exec(_, error) => {
            Error::Exec { text: exec_error::exec_text(&job.name, &error, compat), error: Box::<ExecError>::from(error) }
        }
        other => Error::Other(other.to_string()),
    }
}
