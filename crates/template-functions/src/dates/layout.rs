//! Go's layouts: texts in which parts of the reference time stand for the parts of a time.

/// A placeholder in a layout.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Part {
    LongMonth,
    Month,
    NumMonth,
    ZeroMonth,
    LongWeekday,
    Weekday,
    Day,
    UnderDay,
    ZeroDay,
    UnderYearDay,
    ZeroYearDay,
    Hour,
    Hour12,
    ZeroHour12,
    Minute,
    ZeroMinute,
    Second,
    ZeroSecond,
    LongYear,
    Year,
    /// `PM`
    UpperHalf,
    /// `pm`
    LowerHalf,
    ZoneName,
    Offset(Offset),
    /// `.000` or `,999`
    Fraction {
        digits: usize,
        separator: u8,
        trim: bool,
    },
}

/// How an offset from UTC is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Offset {
    /// UTC is written as `Z`.
    pub(super) zulu: bool,
    pub(super) colons: bool,
    pub(super) minutes: bool,
    pub(super) seconds: bool,
}

pub(super) const WEEKDAYS: [&str; 7] = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

pub(super) const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// Splits a layout at its first placeholder: text before, the placeholder with its length, text after.
pub(super) fn next_part(layout: &[u8]) -> Option<(&[u8], Part, usize, &[u8])> {
    for at in 0..layout.len() {
        if let Some((skip, part, length)) = part_at(&layout[at..]) {
            let start = at + skip;
            return Some((&layout[..start], part, length, &layout[start + length..]));
        }
    }
    None
}

/// The placeholder at the start of a text: the number of literal bytes before it, the placeholder, its length.
fn part_at(text: &[u8]) -> Option<(usize, Part, usize)> {
    let lower_after = |n: usize| text.get(n).is_some_and(u8::is_ascii_lowercase);
    let found = |part, length| Some((0, part, length));
    match text {
        [b'J', b'a', b'n', b'u', b'a', b'r', b'y', ..] => found(Part::LongMonth, 7),
        [b'J', b'a', b'n', ..] if !lower_after(3) => found(Part::Month, 3),
        [b'M', b'o', b'n', b'd', b'a', b'y', ..] => found(Part::LongWeekday, 6),
        [b'M', b'o', b'n', ..] if !lower_after(3) => found(Part::Weekday, 3),
        [b'M', b'S', b'T', ..] => found(Part::ZoneName, 3),
        [b'0', b'1', ..] => found(Part::ZeroMonth, 2),
        [b'0', b'2', ..] => found(Part::ZeroDay, 2),
        [b'0', b'3', ..] => found(Part::ZeroHour12, 2),
        [b'0', b'4', ..] => found(Part::ZeroMinute, 2),
        [b'0', b'5', ..] => found(Part::ZeroSecond, 2),
        [b'0', b'6', ..] => found(Part::Year, 2),
        [b'0', b'0', b'2', ..] => found(Part::ZeroYearDay, 3),
        [b'1', b'5', ..] => found(Part::Hour, 2),
        [b'1', ..] => found(Part::NumMonth, 1),
        [b'2', b'0', b'0', b'6', ..] => found(Part::LongYear, 4),
        [b'2', ..] => found(Part::Day, 1),
        [b'_', b'2', b'0', b'0', b'6', ..] => Some((1, Part::LongYear, 4)),
        [b'_', b'2', ..] => found(Part::UnderDay, 2),
        [b'_', b'_', b'2', ..] => found(Part::UnderYearDay, 3),
        [b'3', ..] => found(Part::Hour12, 1),
        [b'4', ..] => found(Part::Minute, 1),
        [b'5', ..] => found(Part::Second, 1),
        [b'P', b'M', ..] => found(Part::UpperHalf, 2),
        [b'p', b'm', ..] => found(Part::LowerHalf, 2),
        [sign @ (b'-' | b'Z'), rest @ ..] => {
            let (offset, length) = offset_at(*sign == b'Z', rest)?;
            found(Part::Offset(offset), length + 1)
        }
        [separator @ (b'.' | b','), digit @ (b'0' | b'9'), ..] => {
            let digits = text[1..].iter().take_while(|b| *b == digit).count();
            if text.get(1 + digits).is_some_and(u8::is_ascii_digit) {
                return None;
            }
            let part = Part::Fraction { digits, separator: *separator, trim: *digit == b'9' };
            found(part, 1 + digits)
        }
        _ => None,
    }
}

fn offset_at(zulu: bool, text: &[u8]) -> Option<(Offset, usize)> {
    let shapes: [(&[u8], bool, bool, bool); 5] = [
        (b"070000", false, true, true),
        (b"07:00:00", true, true, true),
        (b"0700", false, true, false),
        (b"07:00", true, true, false),
        (b"07", false, false, false),
    ];
    let (shape, colons, minutes, seconds) = shapes.into_iter().find(|(shape, ..)| text.starts_with(shape))?;
    Some((Offset { zulu, colons, minutes, seconds }, shape.len()))
}
