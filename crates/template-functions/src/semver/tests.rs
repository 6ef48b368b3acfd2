//! The output of Go and sprig for the same templates.

use super::FUNCTIONS;
use crate::testing::check;

#[test]
fn versions_work_as_in_sprig() {
    let rows = [
        (
            r#"{{ semver "v1.2.3-beta.1+x" }} {{ semver "1.2" }} {{ (semver "v1.2.3").Original }} {{ (semver "v1.2.3").Major }} {{ (semver "1.2.3-a+b").Prerelease }} {{ (semver "1.2.3-a+b").Metadata }}"#,
            "1.2.3-beta.1+x 1.2.0 v1.2.3 1 a b",
        ),
        (
            r#"{{ $v := semver "1.2.3" }}{{ $v.Minor }} {{ $v.Patch }} {{ $v.Compare (semver "1.10.0") }} {{ $v.LessThan (semver "2") }} {{ $v.Equal (semver "1.2.3+x") }} {{ $v.GreaterThan (semver "1.2.3-a") }} {{ $v.GreaterThanEqual $v }} {{ $v.LessThanEqual $v }}"#,
            "2 3 -1 true true true true true",
        ),
        (
            r#"{{ (semver "1.2.3-a").IncPatch }} {{ (semver "1.2.3").IncPatch }} {{ (semver "1.2.3").IncMinor }} {{ (semver "v1.2.3").IncMajor }}"#,
            "1.2.3 1.2.4 1.3.0 2.0.0",
        ),
        (
            r#"{{ printf "%T %T %d" (semver "1.2.3") (semver "1.2.3").IncMajor (semver "1.2.3").Major }} {{ printf "%T" (semver "1").Major }} {{ (semver "1.2.3").SetPrerelease "rc.1" }}"#,
            "*semver.Version semver.Version 1 uint64 1.2.3-rc.1",
        ),
        (
            r#"{{ if semver "0.0.0" }}yes{{ end }} {{ printf "%s|%q|%v" (semver "1") (semver "1") (semver "1") }} {{ eq (semver "1.2.3").Minor 2 }} {{ gt (semver "1.2.3").Minor 1 }}"#,
            r#"yes 1.0.0|"1.0.0"|1.0.0 true true"#,
        ),
        (r#"{{ semver "x" }}"#, "error: error calling semver: invalid semantic version"),
        (r#"{{ semver "" }}"#, "error: error calling semver: invalid semantic version"),
        ("{{ semver 1 }}", "error: expected string; found 1"),
        (
            r#"{{ semverCompare ">=1.19-0" "v1.29.3-gke.1" }} {{ semverCompare "^1.2" "1.3.0" }} {{ semverCompare ">= 1.19 < 1.20 || ~2" "1.19.5" }} {{ semverCompare "*" "1.0.0-a" }} {{ semverCompare "<1.20-0" "1.20" }} {{ semverCompare "1.2 - 1.4" "1.4.9" }}"#,
            "true true true false false true",
        ),
        (r#"{{ semverCompare "" "1.0.0" }}"#, r#"error: error calling semverCompare: improper constraint: """#),
        (r#"{{ semverCompare ">=1.19-0" "latest" }}"#, "error: error calling semverCompare: invalid semantic version"),
        (r#"{{ semverCompare ">=1.a" "1" }}"#, r#"error: error calling semverCompare: improper constraint: ">=1.a""#),
    ];
    check(FUNCTIONS, &rows);
}
