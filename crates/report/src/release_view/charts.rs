//! The state of an ordered release, chart by chart.

use std::fmt::Write;
use std::time::Duration;

use unicode_width::UnicodeWidthStr;

use super::{ChartLine, ResourceLine};
use crate::phrase::clean;
use crate::{span, time};

/// A paragraph per chart, with its resources; resources without a chart come first.
pub(super) fn text(charts: &[ChartLine], resources: &[ResourceLine]) -> String {
    let width = |part: fn(&ResourceLine) -> &str| resources.iter().map(|line| part(line).width()).max().unwrap_or(0);
    let widths = (width(|line| &line.resource), width(|line| &line.state));
    let mut text = String::new();
    let outside: Vec<&ResourceLine> = resources.iter().filter(|line| line.chart.is_empty()).collect();
    if !outside.is_empty() {
        text.push('\n');
        outside.iter().for_each(|line| push(&mut text, "", line, widths));
    }
    for chart in charts {
        let _ = writeln!(text, "\nchart {}: {}", name(charts, chart), state(chart));
        resources.iter().filter(|line| line.chart == chart.path).for_each(|line| push(&mut text, "  ", line, widths));
    }
    text
}

fn push(text: &mut String, indent: &str, line: &ResourceLine, (names, states): (usize, usize)) {
    let (name, state, info) = (clean(&line.resource), clean(&line.state), clean(&line.info));
    let row = format!("{indent}{name}{}  {state}{}  {info}", room(&name, names), room(&state, states));
    text.push_str(row.trim_end());
    text.push('\n');
}

fn room(cell: &str, width: usize) -> String {
    " ".repeat(width.saturating_sub(cell.width()))
}

/// `db`, or its path if another chart has that name too.
fn name<'a>(charts: &[ChartLine], chart: &'a ChartLine) -> &'a str {
    let name = last_name(&chart.path);
    let alike = charts.iter().filter(|other| last_name(&other.path) == name);
    if alike.count() == 1 { name } else { &chart.path }
}

fn last_name(path: &str) -> &str {
    path.rsplit_once("/charts/").map_or(path, |(_, name)| name)
}

/// `ready (12s)`, `failed: Deployment/web: …`, `not begun: waits for db, which failed`.
fn state(chart: &ChartLine) -> String {
    let (state, error) = (clean(&chart.state), clean(&chart.error));
    if error.starts_with("not ") {
        return error;
    }
    if !error.is_empty() {
        return format!("{state}: {error}");
    }
    match time::between(&chart.started, &chart.ended) {
        Some(took) if took > Duration::ZERO => format!("{state} ({})", span::shown(took)),
        _ => state,
    }
}
