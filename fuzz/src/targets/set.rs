//! `--set` and related flags. The first byte selects the flag; each line is an argument.

use super::Target;
use skeg_chart::{Compat, UserValues};

pub(super) const TARGET: Target = Target {
    name: "set",
    dictionary: &[
        "=", ",", ".", "[", "]", "[0]", "[65536]", "[-1]", "{", "}", "\\", "null", "true", "{1,2}", "a.b", "\n", "\"",
        ":",
    ],
    seeds,
    run,
};

fn seeds() -> Vec<Vec<u8>> {
    let mut all = Vec::new();
    let arguments = [
        "a=1,b.c=true,d[0].e=x",
        "a={1,two,null},b={}",
        "list[2]=x\nlist[0]=y",
        "a\\.b=c\\,d",
        "a.b.c.d=1\na=null\na.b=2",
        "{\"a\":{\"b\":[1]}}",
        "a=[1,2],b={\"c\":null}",
        "a[0][1]=x,a[1].b=y",
    ];
    for flag in 0..5 {
        all.extend(arguments.iter().map(|text| [&[flag], text.as_bytes()].concat()));
    }
    all
}

fn run(input: &[u8]) {
    let Some((flag, text)) = input.split_first() else { return };
    let Ok(text) = std::str::from_utf8(text) else { return };
    let lines: Vec<String> = text.split('\n').map(str::to_owned).collect();
    let mut values = UserValues::default();
    match flag % 5 {
        0 => values.set = lines,
        1 => values.set_string = lines,
        2 => values.set_json = lines,
        3 => values.set_literal = lines,
        _ => values.set_file = lines,
    }
    for compat in [Compat::V3, Compat::V4] {
        if let Err(error) = values.merge(&mut |name| Ok(name.as_bytes().to_vec()), compat) {
            assert!(!error.to_string().is_empty());
        }
    }
}
