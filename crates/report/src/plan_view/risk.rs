//! Data that a change may cost.

use skeg_plan::{Change, ChangeKind, data_at_risk};
use skeg_resources::ResourceId;

/// What may be lost, in words; none where a change only costs what a deploy can bring back.
pub(super) fn of(change: &Change, id: &ResourceId) -> Option<&'static str> {
    // A resource that is not there yet has nothing to lose.
    let takes_away = change.before.is_some() && matches!(change.kind, ChangeKind::Recreate | ChangeKind::Delete);
    if takes_away { data_at_risk(id) } else { None }
}
