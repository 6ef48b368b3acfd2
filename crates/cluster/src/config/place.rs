//! Where settings come from, for messages.

use std::fmt;
use std::path::PathBuf;

/// The source of a connection's settings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) source: Source,
    pub(crate) context: Option<String>,
    /// The cluster's name in the kubeconfig.
    pub(crate) cluster: Option<String>,
    pub(crate) user: Option<String>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum Source {
    #[default]
    Flags,
    Files(Vec<PathBuf>),
    Base64,
    Pod,
    InProcess,
}

impl Source {
    /// The files that may hold credentials.
    pub(crate) fn files(&self) -> &[PathBuf] {
        match self {
            Source::Files(files) => files,
            _ => &[],
        }
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Source::Flags => f.write_str("the given flags"),
            Source::Base64 => f.write_str("the kubeconfig given in base64"),
            Source::Pod => f.write_str("the service account of this pod"),
            Source::InProcess => f.write_str("in this process"),
            Source::Files(files) => {
                let plural = if files.len() == 1 { "" } else { "s" };
                let files: Vec<String> = files.iter().map(|file| file.display().to_string()).collect();
                write!(f, "the kubeconfig{plural} {}", files.join(", "))
            }
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.context {
            Some(context) => write!(f, "context {context:?} of {}", self.source),
            None => self.source.fmt(f),
        }
    }
}
