//! Files of the time zone database: transitions between offsets, and a rule for what comes after the last.

use std::borrow::Cow;

use super::zone_rule::Rule;

/// One time zone of the database.
pub(super) struct ZoneFile {
    name: String,
    kinds: Vec<Kind>,
    /// When an offset begins, and which; sorted.
    transitions: Vec<(i64, usize)>,
    rule: Option<Rule>,
}

struct Kind {
    name: String,
    offset: i64,
    dst: bool,
}

/// What holds at a moment.
pub(super) struct Period<'z> {
    pub(super) name: Cow<'z, str>,
    pub(super) offset: i64,
    pub(super) dst: bool,
}

struct Reader<'d>(&'d [u8]);

impl<'d> Reader<'d> {
    fn take(&mut self, n: usize) -> Option<&'d [u8]> {
        let (taken, rest) = self.0.split_at_checked(n)?;
        self.0 = rest;
        Some(taken)
    }

    fn u32(&mut self) -> Option<usize> {
        let bytes = self.take(4)?;
        Some(u32::from_be_bytes(bytes.try_into().ok()?) as usize)
    }

    /// The six counts of a header.
    fn counts(&mut self) -> Option<[usize; 6]> {
        let mut counts = [0; 6];
        for count in &mut counts {
            *count = self.u32()?;
        }
        Some(counts)
    }
}

impl ZoneFile {
    /// Reads a file; `None` where it is not one.
    pub(super) fn parse(name: &str, data: &[u8]) -> Option<ZoneFile> {
        let mut reader = Reader(data);
        if reader.take(4)? != b"TZif" {
            return None;
        }
        let version = reader.take(16)?[0];
        let mut counts = reader.counts()?;
        let mut width = 4;
        match version {
            0 => {}
            b'2' | b'3' => {
                // The same again in 64 bits follows the old form.
                let [utc, wall, leap, times, kinds, chars] = counts;
                reader.take(times * 5 + kinds * 6 + chars + leap * 8 + wall + utc + 20)?;
                counts = reader.counts()?;
                width = 8;
            }
            _ => return None,
        }
        let [utc, wall, leap, times, kinds, chars] = counts;
        let moments = reader.take(times.checked_mul(width)?)?;
        let indexes = reader.take(times)?;
        let kinds = reader.take(kinds.checked_mul(6)?)?;
        let names = reader.take(chars)?;
        reader.take(leap.checked_mul(width + 4)?)?;
        reader.take(wall)?;
        reader.take(utc)?;
        let kinds: Vec<Kind> = kinds.chunks_exact(6).map(|kind| Kind::parse(kind, names)).collect::<Option<_>>()?;
        if kinds.is_empty() || indexes.iter().any(|i| usize::from(*i) >= kinds.len()) {
            return None;
        }
        let mut transitions: Vec<_> =
            moments.chunks_exact(width).map(moment).zip(indexes.iter().map(|i| *i as usize)).collect();
        if transitions.is_empty() {
            transitions.push((i64::MIN, 0));
        }
        let footer = reader.0.strip_prefix(b"\n").and_then(|footer| footer.strip_suffix(b"\n"));
        let rule = footer.and_then(|text| Rule::parse(std::str::from_utf8(text).ok()?));
        Some(ZoneFile { name: name.to_string(), kinds, transitions, rule })
    }

    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// What holds at a moment.
    pub(super) fn lookup(&self, seconds: i64) -> Period<'_> {
        let after = self.transitions.partition_point(|(start, _)| *start <= seconds);
        if after == self.transitions.len()
            && let Some(rule) = &self.rule
        {
            return rule.at(seconds);
        }
        let kind = match after.checked_sub(1).and_then(|at| self.transitions.get(at)) {
            Some((_, kind)) => *kind,
            None => self.first_kind(),
        };
        let kind = &self.kinds[kind.min(self.kinds.len() - 1)];
        Period { name: Cow::Borrowed(&kind.name), offset: kind.offset, dst: kind.dst }
    }

    /// What held before the first transition.
    fn first_kind(&self) -> usize {
        if self.transitions.iter().all(|(_, kind)| *kind != 0) {
            return 0;
        }
        let standard = |kind: &usize| !self.kinds[*kind].dst;
        if let Some((_, first)) = self.transitions.first()
            && self.kinds[*first].dst
            && let Some(kind) = (0..*first).rev().find(standard)
        {
            return kind;
        }
        (0..self.kinds.len()).find(standard).unwrap_or(0)
    }

    /// The offset that an abbreviation means at a time of this zone's clock; the one in effect then goes first.
    pub(super) fn offset_of(&self, name: &str, clock: i64) -> Option<i64> {
        let named = || self.kinds.iter().filter(|kind| kind.name == name);
        let in_effect = named().find_map(|kind| {
            let period = self.lookup(clock.wrapping_sub(kind.offset));
            (period.name == name).then_some(period.offset)
        });
        in_effect.or_else(|| named().next().map(|kind| kind.offset))
    }
}

impl Kind {
    fn parse(bytes: &[u8], names: &[u8]) -> Option<Kind> {
        let offset = i32::from_be_bytes(bytes.get(..4)?.try_into().ok()?);
        let name = names.get(usize::from(bytes[5])..)?;
        if name.is_empty() {
            return None;
        }
        let name = name.split(|b| *b == 0).next().unwrap_or_default();
        Some(Kind { name: String::from_utf8_lossy(name).into_owned(), offset: offset.into(), dst: bytes[4] != 0 })
    }
}

fn moment(bytes: &[u8]) -> i64 {
    match bytes.try_into() {
        Ok(bytes) => i64::from_be_bytes(bytes),
        Err(_) => bytes.try_into().map_or(0, |bytes| i32::from_be_bytes(bytes).into()),
    }
}
