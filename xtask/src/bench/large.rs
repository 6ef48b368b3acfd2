//! Selects the large cases of the corpus, and packs their charts.

use crate::corpus::Case;
use crate::oracle::{self, Rendering};
use crate::process;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// A case is large if Helm prints this much …
const OUTPUT: usize = 100_000;
/// … or takes this many times as long as for the fastest case.
const SLOWER: u32 = 3;

/// What Helm needed for a case, in one run.
struct Effort {
    printed: usize,
    took: Duration,
}

impl Effort {
    fn is_large(&self, soonest: Duration) -> bool {
        self.printed >= OUTPUT || self.took >= soonest * SLOWER
    }
}

/// The large cases, in their order. For cases that fail, the time until the failure is measured.
pub(super) fn cases(all: Vec<Case>, helm: &Path, only: &str) -> Result<Vec<Case>, String> {
    println!("looking for the large ones of {} cases", all.len());
    let mut known = Vec::new();
    let mut soonest = Duration::MAX;
    for case in all {
        let start = Instant::now();
        if let Rendering::Printed(text) = oracle::render(&mut case.command(helm))? {
            let took = start.elapsed();
            soonest = soonest.min(took);
            known.push((case, Effort { printed: text.len(), took }));
        }
    }
    let large = known.into_iter().filter(|(case, effort)| case.name.contains(only) && effort.is_large(soonest));
    Ok(large.map(|(case, _)| case).collect())
}

/// Each case, followed by the same with the chart as an archive.
pub(super) fn with_archives(cases: Vec<Case>, helm: &Path, folder: &Path) -> Result<Vec<Case>, String> {
    std::fs::create_dir_all(folder).map_err(|why| format!("making {}: {why}", folder.display()))?;
    let mut archives: BTreeMap<PathBuf, PathBuf> = BTreeMap::new();
    let mut both = Vec::new();
    for case in cases {
        let packed = match case.chart_folder() {
            Some(chart) => {
                if !archives.contains_key(&chart) {
                    archives.insert(chart.clone(), pack(&chart, helm, folder)?);
                }
                archives.get(&chart).map(|archive| case.of_archive(archive))
            }
            None => None,
        };
        both.push(case);
        both.extend(packed);
    }
    Ok(both)
}

/// Packs a chart as Helm does, and returns the archive.
fn pack(chart: &Path, helm: &Path, folder: &Path) -> Result<PathBuf, String> {
    let mut command = oracle::secluded(helm);
    command.arg("package").arg(chart).arg("--destination").arg(folder);
    let said = String::from_utf8_lossy(&process::stdout_of(&mut command)?).into_owned();
    let archive = said.trim().rsplit_once(": ").map(|(_, path)| PathBuf::from(path));
    archive
        .filter(|path| path.is_file())
        .ok_or_else(|| format!("helm package did not say where the archive is: {said}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_is_much_output_or_much_time() {
        let effort = |printed, took| Effort { printed, took: Duration::from_millis(took) };
        let soonest = Duration::from_millis(40);
        assert!(effort(100_000, 40).is_large(soonest) && effort(10, 120).is_large(soonest));
        assert!(!effort(99_999, 119).is_large(soonest));
    }
}
