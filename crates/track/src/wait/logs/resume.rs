//! Resumes a log without losing or repeating lines.
//!
//! Logs can only be requested from a whole second, and lines of one moment may be out of order. So reading restarts one
//! second before the last line, and skips the lines of that time which were read before, each as often as it was read.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use jiff::Timestamp;

#[derive(Debug, Default)]
pub(super) struct Resume {
    /// The latest second with a line.
    second: Option<i64>,
    /// How often each line of that second was read, and of the second before.
    last: HashMap<u64, u32>,
    before: HashMap<u64, u32>,
    /// Lines that will be repeated.
    repeats: HashMap<u64, u32>,
}

impl Resume {
    /// Restarts reading from the returned time; `None` if nothing was read yet.
    pub(super) fn reopen(&mut self) -> Option<String> {
        self.repeats.clone_from(&self.before);
        self.repeats.extend(&self.last);
        Timestamp::from_second(self.second? - 1).ok().map(|time| time.to_string())
    }

    /// The text of a line that begins with its time; `None` if it was read before.
    pub(super) fn take<'a>(&mut self, line: &'a str) -> Option<&'a str> {
        let (time, text) = line.split_once(' ').unwrap_or((line, ""));
        let Ok(time) = time.parse::<Timestamp>() else { return Some(line) };
        let mark = mark(line);
        if let Some(count) = self.repeats.get_mut(&mark).filter(|count| **count > 0) {
            *count -= 1;
            return None;
        }
        self.note(time.as_second(), mark);
        Some(text)
    }

    fn note(&mut self, second: i64, mark: u64) {
        let latest = *self.second.get_or_insert(second);
        if second > latest {
            let last = std::mem::take(&mut self.last);
            self.before = if second == latest + 1 { last } else { HashMap::new() };
            self.second = Some(second);
        }
        if second >= latest {
            *self.last.entry(mark).or_default() += 1;
        } else if second == latest - 1 {
            *self.before.entry(mark).or_default() += 1;
        }
    }
}

fn mark(line: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    line.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::Resume;

    fn at(time: &str, text: &str) -> String {
        format!("2026-01-01T10:00:{time}Z {text}")
    }

    /// The new ones of these lines.
    fn read(resume: &mut Resume, lines: &[String]) -> Vec<String> {
        lines.iter().filter_map(|line| resume.take(line)).map(str::to_string).collect()
    }

    #[test]
    fn reading_goes_on_where_it_stopped() {
        // The first second is long ago; the same text twice in one moment; one line out of order.
        let log = [
            at("01.5", "a"),
            at("07.1", "b"),
            at("08.000000001", "c"),
            at("08.000000001", "c"),
            at("07.999999999", "d"),
            at("08.2", "b"),
            at("09.0", "e"),
            at("09.0", "e"),
            at("20.0", ""),
        ];
        let texts: Vec<&str> = log.iter().map(|line| line.split_once(' ').unwrap().1).collect();
        for cut in 0..=log.len() {
            for second_cut in cut..=log.len() {
                let mut resume = Resume::default();
                let mut shown = Vec::new();
                for until in [cut, second_cut, log.len()] {
                    let since = resume.reopen();
                    // Kubernetes considers whole seconds only.
                    let is_asked = |line: &&String| since.as_ref().is_none_or(|since| line[..19] >= since[..19]);
                    let asked: Vec<String> = log[..until].iter().filter(is_asked).cloned().collect();
                    shown.extend(read(&mut resume, &asked));
                }
                assert_eq!(shown, texts, "cut after {cut} and {second_cut}");
            }
        }
    }

    #[test]
    fn it_is_asked_since_a_second_before_the_last_line() {
        let mut resume = Resume::default();
        assert_eq!(resume.reopen(), None);
        read(&mut resume, &[at("08.9", "a")]);
        assert_eq!(resume.reopen().as_deref(), Some("2026-01-01T10:00:07Z"));
    }

    #[test]
    fn lines_without_a_time_are_shown_as_they_are() {
        assert_eq!(Resume::default().take("no time here"), Some("no time here"));
    }
}
