//! Windows. It has no modes: a new file or folder gets the rights of its parent, and those below a user's profile
//! belong to that user. Whether a file can be executed shows when it is.

use std::fs::{DirBuilder, File, Metadata, OpenOptions};
use std::io;
use std::os::windows::fs::OpenOptionsExt;
use std::os::windows::io::AsHandle;

use tokio::signal::windows::{CtrlBreak, CtrlC, CtrlClose, ctrl_break, ctrl_c, ctrl_close};

pub(super) const HOME_VARIABLES: &[&str] = &["HOME", "USERPROFILE"];
pub(super) const USER_VARIABLE: &str = "USERNAME";

/// FILE_FLAG_OPEN_REPARSE_POINT: opens the link itself, which then cannot be written as a file.
const OPEN_THE_LINK: u32 = 0x0020_0000;

pub(crate) fn for_owner_alone(_: &mut OpenOptions) {}

pub(crate) fn give_to_owner(_: &File) -> io::Result<()> {
    Ok(())
}

pub(crate) fn for_everybody(_: &mut OpenOptions) {}

pub(crate) fn do_not_follow_links(options: &mut OpenOptions) {
    options.custom_flags(OPEN_THE_LINK);
}

pub(crate) fn folder_for_owner_alone(_: &mut DirBuilder) {}

pub(crate) fn folder_for_everybody(_: &mut DirBuilder) {}

pub(crate) fn is_executable(_: &Metadata) -> bool {
    true
}

/// Returns on Ctrl-C, Ctrl-Break, or when the window is closed; false if that cannot be received.
pub(crate) async fn asked_to_end() -> bool {
    let (Ok(mut interrupt), Ok(mut abort), Ok(mut close)) = (ctrl_c(), ctrl_break(), ctrl_close()) else {
        return false;
    };
    tokio::select! {
        _ = interrupt.recv() => true,
        _ = abort.recv() => true,
        _ = close.recv() => true,
    }
}

/// Events while another program has the console.
pub(crate) struct Signals {
    interrupt: CtrlC,
    abort: CtrlBreak,
    close: CtrlClose,
}

impl Signals {
    pub(crate) fn listen() -> io::Result<Signals> {
        Ok(Signals { interrupt: ctrl_c()?, abort: ctrl_break()?, close: ctrl_close()? })
    }

    /// Whether the next one asks this process to end. The console sends the others to the program too.
    pub(crate) async fn next(&mut self) -> bool {
        tokio::select! {
            _ = self.interrupt.recv() => false,
            _ = self.abort.recv() => false,
            _ = self.close.recv() => true,
        }
    }
}

/// Pipes grow by themselves here.
pub(crate) fn widen(_: impl AsHandle) {}
