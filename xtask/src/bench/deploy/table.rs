//! The results of deploys as a Markdown table.

use super::{Cost, Row};
use crate::bench::report::{mebibytes, milliseconds, ratio, times};
use std::fmt::Write;

pub(super) fn table(rows: &[Row], runs: usize) -> String {
    let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get());
    let mut text =
        format!("Helm 4.2.4 beside Skeg, {runs} runs each in turn, {cores} cores, control plane included.\n\n");
    text.push_str(
        "| what | Skeg best / median | Helm best / median | times faster, best / median | requests, Skeg / Helm | ",
    );
    text.push_str("processor time, Skeg / Helm | peak memory, Skeg / Helm |\n");
    text.push_str("| --- | --- | --- | --- | --- | --- | --- |\n");
    for row in rows {
        let _ = writeln!(text, "| {} | {} |", row.name, cells(&row.skeg, row.helm.as_ref()).join(" | "));
    }
    text
}

fn cells(skeg: &Cost, helm: Option<&Cost>) -> [String; 6] {
    let memory = |cost: &Cost| cost.time.peak.map_or("not measured".to_owned(), mebibytes);
    let Some(helm) = helm else {
        let (none, time) = (String::new(), milliseconds(skeg.processor));
        return [times(&skeg.time), none.clone(), none, skeg.requests.to_string(), time, memory(skeg)];
    };
    let (best, median) = (ratio(helm.time.best, skeg.time.best), ratio(helm.time.median, skeg.time.median));
    [
        times(&skeg.time),
        times(&helm.time),
        format!("{best:.1} / {median:.1}"),
        format!("{} / {}", skeg.requests, helm.requests),
        format!("{} / {}", milliseconds(skeg.processor), milliseconds(helm.processor)),
        format!("{} / {}", memory(skeg), memory(helm)),
    ]
}

#[cfg(test)]
mod tests {
    use super::{Cost, Row, table};
    use crate::bench::measure::Sample;
    use std::time::Duration;

    fn cost(milliseconds: u64, requests: usize) -> Cost {
        let times = vec![Duration::from_millis(milliseconds), Duration::from_millis(milliseconds * 2)];
        Cost { time: Sample::of(times, Some(2048)), processor: Duration::from_millis(50), requests }
    }

    #[test]
    fn shows_ratios_where_there_is_a_rival() {
        let both = Row { name: "both".to_owned(), skeg: cost(100, 9), helm: Some(cost(400, 90)) };
        let alone = Row { name: "alone".to_owned(), skeg: cost(100, 9), helm: None };
        let text = table(&[both, alone], 2);
        let expected =
            "| both | 100 ms / 200 ms | 400 ms / 800 ms | 4.0 / 4.0 | 9 / 90 | 50 ms / 50 ms | 2.0 MiB / 2.0 MiB |";
        assert!(text.contains(expected), "{text}");
        assert!(text.contains("| alone | 100 ms / 200 ms |  |  | 9 | 50 ms | 2.0 MiB |"), "{text}");
    }
}
