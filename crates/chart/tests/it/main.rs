//! Charts on disk and in archives, against what Helm makes of them.

mod archives;
mod cases;
mod directory;
#[cfg(unix)]
mod links;
mod order;
mod shown;
