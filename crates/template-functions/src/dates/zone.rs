//! Time zones: UTC, fixed offsets, and those of the system's database, as Go finds them.
//!
//! The library reads no environment: the caller sets the local zone with `set_local_zone`; the default is UTC.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, OnceLock};

use super::zone_file::ZoneFile;

/// Where Go looks for the database.
const SOURCES: [&str; 4] = ["/usr/share/zoneinfo", "/usr/share/lib/zoneinfo", "/usr/lib/locale/TZ", "/etc/zoneinfo"];

/// The argument of `set_local_zone`; the inner `None` is the system's zone.
static SAID: OnceLock<Option<String>> = OnceLock::new();
static LOCAL: OnceLock<Option<Arc<ZoneFile>>> = OnceLock::new();

/// A time zone.
#[derive(Clone)]
pub(super) enum Zone {
    Utc,
    Local,
    Fixed { name: Arc<str>, offset: i64 },
    Named(Arc<ZoneFile>),
}

/// Sets the local zone, with the meaning of the variable `TZ`: `None` is the system's zone, `""` UTC, anything else a
/// name in the database or a path. Only the first call has an effect, and only before the first use.
pub fn set_local_zone(tz: Option<&str>) {
    SAID.get_or_init(|| tz.map(str::to_string));
}

/// Reads the local zone's file.
fn read_local() -> Option<Arc<ZoneFile>> {
    let Some(tz) = SAID.get()? else {
        return read(Path::new("/etc/localtime"), "Local");
    };
    match tz.strip_prefix(':').unwrap_or(tz) {
        "" | "UTC" => None,
        path if path.starts_with('/') => read(Path::new(path), path),
        name => find(name),
    }
}

fn read(path: &Path, name: &str) -> Option<Arc<ZoneFile>> {
    ZoneFile::parse(name, &std::fs::read(path).ok()?).map(Arc::new)
}

fn find(name: &str) -> Option<Arc<ZoneFile>> {
    SOURCES.iter().find_map(|source| read(&Path::new(source).join(name), name))
}

fn local() -> Option<&'static Arc<ZoneFile>> {
    LOCAL.get_or_init(read_local).as_ref()
}

thread_local! {
    static FOUND: RefCell<HashMap<String, Option<Zone>>> = RefCell::default();
}

impl Zone {
    /// `time.LoadLocation`.
    pub(super) fn load(name: &str) -> Option<Zone> {
        match name {
            "" | "UTC" => Some(Zone::Utc),
            "Local" => Some(Zone::Local),
            _ if name.contains("..") || name.starts_with(['/', '\\']) || name.contains('\0') => None,
            _ => FOUND.with_borrow_mut(|found| {
                found.entry(name.to_string()).or_insert_with(|| find(name).map(Zone::Named)).clone()
            }),
        }
    }

    /// A zone with a fixed offset.
    pub(super) fn fixed(name: &str, offset: i64) -> Zone {
        Zone::Fixed { name: name.into(), offset }
    }

    fn file(&self) -> Option<&ZoneFile> {
        match self {
            Zone::Local => local().map(|file| &**file),
            Zone::Named(file) => Some(file),
            Zone::Utc | Zone::Fixed { .. } => None,
        }
    }

    /// The abbreviation and the seconds east of UTC at a moment.
    pub(super) fn at(&self, seconds: i64) -> (Cow<'_, str>, i64) {
        if let Zone::Fixed { name, offset } = self {
            return (Cow::Borrowed(name), *offset);
        }
        match self.file() {
            Some(file) => {
                let period = file.lookup(seconds);
                (Cow::Owned(period.name), period.offset)
            }
            None => (Cow::Borrowed("UTC"), 0),
        }
    }

    /// The seconds east of UTC at a moment.
    pub(super) fn offset(&self, seconds: i64) -> i64 {
        match self {
            Zone::Fixed { offset, .. } => *offset,
            _ => self.file().map_or(0, |file| file.offset(seconds)),
        }
    }

    /// Whether daylight saving time is on at a moment.
    pub(super) fn is_dst(&self, seconds: i64) -> bool {
        self.file().is_some_and(|file| file.lookup(seconds).dst)
    }

    /// The offset for an abbreviation of this zone at a local time.
    pub(super) fn offset_of(&self, name: &str, clock: i64) -> Option<i64> {
        match self.file() {
            Some(file) => file.offset_of(name, clock),
            None => None,
        }
    }

    /// Seconds since 1970 for a local time of this zone.
    pub(super) fn seconds_of_clock(&self, clock: i64) -> i64 {
        let guess = self.offset(clock);
        clock.wrapping_sub(self.offset(clock.wrapping_sub(guess)))
    }

    /// `Location.String`.
    pub(super) fn name(&self) -> &str {
        match self {
            Zone::Utc => "UTC",
            Zone::Local => local().map_or("UTC", |file| file.name()),
            Zone::Fixed { name, .. } => name,
            Zone::Named(file) => file.name(),
        }
    }
}
