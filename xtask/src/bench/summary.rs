//! A summary of the rendering benchmark: for charts as folders and as archives separately.

use super::Row;
use super::measure::Sample;
use super::report::ratio;
use std::fmt::Write;
use std::time::Duration;

/// The results of one set.
pub(super) struct Summary {
    pub(super) set: &'static str,
    cases: usize,
    /// The median case's speed-up over Helm, by best times and by median times.
    best: f64,
    pub(super) median: f64,
    /// The case with the smallest speed-up, by median times.
    least: (f64, String),
    /// The largest fraction of Helm's memory.
    memory: Option<f64>,
}

/// Folders, then archives; a set without a case that both programs render is left out.
pub(super) fn of(rows: &[Row]) -> Vec<Summary> {
    let sets = [("folders", false), ("archives", true)];
    sets.into_iter()
        .filter_map(|(set, is_packed)| one(set, rows.iter().filter(|row| row.is_packed == is_packed)))
        .collect()
}

fn one<'a>(set: &'static str, rows: impl Iterator<Item = &'a Row>) -> Option<Summary> {
    let measured: Vec<_> = rows.filter_map(|row| Some((&row.name, row.samples.as_ref()?))).collect();
    let middle = |time: fn(&Sample) -> Duration| {
        let mut all: Vec<f64> = measured.iter().map(|(_, (skeg, helm))| ratio(time(helm), time(skeg))).collect();
        all.sort_by(f64::total_cmp);
        all.get(all.len() / 2).copied()
    };
    let gains = measured.iter().map(|(name, (skeg, helm))| (ratio(helm.median, skeg.median), (*name).clone()));
    Some(Summary {
        set,
        cases: measured.len(),
        best: middle(|sample| sample.best)?,
        median: middle(|sample| sample.median)?,
        least: gains.min_by(|(one, _), (other, _)| one.total_cmp(other))?,
        memory: measured.iter().filter_map(|(_, (skeg, helm))| part_of_memory(skeg, helm)).max_by(f64::total_cmp),
    })
}

/// Skeg's memory as a fraction of Helm's.
pub(super) fn part_of_memory(skeg: &Sample, helm: &Sample) -> Option<f64> {
    Some(skeg.peak? as f64 / (helm.peak? as f64).max(1.0))
}

/// The results of all sets, and the missed goals.
pub(super) fn text(summaries: &[Summary], missed: &[String]) -> String {
    let mut text =
        "| set | cases | times faster in the middle, best / median | least | most of Helm's memory |\n".to_owned();
    text.push_str("| --- | --- | --- | --- | --- |\n");
    for Summary { set, cases, best, median, least: (least, name), memory } in summaries {
        let memory = memory.map_or("not measured".to_owned(), |part| format!("{part:.2}"));
        let _ = writeln!(text, "| {set} | {cases} | {best:.1} / {median:.1} | {least:.1} ({name}) | {memory} |");
    }
    match missed {
        [] => text.push_str("\nAll goals are met.\n"),
        missed => {
            text.push_str("\nGoals missed:\n\n");
            missed.iter().for_each(|goal| text.push_str(&format!("- {goal}\n")));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(name: &str, is_packed: bool, helm: u64, peak: u64) -> Row {
        let sample = |time, peak| Sample::of(vec![Duration::from_millis(time)], Some(peak));
        Row { name: name.to_owned(), is_packed, equal: true, samples: Some((sample(1, peak), sample(helm, 100))) }
    }

    #[test]
    fn folders_and_archives_are_told_apart() {
        let failed = Row { name: "f".to_owned(), is_packed: true, equal: true, samples: None };
        let rows =
            [row("a", false, 12, 30), row("b", false, 30, 10), row("c", false, 21, 20), row("d", true, 9, 40), failed];
        let shown = text(&of(&rows), &[]);
        assert!(shown.contains("| folders | 3 | 21.0 / 21.0 | 12.0 (a) | 0.30 |\n"), "{shown}");
        assert!(shown.contains("| archives | 1 | 9.0 / 9.0 | 9.0 (d) | 0.40 |\n"), "{shown}");
        assert!(shown.ends_with("All goals are met.\n"), "{shown}");
        assert!(text(&of(&rows[..3]), &["x".to_owned()]).ends_with("Goals missed:\n\n- x\n"));
    }
}
