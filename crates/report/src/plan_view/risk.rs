//! Data that a change may lose.

use skeg_plan::{Change, ChangeKind, data_at_risk};
use skeg_resources::ResourceId;

/// What may be lost; `None` if a deploy can restore everything.
pub(super) fn of(change: &Change, id: &ResourceId) -> Option<&'static str> {
    // A resource that does not exist yet has nothing to lose.
    let takes_away = change.before.is_some() && matches!(change.kind, ChangeKind::Recreate | ChangeKind::Delete);
    if takes_away { data_at_risk(id) } else { None }
}
