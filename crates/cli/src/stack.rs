//! How much stack the first thread of the process has to spare.

/// What templates may take of it; functions go deeper from there.
const FOR_TEMPLATES: usize = 2 << 20;
/// The least that there must be: what systems usually give.
#[cfg(target_os = "linux")]
const USUAL: u64 = 8 << 20;

/// Nothing where there is less stack than usual, or nobody tells.
pub(crate) fn of_first_thread() -> usize {
    if is_usual() { FOR_TEMPLATES } else { 0 }
}

#[cfg(target_os = "linux")]
fn is_usual() -> bool {
    use rustix::process::{Resource, getrlimit};

    getrlimit(Resource::Stack).current.is_none_or(|bytes| bytes >= USUAL)
}

#[cfg(not(target_os = "linux"))]
fn is_usual() -> bool {
    false
}
