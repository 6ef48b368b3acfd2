//! How a deploy ended, in one word.

/// A deploy in one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeployResult {
    /// The release is as the plan wanted it.
    Deployed,
    /// There was nothing to do.
    UpToDate,
    /// The release is gone.
    Uninstalled,
    /// An operation failed.
    Failed,
    /// Somebody asked to stop.
    Interrupted,
    /// The time was over.
    TimedOut,
}

impl DeployResult {
    /// What was asked for is done.
    pub fn is_good(self) -> bool {
        matches!(self, DeployResult::Deployed | DeployResult::UpToDate | DeployResult::Uninstalled)
    }

    /// The release's status in reports; Nelm's words where it has them.
    pub fn status(self) -> &'static str {
        match self {
            DeployResult::Deployed => "deployed",
            DeployResult::UpToDate => "skipped",
            DeployResult::Uninstalled => "uninstalled",
            DeployResult::Failed | DeployResult::Interrupted | DeployResult::TimedOut => "failed",
        }
    }

    /// Why it failed, in a word.
    pub fn cause(self) -> Option<&'static str> {
        match self {
            DeployResult::Failed => Some("failure"),
            DeployResult::Interrupted => Some("interrupted"),
            DeployResult::TimedOut => Some("timeout"),
            DeployResult::Deployed | DeployResult::UpToDate | DeployResult::Uninstalled => None,
        }
    }
}
