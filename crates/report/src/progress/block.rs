//! What is under way: the block at the bottom of a terminal, or a sign of life in a log.

use std::time::Duration;

use super::ProgressText;
use crate::span;
use crate::visible::visible;

/// How many circles stand for replicas.
const CIRCLES: u32 = 10;
/// What takes less is not worth a line of the block.
const PATIENCE: Duration = Duration::from_millis(500);

impl ProgressText {
    /// The block of what is under way, no more lines and no wider than told; empty where nothing is.
    pub fn block(&self, at: Duration, lines: usize, width: usize) -> Vec<String> {
        let room = lines.saturating_sub(1);
        let slow = self.running.iter().filter(|(_, running)| at.saturating_sub(running.since) >= PATIENCE);
        let slow: Vec<usize> =
            slow.map(|(operation, _)| *operation).filter(|each| self.is_of_resource(*each)).collect();
        let mut block = Vec::new();
        for (shown, operation) in slow.iter().enumerate() {
            let more = slow.len() - shown;
            match room - block.len() {
                0 => break,
                1 if more > 1 => {
                    block.push(format!("  … and {more} more"));
                    break;
                }
                _ => block.extend(self.running_line(*operation, at)),
            }
            // Logs take no line from another operation.
            if room - block.len() >= more
                && let Some((pod, container, line)) = self.running.get(operation).and_then(|each| each.log.as_ref())
            {
                block.push(format!("    └ {pod}  {container}  │ {line}"));
            }
        }
        block.extend(self.footer(at));
        block.truncate(lines);
        block.into_iter().map(|line| cut(line, width)).collect()
    }

    fn is_of_resource(&self, operation: usize) -> bool {
        self.chains.chain_of(operation).is_some()
    }

    /// An operation under way: `  Deployment/web  ●●○ 2/3 ready  8s  waits: …`.
    pub(super) fn running_line(&self, operation: usize, at: Duration) -> Option<String> {
        let plan = self.plan.as_ref()?;
        let running = self.running.get(&operation)?;
        let name = plan.name(plan.operations.get(operation)?.action.target()?);
        let state = match (running.progress.ready, running.progress.wanted) {
            (Some(ready), Some(wanted)) => {
                let circles = if wanted <= CIRCLES { circles(ready, wanted) } else { String::new() };
                format!("{circles}{ready}/{wanted} ready")
            }
            _ => String::new(),
        };
        let waits = crate::phrase::clean(&running.progress.waits);
        let waits = if waits.is_empty() { waits } else { format!("waits: {waits}") };
        let took = span::shown(at.saturating_sub(running.since));
        let parts = [state, took, waits];
        let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        Some(format!("  {name:width$}  {}", parts.join("  "), width = self.width))
    }

    /// `  18 of 24 done · 2 running · 4 waiting for Deployment/web · 0:31`; none where nothing is to be done.
    fn footer(&self, at: Duration) -> Option<String> {
        let plan = self.plan.as_ref()?;
        let all = self.chains.list.len();
        let ended = self.done + self.broken;
        if ended >= all {
            return None;
        }
        let running = self.begun.len().saturating_sub(ended);
        let waiting = (all - ended).saturating_sub(running);
        let mut parts = vec![format!("{} of {all} done", self.done)];
        parts.extend((self.broken > 0).then(|| format!("{} failed", self.broken)));
        parts.extend((running > 0).then(|| format!("{running} running")));
        let mut targets = self.running.keys().filter_map(|each| plan.operations.get(*each)?.action.target());
        match (waiting, targets.next(), targets.next()) {
            (0, ..) => {}
            (_, Some(one), None) => parts.push(format!("{waiting} waiting for {}", plan.name(one))),
            _ => parts.push(format!("{waiting} waiting")),
        }
        parts.push(span::clock(at));
        Some(format!("  {}", parts.join(" · ")))
    }
}

fn circles(ready: u32, wanted: u32) -> String {
    let full = ready.min(wanted);
    if wanted == 0 {
        return String::new();
    }
    "●".repeat(full as usize) + &"○".repeat((wanted - full) as usize) + " "
}

/// The line, with a sign where it was cut.
fn cut(line: String, width: usize) -> String {
    // As it will be printed: a line that is wider than thought would leave the block in pieces.
    let line = visible(&line).into_owned();
    if line.chars().count() <= width {
        return line;
    }
    let kept: String = line.chars().take(width.saturating_sub(1)).collect();
    format!("{}…", kept.trim_end())
}
