//! Files readable by everybody, such as manifests and reports. They are not written through symbolic links: whoever can
//! put a link into a shared folder would choose what is overwritten.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

use crate::platform;

const IS_LINK: &str = "it is a symbolic link, and files are not written through links";
const LEAVES: &str = "a symbolic link on the way leads out of the folder";

/// Replaces a file.
pub(crate) fn write(path: &Path, data: &[u8]) -> io::Result<()> {
    open(path, false)?.write_all(data)
}

/// Opens a file to replace or append. A new one is writable by its owner only, and the umask may keep others from
/// reading it.
pub(crate) fn open(path: &Path, append: bool) -> io::Result<File> {
    let follows = is_stream(path);
    if !follows {
        refuse_link(path)?;
    }
    let mut options = OpenOptions::new();
    options.create(true).append(append).write(!append).truncate(!append);
    platform::for_everybody(&mut options);
    // Somebody may have put a link there between the check and the open.
    if !follows {
        platform::do_not_follow_links(&mut options);
    }
    options.open(path)
}

/// Refuses symbolic links.
pub(crate) fn refuse_link(path: &Path) -> io::Result<()> {
    match fs::symlink_metadata(path) {
        Ok(about) if about.is_symlink() => Err(io::Error::other(IS_LINK)),
        _ => Ok(()),
    }
}

/// Whether a path is a stream, such as /dev/stdout: a link, but to something already open.
pub(crate) fn is_stream(path: &Path) -> bool {
    let names = ["/dev/stdout", "/dev/stderr", "/dev/fd", "/proc/self/fd"];
    names.iter().any(|name| path.starts_with(name))
        || fs::metadata(path).is_ok_and(|about| !about.is_file() && !about.is_dir())
}

/// Creates the folders of a path below another one. Links must not lead out of that.
pub(crate) fn create_folders(base: &Path, below: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    platform::folder_for_everybody(&mut builder);
    builder.recursive(true).create(base)?;
    let real_base = base.canonicalize()?;
    builder.recursive(false);
    let mut at = base.to_path_buf();
    for part in below.components() {
        at.push(part);
        match builder.create(&at) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            made => {
                made?;
                continue;
            }
        }
        if fs::symlink_metadata(&at)?.is_symlink() && !at.canonicalize()?.starts_with(&real_base) {
            return Err(io::Error::other(LEAVES));
        }
        if !at.is_dir() {
            return Err(io::ErrorKind::NotADirectory.into());
        }
    }
    Ok(())
}
