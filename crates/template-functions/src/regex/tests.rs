//! The output of Go and sprig for the same templates.

use skeg_go_template::Limits;

use super::FUNCTIONS;
use crate::testing::{check, render_within};

#[test]
fn patterns_work_as_in_go() {
    let rows = [
        (r#"{{ regexMatch "^[a-z0-9]+$" "abc1" }} {{ regexMatch "[" "a" }} {{ regexMatch "" "" }}"#, "true false true"),
        (
            r#"{{ mustRegexMatch "[" "a" }}"#,
            "error: error calling mustRegexMatch: error parsing regexp: missing closing ]: `[`",
        ),
        (
            r#"{{ regexFind "v[0-9]+\\.[0-9]+" "x v1.25 y" | printf "%q" }} {{ regexFind "x" "a" | printf "%q" }}"#,
            r#""v1.25" """#,
        ),
        (
            r#"{{ regexFind "a(" "a" }}"#,
            "error: error calling regexFind: regexp: Compile(`a(`): error parsing regexp: missing closing ): `a(`",
        ),
        (
            r#"{{ regexFind "a`\\" "a" }}"#,
            r#"error: error calling regexFind: regexp: Compile("a`\\"): error parsing regexp: trailing backslash at end of expression: ``"#,
        ),
        (
            r#"{{ mustRegexFind "a)" "a" }}"#,
            "error: error calling mustRegexFind: error parsing regexp: unexpected ): `a)`",
        ),
        (
            r#"{{ regexFindAll "[2,4,6,8]" "123456789" -1 }} {{ regexFindAll "a" "aaa" 2 }} {{ regexFindAll "a" "aaa" 0 }} {{ regexFindAll "x" "a" -1 | printf "%#v" }}"#,
            "[2 4 6 8] [a a] [] []string(nil)",
        ),
        (
            r#"{{ regexFindAll "a*" "baac" -1 | printf "%q" }} {{ regexFindAll "" "aé" -1 | printf "%q" }}"#,
            r#"["" "aa" ""] ["" "" ""]"#,
        ),
        (r#"{{ regexFindAll "a" "a" "b" }}"#, r#"error: expected integer; found "b""#),
        (
            r#"{{ regexReplaceAll "a(x*)b" "-ab-axxb-" "${1}W" }} {{ regexReplaceAll "a(x*)b" "-ab-axxb-" "$1W" }} {{ regexReplaceAll "a(x*)b" "-ab-axxb-" "$1-$$-$" }}"#,
            "-W-xxW- --- --$-$-xx-$-$-",
        ),
        (
            r#"{{ regexReplaceAll "(?P<first>a)(?<second>b)" "ab" "${second}$first$third" }} {{ regexReplaceAll "(?P<n>a)|(?P<n>b)" "ab" "[$n]" }}"#,
            "ba [a][b]",
        ),
        (
            r#"{{ regexReplaceAll "x*" "baxxc" "-" }} {{ regexReplaceAll "" "é" "-" }} {{ regexReplaceAll "\\W+" "hello, wörld" "-" }}"#,
            "-b-a-c- -é- hello-w-rld",
        ),
        (r#"{{ regexReplaceAllLiteral "a(x*)b" "-ab-axxb-" "${1}" }}"#, "-${1}-${1}-"),
        (
            r#"{{ regexSplit "z+" "pizza" -1 }} {{ regexSplit "z+" "pizza" 1 }} {{ regexSplit "," "a,b,c" 2 }} {{ regexSplit "," "" -1 | printf "%q" }} {{ regexSplit "" "abc" -1 | printf "%q" }} {{ regexSplit "," "a," -1 | printf "%q" }} {{ regexSplit "," ",a" 0 | printf "%#v" }} {{ regexSplit "a*" "baac" -1 | printf "%q" }}"#,
            r#"[pi a] [pizza] [a b,c] [""] ["a" "b" "c"] ["a" ""] []string(nil) ["b" "c"]"#,
        ),
        (
            r#"{{ mustRegexSplit "(?=a)" "a" -1 }}"#,
            "error: error calling mustRegexSplit: error parsing regexp: invalid or unsupported Perl syntax: `(?=`",
        ),
        (r#"{{ regexQuoteMeta "a.b*c[d]{e}^$|(f)\\+?-" }}"#, r"a\.b\*c\[d\]\{e\}\^\$\|\(f\)\\\+\?-"),
        // Perl classes and boundaries are ASCII only, also when matching case-insensitively.
        (
            r#"{{ regexMatch "\\d" "٣" }} {{ regexMatch "\\w" "é" }} {{ regexMatch "\\s" " " }} {{ regexFindAll "\\b" "aéb" -1 | len }} {{ regexMatch "(?i)\\w" "K" }} {{ regexMatch "(?i)k" "K" }} {{ regexMatch "(?i)ß" "ẞ" }}"#,
            "false false true 4 true true true",
        ),
        (
            r#"{{ regexMatch "\\pN" "٣" }} {{ regexMatch "^\\p{Greek}+$" "αβγ" }} {{ regexMatch "\\P{L}" "a" }} {{ regexMatch "[\\p{^Lu}]" "A" }} {{ regexMatch "(?i)\\p{Lu}" "a" }}"#,
            "true true false false true",
        ),
        // Syntax that the two dialects interpret differently.
        (
            r#"{{ regexFind "b{" "ab{" }} {{ regexFind "b{,2}" "b{,2}" }} {{ regexFind "\\Qa.b\\E+" "a.bb" }} {{ regexFind "(?U)a+" "aaa" }} {{ regexFind "(?U)a+?" "aaa" }} {{ regexFind "[a&&b]+" "a&b" }} {{ regexFind "[a--b]+" "a-b" }} {{ regexFind "[[a]+" "[a" }} {{ regexFind "\\<a\\>" "<a>" }} {{ regexFind "\\101\\x42\\x{43}" "ABC" }} {{ regexFind "[[:word:]]+" "a_1-" }} {{ regexFind "[^[:^alpha:]]+" "ab1" }} {{ regexFind "a(?i)*" "aaa" }} {{ regexFind "(?i)a(?-i)B" "AB" }} {{ regexFind "(?s)a.b" "a\nb" | printf "%q" }} {{ regexFind "(?m)^b$" "a\nb\n" }} {{ regexMatch "a$" "a\n" }}"#,
            "error: error calling regexFind: regexp: Compile(`[a--b]+`): error parsing regexp: invalid character class range: `a--`",
        ),
        // Errors.
        (
            r#"{{ mustRegexFind "[a" "" }}"#,
            "error: error calling mustRegexFind: error parsing regexp: missing closing ]: `[a`",
        ),
        (
            r#"{{ mustRegexFind "a**" "" }}"#,
            "error: error calling mustRegexFind: error parsing regexp: invalid nested repetition operator: `**`",
        ),
        (
            r#"{{ mustRegexFind "*" "" }}"#,
            "error: error calling mustRegexFind: error parsing regexp: missing argument to repetition operator: `*`",
        ),
        (
            r#"{{ mustRegexFind "a{1001}" "" }}"#,
            "error: error calling mustRegexFind: error parsing regexp: invalid repeat count: `{1001}`",
        ),
        (
            r#"{{ mustRegexFind "(a{100}){11}" "" }}"#,
            "error: error calling mustRegexFind: error parsing regexp: invalid repeat count: `{11}`",
        ),
        (
            r#"{{ mustRegexFind "a{2,1}" "" }}"#,
            "error: error calling mustRegexFind: error parsing regexp: invalid repeat count: `{2,1}`",
        ),
        (
            r#"{{ mustRegexFind "\\8" "" }}"#,
            r"error: error calling mustRegexFind: error parsing regexp: invalid escape sequence: `\8`",
        ),
        (
            r#"{{ mustRegexFind "\\" "" }}"#,
            "error: error calling mustRegexFind: error parsing regexp: trailing backslash at end of expression: ``",
        ),
        (
            r#"{{ mustRegexFind "\\C" "" }}"#,
            r"error: error calling mustRegexFind: error parsing regexp: invalid escape sequence: `\C`",
        ),
        (
            r#"{{ mustRegexFind "\\p{Foo}" "" }}"#,
            r"error: error calling mustRegexFind: error parsing regexp: invalid character class range: `\p{Foo}`",
        ),
        (
            r#"{{ mustRegexFind "[[:foo:]]" "" }}"#,
            "error: error calling mustRegexFind: error parsing regexp: invalid character class range: `[:foo:]`",
        ),
        (
            r#"{{ mustRegexFind "[b-a]" "" }}"#,
            "error: error calling mustRegexFind: error parsing regexp: invalid character class range: `b-a`",
        ),
        (
            r#"{{ mustRegexFind "(?P<n" "" }}"#,
            "error: error calling mustRegexFind: error parsing regexp: invalid named capture: `(?P<n`",
        ),
        (
            r#"{{ mustRegexFind "(?P<n-m>a)" "" }}"#,
            "error: error calling mustRegexFind: error parsing regexp: invalid named capture: `(?P<n-m>`",
        ),
        (
            r#"{{ mustRegexFind "(?!a)" "" }}"#,
            "error: error calling mustRegexFind: error parsing regexp: invalid or unsupported Perl syntax: `(?!`",
        ),
        (
            r#"{{ mustRegexFind "(a" "" }}"#,
            "error: error calling mustRegexFind: error parsing regexp: missing closing ): `(a`",
        ),
        (r#"{{ regexFind "a" 1 }}"#, "error: expected string; found 1"),
    ];
    check(FUNCTIONS, &rows);
}

/// Each match first looks for a `b` up to the end of the text: some of these read two hundred megabytes for twenty
/// kilobytes.
#[test]
fn searches_that_read_the_text_over_and_over_end() {
    let limits = Limits { work: 1_000_000, ..Limits::default() };
    let render = |text: &str| render_within(limits, FUNCTIONS, text);
    let far = r#""0*?0*?0*?b|0" (printf "%020000d" 0)"#;
    for (function, more) in [
        ("regexFindAll", "-1"),
        ("mustRegexFindAll", "-1"),
        ("regexSplit", "-1"),
        ("regexReplaceAll", r#""<$0>""#),
        ("regexReplaceAllLiteral", r#""-""#),
    ] {
        let expected = format!("error: error calling {function}: templates take more than 1000000 steps");
        assert_eq!(render(&format!("{{{{ {function} {far} {more} | len }}}}")), expected);
        let unicode = format!("{{{{ {function} {} {more} | len }}}}", far.replace("(printf \"", "(printf \"é"));
        assert_eq!(render(&unicode), expected);
    }
    // As many matches in equally long texts, each found where the last one ended.
    for (pattern, count) in [("00", "10000"), (".{0,3}?0", "20000"), ("(?:^|0)(?:0|$)", "10001"), ("\\\\b|0", "20000")]
    {
        let text = format!(r#"{{{{ regexFindAll "{pattern}" (printf "%020000d" 0) -1 | len }}}}"#);
        assert_eq!(render(&text), count, "{pattern}");
    }
    assert_eq!(render(r#"{{ regexReplaceAll "(0)0" (printf "%020000d" 0) "$1" | len }}"#), "10000");
}

/// Patterns with many states check all of them for each byte: a thousand here.
#[test]
fn searches_with_many_places_use_up_the_steps() {
    let limits = Limits { work: 1_000_000, ..Limits::default() };
    let render = |text: &str| render_within(limits, FUNCTIONS, text);
    let many = r#""[01]*0[01]{999}" (printf "%010000d" 0)"#;
    for (function, more) in [("regexMatch", ""), ("mustRegexFind", ""), ("regexReplaceAll", r#""""#)] {
        let expected = format!("error: error calling {function}: templates take more than 1000000 steps");
        assert_eq!(render(&format!("{{{{ {function} {many} {more} }}}}")), expected);
    }
    let name = r#"{{ range 200 }}{{ $found := regexMatch "^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$" "a-name-of-some-length" }}{{ end }}ok"#;
    assert_eq!(render(name), "ok");
}
