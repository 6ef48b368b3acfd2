//! The page size of lists.

/// Small enough for a server under load, large enough for one response in most cases.
const PAGE: usize = 500;
/// Target size of a page of large objects, in bytes, as it is held in memory as a whole.
const LARGE_BYTES: usize = 8 * 1024 * 1024;
/// The fewest and the most objects of a page, whatever their size.
const FEWEST: usize = 5;
const MOST: usize = 5000;

/// The size of the next page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Paging {
    /// Everything at once.
    Whole,
    Even,
    /// By the size of the pages before.
    BySize(usize),
}

impl Paging {
    /// The first page is always of this size: a second one costs a round trip, and Helm asks for everything at once.
    pub(crate) fn new(by_size: bool) -> Paging {
        if by_size { Paging::BySize(PAGE) } else { Paging::Even }
    }

    /// The query parameter.
    pub(crate) fn limit(self) -> Option<String> {
        match self {
            Paging::Whole => None,
            Paging::Even => Some(PAGE.to_string()),
            Paging::BySize(count) => Some(count.to_string()),
        }
    }

    /// The page size after a page of this many objects and bytes.
    pub(crate) fn after(self, objects: usize, bytes: usize) -> Paging {
        match self {
            Paging::BySize(_) if objects > 0 => {
                Paging::BySize((LARGE_BYTES / (bytes / objects).max(1)).clamp(FEWEST, MOST))
            }
            same => same,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Paging, Paging::BySize};

    #[test]
    fn pages_hold_about_as_many_bytes() {
        assert_eq!(Paging::new(false).after(500, 1 << 30).limit().as_deref(), Some("500"));
        assert_eq!(Paging::Whole.after(500, 1 << 30).limit(), None);
        let first = Paging::new(true);
        assert_eq!(first, BySize(500));
        for (objects, bytes, next) in [
            (50, 50 * 8 * 1024, 1024),
            (50, 50 * 1024 * 1024, 8),
            (1, 100 << 20, 5),
            (50, 50, 5000),
            // A server may filter out a whole page.
            (0, 90, 500),
        ] {
            assert_eq!(first.after(objects, bytes), BySize(next), "{objects} {bytes}");
        }
    }
}
