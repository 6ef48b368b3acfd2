use std::cmp::Ordering;

use skeg_go_yaml::yaml::Writer;
use skeg_go_yaml::{
    Events, Tree, format_float, format_float32, json, natural_cmp, natural_cmp_pretty, sort_by_key_order, write_tree,
    write_tree_pretty,
};

use crate::check_table;
use crate::writing_table::{PRETTY_STRINGS, PRETTY_VALUES, STRINGS, VALUES};

/// Templates swallow Go's errors here, so only whether there is one counts.
fn without_texts(
    table: &[(&'static str, Result<&'static str, &'static str>)],
) -> Vec<(&'static str, Result<&'static str, &'static str>)> {
    table.iter().map(|&(input, expected)| (input, expected.map_err(|_| "error"))).collect()
}

fn any_error(result: Result<Vec<u8>, skeg_go_yaml::Error>) -> Result<Vec<u8>, skeg_go_yaml::Error> {
    result.map_err(|_| skeg_go_yaml::Error::other("error"))
}

#[test]
fn writes_strings_as_go_does() {
    check_table(&without_texts(STRINGS), |text| any_error(write_tree(&Tree::Str(text.into()))));
    check_table(PRETTY_STRINGS, |text| write_tree_pretty(&Tree::Str(text.into())));
}

#[test]
fn writes_values_as_go_does() {
    check_table(&without_texts(VALUES), |text| any_error(write_tree(&json::read_tree(text)?)));
    check_table(PRETTY_VALUES, |text| write_tree_pretty(&json::read_tree(text)?));
}

#[test]
fn handles_bytes_that_are_no_text() {
    assert_eq!(write_tree(&Tree::Str(b"a\xE2\x80b".into())), Ok("a\u{FFFD}\u{FFFD}b\n".into()));
    assert_eq!(write_tree_pretty(&Tree::Str(b"a\xFFb".into())), Ok("!!binary Yf9i\n".into()));
    let long = write_tree_pretty(&Tree::List(vec![Tree::Str([0xFF; 60].as_slice().into())]));
    let line = "/".repeat(70);
    assert_eq!(long, Ok(format!("- !!binary |\n  {line}\n  {}\n", "/".repeat(10)).into_bytes()));
}

#[test]
fn refuses_keys_go_cannot_read_back() {
    let map = |key: String| Tree::Map([(key.into(), Tree::Null)].into());
    assert!(write_tree(&map("k".repeat(1022))).is_ok());
    assert!(write_tree(&map("k".repeat(1023))).is_err());
    // An ampersand takes six characters in JSON.
    assert!(write_tree(&map("&".repeat(170))).is_ok());
    assert!(write_tree(&map("&".repeat(171))).is_err());
    assert!(write_tree_pretty(&map("k".repeat(1023))).is_ok());
}

#[test]
fn writes_numbers_of_every_type() {
    let write = |send: &dyn Fn(&mut Writer)| {
        let mut writer = Writer::new();
        send(&mut writer);
        writer.finish().map(|text| String::from_utf8_lossy(&text).into_owned()).map_err(|e| e.into_message())
    };
    assert_eq!(write(&|w| w.int(i64::MIN)), Ok("-9223372036854775808\n".into()));
    assert_eq!(write(&|w| w.uint(u64::MAX)), Ok("18446744073709551615\n".into()));
    assert_eq!(write(&|w| w.float(1e6)), Ok("1000000\n".into()));
    assert_eq!(write(&|w| w.float(f64::NAN)), Err("json: unsupported value: NaN".into()));
    assert_eq!(write(&|w| w.float(f64::NEG_INFINITY)), Err("json: unsupported value: -Inf".into()));
    assert_eq!(write_tree_pretty(&Tree::Float(f64::INFINITY)), Ok(".inf\n".into()));
    assert_eq!(write_tree_pretty(&Tree::Float(1e6)), Ok("1e+06\n".into()));
}

#[test]
fn formats_floats_as_strconv() {
    let rows = [
        (0.0, "0", "0"),
        (-0.0, "-0", "-0"),
        (1.1, "1.1", "1.1"),
        (100_000.0, "100000", "100000"),
        (1e6, "1e+06", "1e+06"),
        (0.0001, "0.0001", "0.0001"),
        (0.00001, "1e-05", "1e-05"),
        (16_777_217.0, "1.6777217e+07", "1.6777216e+07"),
        (155_889_469_365_919.62, "1.5588946936591962e+14", "1.5588946e+14"),
        (3_531_184.3, "3.5311843e+06", "3.5311842e+06"),
        (f64::NAN, "NaN", "NaN"),
        (f64::INFINITY, "+Inf", "+Inf"),
    ];
    for (f, wide, narrow) in rows {
        assert_eq!((format_float(f).as_str(), format_float32(f).as_str()), (wide, narrow));
    }
}

#[test]
fn orders_keys_naturally() {
    let sorted = ["", "_x", "1", "9", "10", "A", "a-b", "a.b", "a1", "a01", "a2", "a10", "aB", "ab", "b", "é"];
    for pair in sorted.windows(2) {
        let (a, b) = (pair[0].as_bytes(), pair[1].as_bytes());
        assert_eq!(natural_cmp(a, b), Ordering::Less, "{pair:?}");
        assert_eq!(natural_cmp(b, a), Ordering::Greater, "{pair:?}");
        assert_eq!(natural_cmp(a, a), Ordering::Equal, "{pair:?}");
    }
    assert_eq!(natural_cmp(b"v1-", b"v1b"), Ordering::Less);
    assert_eq!(natural_cmp_pretty(b"v1-", b"v1b"), Ordering::Greater);
}

#[test]
fn sorts_keys_whose_order_runs_in_circles() {
    let mut keys: Vec<String> =
        (0..400).map(|n| [format!("a{n}"), format!("a{n}b"), format!("v{n}")][n % 3].clone()).collect();
    let mut expected = keys.clone();
    sort_by_key_order(&mut keys, |a, b| natural_cmp(a.as_bytes(), b.as_bytes()));
    let mut plain: Vec<u32> = (0..500).map(|n| n * 7919 % 501).collect();
    sort_by_key_order(&mut plain, u32::cmp);
    assert!(plain.is_sorted());
    keys.sort_unstable();
    expected.sort_unstable();
    assert_eq!(keys, expected, "no key may be lost");
}
