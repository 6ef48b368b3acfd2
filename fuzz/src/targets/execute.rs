//! Templates executed on a small value, with functions, under tight limits. An input may be several files with a
//! separator byte: the last one is executed, the others define what it calls.

use super::Target;
use super::template::WORDS;
use crate::seeds;
use skeg_go_template::{Limits, Machine, TemplateSet, Value};
use std::collections::BTreeSet;

pub(super) const TARGET: Target =
    Target { name: "execute", dictionary: WORDS, seeds, run: |input| drop(execute(input)) };

const DATA: &[u8] = b"{Values: {a: {b: {c: 1}}, list: [1, two, null], text: x, name: n, map: {k: v}, number: 5}, Chart: {Name: c}, Release: {Name: r}}";

/// The separator of files, which templates do not use.
const BORDER: u8 = 0x1e;

/// The templates of the test charts, each after the files of its chart that define what it calls.
fn seeds() -> Vec<Vec<u8>> {
    let mut all = Vec::new();
    for chart in seeds::charts() {
        for (at, file) in chart.iter().enumerate() {
            let mut needed = Vec::new();
            add_needed(file, &chart, &mut BTreeSet::from([at]), &mut needed);
            needed.push(file.clone());
            all.push(needed.join(&BORDER));
        }
    }
    all
}

/// Adds the files with the definitions that a file calls, transitively. A name may be passed on, so any quoted text may
/// be one.
fn add_needed(file: &[u8], chart: &[Vec<u8>], taken: &mut BTreeSet<usize>, needed: &mut Vec<Vec<u8>>) {
    for name in quoted(file, "\"").difference(&quoted(file, "define \"")) {
        let definer = chart.iter().position(|other| quoted(other, "define \"").contains(name));
        if let Some(at) = definer.filter(|at| taken.insert(*at)) {
            add_needed(&chart[at], chart, taken, needed);
            needed.push(chart[at].clone());
        }
    }
}

/// The texts between this prefix and the next quote.
fn quoted(file: &[u8], start: &str) -> BTreeSet<String> {
    let text = String::from_utf8_lossy(file);
    text.split(start).skip(1).filter_map(|rest| rest.split('"').next()).map(str::to_owned).collect()
}

/// The error's text if the execution fails.
fn execute(input: &[u8]) -> Result<(), String> {
    let mut set = TemplateSet::new(skeg_template_functions::table(true));
    let mut last = String::new();
    for (number, file) in input.split(|byte| *byte == BORDER).enumerate() {
        last = format!("fuzz{number}");
        let templates = set.parse(&last, file.to_vec()).map_err(|error| error.to_string())?;
        set.add(templates);
    }
    let tree = skeg_go_yaml::read_tree(DATA).unwrap_or_default();
    let data: Value = skeg_template_functions::convert::thaw(&tree);
    let host = skeg_template_functions::helm::Host::new(None, false);
    let limits = Limits { output: 1 << 20, stack: 1 << 20, ..Limits::default() };
    let mut machine = Machine::new(&set, &host, false, limits);
    let done = machine.execute(&last, data, &last);
    done.map(drop).map_err(|error| {
        let error = error.to_string();
        assert!(!error.is_empty());
        error
    })
}

#[cfg(test)]
mod tests {
    use super::{execute, seeds};

    #[test]
    fn seeds_do_not_stop_where_another_file_should_be() {
        let seeds = seeds();
        let lost = seeds.iter().filter_map(|seed| execute(seed).err()).filter(|error| error.contains("no template"));
        // Files are not registered by their paths here.
        let lost: Vec<String> = lost.filter(|error| !error.contains("/templates/")).collect();
        assert!(seeds.len() > 300, "{}", seeds.len());
        assert!(lost.is_empty(), "{} of {}: {lost:#?}", lost.len(), seeds.len());
    }
}
