//! The generation of Helm whose behaviour is wanted.

/// Whose rules and texts to follow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Compat {
    /// Helm 3 (3.21.4).
    V3,
    /// Helm 4 (4.2.4).
    #[default]
    V4,
}

impl Compat {
    /// Whether Helm 3 is followed.
    pub fn is_v3(self) -> bool {
        self == Compat::V3
    }

    /// Whether Helm 4 is followed.
    pub fn is_v4(self) -> bool {
        self == Compat::V4
    }
}
