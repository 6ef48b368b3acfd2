//! JSON spelled as Go's encoder does: `<`, `>`, `&` and two line separators escaped, whole floats without a fraction.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::ser::{Formatter, Serializer};

/// The value in Go's spelling.
pub(crate) fn write(value: &impl Serialize) -> serde_json::Result<Vec<u8>> {
    let mut out = Vec::new();
    value.serialize(&mut Serializer::with_formatter(&mut out, GoSpelling))?;
    Ok(out)
}

struct GoSpelling;

impl Formatter for GoSpelling {
    fn write_f64<W: Write + ?Sized>(&mut self, writer: &mut W, value: f64) -> io::Result<()> {
        let size = value.abs();
        if size != 0.0 && !(1e-6..1e21).contains(&size) {
            let text = format!("{value:e}");
            let text = if text.contains("e-") { text } else { text.replace('e', "e+") };
            return writer.write_all(text.as_bytes());
        }
        write!(writer, "{value}")
    }

    fn write_string_fragment<W: Write + ?Sized>(&mut self, writer: &mut W, fragment: &str) -> io::Result<()> {
        let mut rest = fragment;
        while let Some(at) = rest.find(['<', '>', '&', '\u{2028}', '\u{2029}']) {
            let (plain, special) = rest.split_at(at);
            let Some(special) = special.chars().next() else { break };
            writer.write_all(plain.as_bytes())?;
            write!(writer, "\\u{:04x}", u32::from(special))?;
            rest = &rest[at + special.len_utf8()..];
        }
        writer.write_all(rest.as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    #[test]
    fn spells_as_go_does() {
        // Each right side is what `json.Marshal` of Go 1.26 prints.
        for (value, text) in [
            (json!("a<b>&c"), r#""a\u003cb\u003e\u0026c""#),
            (json!("\u{2028}x\u{2029}"), r#""\u2028x\u2029""#),
            (json!("\u{1}\u{8}\u{c}\n\t\"\\\u{7f}ä/"), "\"\\u0001\\b\\f\\n\\t\\\"\\\\\u{7f}ä/\""),
            (json!(1.0), "1"),
            (json!(-0.0), "-0"),
            (json!(0.1), "0.1"),
            (json!(1e20), "100000000000000000000"),
            (json!(1e21), "1e+21"),
            (json!(1.5e300), "1.5e+300"),
            (json!(0.000001), "0.000001"),
            (json!(1e-7), "1e-7"),
            (json!({"<": [null, true, {}], "a": -3}), r#"{"\u003c":[null,true,{}],"a":-3}"#),
        ] {
            assert_eq!(String::from_utf8(super::write(&value).unwrap()).unwrap(), text);
        }
    }
}
