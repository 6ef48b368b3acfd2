//! Values that the user set and that no template can read: most of them are typos.
//!
//! The templates are followed without being executed, all branches of them. What cannot be followed counts as reading all that
//! it gets, so that a value is only told of where it is certain that nothing reads it. Nothing is told of values that the
//! chart's `values.yaml` or its schema has, nor of those below the name of a subchart that is disabled.

mod compare;
mod declared;
mod follow;
mod functions;
mod reads;
mod texts;
mod traced;

use std::collections::BTreeSet;

use skeg_chart::Chart;
use skeg_go_template::TemplateSet;
use skeg_go_yaml::{Tree, TreeMap};

use crate::context::charts;
use crate::engine::Job;
use compare::Comparison;
use follow::Follower;
use reads::Reads;
use traced::Traced;

pub(crate) use declared::Declared;

/// A value that no template reads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnusedValue {
    /// Its keys from the outermost on. What is around it is read.
    pub path: Vec<String>,
    /// The keys that are read or have a default where it stands.
    pub known: Vec<String>,
}

/// The stack for following templates that call each other.
const STACK: usize = 64 << 20;

/// The values of the user that no template of a settled chart reads.
pub(crate) fn find(
    chart: &Chart,
    jobs: &[Job<'_>],
    set: &TemplateSet,
    user: &Tree,
    declared: &Declared,
) -> Vec<UnusedValue> {
    if user.as_map().is_none_or(TreeMap::is_empty) {
        return Vec::new();
    }
    let starts: Vec<(&str, usize)> = jobs.iter().map(|job| (job.name.as_str(), job.chart_number())).collect();
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK);
        let study = thread.spawn_scoped(scope, || study(chart, &starts, set, user, declared));
        study.ok().and_then(|study| study.join().ok()).unwrap_or_default()
    })
}

fn study(
    chart: &Chart,
    starts: &[(&str, usize)],
    set: &TemplateSet,
    user: &Tree,
    declared: &Declared,
) -> Vec<UnusedValue> {
    let paths = declared::value_paths(chart);
    let reads = Reads::default();
    declared.mark(&reads);
    let starts: Vec<_> = starts.iter().map(|(name, chart)| (*name, Traced::root(*chart))).collect();
    let Some(reads) = Follower::new(set, &paths, reads).follow(&starts) else { return Vec::new() };
    let all = charts(chart);
    let words = match reads.has_text_templates() {
        true => texts::words(&all, user, reads.literals()),
        false => Some(BTreeSet::new()),
    };
    let Some(words) = words else { return Vec::new() };
    let defaults: Vec<_> = paths.iter().zip(&all).map(|(path, chart)| (path.clone(), &chart.values)).collect();
    let schema = declared::schema_names(&all);
    Comparison { reads: &reads, defaults: &defaults, words: &words, schema: &schema, declared }.unused(user)
}
