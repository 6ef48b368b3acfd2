//! Errors of starting and using a cluster.

use std::path::PathBuf;

/// Why a test cluster cannot be started or used.
#[derive(thiserror::Error)]
pub enum Error {
    /// A program of the control plane is missing.
    #[error(transparent)]
    Program(#[from] skeg_go_programs::Error),
    /// A file cannot be read or written.
    #[error("{action} {}: {source}", path.display())]
    File {
        /// `reading`, `writing` ….
        action: &'static str,
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// A program cannot be started.
    #[error("starting {name}: {source}")]
    Spawn {
        /// The program.
        name: String,
        /// Why.
        source: std::io::Error,
    },
    /// A part of the control plane ended by itself; the end of its log says why.
    #[error("{name} ended with {status}; the end of its log:\n{log}")]
    Died {
        /// The program.
        name: &'static str,
        /// Its exit status.
        status: std::process::ExitStatus,
        /// The end of its log.
        log: String,
    },
    /// Something did not happen in time.
    #[error("waiting for {what}: not there after {seconds} seconds{detail}")]
    Late {
        /// What was waited for.
        what: &'static str,
        /// For how long.
        seconds: u64,
        /// The last known state.
        detail: String,
    },
    /// No port is free.
    #[error("finding a free port: none of {tried} was free")]
    NoPort {
        /// How many were tried.
        tried: u16,
    },
    /// A program that was run for its output failed.
    #[error("{command} ended with {status}\n{stderr}")]
    Failed {
        /// The command line.
        command: String,
        /// Its exit status.
        status: std::process::ExitStatus,
        /// What it printed there.
        stderr: String,
    },
    /// The fault proxy failed.
    #[cfg(feature = "faults")]
    #[error("{action} the fault proxy: {source}")]
    Proxy {
        /// `starting`, `stopping` ….
        action: &'static str,
        /// Why.
        source: std::io::Error,
    },
    /// A line of the audit log does not parse.
    #[error("reading the audit log: {source} in the line {line}")]
    Audit {
        /// The line.
        line: String,
        /// Why.
        source: serde_json::Error,
    },
}

/// Tests call `unwrap`, which then shows this text.
impl std::fmt::Debug for Error {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{self}")
    }
}
