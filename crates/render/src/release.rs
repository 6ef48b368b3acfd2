//! What templates see as `.Release`.

/// The release that a chart is rendered for.
#[derive(Clone, Debug)]
pub struct Release {
    /// `.Release.Name`.
    pub name: String,
    /// `.Release.Namespace`.
    pub namespace: String,
    /// `.Release.IsUpgrade`; `.Release.IsInstall` is the opposite.
    pub is_upgrade: bool,
    /// `.Release.Revision`, from one.
    pub revision: i64,
}
