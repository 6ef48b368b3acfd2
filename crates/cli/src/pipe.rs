//! A pipe that output goes into.

use std::os::fd::AsFd;

/// What systems let everybody have.
#[cfg(target_os = "linux")]
const WIDE: usize = 1 << 20;

/// Makes room for all of a large chart's manifests, so that this process need not wait for its reader after every few of
/// them. Whatever is not a pipe stays as it is.
#[cfg(target_os = "linux")]
pub(crate) fn widen(output: impl AsFd) {
    use rustix::pipe::{fcntl_getpipe_size, fcntl_setpipe_size};

    if fcntl_getpipe_size(&output).is_ok_and(|size| size < WIDE) {
        // Where it is refused, the output takes longer.
        let _ = fcntl_setpipe_size(&output, WIDE);
    }
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn widen(_output: impl AsFd) {}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use rustix::pipe::fcntl_getpipe_size;

    #[test]
    fn a_pipe_gets_room() {
        let (_reader, writer) = std::io::pipe().unwrap();
        super::widen(&writer);
        assert_eq!(fcntl_getpipe_size(&writer), Ok(super::WIDE));
    }

    #[test]
    fn what_is_no_pipe_stays() {
        super::widen(std::fs::File::open("/dev/null").unwrap());
    }
}
