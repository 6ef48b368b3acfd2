//! Borders: start and end points of stages and groups. Instead of edges between all operations of two groups, each
//! operation of a group waits for its start, and its end waits for each of them.

use std::collections::BTreeMap;

use skeg_resources::Stage;

use super::{Chain, Draft, Group};
use crate::operation::Action;
use crate::reason::Reason;
use crate::removal::Rank;

/// The start and end points of a stage or group.
#[derive(Clone, Copy)]
struct Border {
    start: usize,
    end: usize,
}

/// Adds borders around all chains.
pub(super) fn draw(draft: &mut Draft) {
    let mut stages: BTreeMap<Stage, Vec<Chain>> = BTreeMap::new();
    for chain in std::mem::take(&mut draft.chains) {
        stages.entry(chain.stage).or_default().push(chain);
    }
    let mut before: Option<Border> = None;
    for (stage, chains) in stages {
        let around = border(draft, stage, None, stage.name());
        if let Some(before) = before {
            draft.edge(around.start, before.end, Reason::Stage);
        }
        draw_stage(draft, stage, chains, around);
        before = Some(around);
    }
}

fn draw_stage(draft: &mut Draft, stage: Stage, chains: Vec<Chain>, around: Border) {
    let mut groups: BTreeMap<Group, Vec<Chain>> = BTreeMap::new();
    for chain in chains {
        match chain.group {
            Some(group) => groups.entry(group).or_default().push(chain),
            None => enclose(draft, &chain, around, &Reason::Stage, &Reason::Stage),
        }
    }
    let order: Vec<Group> = groups.keys().copied().collect();
    let mut last: Option<(Group, Border)> = None;
    for (at, (group, chains)) in groups.into_iter().enumerate() {
        let next = order.get(at + 1).and_then(|next| group.before(*next)).unwrap_or(Reason::Stage);
        let (weight, name) = group.label(stage);
        let inner = border(draft, stage, weight, &name);
        let entry = last.and_then(|(before, border)| Some((border, before.before(group)?)));
        let why = match entry {
            Some((before, why)) => {
                draft.edge(inner.start, before.end, why.clone());
                why
            }
            None => Reason::Stage,
        };
        draft.edge(inner.start, around.start, Reason::Stage);
        for chain in chains {
            enclose(draft, &chain, inner, &why, &next);
        }
        draft.edge(around.end, inner.end, Reason::Stage);
        last = Some((group, inner));
    }
}

fn border(draft: &mut Draft, stage: Stage, weight: Option<i64>, name: &str) -> Border {
    let mut side = |side: &str| draft.operation(stage, weight, Action::Border { name: format!("{name}/{side}") });
    Border { start: side("start"), end: side("end") }
}

fn enclose(draft: &mut Draft, chain: &Chain, border: Border, from: &Reason, to: &Reason) {
    draft.edge(chain.first, border.start, from.clone());
    draft.edge(border.end, chain.last, to.clone());
}

impl Group {
    /// Why the next group waits for this one; `None` if they are unrelated.
    fn before(self, next: Group) -> Option<Reason> {
        match (self, next) {
            (Group::Weight(before), Group::Weight(after)) => Some(Reason::Weight { before, after }),
            (Group::Rank(before), Group::Rank(after)) => Some(kinds(before, after)),
            (Group::ChartRank(chart, before), Group::ChartRank(next, after)) => {
                (chart == next).then(|| kinds(before, after))
            }
            _ => None,
        }
    }

    fn label(self, stage: Stage) -> (Option<i64>, String) {
        match self {
            Group::Weight(weight) => (Some(weight), format!("{}/weight:{weight}", stage.name())),
            Group::Rank(rank) => (None, format!("{}/{}", stage.name(), rank.name())),
            Group::ChartRank(chart, rank) => (None, format!("{}/chart {chart}/{}", stage.name(), rank.name())),
        }
    }
}

fn kinds(before: Rank, after: Rank) -> Reason {
    Reason::Kinds { before: before.name().to_string(), after: after.name().to_string() }
}
