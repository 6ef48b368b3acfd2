//! Linux and macOS.

use std::fs::{DirBuilder, File, Metadata, OpenOptions};
use std::io;
use std::os::fd::AsFd;
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt, PermissionsExt};

use tokio::signal::unix::{Signal, SignalKind, signal};

pub(super) const HOME_VARIABLES: &[&str] = &["HOME"];
pub(super) const USER_VARIABLE: &str = "USER";

/// Creates files that only their owner can read.
pub(crate) fn for_owner_alone(options: &mut OpenOptions) {
    options.mode(0o600);
}

/// Restores the owner's rights that the umask may have removed.
pub(crate) fn give_to_owner(file: &File) -> io::Result<()> {
    file.set_permissions(PermissionsExt::from_mode(0o600))
}

/// Creates files that everybody can read, as far as the umask allows.
pub(crate) fn for_everybody(options: &mut OpenOptions) {
    options.mode(0o644);
}

/// Refuses to open a symbolic link.
pub(crate) fn do_not_follow_links(options: &mut OpenOptions) {
    options.custom_flags(rustix::fs::OFlags::NOFOLLOW.bits().cast_signed());
}

/// Creates folders that only their owner may enter.
pub(crate) fn folder_for_owner_alone(builder: &mut DirBuilder) {
    builder.mode(0o700);
}

/// Creates folders that everybody may enter, as far as the umask allows.
pub(crate) fn folder_for_everybody(builder: &mut DirBuilder) {
    builder.mode(0o755);
}

/// Whether a file is executable.
pub(crate) fn is_executable(about: &Metadata) -> bool {
    about.permissions().mode() & 0o111 != 0
}

/// Returns on SIGINT or SIGTERM; false if signals cannot be received.
pub(crate) async fn asked_to_end() -> bool {
    let (Ok(mut interrupt), Ok(mut terminate)) = (signal(SignalKind::interrupt()), signal(SignalKind::terminate()))
    else {
        return false;
    };
    tokio::select! {
        _ = interrupt.recv() => true,
        _ = terminate.recv() => true,
    }
}

/// Signals while another program has the terminal.
pub(crate) struct Signals {
    interrupt: Signal,
    quit: Signal,
    terminate: Signal,
    hangup: Signal,
}

impl Signals {
    /// From now on none of them ends the process.
    pub(crate) fn listen() -> io::Result<Signals> {
        Ok(Signals {
            interrupt: signal(SignalKind::interrupt())?,
            quit: signal(SignalKind::quit())?,
            terminate: signal(SignalKind::terminate())?,
            hangup: signal(SignalKind::hangup())?,
        })
    }

    /// Whether the next one asks this process to end. The terminal sends the others to the program too, which handles
    /// them.
    pub(crate) async fn next(&mut self) -> bool {
        tokio::select! {
            _ = self.interrupt.recv() => false,
            _ = self.quit.recv() => false,
            _ = self.terminate.recv() => true,
            _ = self.hangup.recv() => true,
        }
    }
}

/// Enlarges a pipe's buffer so that all manifests of a large chart fit, and this process need not wait for its reader.
/// Anything but a pipe is left as it is.
#[cfg(target_os = "linux")]
pub(crate) fn widen(output: impl AsFd) {
    use rustix::pipe::{fcntl_getpipe_size, fcntl_setpipe_size};

    if fcntl_getpipe_size(&output).is_ok_and(|size| size < WIDE) {
        // If it is refused, output takes longer.
        let _ = fcntl_setpipe_size(&output, WIDE);
    }
}

/// Linux's limit for unprivileged users.
#[cfg(target_os = "linux")]
const WIDE: usize = 1 << 20;

#[cfg(not(target_os = "linux"))]
pub(crate) fn widen(_: impl AsFd) {}

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
