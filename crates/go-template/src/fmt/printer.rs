//! Prints values by verb: dispatches on the kind, walks lists and maps, and reports verbs that do not fit.

use std::borrow::Cow;

use super::flags::Flags;
use super::float::write_float_verb;
use super::integer::{Radix, write_code_point, write_integer, write_rune, write_rune_literal};
use super::quote::{can_backquote, write_quoted, write_quoted_ascii};
use super::rune::push_rune;
use crate::{Elem, GoField, IntKind, List, Map, Object, Value};

/// Deeper values, such as maps that contain themselves, are cut off, as are texts that get too large.
const DEEPEST: usize = 500;

/// Stands for the addresses that Go prints, which are meaningless and differ from run to run.
const ADDRESS: u64 = 0xc0_0001_0000;

/// The state of printing one value after another.
pub(super) struct Printer<'o> {
    pub(super) out: &'o mut Vec<u8>,
    pub(super) flags: Flags,
    /// A complaint is being printed, which does not call `String()`.
    complaining: bool,
    /// The value was too deep; the rest of it is not printed.
    cut_off: bool,
}

impl<'o> Printer<'o> {
    pub(super) fn new(out: &'o mut Vec<u8>) -> Printer<'o> {
        Printer { out, flags: Flags::default(), complaining: false, cut_off: false }
    }

    /// Prints an argument of a printing function.
    pub(super) fn print_arg(&mut self, arg: &Value, verb: char) {
        self.cut_off = false;
        match (arg, verb) {
            (Value::Nil, 'T' | 'v') => self.flags.pad(self.out, b"<nil>"),
            (_, 'T') => self.flags.pad_truncated(self.out, arg.type_name().as_bytes()),
            (_, 'p') => self.print_address(arg),
            (Value::Nil, _) => self.bad_verb(arg, verb),
            (Value::Bytes(bytes), 'v') => self.print_bytes(bytes, "[]byte", verb),
            _ => self.print_value(arg, verb, 0),
        }
    }

    fn print_value(&mut self, value: &Value, verb: char, depth: usize) {
        match value {
            Value::Object(object) => self.print_object(value, &**object, verb, depth),
            _ => self.print_plain(value, value, verb, depth),
        }
    }

    /// Prints a value of a plain kind; `typed` is the original value, whose type complaints name.
    fn print_plain(&mut self, plain: &Value, typed: &Value, verb: char, depth: usize) {
        let known = match plain {
            Value::Nil => {
                self.out.extend_from_slice(b"<nil>");
                true
            }
            Value::Bool(b) => self.print_bool(*b, verb),
            Value::Int(kind, n) => self.print_int(*kind, *n, verb),
            Value::Float(f) => write_float_verb(self.out, &self.flags, *f, verb),
            Value::Str(s) => self.print_string(s, verb),
            Value::Bytes(bytes) => {
                self.print_bytes(bytes, &typed.type_name(), verb);
                true
            }
            Value::List(_) | Value::Map(_) if verb == 'w' => false,
            Value::List(list) => {
                self.print_list(list, typed, verb, depth);
                true
            }
            Value::Map(map) => {
                self.print_map(map, typed, verb, depth);
                true
            }
            Value::Object(_) => {
                self.out.extend_from_slice(b"{}");
                true
            }
        };
        if !known {
            self.bad_verb(typed, verb);
        }
    }

    fn print_object(&mut self, value: &Value, object: &dyn Object, verb: char, depth: usize) {
        if verb == 'w' {
            return self.bad_verb(value, verb);
        }
        let stringable = matches!(verb, 'v' | 's' | 'x' | 'X' | 'q') && !self.flags.sharp_v && !self.complaining;
        if let Some(text) = stringable.then(|| object.string()).flatten() {
            self.print_string(&text, verb);
            return;
        }
        if let Some(fields) = object.go_fields() {
            return self.print_pointed(object, &fields, verb, depth);
        }
        match object.native() {
            Some(native) => self.print_plain(&native, value, verb, depth),
            None => {
                if self.flags.sharp_v {
                    self.out.extend_from_slice(object.type_name().as_bytes());
                }
                self.out.extend_from_slice(b"{}");
            }
        }
    }

    fn print_pointed(&mut self, object: &dyn Object, fields: &[GoField], verb: char, depth: usize) {
        if object.kind() == "ptr" {
            self.out.push(b'&');
        }
        if self.flags.sharp_v {
            self.out.extend_from_slice(object.type_name().trim_start_matches('*').as_bytes());
        }
        self.print_struct(fields, verb, depth);
    }

    /// `{a 1}`, or with names `{Name:a Count:1}`
    pub(super) fn print_struct(&mut self, fields: &[GoField], verb: char, depth: usize) {
        self.out.push(b'{');
        for (i, field) in fields.iter().enumerate() {
            self.separate(i);
            if self.flags.plus_v || self.flags.sharp_v {
                self.out.extend_from_slice(field.name.as_bytes());
                self.out.push(b':');
            }
            self.print_element(&field.value, Elem::Any, verb, depth);
        }
        self.out.push(b'}');
    }

    /// `%!d(string=a)`
    fn bad_verb(&mut self, value: &Value, verb: char) {
        self.out.extend_from_slice(b"%!");
        push_rune(self.out, verb);
        self.out.push(b'(');
        if value.is_nil() {
            self.out.extend_from_slice(b"<nil>");
        } else {
            self.out.extend_from_slice(value.type_name().as_bytes());
            self.out.push(b'=');
            self.complaining = true;
            self.print_value(value, 'v', 0);
            self.complaining = false;
        }
        self.out.push(b')');
    }

    fn print_bool(&mut self, b: bool, verb: char) -> bool {
        let known = matches!(verb, 't' | 'v');
        if known {
            self.flags.pad(self.out, if b { b"true" } else { b"false" });
        }
        known
    }

    fn print_int(&mut self, kind: IntKind, n: i64, verb: char) -> bool {
        let (bits, signed) = (n as u64, !kind.is_unsigned());
        match verb {
            'v' if self.flags.sharp_v && !signed => self.print_hex(bits, true),
            'c' => write_rune(self.out, &self.flags, bits),
            'q' => write_rune_literal(self.out, &self.flags, bits),
            'U' => write_code_point(self.out, &self.flags, bits),
            _ => match Radix::of_verb(verb) {
                Some(radix) => write_integer(self.out, &self.flags, bits, signed, radix),
                None => return false,
            },
        }
        true
    }

    /// Prints in hexadecimal with or without `0x`, whatever the sharp flag says.
    fn print_hex(&mut self, bits: u64, prefixed: bool) {
        write_integer(self.out, &Flags { sharp: prefixed, ..self.flags }, bits, false, Radix::HEX);
    }

    fn print_string(&mut self, text: &[u8], verb: char) -> bool {
        match verb {
            'v' if self.flags.sharp_v => self.print_quoted(text),
            'v' | 's' => self.flags.pad_truncated(self.out, text),
            'x' => self.print_hex_bytes(text, b"0123456789abcdefx"),
            'X' => self.print_hex_bytes(text, b"0123456789ABCDEFX"),
            'q' => self.print_quoted(text),
            _ => return false,
        }
        true
    }

    fn print_quoted(&mut self, text: &[u8]) {
        let text = self.flags.truncated(text);
        let mut quoted = Vec::with_capacity(text.len() + 2);
        if self.flags.sharp && can_backquote(text) {
            quoted.push(b'`');
            quoted.extend_from_slice(text);
            quoted.push(b'`');
        } else if self.flags.plus {
            write_quoted_ascii(&mut quoted, text);
        } else {
            write_quoted(&mut quoted, text);
        }
        self.flags.pad(self.out, &quoted);
    }

    /// Two hex digits per byte; with a space between bytes and `0x` in front, depending on the flags.
    fn print_hex_bytes(&mut self, text: &[u8], digits: &[u8; 17]) {
        let text = self.flags.precision.and_then(|most| text.get(..most)).unwrap_or(text);
        let mut hex = Vec::with_capacity(text.len() * 2);
        for (i, &byte) in text.iter().enumerate() {
            if i > 0 && self.flags.space {
                hex.push(b' ');
            }
            if self.flags.sharp && (i == 0 || self.flags.space) {
                hex.extend_from_slice(&[b'0', digits[16]]);
            }
            hex.extend_from_slice(&[digits[usize::from(byte >> 4)], digits[usize::from(byte & 15)]]);
        }
        self.flags.pad(self.out, &hex);
    }

    fn print_bytes(&mut self, bytes: &[u8], type_name: &str, verb: char) {
        if matches!(verb, 's' | 'x' | 'X' | 'q') {
            self.print_string(bytes, verb);
            return;
        }
        self.open(|| type_name.to_string().into(), b"[");
        for (i, &byte) in bytes.iter().enumerate() {
            self.separate(i);
            if !self.print_int(IntKind::Uint8, i64::from(byte), verb) {
                self.bad_verb(&Value::Int(IntKind::Uint8, i64::from(byte)), verb);
            }
        }
        self.close();
    }

    fn print_list(&mut self, list: &List, typed: &Value, verb: char, depth: usize) {
        if self.flags.sharp_v && list.is_nil() {
            self.out.extend_from_slice(typed.type_name().as_bytes());
            return self.out.extend_from_slice(b"(nil)");
        }
        self.open(|| typed.type_name(), b"[");
        for (i, item) in list.iter().enumerate() {
            self.separate(i);
            self.print_element(item, list.elem(), verb, depth);
        }
        self.close();
    }

    fn print_map(&mut self, map: &Map, typed: &Value, verb: char, depth: usize) {
        if self.flags.sharp_v && map.is_nil() {
            self.out.extend_from_slice(typed.type_name().as_bytes());
            return self.out.extend_from_slice(b"(nil)");
        }
        self.open(|| typed.type_name(), b"map[");
        map.with(|entries| {
            for (i, (key, item)) in entries.iter().enumerate() {
                self.separate(i);
                if !self.print_string(key, verb) {
                    self.bad_verb(&Value::Str(key.clone()), verb);
                }
                self.out.push(b':');
                self.print_element(item, map.map_type().elem(), verb, depth);
            }
        });
        self.close();
    }

    fn print_element(&mut self, item: &Value, elem: Elem, verb: char, depth: usize) {
        self.cut_off |= depth >= DEEPEST || self.out.len() > crate::LARGEST;
        if self.cut_off {
            return;
        }
        match item {
            Value::Nil => self.print_nil_element(elem),
            _ => self.print_value(item, verb, depth + 1),
        }
    }

    /// Prints nil with an element's static type.
    fn print_nil_element(&mut self, elem: Elem) {
        let name = elem.name();
        if self.flags.sharp_v {
            let (open, close) = if name.starts_with('*') { ("(", ")") } else { ("", "") };
            for part in [open, name, close, "(nil)"] {
                self.out.extend_from_slice(part.as_bytes());
            }
            return;
        }
        self.out.extend_from_slice(match name {
            _ if name.starts_with("[]") => b"[]",
            _ if name.starts_with("map[") => b"map[]",
            _ => b"<nil>",
        });
    }

    fn open(&mut self, type_name: impl FnOnce() -> Cow<'static, str>, bracket: &[u8]) {
        if self.flags.sharp_v {
            self.out.extend_from_slice(type_name().as_bytes());
            self.out.push(b'{');
        } else {
            self.out.extend_from_slice(bracket);
        }
    }

    fn separate(&mut self, index: usize) {
        if index > 0 {
            self.out.extend_from_slice(if self.flags.sharp_v { b", " } else { b" " });
        }
    }

    fn close(&mut self) {
        self.out.push(if self.flags.sharp_v { b'}' } else { b']' });
    }

    fn print_address(&mut self, value: &Value) {
        match value.kind() {
            "slice" | "map" | "ptr" | "func" | "chan" => self.print_hex(ADDRESS, !self.flags.sharp),
            _ => self.bad_verb(value, 'p'),
        }
    }
}
