//! What can go wrong in starting and using a cluster.

use std::path::PathBuf;

#[derive(thiserror::Error)]
pub enum Error {
    #[error(transparent)]
    Program(#[from] skeg_go_programs::Error),
    #[error("{action} {}: {source}", path.display())]
    File { action: &'static str, path: PathBuf, source: std::io::Error },
    #[error("starting {name}: {source}")]
    Spawn { name: String, source: std::io::Error },
    /// A part of the control plane ended by itself; the end of its log says why.
    #[error("{name} ended with {status}; the end of its log:\n{log}")]
    Died { name: &'static str, status: std::process::ExitStatus, log: String },
    #[error("waiting for {what}: not there after {seconds} seconds{detail}")]
    Late { what: &'static str, seconds: u64, detail: String },
    #[error("finding a free port: none of {tried} was free")]
    NoPort { tried: u16 },
    /// A program that was run for its output failed.
    #[error("{command} ended with {status}\n{stderr}")]
    Failed { command: String, status: std::process::ExitStatus, stderr: String },
    #[cfg(feature = "faults")]
    #[error("{action} the fault proxy: {source}")]
    Proxy { action: &'static str, source: std::io::Error },
    #[error("reading the audit log: {source} in the line {line}")]
    Audit { line: String, source: serde_json::Error },
}

/// Tests unwrap; the text is what they should show then.
impl std::fmt::Debug for Error {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{self}")
    }
}
