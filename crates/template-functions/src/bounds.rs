//! Tests the limits that keep functions from exhausting the machine, for all functions.

use std::fmt::Write;

use skeg_go_template::{Limits, Machine, Map, TemplateSet, Value};

use crate::testing::render_within;
use crate::{crypto, strings};

/// More levels than fit on any stack.
const LEVELS: usize = 100_000;

/// Deeply nested values are refused, or processed without a recursive call per level. A stack overflow would end the
/// test.
#[test]
fn functions_survive_deep_values() {
    let work = || {
        let set = TemplateSet::new(crate::table(true));
        let lists = (0..LEVELS).fold(Value::int(1), |inner, _| Value::list(vec![inner]));
        let maps = (0..LEVELS).fold(Value::int(1), |inner, _| Value::Map(Map::from_iter([("a", inner)])));
        let again = (0..LEVELS).fold(Value::int(1), |inner, _| Value::Map(Map::from_iter([("a", inner)])));
        let data = Value::Map(Map::from_iter([("lists", lists), ("maps", maps), ("again", again)]));
        let limits = Limits { work: 20_000_000, output: 1 << 20, ..Limits::default() };
        let builtins = ["eq", "ne", "lt", "and", "index", "slice", "len", "print", "println", "printf", "html", "js"];
        let mut calls = 0;
        for name in crate::table(true).names().into_iter().chain(builtins).chain(["urlquery", "not"]) {
            for arguments in [
                ".lists",
                ".maps",
                ".lists .lists",
                ".maps .again",
                ".maps .maps",
                r#""%v" .lists"#,
                r#""%v" .maps"#,
                r#".maps "a" .again"#,
                r#"(list .maps) "a""#,
                r#""a" "b" .maps"#,
                r#"1 .lists"#,
                r#"1 2 .lists"#,
            ] {
                let mut text = std::string::String::new();
                write!(text, "{{{{ {name} {arguments} }}}}").expect("texts can be written");
                let Ok(templates) = set.parse("t", text) else { continue };
                let mut own = TemplateSet::new(crate::table(true));
                own.add(templates);
                // The results are compared elsewhere.
                let _ = Machine::new(&own, &(), false, limits).execute("t", data.clone(), "t");
                calls += 1;
            }
        }
        calls
    };
    let thread = std::thread::Builder::new().stack_size(8 << 20).spawn(work);
    assert!(thread.expect("a thread starts").join().expect("no overflow") > 1000);
}

#[test]
fn slow_functions_use_up_the_steps() {
    let limits = Limits { work: 20_000_000, ..Limits::default() };
    let refused = "error: error calling genPrivateKey: templates take more than 20000000 steps";
    for kind in ["rsa", "dsa", ""] {
        let text = format!(r#"{{{{ genPrivateKey "{kind}" }}}}"#);
        assert_eq!(render_within(limits, crypto::FUNCTIONS, &text), refused);
    }
    let text = r#"{{ range 5 }}{{ $key := genPrivateKey "ed25519" }}.{{ end }}"#;
    assert_eq!(render_within(limits, crypto::FUNCTIONS, text), ".....");
}

#[test]
fn parts_of_texts_use_up_the_steps() {
    let limits = Limits { work: 200_000, ..Limits::default() };
    for function in ["split", "splitList"] {
        let call = format!(r#"{{{{ $parts := {function} "" (printf "%010000d" 0) }}}}."#);
        let expected = format!("error: error calling {function}: templates take more than 200000 steps");
        let render = |times: usize| {
            render_within(limits, strings::FUNCTIONS, &format!("{{{{ range {times} }}}}{call}{{{{ end }}}}"))
        };
        assert_eq!(render(1), ".");
        assert_eq!(render(10), expected);
    }
}
