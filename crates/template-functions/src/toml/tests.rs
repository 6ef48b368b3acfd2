//! The output of Go and sprig for the same templates.

use std::sync::LazyLock;

use skeg_go_template::Function;

use crate::testing::check;
use crate::{dates, semver};

/// Together with functions that return TOML's objects.
static FUNCTIONS: LazyLock<Vec<Function>> =
    LazyLock::new(|| [super::FUNCTIONS, dates::FUNCTIONS, semver::FUNCTIONS].concat());

#[test]
fn toml_works_as_in_helm() {
    let rows = [
        (
            r#"{{ toToml (dict "b" (dict "x" 1 "y" (dict "z" true)) "a" "s" "n" nil "f" 5.0 "big" 1e6 "l" (list 1 2 "x") "t" (list (dict "k" 1) (dict "k" 2)) "e" (list) "em" (dict)) }}"#,
            "a = \"s\"\nbig = 1e+06\ne = []\nf = 5.0\nl = [1, 2, \"x\"]\n\n[b]\n  x = 1\n  [b.y]\n    z = true\n\n[em]\n\n[[t]]\n  k = 1\n\n[[t]]\n  k = 2\n",
        ),
        (
            r#"{{ toToml (dict "a b" 1 "" 2 "é" 3 "a.b" (dict "c\"d" (dict "e" 1))) }}"#,
            "\"\" = 2\n\"a b\" = 1\n\"é\" = 3\n\n[\"a.b\"]\n  [\"a.b\".\"c\\\"d\"]\n    e = 1\n",
        ),
        (r#"{{ toToml (dict "s" "a\"b\\c\td\ne\x00f\x7fé") }}"#, "s = \"a\\\"b\\\\c\\td\\ne\\u0000f\\u007fé\"\n"),
        (
            r#"{{ toToml (dict "m" (list 1 (dict "a" 1 "b" (dict "c" nil "d" 2) "z" nil)) "ll" (list (list (dict "a" 1)) (list 2))) }}"#,
            "ll = [[{a = 1}], [2]]\nm = [1, {a = 1, b = {d = 2}}]\n",
        ),
        (r#"{{ toToml (dict "l" (list 1 nil)) }}"#, "toml: cannot encode array with nil element"),
        (
            r#"{{ mustToToml (dict "l" (list 1 nil)) }}"#,
            "error: error calling mustToToml: toml: cannot encode array with nil element",
        ),
        (
            r#"{{ toToml (dict "l" (list)) }}{{ toToml (list 1 2) }} {{ toToml "x" }} {{ toToml 5 }} {{ toToml true }} {{ toToml (list (dict "a" 1)) }}"#,
            "l = []\n[1, 2] \"x\" 5 true toml: top-level values must be Go maps or structs",
        ),
        ("{{ toToml nil }}", "error: error calling toToml: reflect: call of reflect.Value.Type on zero Value"),
        ("{{ mustToToml nil }}", "error: error calling mustToToml: reflect: call of reflect.Value.Type on zero Value"),
        (
            r#"{{ toToml (dict "d" (toDate "2006-01-02T15:04:05Z07:00" "2024-01-02T03:04:05.25Z") "v" (semver "v1.2") "du" ((toDate "2006" "2025").Sub (toDate "2006" "2024"))) }}"#,
            "d = 2024-01-02T03:04:05.25Z\ndu = \"8784h0m0s\"\nv = \"1.2.0\"\n",
        ),
        (
            r#"{{ toToml (dict "a" (list (dict "b" (list (dict "c" 1) (dict "c" 2)) "d" 1))) }}"#,
            "[[a]]\n  d = 1\n\n  [[a.b]]\n    c = 1\n\n  [[a.b]]\n    c = 2\n",
        ),
        (
            r#"{{ toToml (dict "f" (list 0.1 1.0 -2.5 1e21 1e-7 123456789.0)) }}"#,
            "f = [0.1, 1.0, -2.5, 1e+21, 1e-07, 1.23456789e+08]\n",
        ),
        (
            r#"{{ fromToml "a = 1\nb = 'x'\n[c]\nd = [1.5, true]\n[[e]]\nf = 2024-01-02\n[[e]]\ng = {h = 1}\n" }}"#,
            "map[a:1 b:x c:map[d:[1.5 true]] e:[map[f:2024-01-02 00:00:00 +0000 date-local] map[g:map[h:1]]]]",
        ),
        (
            r#"{{ $m := fromToml "a = 1\nf = 1.0\n[[e]]\n[t]\nl=[{a=1}]" }}{{ printf "%T %T %T %T %T" $m.a $m.f $m.e $m.t $m.t.l }} {{ toToml $m }}"#,
            "int64 float64 []map[string]interface {} map[string]interface {} []interface {} a = 1\nf = 1.0\n\n[[e]]\n\n[t]\n\n  [[t.l]]\n    a = 1\n",
        ),
        (r##"{{ fromToml "" }} {{ (fromToml "# c\n").Error }}"##, "map[] <no value>"),
        (
            r#"{{ (fromToml "d = 2024-01-02T03:04:05Z\nl = 2024-01-02T03:04:05\nt = 03:04:05") | toToml }}"#,
            "d = 2024-01-02T03:04:05Z\nl = 2024-01-02T03:04:05\nt = 03:04:05\n",
        ),
        (r#"{{ (fromToml "s = \"\"\"\na\\\n   b\\u00e9\"\"\"\nr = '''\n\\x'''").s }}"#, "abé"),
        (r#"{{ (fromToml "a").Error }}"#, "toml: line 1: unexpected EOF; expected key separator '='"),
        (r#"{{ (fromToml "a =").Error }}"#, r#"toml: line 1 (last key "a"): unexpected EOF; expected value"#),
        (
            r#"{{ (fromToml "a = 1\na = 2").Error }}"#,
            r#"toml: line 2 (last key "a"): Key 'a' has already been defined."#,
        ),
        (r#"{{ (fromToml "[a]\n[a]").Error }}"#, "toml: line 2: Key 'a' has already been defined."),
        (
            r#"{{ (fromToml "a = foo").Error }}"#,
            r#"toml: line 1 (last key "a"): expected value but found "foo" instead"#,
        ),
        (r#"{{ (fromToml "a = \"x").Error }}"#, r#"toml: line 1 (last key "a"): unexpected EOF; expected '"'"#),
        (r#"{{ (fromToml "a = \"x\ny\"").Error }}"#, r#"toml: line 1 (last key "a"): strings cannot contain newlines"#),
        (r#"{{ (fromToml "a = \"\\q\"").Error }}"#, r#"toml: line 1 (last key "a"): invalid escape in string '\q'"#),
        (
            r#"{{ (fromToml "[a]\nb = [1 2]").Error }}"#,
            r#"toml: line 2 (last key "a.b"): expected a comma (',') or array terminator (']'), but got '2'"#,
        ),
        (
            r#"{{ (fromToml "a = {b = 1").Error }}"#,
            r#"toml: line 1 (last key "a.b"): expected a comma or an inline table terminator '}', but got end of file instead"#,
        ),
        (
            r#"{{ (fromToml "[a\n").Error }}"#,
            r"toml: line 2: expected '.' or ']' to end table name, but got '\n' instead",
        ),
        (r#"{{ (fromToml "[]").Error }}"#, "toml: line 1: unexpected end of table name (table names cannot be empty)"),
        (
            r#"{{ (fromToml "a = 1 b").Error }}"#,
            "toml: line 1: expected a top-level item to end with a newline, comment, or EOF, but got 'b' instead",
        ),
        (
            r#"{{ (fromToml "a = 01").Error }}"#,
            r#"toml: line 1 (last key "a"): Invalid integer "01": cannot have leading zeroes"#,
        ),
        (
            r#"{{ (fromToml "a = 1__0").Error }}"#,
            r#"toml: line 1 (last key "a"): Invalid integer "1__0": underscores must be surrounded by digits"#,
        ),
        (
            r#"{{ (fromToml "a = 99999999999999999999").Error }}"#,
            r#"toml: line 1 (last key "a"): 99999999999999999999 is out of range for int64"#,
        ),
        (
            r#"{{ (fromToml "a = 1.").Error }}"#,
            r#"toml: line 1 (last key "a"): Invalid float "1.": '.' must be followed by one or more digits"#,
        ),
        (
            r#"{{ (fromToml "a = 2024-13-01").Error }}"#,
            r#"toml: line 1 (last key "a"): invalid datetime: "2024-13-01""#,
        ),
        (
            r#"{{ (fromToml "a.b = 1\na.b.c = 2").Error }}"#,
            r#"toml: line 2 (last key "a.b.c"): Key 'a.b' has already been defined."#,
        ),
        (
            r#"{{ (fromToml "a = \x01").Error }}"#,
            r#"toml: line 1 (last key "a"): TOML files cannot contain control characters: '0x01'"#,
        ),
        (r#"{{ (fromToml "key: value").Error }}"#, "toml: line 1: expected '.' or '=', but got ':' instead"),
        (r#"{{ (fromToml "{\"a\": 1}").Error }}"#, "toml: line 1: expected '.' or '=', but got '{' instead"),
    ];
    check(&FUNCTIONS, &rows);
}
