//! The result of a deploy.

/// The result of a deploy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeployResult {
    /// The release matches the plan.
    Deployed,
    /// There was nothing to do.
    UpToDate,
    /// The release is gone.
    Uninstalled,
    /// An operation failed.
    Failed,
    /// The user asked to stop.
    Interrupted,
    /// The timeout passed.
    TimedOut,
}

impl DeployResult {
    /// The deploy succeeded.
    pub fn is_good(self) -> bool {
        matches!(self, DeployResult::Deployed | DeployResult::UpToDate | DeployResult::Uninstalled)
    }

    /// The release's status in reports; Nelm's words if it has one.
    pub fn status(self) -> &'static str {
        match self {
            DeployResult::Deployed => "deployed",
            DeployResult::UpToDate => "skipped",
            DeployResult::Uninstalled => "uninstalled",
            DeployResult::Failed | DeployResult::Interrupted | DeployResult::TimedOut => "failed",
        }
    }

    /// The kind of failure, in one word.
    pub fn cause(self) -> Option<&'static str> {
        match self {
            DeployResult::Failed => Some("failure"),
            DeployResult::Interrupted => Some("interrupted"),
            DeployResult::TimedOut => Some("timeout"),
            DeployResult::Deployed | DeployResult::UpToDate | DeployResult::Uninstalled => None,
        }
    }
}
