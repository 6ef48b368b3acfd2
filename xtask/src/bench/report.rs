//! The table of a benchmark, and its place in `docs/benchmarks.md`.

use super::Row;
use super::measure::Sample;
use super::summary::part_of_memory;
use crate::workspace;
use std::fmt::Write;
use std::time::Duration;

/// The results as a Markdown table.
pub(super) fn table(rows: &[Row], start_up: &(Sample, Sample), runs: usize) -> String {
    let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get());
    let mut text = format!("Helm 4.2.4 beside Skeg, {runs} runs each in turn, {cores} cores.\n\n");
    text.push_str("| case | same bytes | Skeg best / median | Helm best / median | times faster, best / median | ");
    text.push_str("peak memory, Skeg / Helm | part of Helm's memory |\n| --- | --- | --- | --- | --- | --- | --- |\n");
    for row in rows {
        let equal = if row.equal { "yes" } else { "**no**" };
        let name = &row.name;
        let Some((skeg, helm)) = &row.samples else {
            let _ = writeln!(text, "| {name} | {equal} | fails | | | | |");
            continue;
        };
        let (best, median) = (ratio(helm.best, skeg.best), ratio(helm.median, skeg.median));
        let (ours, theirs, memory) = (times(skeg), times(helm), memory(skeg, helm));
        let _ = writeln!(text, "| {name} | {equal} | {ours} | {theirs} | {best:.1} / {median:.1} | {memory} |");
    }
    let (version, nothing) = start_up;
    let _ = write!(
        text,
        "\n`skeg version` takes {} (best / median), an empty process {}: {:.1} times as long at best.\n",
        times(version),
        times(nothing),
        ratio(version.best, nothing.best)
    );
    text
}

pub(super) fn times(sample: &Sample) -> String {
    format!("{} / {}", milliseconds(sample.best), milliseconds(sample.median))
}

pub(super) fn milliseconds(time: Duration) -> String {
    let value = time.as_secs_f64() * 1000.0;
    if value < 10.0 { format!("{value:.2} ms") } else { format!("{value:.0} ms") }
}

pub(super) fn ratio(one: Duration, other: Duration) -> f64 {
    one.as_secs_f64() / other.as_secs_f64().max(1e-9)
}

fn memory(skeg: &Sample, helm: &Sample) -> String {
    let (Some(part), Some(skeg), Some(helm)) = (part_of_memory(skeg, helm), skeg.peak, helm.peak) else {
        return "not measured | ".to_owned();
    };
    format!("{:.1} / {} | {part:.2}", skeg as f64 / 1024.0, mebibytes(helm))
}

pub(super) fn mebibytes(kibibytes: u64) -> String {
    format!("{:.1} MiB", kibibytes as f64 / 1024.0)
}

/// Puts the table of a benchmark between its markers in `docs/benchmarks.md`.
pub(super) fn write(benchmark: &str, table: &str) -> crate::Outcome {
    let path = workspace::root().join("docs/benchmarks.md");
    let page = String::from_utf8_lossy(&workspace::read(&path)?).into_owned();
    let page = replace(&page, benchmark, table).ok_or("docs/benchmarks.md lacks the markers of the table")?;
    workspace::write(&path, page.as_bytes())?;
    println!("wrote docs/benchmarks.md");
    Ok(())
}

fn replace(page: &str, benchmark: &str, table: &str) -> Option<String> {
    let (start, end) = (format!("<!-- {benchmark}: start -->"), format!("<!-- {benchmark}: end -->"));
    let (before, rest) = page.split_once(&start)?;
    let (_, after) = rest.split_once(&end)?;
    Some(format!("{before}{start}\n\n{}\n\n{end}{after}", table.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(milliseconds: u64, peak: Option<u64>) -> Sample {
        Sample { best: Duration::from_millis(milliseconds), median: Duration::from_millis(milliseconds * 2), peak }
    }

    #[test]
    fn shows_ratios_and_difference() {
        let samples = Some((sample(5, Some(2048)), sample(100, Some(8192))));
        let rows = [
            Row { name: "a__b".into(), is_packed: false, equal: false, samples },
            Row { name: "c__d".into(), is_packed: false, equal: false, samples: None },
        ];
        let text = table(&rows, &(sample(2, None), sample(1, None)), 3);
        let expected = "| a__b | **no** | 5.00 ms / 10 ms | 100 ms / 200 ms | 20.0 / 20.0 | 2.0 / 8.0 MiB | 0.25 |";
        assert!(text.contains(expected), "{text}");
        assert!(text.contains("| c__d | **no** | fails |"), "{text}");
        assert!(text.contains("2.0 times as long"), "{text}");
    }

    #[test]
    fn replaces_only_what_is_between_the_markers() {
        let page = |inner: &str| format!("head\n<!-- render: start -->\n{inner}\n<!-- render: end -->\ntail\n");
        assert_eq!(replace(&page("old"), "render", "new\n"), Some(page("\nnew\n")));
        assert_eq!(replace(&page("old"), "deploy", "new"), None);
    }
}
