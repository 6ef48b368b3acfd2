//! Values that no template reads are found, and nothing else is.

use skeg_chart::{Chart, Dependency};
use skeg_go_yaml::read_tree;
use skeg_render::Options;

use crate::charts::{chart, render};

/// The values that are not used, each with the keys beside it.
fn unused(chart: Chart, values: &str) -> Vec<String> {
    let options = Options { find_unused: true, ..Options::default() };
    let rendered = render(chart, values, options).expect("renders");
    rendered.unused.iter().map(|unused| unused.path.join(".")).collect()
}

fn with(templates: &[(&str, &str)], defaults: &str) -> Chart {
    let files: Vec<_> =
        templates.iter().map(|(name, text)| (format!("templates/{name}"), (*text).to_string())).collect();
    Chart { values: read_tree(defaults.as_bytes()).expect("YAML"), ..chart(&files) }
}

#[test]
fn finds_what_no_template_reads() {
    let everything = "a: {b: 1, c: {d: 2}}\nother: 3\nlist: [1]\n";
    for (text, defaults, want) in [
        ("{{ .Values.a }}", "{}", &["list", "other"][..]),
        ("{{ .Values.a.b }}{{ .Values.list }}", "{}", &["a.c", "other"]),
        ("{{ toYaml .Values }}", "{}", &[]),
        ("{{ range $k, $v := .Values }}{{ $k }}{{ $v }}{{ end }}", "{}", &[]),
        // Branches that are not taken count too.
        ("{{ if false }}{{ .Values.a.b }}{{ else }}{{ .Values.list }}{{ .Values.other }}{{ end }}", "{}", &["a.c"]),
        ("{{ with .Values.a }}{{ .b }}{{ end }}", "a: {b: 0}", &["a.c", "list", "other"]),
        ("{{ with .Values.a }}{{ toYaml . }}{{ end }}", "a: {b: 0}", &["list", "other"]),
        // Without a default it counts whether there is anything.
        ("{{ if .Values.a }}x{{ end }}", "{}", &["list", "other"]),
        ("{{ range .Values.a }}{{ . }}{{ end }}{{ $.Values.list }}{{ $.Values.other }}", "{}", &[]),
        ("{{ $v := .Values }}{{ $v.a.b }}{{ $v.list }}{{ $v.other }}", "{}", &["a.c"]),
        ("{{ index .Values \"a\" \"b\" }}{{ get .Values \"list\" }}{{ .Values.other }}", "{}", &["a.c"]),
        ("{{ $k := \"a\" }}{{ index .Values $k \"b\" }}", "{}", &["a.c"]),
        ("{{ dig \"c\" \"d\" 0 .Values.a }}", "a: {b: 0}", &["list", "other"]),
        (
            "{{ include \"h\" (dict \"v\" .Values.a \"r\" $) }}{{ define \"h\" }}{{ .v.b }}{{ .r.Values.list }}{{ end }}",
            "{}",
            &["a.c", "other"],
        ),
        (
            "{{ include \"h\" (list . \"x\") }}{{ define \"h\" }}{{ $r := index . 0 }}{{ index . 1 | upper }}{{ $r.Values.other }}{{ end }}",
            "{}",
            &["a", "list"],
        ),
        ("{{ template \"h\" .Values.a }}{{ define \"h\" }}{{ .b }}{{ end }}", "{}", &["a.c", "list", "other"]),
        ("{{ $m := merge (dict \"x\" 1) .Values.a }}{{ $m.b }}", "a: {b: 0}", &["a.c", "list", "other"]),
        ("{{ $_ := set .Values \"z\" .Values.a }}{{ .Values.z.b }}", "{}", &["list", "other"]),
        (
            "{{ $d := dict }}{{ $_ := set $d \"r\" $ }}{{ include \"h\" $d }}{{ define \"h\" }}{{ .r.Values.a.b }}{{ end }}",
            "{}",
            &["a.c", "list", "other"],
        ),
        ("{{ $x := \"\" }}{{ range list 1 }}{{ $x = $.Values.other }}{{ end }}{{ $x }}", "{}", &["a", "list"]),
        ("{{ (.Values.PathValue \"a.b\") }}", "{}", &[]),
        // What is not understood reads all.
        ("{{ .Values.a | toJson | fromJson | len }}", "{}", &["list", "other"]),
        ("{{ printf \"%v\" . | trunc 0 }}", "{}", &[]),
        // Texts that are templates may name what they like, also in values.
        ("{{ tpl .Values.text . }}{{ .Values.list }}", "text: '{{ .Values.other }}'", &["a"]),
        ("{{ tpl \"{{ toYaml .Values }}\" . }}", "{}", &[]),
        // What has a default is the chart's own affair.
        ("x: 1", "{a: {}, list: []}", &["other"]),
    ] {
        // Followed, but not executed: some of it would fail.
        let (body, helper) = text.split_at(text.find("{{ define").unwrap_or(text.len()));
        let text = format!("{{{{ if false }}}}{body}{{{{ end }}}}{helper}");
        assert_eq!(unused(with(&[("a.yaml", &text)], defaults), everything), want, "{text}");
    }
}

#[test]
fn subcharts_have_values_of_their_own() {
    let sub = |name: &str, text: &str| {
        let mut sub = with(&[("b.yaml", text)], "own: 1\n");
        sub.metadata.name = name.into();
        (sub.is_root, sub.full_path) = (false, format!("demo/charts/{name}"));
        sub
    };
    let mut root = with(&[("a.yaml", "{{ if false }}{{ .Values.top }}{{ .Values.one.seen }}{{ end }}")], "");
    root.values = skeg_go_yaml::Tree::map();
    root.dependencies = vec![
        sub("one", "{{ if false }}{{ .Values.read.it }}{{ .Values.global.colour }}{{ end }}"),
        sub("two", "{{ if false }}{{ .Values.x }}{{ end }}"),
    ];
    let wanted = |name: &str, condition: &str| Dependency {
        name: name.into(),
        version: "1.0.0".into(),
        condition: condition.into(),
        ..Dependency::default()
    };
    root.metadata.dependencies = Some(vec![wanted("one", ""), wanted("two", "two.enabled,other.switch")]);
    let values = "\
global: {colour: 1, size: 2}
one: {read: {it: 1, other: 1}, seen: 1, own: 2, unread: 1, global: {colour: 3}}
two: {enabled: false, anything: 1}
other: {switch: true, wrong: 1}
tags: {x: true}
top: 1
nowhere: 1
";
    let want = ["global.size", "nowhere", "one.read.other", "one.unread", "other.wrong"];
    assert_eq!(unused(root, values), want);
}

#[test]
fn names_what_stands_beside_it() {
    let chart = with(&[("a.yaml", "{{ if false }}{{ .Values.image.tag }}{{ end }}")], "image: {repository: a}\n");
    let options = Options { find_unused: true, ..Options::default() };
    let rendered = render(chart, "image: {tga: x}\n", options).expect("renders");
    assert_eq!(rendered.unused[0].known, ["repository", "tag"]);
}
