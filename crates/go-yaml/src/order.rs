//! The order of keys in written YAML: letters by code point, numbers by value, everything else before letters.

use std::cmp::Ordering;

use bstr::ByteSlice;

/// Compares two keys as go-yaml v2 does (`toYaml`).
pub fn natural_cmp(a: &[u8], b: &[u8]) -> Ordering {
    compare(a, b, false)
}

/// Compares two keys as go-yaml v3 does (`toYamlPretty`).
pub fn natural_cmp_pretty(a: &[u8], b: &[u8]) -> Ordering {
    compare(a, b, true)
}

/// Sorts items by an order that may be inconsistent: Go's order of keys is cyclic for some (`a2`, `a10`, `a1b`), for
/// which the standard sort may panic. For those the result is one of those that Go may produce.
pub fn sort_by_key_order<T>(items: &mut Vec<T>, order: impl Fn(&T, &T) -> Ordering) {
    const RUN: usize = 16;
    for run in items.chunks_mut(RUN) {
        for end in 1..run.len() {
            let mut at = end;
            while at > 0 && order(&run[at - 1], &run[at]) == Ordering::Greater {
                run.swap(at - 1, at);
                at -= 1;
            }
        }
    }
    let mut width = RUN;
    while width < items.len() {
        let mut merged = Vec::with_capacity(items.len());
        let mut rest = std::mem::take(items).into_iter();
        while rest.len() > 0 {
            let a: Vec<T> = rest.by_ref().take(width).collect();
            let b: Vec<T> = rest.by_ref().take(width).collect();
            merge(a, b, &order, &mut merged);
        }
        *items = merged;
        width *= 2;
    }
}

/// Merges two sorted runs; the first run's items come first among equals.
fn merge<T>(a: Vec<T>, b: Vec<T>, order: impl Fn(&T, &T) -> Ordering, merged: &mut Vec<T>) {
    let (mut a, mut b) = (a.into_iter().peekable(), b.into_iter().peekable());
    while let (Some(x), Some(y)) = (a.peek(), b.peek()) {
        let next = if order(x, y) == Ordering::Greater { b.next() } else { a.next() };
        merged.extend(next);
    }
    merged.extend(a);
    merged.extend(b);
}

fn compare(a: &[u8], b: &[u8], pretty: bool) -> Ordering {
    let mut same = a.iter().zip(b).take_while(|(x, y)| x == y).count();
    // Back to where a character starts.
    while same > 0 && [a, b].iter().any(|s| s.get(same).is_some_and(|b| b & 0xC0 == 0x80)) {
        same -= 1;
    }
    let (head, a) = a.split_at(same);
    let b = b.split_at(same).1;
    match (a.chars().next(), b.chars().next()) {
        (Some(x), Some(y)) => compare_at(head, a, b, x, y, pretty),
        (x, y) => x.is_some().cmp(&y.is_some()),
    }
}

/// Compares from the first different characters on, after a common `head`.
fn compare_at(head: &[u8], a: &[u8], b: &[u8], x: char, y: char, pretty: bool) -> Ordering {
    match (is_letter(x), is_letter(y)) {
        (true, true) => return x.cmp(&y),
        (true, false) | (false, true) => {
            // v3 puts letters first where a number ended.
            let letters_first = pretty && head.chars().next_back().is_some_and(is_digit);
            let order = is_letter(x).cmp(&is_letter(y));
            return if letters_first { order.reverse() } else { order };
        }
        (false, false) => {}
    }
    let start = i64::from((x == '0' || y == '0') && in_number(head));
    let (an, a_len) = leading_number(a, start);
    let (bn, b_len) = leading_number(b, start);
    an.cmp(&bn).then(a_len.cmp(&b_len)).then(x.cmp(&y))
}

/// Whether the text ends within a number, past its leading zeros.
fn in_number(head: &[u8]) -> bool {
    head.chars().rev().take_while(|&c| is_digit(c)).any(|c| c != '0')
}

/// The number at the start of a text, counted on from `start`, and how many digits it has.
fn leading_number(text: &[u8], start: i64) -> (i64, usize) {
    text.chars().take_while(|&c| is_digit(c)).fold((start, 0), |(n, len), c| {
        (n.wrapping_mul(10).wrapping_add(i64::from(c as u32) - i64::from(b'0')), len + 1)
    })
}

fn is_letter(c: char) -> bool {
    c.is_ascii_alphabetic() || (!c.is_ascii() && c.is_alphabetic())
}

fn is_digit(c: char) -> bool {
    c.is_ascii_digit() || (!c.is_ascii() && c.is_numeric())
}
