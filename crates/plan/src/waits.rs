//! A circle of operations as people see it: resources that wait for each other. Borders and steps within a resource are
//! passed over.

use crate::error::Wait;
use crate::operation::Operation;
use crate::plan::Target;
use crate::reason::Reason;

/// The steps of a circle, each operation of which waits for the next. One that somebody wrote comes first.
pub(crate) fn waits(targets: &[Target], operations: &[Operation], circle: &[usize]) -> Vec<Wait> {
    let target = |index: usize| operations[index].action.target();
    let Some(start) = circle.iter().position(|index| target(*index).is_some()) else { return Vec::new() };
    let way: Vec<usize> = circle[start..].iter().chain(&circle[..=start]).copied().collect();
    let mut steps: Vec<(Wait, Reason)> = Vec::new();
    let mut waiter = way[0];
    let mut later: Option<Reason> = None;
    for pair in way.windows(2) {
        let edge = operations[pair[0]].after.iter().find(|edge| edge.on == pair[1]);
        let why = edge.map_or(Reason::Stage, |edge| edge.why.clone());
        // The way goes against time: what it meets first happens last.
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
    let written = steps.iter().position(|(_, why)| matches!(why, Reason::Annotation { .. }));
    steps.rotate_left(written.unwrap_or(0));
    steps.into_iter().map(|(wait, _)| wait).collect()
}
