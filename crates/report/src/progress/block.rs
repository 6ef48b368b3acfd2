//! The running operations: a block at the bottom of a terminal, or a heartbeat in a log.

use std::time::Duration;

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use super::{ProgressMode, ProgressText};
use crate::phrase::{count, some_of};
use crate::span;
use crate::visible::visible;

/// How many circles stand for replicas.
const CIRCLES: u32 = 10;
/// From this many on, operations that wait for the same thing share one line.
const ALIKE: usize = 4;
/// The most names on such a line.
const NAMES: usize = 3;
/// Shorter operations do not appear in the block.
const PATIENCE: Duration = Duration::from_millis(500);

impl ProgressText {
    /// The block of running operations, with at most this many lines and columns; empty if nothing runs.
    pub fn block(&self, at: Duration, lines: usize, width: usize) -> Vec<String> {
        let room = lines.saturating_sub(1);
        let slow = self.running.iter().filter(|(_, running)| at.saturating_sub(running.since) >= PATIENCE);
        let slow: Vec<usize> =
            slow.map(|(operation, _)| *operation).filter(|each| self.is_of_resource(*each)).collect();
        if self.mode == ProgressMode::Lines {
            let mut block = self.running_lines(&slow, at);
            block.truncate(room);
            block.extend(self.footer(at));
            return block.into_iter().map(|line| cut(line, width)).collect();
        }
        let mut block = if self.is_ordered() { self.grouped(&slow, at, room) } else { self.listed(&slow, at, room) };
        block.extend(self.footer(at));
        block.truncate(lines);
        block.into_iter().map(|line| cut(line, width)).collect()
    }

    fn is_ordered(&self) -> bool {
        self.plan.as_ref().is_some_and(|plan| plan.order.is_some())
    }

    /// Operations, each on a line with its pods' latest logs, in at most `room` lines.
    fn listed(&self, operations: &[usize], at: Duration, room: usize) -> Vec<String> {
        let mut block = Vec::new();
        for (shown, operation) in operations.iter().enumerate() {
            let more = operations.len() - shown;
            match room - block.len() {
                0 => break,
                1 if more > 1 => {
                    block.push(format!("  … and {more} more"));
                    break;
                }
                _ => block.extend(self.running_line(*operation, at)),
            }
            // Log lines do not displace operations.
            if room - block.len() >= more {
                block.extend(self.log_line(*operation));
            }
        }
        block
    }

    /// The same, grouped by chart under a line for each chart.
    fn grouped(&self, operations: &[usize], at: Duration, room: usize) -> Vec<String> {
        let groups = self.by_chart(operations);
        let needed = operations.len() + groups.iter().filter(|(chart, _)| chart.is_some()).count();
        let mut room_for_logs = room.saturating_sub(needed);
        let mut block = Vec::new();
        let mut unshown = operations.len();
        for (chart, operations) in groups {
            let (head, indent) = match chart {
                Some(chart) => (self.chart_line(chart, at), "  "),
                None => (None, ""),
            };
            // The last line counts what is left out. A chart's line is only shown with at least one of its operations.
            let is_last = unshown == operations.len() && block.len() + operations.len() + head.iter().len() <= room;
            if !is_last && block.len() + head.iter().len() + 2 > room {
                break;
            }
            block.extend(head);
            for operation in operations {
                if !is_last && block.len() + 1 >= room {
                    break;
                }
                block.extend(self.running_line(operation, at).map(|line| format!("{indent}{line}")));
                unshown -= 1;
                if room_for_logs > 0
                    && let Some(log) = self.log_line(operation)
                {
                    block.push(format!("{indent}{log}"));
                    room_for_logs -= 1;
                }
            }
        }
        if unshown > 0 && block.len() < room {
            block.push(format!("  … and {unshown} more"));
        }
        block
    }

    fn log_line(&self, operation: usize) -> Option<String> {
        let (pod, container, line) = self.running.get(&operation)?.log.as_ref()?;
        Some(format!("    └ {pod}  {container}  │ {line}"))
    }

    fn is_of_resource(&self, operation: usize) -> bool {
        self.chains.chain_of(operation).is_some()
    }

    /// Running operations for a log: many that wait for the same thing share one line.
    pub(super) fn running_lines(&self, operations: &[usize], at: Duration) -> Vec<String> {
        let mut groups: Vec<Vec<usize>> = Vec::new();
        for operation in operations {
            let progress = |operation: &usize| self.running.get(operation).map(|running| &running.progress);
            match groups.iter_mut().find(|group| progress(&group[0]) == progress(operation)) {
                Some(group) => group.push(*operation),
                None => groups.push(vec![*operation]),
            }
        }
        let lines = groups.iter().flat_map(|group| match group.len() {
            0..ALIKE => group.iter().filter_map(|operation| self.running_line(*operation, at)).collect(),
            _ => self.alike_line(group, at).into_iter().collect::<Vec<_>>(),
        });
        lines.collect()
    }

    /// `  50 resources  8s  waits: …  (Widget/a, Widget/b, Widget/c and 47 more)`.
    fn alike_line(&self, group: &[usize], at: Duration) -> Option<String> {
        let plan = self.plan.as_ref()?;
        let first = self.running.get(group.first()?)?;
        let name = |operation: &usize| Some(plan.name(plan.operations.get(*operation)?.action.target()?));
        let names: Vec<String> = group.iter().filter_map(name).collect();
        let since = group.iter().filter_map(|operation| Some(self.running.get(operation)?.since)).min()?;
        let waits = crate::phrase::clean(&first.progress.waits);
        let waits = if waits.is_empty() { waits } else { format!("waits: {waits}  ") };
        let (count, took) = (count(names.len(), "resource"), span::shown(at.saturating_sub(since)));
        Some(format!("  {count:width$}  {took}  {waits}({})", some_of(&names, NAMES), width = self.width))
    }

    /// A running operation: `  Deployment/web  ●●○ 2/3 ready  8s  waits: …`.
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

    /// `  18 of 24 done · 2 running · 4 waiting for Deployment/web · 0:31`; `None` if there is nothing to do.
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
        parts.extend(self.charts_done());
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

/// Cuts a line to the width, with a mark.
fn cut(line: String, width: usize) -> String {
    // As it will be printed: a line that is wider than expected would break the block.
    let line = visible(&line).into_owned();
    if line.width() <= width {
        return line;
    }
    let mut room = width.saturating_sub(1);
    let fits = |letter: &char| match room.checked_sub(letter.width().unwrap_or(0)) {
        Some(left) => {
            room = left;
            true
        }
        None => false,
    };
    let kept: String = line.chars().take_while(fits).collect();
    format!("{}…", kept.trim_end())
}

#[cfg(test)]
mod tests {
    use super::cut;

    #[test]
    fn lines_are_cut_to_the_columns_they_take() {
        let cases = [
            ("short", 5, "short"),
            ("longer", 5, "long…"),
            ("日本語です", 10, "日本語です"),
            ("日本語です", 8, "日本語…"),
        ];
        for (line, width, expected) in cases {
            assert_eq!(cut(line.to_string(), width), expected);
        }
    }
}
