//! Executes the rows of `testdata/*.tsv`, whose outputs come from sprig and Helm in Go on the same data.
//!
//! A row is a template, a tab, and `ok: OUTPUT` or `err: THE END OF THE ERROR`; `⏎` stands for a line break, `⇥` for a tab.

mod data;

use skeg_go_template::{Limits, Machine, TemplateSet};
use skeg_template_functions::{helm, table};

fn execute(text: &str, v4: bool) -> String {
    let mut set = TemplateSet::new(table(v4));
    match set.parse("t", text.to_string()) {
        Ok(templates) => set.add(templates),
        Err(error) => return format!("err: {error}"),
    }
    let host = helm::Host::default();
    let mut machine = Machine::new(&set, &host, false, Limits::default());
    match machine.execute("t", data::data(), "t") {
        Ok(output) => format!("ok: {}", String::from_utf8_lossy(&output)),
        Err(error) => format!("err: {error}"),
    }
}

fn differences(rows: &str, v4: bool) -> Vec<String> {
    let mut wrong = Vec::new();
    for row in rows.lines() {
        let (text, expected) = row.split_once('\t').expect("a row has two columns");
        let got = execute(&text.replace('⏎', "\n"), v4).replace('\n', "⏎").replace('\t', "⇥");
        let same = match expected.strip_prefix("err: ") {
            Some(end) => got.starts_with("err: ") && got.ends_with(end),
            None => got == expected,
        };
        if !same {
            wrong.push(format!("{text}\n  go:   {expected}\n  ours: {got}"));
        }
    }
    wrong
}

macro_rules! rows {
    ($($name:ident)*) => {$(
        #[test]
        fn $name() {
            let rows = include_str!(concat!("../../testdata/", stringify!($name), ".tsv"));
            // A renderer's stack size, for deeply nested values.
            let thread = std::thread::Builder::new().stack_size(16 << 20).spawn(|| differences(rows, true));
            let wrong = thread.expect("a thread starts").join().expect("no panic");
            assert!(wrong.is_empty(), "{} rows differ:\n{}", wrong.len(), wrong.join("\n"));
        }
    )*};
}

rows!(strings numbers lists dicts defaults encoding paths json yaml);

/// A row is a function's name, a tab, and the Go types of its parameters.
#[test]
fn signatures() {
    let functions = table(true);
    let mut wrong = Vec::new();
    for row in include_str!("../../testdata/signatures.tsv").lines() {
        let (name, expected) = row.split_once('\t').expect("a row has two columns");
        let Some(function) = functions.get(name) else {
            wrong.push(format!("{name}: missing"));
            continue;
        };
        let fixed = function.signature.params.iter().map(|p| p.type_name().to_string());
        let rest = function.signature.rest.iter().map(|p| format!("...{}", p.type_name()));
        let got = fixed.chain(rest).collect::<Vec<_>>().join(", ");
        if got != expected {
            wrong.push(format!("{name}: go has ({expected}), we have ({got})"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn names_of_the_generations() {
    let rows = include_str!("../../testdata/signatures.tsv").lines();
    let mut names: Vec<&str> = rows.filter_map(|row| Some(row.split_once('\t')?.0)).collect();
    assert_eq!(table(true).names(), names);
    names.retain(|name| !matches!(*name, "mustToYaml" | "mustToToml"));
    assert_eq!(table(false).names(), names);
}

/// Go would exhaust memory, time or stack on these.
#[test]
fn what_never_ends_is_refused() {
    let shared = r#"{{$x := dict "a" 1}}{{range until 50}}{{$x = dict "l" $x "r" $x}}{{end}}"#;
    let both = r#"{{$x := dict "a" 1}}{{$y := dict "a" 2}}{{range until 50}}{{$x = dict "l" $x "r" $x}}{{$y = dict "l" $y "r" $y}}{{end}}"#;
    let own = r#"{{$x := dict}}{{$y := dict}}{{$_ := set $x "k" $x}}{{$_ := set $y "k" $y}}"#;
    let text = r#"{{$x := repeat 1000000 "x"}}"#;
    let rows = [
        (shared, "toYaml $x", "too large to be written"),
        (shared, "toJson $x", "too large to be written"),
        (shared, "toYamlPretty $x", "too large to be written"),
        (shared, "toToml $x", "too large or nests too deeply"),
        (shared, "deepCopy $x", "too large or nests too deeply"),
        (both, "merge $x $y", "merging maps: too many or nested too deep"),
        (own, "merge $x $y", "merging maps: too many or nested too deep"),
        (shared, "uniq (list $x $x)", "too large or nests too deeply"),
        (own, "deepEqual $x $y", "too large or nests too deeply"),
        (own, "has $x (list $y)", "too large or nests too deeply"),
        (own, "without (list $x) $y", "too large or nests too deeply"),
        (text, r#"replace "x" $x $x"#, "the output is larger than"),
        (text, "wrapWith 1 $x $x", "the output is larger than"),
        (text, r#"splitList "" (repeat 10 $x)"#, "there are more than 2097152 parts"),
        (text, r#"mustRegexMatch (repeat 10000 "(x+x+)+") $x"#, "expression too large"),
        (text, r#"mustRegexMatch (repeat 10000 "\\p{L}") $x"#, "expression too large"),
        (text, r#"get (fromToml (print "[" (repeat 1000 "a.") "a]")) "Error" | fail"#, "a key has too many parts"),
        ("", r#"range until 1000}}{{genPrivateKey "none"}}{{end"#, "500000000 steps"),
    ];
    let run = move || {
        for (before, action, expected) in rows {
            let got = execute(&format!("{before}{{{{{action}}}}}"), true);
            assert!(got.starts_with("err: ") && got.contains(expected), "{action}: {got:.300}");
        }
    };
    let thread = std::thread::Builder::new().stack_size(64 << 20).spawn(run);
    thread.expect("a thread starts").join().expect("all are refused");
}
