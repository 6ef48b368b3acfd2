//! Deploys that would delete too much at once.

use std::fmt;

use skeg_resources::ResourceId;

use crate::budget::FEW;
use crate::pruning::DeleteLimit;

/// How many objects are named.
const NAMED: usize = 5;

/// A deploy that would delete more than allowed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExcessiveDeletion {
    /// What makes it too much.
    pub excess: Excess,
    /// The objects that would be deleted.
    pub deleted: Vec<ResourceId>,
    /// How many objects the release has.
    pub of: usize,
    /// It is a rollback: its revision has too little, not the chart.
    pub is_rollback: bool,
}

/// What makes deletions too many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Excess {
    /// The deploy wants no resources at all.
    Everything,
    /// More than the flag allows.
    Limit(DeleteLimit),
    /// More than half of the release, and more than a few.
    Most,
}

impl ExcessiveDeletion {
    pub(super) fn reason(&self) -> String {
        format!("too much would be deleted at once: {} of {} objects of the release", self.deleted.len(), self.of)
    }
}

impl fmt::Display for ExcessiveDeletion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ExcessiveDeletion { deleted, of, .. } = self;
        let (count, source) = (deleted.len(), if self.is_rollback { "the revision" } else { "the chart" });
        match self.excess {
            Excess::Everything => {
                write!(f, "{source} has no resources, so all {count} of {of} objects of the release would be deleted")?
            }
            Excess::Limit(limit) => {
                write!(f, "{count} of {of} objects of the release would be deleted, more than --max-deletes {limit}")?
            }
            Excess::Most => write!(
                f,
                "{count} of {of} objects of the release would be deleted, more than half of it and more than {FEW}"
            )?,
        }
        let named: Vec<String> = deleted.iter().take(NAMED).map(ToString::to_string).collect();
        let more = match count.saturating_sub(NAMED) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        writeln!(f, "\n  {}{more}", named.join(", "))?;
        match self.excess {
            Excess::Everything => {
                f.write_str("  Nothing was changed. If this is meant: --max-deletes 100%. To remove a release: skeg release uninstall.")
            }
            _ if self.is_rollback => write!(f, "  Nothing was changed. If this is meant: --max-deletes {count}."),
            _ => write!(
                f,
                "  Nothing was changed. If this is meant: --max-deletes {count}. If not: look for the value or condition that switches \
                 them off."
            ),
        }
    }
}
