//! A cycle of operations as people see it: resources that wait for each other. Borders and steps within a resource are
//! skipped.

use crate::error::Wait;
use crate::operation::Operation;
use crate::plan::Target;
use crate::reason::Reason;

/// The steps of a cycle, in which each operation waits for the next. A dependency by annotation comes first.
pub(crate) fn waits(targets: &[Target], operations: &[Operation], cycle: &[usize]) -> Vec<Wait> {
    let target = |index: usize| operations[index].action.target();
    let Some(start) = cycle.iter().position(|index| target(*index).is_some()) else { return Vec::new() };
    let way: Vec<usize> = cycle[start..].iter().chain(&cycle[..=start]).copied().collect();
    let mut steps: Vec<(Wait, Reason)> = Vec::new();
    let mut waiter = way[0];
    let mut later: Option<Reason> = None;
    for pair in way.windows(2) {
        let edge = operations[pair[0]].after.iter().find(|edge| edge.on == pair[1]);
        let why = edge.map_or(Reason::Stage, |edge| edge.why.clone());
        // The cycle runs backwards in time: what comes first here happens last.
        let why = later.take().map_or(why.clone(), |later| why.then(&later));
        let (Some(from), Some(to)) = (target(waiter), target(pair[1])) else {
            later = Some(why);
            continue;
        };
        if targets[from].id != targets[to].id {
            let wait = Wait {
                waiter: targets[from].id.to_string(),
                on: targets[to].id.to_string(),
                why: why.between(operations[pair[1]].stage, operations[waiter].stage),
                origin: targets[from].origin.clone(),
            };
            steps.push((wait, why));
        }
        waiter = pair[1];
    }
    let is_written = |why: &Reason| {
        matches!(why, Reason::Annotation { .. } | Reason::Subchart { .. } | Reason::ResourceGroup { .. })
    };
    let written = steps.iter().position(|(_, why)| is_written(why));
    steps.rotate_left(written.unwrap_or(0));
    steps.into_iter().map(|(wait, _)| wait).collect()
}
