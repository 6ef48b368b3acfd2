//! The results of gobwas/glob and `filepath.Match`.

use super::{BadPattern, Glob, path_match};

#[test]
fn globs_match_as_gobwas_does() {
    // Pattern, paths that match, paths that do not.
    let rows: &[(&str, &[&str], &[&str])] = &[
        ("*.yaml", &["a.yaml", ".yaml"], &["a/b.yaml", "a.yml"]),
        ("**.yaml", &["a.yaml", "a/b.yaml"], &["a.yml"]),
        ("conf/**", &["conf/a", "conf/a/b", "conf/"], &["conf", "other/a"]),
        ("conf/*", &["conf/a"], &["conf/a/b"]),
        ("a/**/b", &["a/x/b", "a/x/y/b", "a//b"], &["a/b"]),
        ("?.txt", &["a.txt", "é.txt"], &["/.txt", "ab.txt"]),
        ("{a,b}.txt", &["a.txt", "b.txt"], &["c.txt", "ab.txt"]),
        ("{*.yaml,*.yml}", &["x.yaml", "x.yml"], &["x.json", "d/x.yml"]),
        ("{a,{b,c}d}", &["a", "bd", "cd"], &["b", "ad"]),
        ("x{,y}", &["x", "xy"], &["xyy"]),
        ("[a-c]x", &["ax", "cx"], &["dx", "x"]),
        ("[!a-c]x", &["dx", "/x"], &["ax"]),
        ("[abc]x", &["ax", "cx"], &["dx"]),
        ("[!ab]x", &["cx"], &["bx"]),
        ("[\\]]", &["]"], &["\\"]),
        ("\\*", &["*"], &["a"]),
        ("a,b}", &["a,b}"], &["a"]),
        ("{a,b", &["a", "b"], &["{a,b"]),
        ("", &[""], &["a"]),
        ("dashboards/*.json", &["dashboards/a.json"], &["dashboards/a/b.json", "a.json"]),
    ];
    for (pattern, yes, no) in rows {
        let glob = Glob::compile(pattern.as_bytes()).unwrap();
        for path in *yes {
            assert!(glob.matches(path.as_bytes()), "{pattern} {path}");
        }
        for path in *no {
            assert!(!glob.matches(path.as_bytes()), "{pattern} {path}");
        }
    }
}

#[test]
fn some_patterns_are_none() {
    for pattern in ["[", "[]", "[]a]", "[a-]", "[c-a]", "[a-zA-Z]", "[a-z0-9]", "a[", "\u{fffd}"] {
        assert!(Glob::compile(pattern.as_bytes()).is_none(), "{pattern}");
    }
    assert!(Glob::compile(b"\xff").is_none());
    assert!(Glob::compile("{".repeat(100_000).as_bytes()).is_none());
}

#[test]
fn paths_match_as_in_go() {
    let bad = Err(BadPattern);
    let rows = [
        ("abc", "abc", Ok(true)),
        ("*", "a/b", Ok(false)),
        ("*c", "abc", Ok(true)),
        ("a*/b", "abc/b", Ok(true)),
        ("a*/b", "a/c/b", Ok(false)),
        ("a*b*c*d*e*/f", "axbxcxdxexxx/f", Ok(true)),
        ("a*b?c*x", "abxbbxdbxebxczzy", Ok(false)),
        ("ab[b-d]", "abc", Ok(true)),
        ("ab[^b-d]", "abc", Ok(false)),
        ("a\\*b", "a*b", Ok(true)),
        ("a\\*b", "ab", Ok(false)),
        ("a?b", "a☺b", Ok(true)),
        ("a[^a]b", "a☺b", Ok(true)),
        ("a??b", "a☺b", Ok(false)),
        ("[a-ζ]*", "α", Ok(true)),
        ("a?b", "a/b", Ok(false)),
        ("[\\]a]", "]", Ok(true)),
        ("[x\\-]", "-", Ok(true)),
        ("[]a]", "]", bad),
        ("[-]", "-", bad),
        ("[x-]", "x", bad),
        ("[a-b-c]", "a", bad),
        ("[", "a", bad),
        ("[^bc", "a", bad),
        ("a[", "a", bad),
        ("a\\", "a", bad),
        ("*x", "xxx", Ok(true)),
        ("", "", Ok(true)),
        ("b*[", "a", Ok(false)),
    ];
    for (pattern, name, matched) in rows {
        assert_eq!(path_match(pattern.as_bytes(), name.as_bytes()), matched, "{pattern} {name}");
    }
}
