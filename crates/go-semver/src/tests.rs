//! What the Go library answers to the same questions.

mod grid;

use crate::{Constraint, Version};

#[test]
fn constraints_accept_the_versions_of_the_grid() {
    for (constraint, mask) in grid::GRID {
        let parsed = Constraint::parse(constraint).unwrap();
        for (i, version) in grid::VERSIONS.iter().enumerate() {
            let version = Version::parse(version).unwrap();
            assert_eq!(parsed.check(&version), mask & (1 << i) != 0, "{constraint} of {version}");
            assert_eq!(parsed.reasons(&version).is_empty(), mask & (1 << i) != 0, "{constraint} of {version}");
        }
    }
}

#[test]
fn refusals_have_reasons() {
    let rows = [
        ("=2.0.0", "1.2.3", "\"1.2.3\" is not equal to \"2.0.0\""),
        ("!=4.1", "4.1.1", "\"4.1.1\" is equal to \"4.1\""),
        (
            "!=4.1",
            "5.1.0-alpha.1",
            "\"5.1.0-alpha.1\" is a prerelease version and the constraint is only looking for release versions",
        ),
        (">11", "11.1.0", "\"11.1.0\" is less than or equal to \"11\""),
        ("<v1.1", "1.1.0", "\"1.1.0\" is greater than or equal to \"v1.1\""),
        (">=1.22-0", "1.21.0", "\"1.21.0\" is less than \"1.22-0\""),
        ("<=1.1", "1.2.0", "\"1.2.0\" is greater than \"1.1\""),
        ("~1.1", "2.0.0", "\"2.0.0\" does not have same major version as \"1.1\""),
        ("~1.1", "1.2.0", "\"1.2.0\" does not have same major and minor version as \"1.1\""),
        (
            "^0.2.3",
            "0.3.0",
            "\"0.3.0\" does not have same minor version as \"0.2.3\". Expected minor versions to match when \
             constraint major version is 0",
        ),
        ("^0.0.3", "0.1.0", "\"0.1.0\" does not have same minor version as \"0.0.3\""),
        (
            "^0.0.3",
            "0.0.4",
            "\"0.0.4\" does not equal \"0.0.3\". Expect version and constraint to equal when major and minor versions \
             are 0",
        ),
        (">1 <2 || >3", "2", "\"2.0.0\" is greater than or equal to \"2\"; \"2.0.0\" is less than or equal to \"3\""),
        (
            ">1 <2 || >3 || =2-a",
            "2-0",
            "\"2.0.0-0\" is a prerelease version and the constraint is only looking for release versions; \"2.0.0-0\" \
             is less than \"2-a\"",
        ),
    ];
    for (constraint, version, reasons) in rows {
        let version = Version::parse(version).unwrap();
        assert_eq!(Constraint::parse(constraint).unwrap().reasons(&version).join("; "), reasons);
    }
}

#[test]
fn constraints_print_in_a_normal_form() {
    let rows = [
        ("1.0.0 - 2.0.0", ">=1.0.0 <=2.0.0"),
        ("1 - 2.x 3", ">=1 <=2.x 3"),
        ("> 1.2 , <  2||  ^ 3 ", ">1.2 <2 || ^3"),
        ("v1.2-a+b,*", "v1.2-a+b *"),
        ("=>1 =<2 ~>3", "=>1 =<2 ~>3"),
    ];
    for (text, printed) in rows {
        assert_eq!(Constraint::parse(text).unwrap().to_string(), printed);
    }
}

#[test]
fn broken_constraints_are_refused() {
    let long = "1".repeat(513);
    let many = vec!["1"; 33].join("||");
    let rows = [
        ("", "improper constraint: \"\""),
        ("foo", "improper constraint: \"foo\""),
        (">=>= 0.1.1", "improper constraint: \">=>= 0.1.1\""),
        ("1.2.3.4", "improper constraint: \"1.2.3.4\""),
        (">1 || \t\"ä\u{7f}", "improper constraint: \" \\t\\\"ä\\x7f\""),
        (">1 - 2 a", "improper constraint: \">>= 1, <= 2 a\""),
        ("1|2", "constraint parser error"),
        ("1.2.3-01", "constraint parser error"),
        ("99999999999999999999", "constraint parser error"),
        (&long, "constraint string is too long (max 512 bytes)"),
        (&many, "too many constraint groups (max 32)"),
    ];
    for (text, error) in rows {
        assert_eq!(Constraint::parse(text).unwrap_err().to_string(), error);
    }
}

#[test]
fn versions_parse_leniently_and_strictly() {
    let long = format!("1.2.3-{}", "a".repeat(251));
    let too_long = "version string is too long (max 256 bytes)";
    let range = "strconv.ParseUint: parsing \"99999999999999999999\": value out of range";
    let segment = format!("error parsing version segment: {range}");
    // Text, what the lenient parser gives, what the strict one gives.
    type Outcome<'a> = Result<&'a str, &'a str>;
    let rows: &[(&str, Outcome<'_>, Outcome<'_>)] = &[
        ("1.2.3", Ok("1.2.3"), Ok("1.2.3")),
        ("1.2.3-beta.1+b345", Ok("1.2.3-beta.1+b345"), Ok("1.2.3-beta.1+b345")),
        ("v1.2.3", Ok("1.2.3"), Err("invalid characters in version")),
        ("v1.2-alpha", Ok("1.2.0-alpha"), Err("invalid semantic version")),
        ("1", Ok("1.0.0"), Err("invalid semantic version")),
        ("01.002.3", Ok("1.2.3"), Err("version segment starts with 0")),
        ("1.2.3-01", Err("version segment starts with 0"), Err("version segment starts with 0")),
        ("1.2.3-0a", Ok("1.2.3-0a"), Ok("1.2.3-0a")),
        ("1.2.3+001", Ok("1.2.3+001"), Ok("1.2.3+001")),
        ("1.2.3+", Err("invalid semantic version"), Err("invalid metadata string")),
        ("1.2.3-a..b", Err("invalid semantic version"), Err("invalid prerelease string")),
        ("", Err("invalid semantic version"), Err("version string empty")),
        ("1..3", Err("invalid semantic version"), Err("strconv.ParseUint: parsing \"\": invalid syntax")),
        ("1.2.3.4", Err("invalid semantic version"), Err("invalid characters in version")),
        ("V1", Err("invalid semantic version"), Err("invalid semantic version")),
        (" 1.2.3", Err("invalid semantic version"), Err("invalid characters in version")),
        ("1.99999999999999999999.0", Err(&segment), Err(range)),
        ("18446744073709551615.0.0", Ok("18446744073709551615.0.0"), Ok("18446744073709551615.0.0")),
        (&long, Err(too_long), Err(too_long)),
    ];
    let show = |parsed: Result<Version, crate::Error>| parsed.map(|v| v.to_string()).map_err(|e| e.to_string());
    for (text, lenient, strict) in rows {
        assert_eq!(show(Version::parse(text)), lenient.map(str::to_string).map_err(str::to_string), "{text}");
        assert_eq!(show(Version::parse_strict(text)), strict.map(str::to_string).map_err(str::to_string), "{text}");
    }
}

#[test]
fn versions_are_ordered() {
    let ascending = [
        "1.2.3-0",
        "1.2.3-2",
        "1.2.3-10",
        "1.2.3-99999999999999999999",
        "1.2.3-alpha",
        "1.2.3-alpha.1",
        "1.2.3-alpha.beta",
        "1.2.3-beta",
        "1.2.3",
        "1.2.4",
        "1.10.0",
        "2",
    ];
    for pair in ascending.windows(2) {
        let (low, high) = (Version::parse(pair[0]).unwrap(), Version::parse(pair[1]).unwrap());
        assert!(low.compare(&high).is_lt() && high.compare(&low).is_gt(), "{low} {high}");
    }
    let (a, b) = (Version::parse("1.2.3+a").unwrap(), Version::parse("v1.2.3+b").unwrap());
    assert!(a.compare(&b).is_eq());
}

#[test]
fn versions_step() {
    let v = Version::parse("v1.2.3-beta+x").unwrap();
    assert_eq!(v.next_patch().unwrap().original(), "v1.2.3");
    assert_eq!(v.next_patch().unwrap().next_patch().unwrap().to_string(), "1.2.4");
    assert_eq!(v.next_minor().unwrap().original(), "v1.3.0");
    assert_eq!(v.next_major().unwrap().original(), "v2.0.0");
    assert_eq!(v.with_prerelease("rc.1").unwrap().original(), "v1.2.3-rc.1+x");
    assert_eq!(v.with_metadata("").unwrap().original(), "v1.2.3-beta");
    assert_eq!(v.with_metadata("ä").unwrap_err().to_string(), "invalid metadata string");
    assert!(Version::parse("18446744073709551615").unwrap().next_major().is_none());
}
