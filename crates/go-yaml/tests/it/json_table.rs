//! Go's results for parsing JSON, and for writing it.

/// JSON parsed and written again.
#[rustfmt::skip]
pub(super) const JSON: &[(&str, Result<&str, &str>)] = &[
    ("{\"b\":1,\"a\":[true,false,null,\"x\"],\"a\":2}", Ok("{\"a\":2,\"b\":1}")),
    (" [1.50, -0, 1e3, 1E-7, 123456789012345678901234] ", Ok("[1.5,-0,1000,1e-7,1.2345678901234569e+23]")),
    ("\"\\u00e9\\ud83d\\ude00\\ud800\\udc00\\ud800x\\udc00\\/<>&\\u2028\"", Ok("\"é😀𐀀�x�/\\u003c\\u003e\\u0026\\u2028\"")),
    ("", Err("unexpected end of JSON input")),
    (" ", Err("unexpected end of JSON input")),
    ("{", Err("unexpected end of JSON input")),
    ("[", Err("unexpected end of JSON input")),
    ("[1", Err("unexpected end of JSON input")),
    ("[1,", Err("unexpected end of JSON input")),
    ("[1 2]", Err("invalid character '2' after array element")),
    ("{\"a\"", Err("unexpected end of JSON input")),
    ("{\"a\":", Err("unexpected end of JSON input")),
    ("{\"a\" 1}", Err("invalid character '1' after object key")),
    ("{\"a\":1 \"b\"}", Err("invalid character '\"' after object key:value pair")),
    ("{\"a\":1,}", Err("invalid character '}' looking for beginning of object key string")),
    ("{a:1}", Err("invalid character 'a' looking for beginning of object key string")),
    ("[1,]", Err("invalid character ']' looking for beginning of value")),
    ("tru", Err("invalid character ' ' in literal true (expecting 'e')")),
    ("trux", Err("invalid character 'x' in literal true (expecting 'e')")),
    ("nul", Err("invalid character ' ' in literal null (expecting 'l')")),
    ("01", Err("invalid character '1' after top-level value")),
    ("1.", Err("invalid character ' ' after decimal point in numeric literal")),
    ("1.x", Err("invalid character 'x' after decimal point in numeric literal")),
    ("1e", Err("invalid character ' ' in exponent of numeric literal")),
    ("1e+", Err("invalid character ' ' in exponent of numeric literal")),
    ("-", Err("invalid character ' ' in numeric literal")),
    ("-x", Err("invalid character 'x' in numeric literal")),
    ("+1", Err("invalid character '+' looking for beginning of value")),
    ("\"a", Err("unexpected end of JSON input")),
    ("\"\\x\"", Err("invalid character 'x' in string escape code")),
    ("\"\\u12x4\"", Err("invalid character 'x' in \\u hexadecimal character escape")),
    ("\"\\", Err("invalid character ' ' in string escape code")),
    ("\"\n\"", Err("invalid character '\\n' in string literal")),
    ("1 2", Err("invalid character '2' after top-level value")),
    ("1e400", Err("json: cannot unmarshal number 1e400 into Go value of type float64")),
    ("[1e400, x]", Err("invalid character 'x' looking for beginning of value")),
    ("'a'", Err("invalid character '\\'' looking for beginning of value")),
    ("\"\x01\"", Err("invalid character '\\x01' in string literal")),
    ("\x7F", Err("invalid character '\\x7f' looking for beginning of value")),
    ("\u{A0}", Err("invalid character 'Â' looking for beginning of value")),
    ("{\"a\":1}}", Err("invalid character '}' after top-level value")),
    ("[\"a\"\x00]", Err("invalid character '\\x00' after array element")),
];

/// JSON parsed from the start of a text; the number is how much was consumed.
#[rustfmt::skip]
pub(super) const JSON_PREFIXES: &[(&str, Result<&str, &str>)] = &[
    ("1,b=2", Ok("1@1")),
    ("{\"a\":[1]} rest", Ok("{\"a\":[1]}@9")),
    (" \"x\" y", Ok("\"x\"@4")),
    ("tru", Err("unexpected EOF")),
    ("", Err("EOF")),
    ("  ", Err("EOF")),
    ("[1", Err("unexpected EOF")),
    ("nullx", Ok("null@4")),
    ("12 ", Ok("12@2")),
    ("-", Err("unexpected EOF")),
    ("1e400 x", Err("json: cannot unmarshal number 1e400 into Go value of type float64")),
    ("x", Err("invalid character 'x' looking for beginning of value")),
    ("[1]x", Ok("[1]@3")),
    ("\"a", Err("unexpected EOF")),
];

/// JSON written over several lines, without HTML escapes.
#[rustfmt::skip]
pub(super) const JSON_INDENTED: &[(&str, Result<&str, &str>)] = &[
    ("{\"a\":[],\"b\":{},\"c\":[1,{\"d\":\"<&>\"}],\"e\":\"\\u2028\"}", Ok("{\n  \"a\": [],\n  \"b\": {},\n  \"c\": [\n    1,\n    {\n      \"d\": \"<&>\"\n    }\n  ],\n  \"e\": \"\\u2028\"\n}")),
    ("[]", Ok("[]")),
    ("1", Ok("1")),
    ("[[[]],{\"x\":[null]}]", Ok("[\n  [\n    []\n  ],\n  {\n    \"x\": [\n      null\n    ]\n  }\n]")),
];
