//! Parses and executes all templates of a chart and its subcharts, in Helm's order.

mod execute;
mod parse;

use skeg_chart::{Chart, File};

use crate::context::charts;

pub(crate) use execute::{Execution, Output, failure};
pub(crate) use parse::Parsing;

/// A template file.
pub(crate) struct Job<'a> {
    /// The path with the chart's full path in front.
    pub(crate) name: String,
    /// The chart it belongs to, by its number in `charts`.
    chart: usize,
    base_path: String,
    file: &'a File,
}

/// Less template text than this is not worth a second thread.
const PARALLEL_FROM: u64 = 48 << 10;

impl Job<'_> {
    /// It belongs to the root chart.
    pub(crate) fn is_of_root(&self) -> bool {
        self.chart == 0
    }

    /// The number of its chart in `charts`.
    pub(crate) fn chart_number(&self) -> usize {
        self.chart
    }

    /// The full path of its chart.
    fn chart_path(&self) -> &str {
        self.base_path.strip_suffix("/templates").unwrap_or(&self.base_path)
    }

    /// A file that only others include.
    fn is_partial(&self) -> bool {
        self.name.rsplit('/').next().is_some_and(|base| base.starts_with('_'))
    }
}

/// The template files of a root chart alone.
pub(crate) fn root_jobs(root: &Chart) -> Vec<Job<'_>> {
    jobs_of(vec![root])
}

/// All template files in the order in which Helm parses and executes them: deepest first, then by name, backwards.
pub(crate) fn jobs(root: &Chart) -> Vec<Job<'_>> {
    jobs_of(charts(root))
}

fn jobs_of(charts: Vec<&Chart>) -> Vec<Job<'_>> {
    let mut jobs = Vec::new();
    for (number, chart) in charts.into_iter().enumerate() {
        let base_path = format!("{}/templates", chart.full_path);
        for file in &chart.templates {
            let base = file.name.rsplit('/').next().unwrap_or(&file.name);
            if chart.is_library() && !base.starts_with('_') {
                continue;
            }
            let name = format!("{}/{}", chart.full_path, file.name);
            jobs.push(Job { name, chart: number, base_path: base_path.clone(), file });
        }
    }
    let slashes = |job: &Job<'_>| job.name.bytes().filter(|b| *b == b'/').count();
    let mut jobs: Vec<_> = jobs.into_iter().map(|job| (slashes(&job), job)).collect();
    jobs.sort_by(|(a_depth, a), (b_depth, b)| (b_depth, &b.name).cmp(&(a_depth, &a.name)));
    let mut jobs: Vec<_> = jobs.into_iter().map(|(_, job)| job).collect();
    // Of two files with one name the last loaded counts, as in Helm's map.
    jobs.reverse();
    jobs.dedup_by(|later, earlier| later.name == earlier.name);
    jobs.reverse();
    jobs
}

/// How many threads a chart of this size is worth.
pub(crate) fn thread_count(root: &Chart) -> usize {
    let size = |chart: &Chart| chart.templates.iter().map(File::size).sum::<u64>();
    if charts(root).into_iter().map(size).sum::<u64>() < PARALLEL_FROM {
        return 1;
    }
    skeg_worker_threads::available()
}
