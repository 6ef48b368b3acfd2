//! How much stack the main thread can spare.

/// What templates may use of it; functions go deeper from there.
const FOR_TEMPLATES: usize = 2 << 20;
/// The minimum: what systems usually give.
#[cfg(target_os = "linux")]
const USUAL: u64 = 8 << 20;

/// Zero if there is less stack than usual, or the size is unknown.
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
