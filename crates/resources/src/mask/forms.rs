//! The encodings in which a value may appear: plain, in base64 with either alphabet, alone or within more, escaped by
//! JSON, Go and HTML, once or twice, and as part of a URL.

use std::collections::BTreeSet;

use serde_json::Value;
use skeg_go_yaml::base64;

/// Digits of base64 that identify a value.
const ENOUGH_DIGITS: usize = 8;

/// Every encoding of a value, each once.
pub(super) fn of(value: &str) -> BTreeSet<String> {
    let mut forms = BTreeSet::new();
    for text in [value, value.trim()] {
        forms.extend([text.to_string(), base64::encode(text.as_bytes())]);
    }
    let text = value.trim();
    let once = escaped(text);
    // JSON within JSON: made by `toJson`, within an object that is sent.
    once.iter().for_each(|once| forms.extend(escaped(once)));
    let mut digits = BTreeSet::new();
    for text in once.iter().map(String::as_str).chain([text]) {
        digits.extend((0..3).filter_map(|before| amid_more(text.as_bytes(), before)));
    }
    // The URL-safe alphabet of base64.
    forms.extend(digits.iter().map(|digits| digits.replace('+', "-").replace('/', "_")));
    // Made by `b64enc`, in the `data` of a Secret that is copied as it is.
    forms.extend(amid_more(base64::encode(text.as_bytes()).as_bytes(), 0));
    forms.extend(digits);
    forms.extend(once);
    let html = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    // Quotes may stay between tags, but not within them.
    forms.extend([html.replace('"', "&quot;").replace('\'', "&#39;"), html]);
    // Within single quotes of YAML.
    forms.insert(text.replace('\'', "''"));
    forms.extend(in_urls(text));
    forms.extend(as_go_float(text));
    forms
}

/// A large number as templates print it: values are floats there, and 7654321 is `7.654321e+06`.
fn as_go_float(text: &str) -> Option<String> {
    let is_large = text.len() >= 7 && text.bytes().all(|byte| byte.is_ascii_digit());
    let number: f64 = text.parse().ok().filter(|_| is_large)?;
    let (digits, exponent) =
        format!("{number:e}").split_once('e').map(|(digits, rest)| (digits.to_string(), rest.to_string()))?;
    // Fewer digits are too common.
    (digits.len() > 4).then(|| format!("{digits}e+{exponent:0>2}"))
}

/// The text between the `/`, `:`, `@` and `&` of a URL. What must be escaped depends on the place and on the writer.
fn in_urls(text: &str) -> BTreeSet<String> {
    let escaped = |stands: &str, blank: &str| {
        let mut out = String::with_capacity(text.len());
        for byte in text.bytes() {
            match byte {
                b' ' => out.push_str(blank),
                byte if byte.is_ascii_alphanumeric() || stands.as_bytes().contains(&byte) => out.push(byte.into()),
                byte => out.push_str(&format!("%{byte:02X}")),
            }
        }
        out
    };
    // `urlquery`, most others, users and passwords in Go, browser scripts.
    let ways = [("-_.~", "+"), ("-_.~", "%20"), ("-_.~$&+,;=", "%20"), ("-_.~!*'()", "%20")];
    ways.into_iter().map(|(stands, blank)| escaped(stands, blank)).collect()
}

/// The text between the quotes of JSON: as most write it, and as Go does, with HTML characters escaped.
fn escaped(text: &str) -> BTreeSet<String> {
    let quoted = Value::from(text).to_string();
    let json = quoted.get(1..quoted.len() - 1).unwrap_or_default();
    let go = json.replace('<', "\\u003c").replace('>', "\\u003e").replace('&', "\\u0026");
    BTreeSet::from([json.to_string(), go])
}

/// What appears in any base64 of a text in which the value starts this many bytes after a multiple of three.
fn amid_more(value: &[u8], before: usize) -> Option<String> {
    let padded = [&vec![0; before], value].concat();
    let digits = base64::encode(&padded);
    // A digit holds six bits; those with bits of a neighbour are left out.
    let (first, end) = ((before * 8).div_ceil(6), padded.len() * 8 / 6);
    digits.get(first..end).filter(|digits| digits.len() >= ENOUGH_DIGITS).map(str::to_string)
}
