//! Words in identifiers, as xstrings splits them: `snakecase`, `kebabcase` and `camelcase`.

use crate::runes::{self, REPLACEMENT, Runes};

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Invalid,
    Number,
    Upper,
    Alphabet,
    Connector,
    Punct,
    Other,
}

fn is_connector(c: char) -> bool {
    c == '-' || c == '_' || runes::is_space(c)
}

/// Letters except common ideographs, which are separate words.
fn is_alphabet(c: char) -> bool {
    runes::is_letter(c) && !matches!(c, '\u{4e00}'..='\u{9fcc}' | '\u{3400}'..='\u{4d85}' | '\u{20000}'..='\u{2b81d}')
}

/// The next valid rune and the bytes up to its end; `previous` if there is none.
fn next_valid(text: &[u8], previous: char) -> (char, usize) {
    let mut size = 0;
    for (rune, width) in Runes(text) {
        size += width;
        if rune != REPLACEMENT {
            return (rune, size);
        }
    }
    (previous, size)
}

/// How many bytes from `from` on belong to runes accepted by `fits`, and the rune that ended the run.
fn run_end(text: &[u8], mut from: usize, mut rune: char, fits: impl Fn(char) -> bool) -> (usize, char, usize) {
    let mut last_size = 0;
    while from < text.len() {
        let (next, size) = next_valid(&text[from..], rune);
        rune = next;
        if !fits(next) {
            break;
        }
        last_size = size;
        from += size;
    }
    (from, rune, last_size)
}

/// Splits off the first word.
fn next_word(text: &[u8]) -> (Kind, &[u8], &[u8]) {
    if text.is_empty() {
        return (Kind::Invalid, text, text);
    }
    let (rune, size) = next_valid(text, REPLACEMENT);
    let lower_letter = |c| is_alphabet(c) && !runes::is_upper(c);
    let (kind, end) = if rune == REPLACEMENT {
        (Kind::Invalid, size)
    } else if is_connector(rune) {
        (Kind::Connector, run_end(text, size, rune, is_connector).0)
    } else if runes::is_punct(rune) {
        (Kind::Punct, run_end(text, size, rune, runes::is_punct).0)
    } else if runes::is_upper(rune) {
        (Kind::Upper, upper_word_end(text, rune, size))
    } else if is_alphabet(rune) {
        (Kind::Alphabet, run_end(text, size, rune, lower_letter).0)
    } else if runes::is_number(rune) {
        (Kind::Number, run_end(text, size, rune, runes::is_number).0)
    } else {
        let other = |c| !(is_connector(c) || is_alphabet(c) || runes::is_number(c) || runes::is_punct(c));
        (Kind::Other, run_end(text, size, rune, other).0)
    };
    let (word, rest) = text.split_at(end.min(text.len()));
    (kind, word, rest)
}

/// The end of a word that starts with an upper case letter: `HTTPStatus` is `HTTP` and `Status`.
fn upper_word_end(text: &[u8], first: char, size: usize) -> usize {
    if size >= text.len() {
        return size;
    }
    let (second, second_size) = next_valid(&text[size..], first);
    if runes::is_upper(second) {
        let (end, ended_by, last_size) = run_end(text, size + second_size, second, runes::is_upper);
        let last_size = if last_size == 0 { second_size } else { last_size };
        if end < text.len() && is_alphabet(ended_by) { end - last_size } else { end }
    } else if is_alphabet(second) {
        run_end(text, size + second_size, second, |c| is_alphabet(c) && !runes::is_upper(c)).0
    } else {
        size
    }
}

fn write_lower(out: &mut Vec<u8>, kind: Kind, word: &[u8], connector: u8) {
    if kind != Kind::Upper && kind != Kind::Connector {
        out.extend_from_slice(word);
        return;
    }
    for (rune, _) in Runes(word) {
        if is_connector(rune) {
            out.push(connector);
        } else if runes::is_upper(rune) {
            runes::push(out, runes::to_lower(rune));
        } else {
            runes::push(out, rune);
        }
    }
}

/// Writes words in lower case with a connector between them.
pub(crate) fn separate(text: &[u8], connector: u8) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len() + 8);
    let (mut kind, mut word, mut rest) = next_word(text);
    while !rest.is_empty() {
        if kind != Kind::Connector {
            write_lower(&mut out, kind, word, connector);
        }
        let (before, last) = (kind, word);
        (kind, word, rest) = next_word(rest);
        match before {
            Kind::Number => {
                (kind, word, rest) = write_tail(&mut out, (kind, word, rest), connector);
            }
            Kind::Connector => write_lower(&mut out, before, last, connector),
            Kind::Punct => {}
            _ if kind != Kind::Number => {
                if kind != Kind::Connector && kind != Kind::Punct {
                    out.push(connector);
                }
            }
            _ if rest.is_empty() => {}
            _ => {
                let number = word;
                (kind, word, rest) = next_word(rest);
                if kind != Kind::Alphabet {
                    // The number belongs to the previous word: bld4_floor.
                    write_lower(&mut out, Kind::Number, number, connector);
                    if kind != Kind::Connector && kind != Kind::Punct {
                        out.push(connector);
                    }
                } else {
                    // Lower-case letters follow: http_2xx.
                    out.push(connector);
                    write_lower(&mut out, Kind::Number, number, connector);
                    (kind, word, rest) = write_tail(&mut out, (kind, word, rest), connector);
                }
            }
        }
    }
    write_lower(&mut out, kind, word, connector);
    out
}

/// Writes the letters and numbers that follow a number, and the connector if another word follows.
fn write_tail<'t>(
    out: &mut Vec<u8>,
    (mut kind, mut word, mut rest): (Kind, &'t [u8], &'t [u8]),
    connector: u8,
) -> (Kind, &'t [u8], &'t [u8]) {
    while kind == Kind::Alphabet || kind == Kind::Number {
        write_lower(out, kind, word, connector);
        (kind, word, rest) = next_word(rest);
    }
    if !matches!(kind, Kind::Invalid | Kind::Punct | Kind::Connector) {
        out.push(connector);
    }
    (kind, word, rest)
}

/// Joins words, each capitalized.
pub(crate) fn pascal(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    let mut runes_left = Runes(text);
    let mut first_is_upper = false;
    let Some((mut current, _)) = runes_left.next() else { return out };
    // Leading connectors are kept.
    loop {
        if !is_connector(current) {
            first_is_upper = runes::is_upper(current);
            current = runes::to_upper(current);
            break;
        }
        runes::push(&mut out, current);
        match runes_left.next() {
            Some((next, _)) => current = next,
            None => break,
        }
    }
    for (rune, _) in runes_left {
        let previous = std::mem::replace(&mut current, rune);
        if is_connector(rune) && is_connector(previous) {
            runes::push(&mut out, previous);
            continue;
        }
        if is_connector(previous) {
            first_is_upper = runes::is_upper(rune);
            current = runes::to_upper(rune);
            continue;
        }
        if first_is_upper {
            if runes::is_upper(rune) {
                current = runes::to_lower(rune);
            } else {
                first_is_upper = false;
            }
        }
        runes::push(&mut out, previous);
    }
    runes::push(&mut out, current);
    out
}
