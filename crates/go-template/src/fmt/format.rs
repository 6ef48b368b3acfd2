//! Processes a format: text, directives with flags, widths, precisions and argument indexes, and unused arguments.

use super::flags::Flags;
use super::printer::Printer;
use super::rune::{decode_rune, push_rune};
use crate::Value;

/// Larger widths and precisions are refused.
const LARGEST: i64 = 1_000_000;

/// Appends what `fmt.Sprintf(format, args...)` returns.
pub(super) fn write(printer: &mut Printer<'_>, format: &[u8], args: &[Value]) {
    let mut walk = Walk { format, at: 0, args, next: 0, reordered: false, index_ok: true };
    while let Some(rest) = format.get(walk.at..).filter(|rest| !rest.is_empty()) {
        let text = memchr::memchr(b'%', rest).unwrap_or(rest.len());
        printer.out.extend_from_slice(rest.get(..text).unwrap_or(rest));
        if text == rest.len() || printer.out.len() > crate::LARGEST {
            break;
        }
        walk.at += text + 1;
        if !walk.directive(printer) {
            printer.out.extend_from_slice(b"%!(NOVERB)");
            break;
        }
    }
    if !walk.reordered {
        write_extra(printer, args.get(walk.next..).unwrap_or_default());
    }
}

/// Reports arguments that no directive used.
fn write_extra(printer: &mut Printer<'_>, extra: &[Value]) {
    if extra.is_empty() {
        return;
    }
    printer.flags = Flags::default();
    printer.out.extend_from_slice(b"%!(EXTRA ");
    for (i, arg) in extra.iter().enumerate() {
        if i > 0 {
            printer.out.extend_from_slice(b", ");
        }
        if !arg.is_nil() {
            printer.out.extend_from_slice(arg.type_name().as_bytes());
            printer.out.push(b'=');
        }
        printer.print_arg(arg, 'v');
    }
    printer.out.push(b')');
}

struct Walk<'f> {
    format: &'f [u8],
    at: usize,
    args: &'f [Value],
    /// The index of the next argument.
    next: usize,
    /// An index such as `[2]` was used, so unused arguments are not reported.
    reordered: bool,
    /// The indexes of the current directive were valid.
    index_ok: bool,
}

impl Walk<'_> {
    /// Processes a directive after its `%`; `false` if the format ends before the verb.
    fn directive(&mut self, printer: &mut Printer<'_>) -> bool {
        self.index_ok = true;
        let mut flags = self.flags();
        let after_index = self.width(&mut flags, printer);
        let after_index = self.precision(&mut flags, printer, after_index);
        if !after_index {
            self.arg_index();
        }
        let (verb, width) = decode_rune(self.format.get(self.at..).unwrap_or_default());
        if width == 0 {
            return false;
        }
        self.at += width;
        if matches!(verb, 'v' | 'w') {
            flags.bind_to_v();
        }
        printer.flags = flags;
        match self.args.get(self.next) {
            _ if verb == '%' => printer.out.push(b'%'),
            _ if !self.index_ok => complain(printer.out, verb, b"(BADINDEX)"),
            None => complain(printer.out, verb, b"(MISSING)"),
            Some(arg) => {
                printer.print_arg(arg, verb);
                self.next += 1;
            }
        }
        true
    }

    fn flags(&mut self) -> Flags {
        let mut flags = Flags::default();
        while let Some(c) = self.peek() {
            match c {
                b'#' => flags.sharp = true,
                b'0' => flags.zero = true,
                b'+' => flags.plus = true,
                b'-' => flags.minus = true,
                b' ' => flags.space = true,
                _ => break,
            }
            self.at += 1;
        }
        flags
    }

    /// Parses a width or takes it from an argument; returns whether an index came last.
    fn width(&mut self, flags: &mut Flags, printer: &mut Printer<'_>) -> bool {
        let after_index = self.arg_index();
        if self.peek() != Some(b'*') {
            flags.width = self.number(self.format.len());
            self.index_ok &= !(after_index && flags.width.is_some());
            return after_index;
        }
        self.at += 1;
        match self.number_from_arg() {
            Some(width) => {
                flags.width = Some(width.unsigned_abs() as usize);
                if width < 0 {
                    flags.minus = true;
                    flags.zero = false;
                }
            }
            None => printer.out.extend_from_slice(b"%!(BADWIDTH)"),
        }
        false
    }

    /// Parses a precision or takes it from an argument; returns whether an index came last.
    fn precision(&mut self, flags: &mut Flags, printer: &mut Printer<'_>, after_index: bool) -> bool {
        if self.peek() != Some(b'.') || self.at + 1 >= self.format.len() {
            return after_index;
        }
        self.at += 1;
        self.index_ok &= !after_index;
        let after_index = self.arg_index();
        if self.peek() != Some(b'*') {
            flags.precision = Some(self.number(self.format.len()).unwrap_or(0));
            return after_index;
        }
        self.at += 1;
        flags.precision = self.number_from_arg().and_then(|n| usize::try_from(n).ok());
        if flags.precision.is_none() {
            printer.out.extend_from_slice(b"%!(BADPREC)");
        }
        false
    }

    /// Parses an argument index such as `[3]`; returns whether there was a valid one.
    fn arg_index(&mut self) -> bool {
        if self.peek() != Some(b'[') {
            return false;
        }
        self.reordered = true;
        let start = self.at;
        // Go requires room for `[n]` before it looks for the end.
        let rest = self.format.get(start..).filter(|rest| rest.len() >= 3);
        let close = rest.and_then(|rest| memchr::memchr(b']', rest));
        let Some(close) = close.map(|offset| start + offset) else {
            self.index_ok = false;
            self.at = start + 1;
            return false;
        };
        self.at = start + 1;
        let number = self.number(close).filter(|_| self.at == close);
        self.at = close + 1;
        match number.map(|n| n.wrapping_sub(1)) {
            Some(index) if index < self.args.len() => self.next = index,
            _ => self.index_ok = false,
        }
        number.is_some()
    }

    /// Parses digits before `end`. If the number is too large, it is ignored and everything up to `end` is consumed.
    fn number(&mut self, end: usize) -> Option<usize> {
        let mut number = None;
        while let Some(digit @ b'0'..=b'9') = self.peek().filter(|_| self.at < end) {
            let so_far = number.unwrap_or(0);
            if so_far > LARGEST as usize {
                self.at = end;
                return None;
            }
            number = Some(so_far * 10 + usize::from(digit - b'0'));
            self.at += 1;
        }
        number
    }

    /// Takes an argument for a `*`.
    fn number_from_arg(&mut self) -> Option<i64> {
        let arg = self.args.get(self.next)?;
        self.next += 1;
        let native = match arg {
            Value::Object(o) => o.native(),
            _ => None,
        };
        match native.as_ref().unwrap_or(arg) {
            Value::Int(kind, n) if kind.is_unsigned() && *n < 0 => None,
            Value::Int(_, n) => Some(*n).filter(|n| (-LARGEST..=LARGEST).contains(n)),
            _ => None,
        }
    }

    fn peek(&self) -> Option<u8> {
        self.format.get(self.at).copied()
    }
}

fn complain(out: &mut Vec<u8>, verb: char, what: &[u8]) {
    out.extend_from_slice(b"%!");
    push_rune(out, verb);
    out.extend_from_slice(what);
}
