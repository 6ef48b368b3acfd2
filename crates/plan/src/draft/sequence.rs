//! The order of charts and resource groups, expressed by borders: each resource of a part waits for the part's start,
//! and its end waits for each of them. What waits for a chart waits for the chart's end only.

use skeg_resources::Stage;
use skeg_sequence::{Charts, Wait};

use super::Draft;
use crate::operation::Action;
use crate::reason::Reason;
use crate::sequence::{Part, Sequence, Unit, parts_before};

/// The direction of the order.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Direction {
    Deploy,
    /// Deletes in the reverse order.
    Delete,
}

/// The first and last operation of a resource, with the resource's index in the sequence.
pub(super) struct Steps {
    pub(super) resource: usize,
    pub(super) first: usize,
    pub(super) last: usize,
}

/// Adds the edges of the order.
pub(super) fn draw(draft: &mut Draft, sequence: &Sequence<'_>, steps: &[Steps], stage: Stage, direction: Direction) {
    if steps.iter().all(|steps| sequence.unit(steps.resource).is_none()) {
        return;
    }
    let mut borders = Borders { draft, sequence, stage, direction, parts: Vec::new(), charts: Vec::new() };
    borders.draw_charts();
    borders.draw_parts();
    for steps in steps {
        if let Some(unit) = sequence.unit(steps.resource) {
            borders.enclose(steps, unit);
        }
    }
}

/// The start and end points of a part.
#[derive(Clone, Copy)]
struct Border {
    start: usize,
    end: usize,
}

/// The borders of a chart: around all of it, and around its own resources.
#[derive(Clone, Copy)]
struct ChartBorders {
    all: Border,
    own: Border,
}

struct Borders<'d, 's> {
    draft: &'d mut Draft,
    sequence: &'s Sequence<'s>,
    stage: Stage,
    direction: Direction,
    charts: Vec<ChartBorders>,
    /// By unit of the sequence.
    parts: Vec<Border>,
}

impl Borders<'_, '_> {
    fn border(&mut self, name: &str) -> Border {
        let mut side = |side: &str| {
            let name = format!("{}/{name}/{side}", self.stage.name());
            self.draft.operation(self.stage, None, Action::Border { name })
        };
        let border = Border { start: side("start"), end: side("end") };
        // An empty part still passes the order on.
        self.draft.edge(border.end, border.start, Reason::Chart);
        border
    }

    /// `later` is deployed after `earlier`, and deleted before it.
    fn after(&mut self, later: Border, earlier: Border, why: Reason) {
        match self.direction {
            Direction::Deploy => self.draft.edge(later.start, earlier.end, why),
            Direction::Delete => self.draft.edge(earlier.start, later.end, why),
        }
    }

    fn inside(&mut self, inner: Border, outer: Border) {
        self.draft.edge(inner.start, outer.start, Reason::Chart);
        self.draft.edge(outer.end, inner.end, Reason::Chart);
    }

    fn draw_charts(&mut self) {
        let order = self.sequence.order;
        let by_path = Charts::new(order);
        for chart in &order.charts {
            let borders = ChartBorders {
                all: self.border(&format!("chart:{}", chart.path)),
                own: self.border(&format!("chart:{}/own", chart.path)),
            };
            self.inside(borders.own, borders.all);
            // Parents come before their subcharts.
            if let Some(parent) = chart.parent().and_then(|parent| by_path.at(parent)) {
                self.inside(borders.all, self.charts[parent].all);
            }
            self.charts.push(borders);
        }
        for (index, chart) in order.charts.iter().enumerate() {
            let ChartBorders { all, own } = self.charts[index];
            for (border, waits) in [(all, &chart.after), (own, &chart.own_after)] {
                for wait in waits {
                    let Some(on) = by_path.at(&wait.on) else { continue };
                    let why = self.subchart(chart.name(), on, wait);
                    self.after(border, self.charts[on].all, why);
                }
            }
        }
    }

    fn subchart(&self, chart: &str, on: usize, wait: &Wait) -> Reason {
        let on = self.sequence.order.charts[on].name().to_string();
        let (chart, origin, reverse) =
            (chart.to_string(), wait.origin.to_string(), self.direction == Direction::Delete);
        Reason::Subchart { chart, on, origin, reverse }
    }

    fn draw_parts(&mut self) {
        let sequence = self.sequence;
        for &unit in &sequence.units {
            let name = format!("chart:{}/{}", sequence.order.charts[unit.chart].path, part_name(sequence, unit));
            let border = self.border(&name);
            self.inside(border, self.charts[unit.chart].own);
            self.parts.push(border);
        }
        for at in 0..sequence.units.len() {
            for earlier in parts_before(&sequence.units, &sequence.groups, at) {
                let why = self.group(sequence.units[at], sequence.units[earlier]);
                self.after(self.parts[at], self.parts[earlier], why);
            }
        }
    }

    fn group(&self, unit: Unit, earlier: Unit) -> Reason {
        let name = |unit: Unit| match unit.part {
            Part::Group(_) => part_name(self.sequence, unit),
            Part::Rest | Part::Webhooks => String::new(),
        };
        if unit.part == Part::Webhooks {
            return Reason::Chart;
        }
        let chart = self.sequence.order.charts[unit.chart].path.clone();
        let reverse = self.direction == Direction::Delete;
        Reason::ResourceGroup { chart, group: name(unit), on: name(earlier), reverse }
    }

    fn enclose(&mut self, steps: &Steps, unit: Unit) {
        let Ok(at) = self.sequence.units.binary_search(&unit) else { return };
        let border = self.parts[at];
        self.draft.edge(steps.first, border.start, Reason::Chart);
        self.draft.edge(border.end, steps.last, Reason::Chart);
    }
}

fn part_name(sequence: &Sequence<'_>, unit: Unit) -> String {
    match unit.part {
        Part::Group(group) => sequence.groups[unit.chart].groups[group].name.clone().unwrap_or_default(),
        Part::Rest => "rest".to_string(),
        Part::Webhooks => "webhooks".to_string(),
    }
}
