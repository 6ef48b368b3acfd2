//! The goals of benchmarks. Missing one is an error that names it, since nobody reads a table alone.

use super::deploy;
use super::lock::{Crowd, Turns};
use super::measure::Sample;
use super::report::{milliseconds, ratio};
use super::summary::{Summary, part_of_memory};
use super::{Row, order, plan};
use std::time::Duration;

/// The minimum speed-up over Helm: of each case, and of the median case of all folders, and of all archives.
const EACH: f64 = 10.0;
const TYPICAL: f64 = 20.0;
/// The maximum memory, as a fraction of Helm's.
const MEMORY: f64 = 1.0 / 3.0;
/// How much longer than an empty process the command may take to start.
const START: Duration = Duration::from_millis(2);
/// How much longer an operation of the largest plan may take than one of the smallest: planning is linear.
const GROWTH: f64 = 3.0;
/// Requests of a deploy that are not about its objects: the lock, rights, discovery. Helm has no lock.
const BESIDES: usize = 20;
/// How much longer installs may take in one namespace than in separate namespaces: the server serializes the writes to
/// the object that their locks share.
const CROWDED: f64 = 3.0;
/// How much longer deployers of one release may take at once than one after another.
const QUEUED: f64 = 2.0;

/// The limit for planning 200 subcharts in order.
const ORDERED: Duration = Duration::from_millis(50);

/// Plans of subcharts in order.
pub(super) fn missed_by_ordered_plans(rows: &[plan::ordered::Ordered]) -> Vec<String> {
    let slow = rows.iter().filter(|row| row.took > ORDERED);
    slow.map(|row| format!("200 subcharts in order ({}): {}", row.shape, milliseconds(row.took))).collect()
}

/// How much longer a rendering or deploy without an order may take than before ordering existed.
const OVERHEAD: f64 = 1.05;

/// Renderings and deploys that use no ordering.
pub(super) fn missed_by_order(rows: &[order::Row]) -> Vec<String> {
    let slow = rows.iter().filter(|row| !row.what.contains("ordered") && row.ratio() > OVERHEAD);
    slow.map(|row| format!("{}: {:.2} times as long as before", row.what, row.ratio())).collect()
}

/// An error with all missed goals.
pub(super) fn verdict(missed: &[String]) -> crate::Outcome {
    if missed.is_empty() { Ok(()) } else { Err(format!("goals missed:\n  {}", missed.join("\n  "))) }
}

/// Equal output, time and memory of renderings.
pub(super) fn missed_by_renderings(rows: &[Row], summaries: &[Summary]) -> Vec<String> {
    let mut missed = Vec::new();
    for Row { name, equal, samples, .. } in rows {
        if !equal {
            missed.push(format!("{name}: Skeg does not print Helm's bytes"));
        }
        let Some((skeg, helm)) = samples else {
            missed.push(format!("{name}: one of them fails"));
            continue;
        };
        let faster = ratio(helm.median, skeg.median);
        if faster < EACH {
            missed.push(format!("{name}: {faster:.1} times faster at the median, {EACH} wanted"));
        }
        missed.extend(
            too_much_memory(skeg, helm).map(|part| format!("{name}: {part:.2} of Helm's memory, {MEMORY:.2} allowed")),
        );
    }
    for Summary { set, median, .. } in summaries.iter().filter(|summary| summary.median < TYPICAL) {
        missed.push(format!("the case in the middle of all {set}: {median:.1} times faster, {TYPICAL} wanted"));
    }
    missed
}

/// The command's start-up against an empty process.
pub(super) fn missed_by_start((skeg, empty): &(Sample, Sample)) -> Option<String> {
    let more = skeg.median.saturating_sub(empty.median);
    (more > START).then(|| format!("skeg version: {} over an empty process", milliseconds(more)))
}

/// The fraction of Helm's memory, if it is too much.
fn too_much_memory(skeg: &Sample, helm: &Sample) -> Option<f64> {
    part_of_memory(skeg, helm).filter(|part| *part > MEMORY)
}

/// Deploys take no longer than Helm's, with no more requests for their objects.
pub(super) fn missed_by_deploys(rows: &[deploy::Row]) -> Vec<String> {
    let mut missed = Vec::new();
    for row in rows {
        let Some(helm) = &row.helm else { continue };
        let faster = ratio(helm.time.median, row.skeg.time.median);
        if faster < 1.0 {
            missed.push(format!("{}: slower than Helm ({faster:.2} times as fast at the median)", row.name));
        }
        if row.skeg.requests > helm.requests + BESIDES {
            missed.push(format!("{}: {} requests, Helm's are {}", row.name, row.skeg.requests, helm.requests));
        }
    }
    missed
}

/// Planning time per operation does not grow with their number.
pub(super) fn missed_by_plans(rows: &[plan::Row]) -> Vec<String> {
    let (Some(small), Some(large)) = (rows.first(), rows.last()) else { return vec!["nothing was planned".to_owned()] };
    let growth = ratio(large.each(), small.each());
    if growth <= GROWTH {
        return Vec::new();
    }
    vec![format!(
        "an operation of {} takes {growth:.1} times as long as one of {}, {GROWTH} allowed",
        large.operations, small.operations
    )]
}

/// Releases of one namespace do not slow each other down, and the lock is handed over without a pause.
pub(super) fn missed_by_locks(crowds: &[Crowd], turns: &Turns) -> Vec<String> {
    let mut missed = Vec::new();
    for Crowd { count, together, apart, refused } in crowds {
        let slower = ratio(*together, *apart);
        if slower > CROWDED {
            missed.push(format!("{count} installs in one namespace: {slower:.1} times as long, {CROWDED} allowed"));
        }
        // After ten collisions a deployer leaves the conflict to the server.
        if *refused > 10 * count {
            missed.push(format!("{count} installs in one namespace: {refused} writes of the locks refused"));
        }
    }
    let slower = ratio(turns.at_once, turns.in_a_row);
    if slower > QUEUED {
        missed.push(format!("deployers of one release at once: {slower:.1} times as long, {QUEUED} allowed"));
    }
    missed
}

#[cfg(test)]
mod tests {
    use super::super::summary;
    use super::*;

    fn row(name: &str, equal: bool, helm: u64, peak: u64) -> Row {
        let sample = |time, peak| Sample::of(vec![Duration::from_millis(time)], Some(peak));
        Row { name: name.to_owned(), is_packed: false, equal, samples: Some((sample(1, peak), sample(helm, 100))) }
    }

    #[test]
    fn names_each_goal_that_a_rendering_misses() {
        let good = [row("a", true, 12, 33), row("b", true, 21, 10), row("c", true, 50, 10)];
        let missed = |rows: &[Row]| verdict(&missed_by_renderings(rows, &summary::of(rows)));
        assert_eq!(missed(&good), Ok(()));
        let bad = [
            row("a", false, 30, 10),
            row("b", true, 9, 10),
            row("c", true, 19, 34),
            Row { name: "d".to_owned(), is_packed: false, equal: true, samples: None },
        ];
        let expected = "goals missed:\n  a: Skeg does not print Helm's bytes\n  b: 9.0 times faster at the median, 10 wanted\n  \
                        c: 0.34 of Helm's memory, 0.33 allowed\n  d: one of them fails\n  \
                        the case in the middle of all folders: 19.0 times faster, 20 wanted";
        assert_eq!(missed(&bad), Err(expected.to_owned()));
    }

    #[test]
    fn starting_is_held_against_an_empty_process() {
        let sample = |micros| Sample::of(vec![Duration::from_micros(micros)], None);
        assert_eq!(missed_by_start(&(sample(2500), sample(500))), None);
        assert!(missed_by_start(&(sample(2501), sample(500))).is_some());
    }

    #[test]
    fn locks_are_held_against_deployers_apart() {
        let seconds = Duration::from_secs;
        let crowd = |together, refused| Crowd { count: 80, together: seconds(together), apart: seconds(1), refused };
        let turns = |at_once| Turns { at_once: seconds(at_once), in_a_row: seconds(2) };
        assert!(missed_by_locks(&[crowd(1, 79)], &turns(3)).is_empty());
        let expected = [
            "80 installs in one namespace: 10.0 times as long, 3 allowed",
            "80 installs in one namespace: 2748 writes of the locks refused",
            "deployers of one release at once: 5.0 times as long, 2 allowed",
        ];
        assert_eq!(missed_by_locks(&[crowd(10, 2748)], &turns(10)), expected);
    }

    #[test]
    fn deploys_are_held_against_helm() {
        let cost = |time, requests| deploy::Cost {
            time: Sample::of(vec![Duration::from_millis(time)], None),
            processor: Duration::ZERO,
            requests,
        };
        let row = |name: &str, skeg, helm| deploy::Row { name: name.to_owned(), skeg, helm };
        let rows = [
            row("good", cost(5, 29), Some(cost(6, 9))),
            row("alone", cost(5, 9), None),
            row("bad", cost(10, 29), Some(cost(5, 8))),
        ];
        let expected = ["bad: slower than Helm (0.50 times as fast at the median)", "bad: 29 requests, Helm's are 8"];
        assert_eq!(missed_by_deploys(&rows), expected);
    }

    #[test]
    fn plans_are_linear() {
        let row = |operations, micros| plan::Row { operations, took: Duration::from_micros(micros) };
        assert_eq!(missed_by_plans(&[row(1000, 1000), row(20_000, 50_000)]), [""; 0]);
        let expected = ["an operation of 20000 takes 4.0 times as long as one of 1000, 3 allowed"];
        assert_eq!(missed_by_plans(&[row(1000, 1000), row(20_000, 80_000)]), expected);
        assert_eq!(missed_by_plans(&[]).len(), 1);
    }
}
