//! Timestamps: texts that Go's time package parses with the four layouts that go-yaml tries.

/// Whether the text is a timestamp.
pub(super) fn is_timestamp(text: &str) -> bool {
    let bytes = text.as_bytes();
    let year_digits = bytes.iter().take_while(|b| b.is_ascii_digit()).count();
    if year_digits != 4 || bytes.get(4) != Some(&b'-') {
        return false;
    }
    let year = text.get(..4).and_then(|y| y.parse().ok()).unwrap_or(0);
    let mut rest = Rest(bytes.get(5..).unwrap_or_default());
    date(&mut rest, year).is_some() && (rest.0.is_empty() || time(&mut rest).is_some())
}

struct Rest<'t>(&'t [u8]);

impl Rest<'_> {
    /// Consumes a number of one or two digits, up to `max`.
    fn number(&mut self, max: u32) -> Option<u32> {
        let len = self.0.iter().take(2).take_while(|b| b.is_ascii_digit()).count();
        let (digits, rest) = self.0.split_at_checked(len).filter(|_| len > 0)?;
        self.0 = rest;
        let value = digits.iter().fold(0, |n, b| n * 10 + u32::from(b - b'0'));
        (value <= max).then_some(value)
    }

    fn byte(&mut self, wanted: u8) -> Option<()> {
        self.0 = self.0.strip_prefix(&[wanted])?;
        Some(())
    }
}

fn date(rest: &mut Rest<'_>, year: u32) -> Option<()> {
    let month = rest.number(12).filter(|&m| m > 0)?;
    rest.byte(b'-')?;
    let leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let days = match month {
        2 => 28 + u32::from(leap),
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    };
    rest.number(days).filter(|&d| d > 0).map(drop)
}

/// The time of day: with a zone after `T` or `t`, without one after spaces.
fn time(rest: &mut Rest<'_>) -> Option<()> {
    let zoned = match rest.0.first()? {
        b'T' | b't' => true,
        b' ' => false,
        _ => return None,
    };
    let separators = if zoned { 1 } else { rest.0.iter().take_while(|&&b| b == b' ').count() };
    rest.0 = rest.0.get(separators..)?;
    rest.number(23)?;
    rest.byte(b':')?;
    rest.number(59)?;
    rest.byte(b':')?;
    rest.number(59)?;
    if let [b'.' | b',', b'0'..=b'9', ..] = rest.0 {
        let digits = rest.0.iter().skip(1).take_while(|b| b.is_ascii_digit()).count();
        rest.0 = rest.0.get(1 + digits..)?;
    }
    if zoned {
        zone(rest)?;
    }
    rest.0.is_empty().then_some(())
}

fn zone(rest: &mut Rest<'_>) -> Option<()> {
    if rest.byte(b'Z').is_some() {
        return Some(());
    }
    let &[b'+' | b'-', h1, h2, b':', m1, m2] = rest.0 else { return None };
    let two = |a: u8, b: u8| (a.is_ascii_digit() && b.is_ascii_digit()).then(|| (a - b'0') * 10 + (b - b'0'));
    rest.0 = &[];
    // Go accepts 24 hours and 60 minutes.
    (two(h1, h2)? <= 24 && two(m1, m2)? <= 60).then_some(())
}
