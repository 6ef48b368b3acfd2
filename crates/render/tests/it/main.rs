//! Whole renderings of charts made in memory.

mod charts;
mod unused;

use charts::{chart, render, texts};
use skeg_chart::Compat;
use skeg_render::{KubeVersion, Options, render_name_template};

/// More than what one thread renders alone.
const PADDING: usize = 64 << 10;

#[test]
fn a_write_is_seen_by_files_that_run_later_on_any_number_of_threads() {
    let padding = format!("{{{{/* {} */}}}}", "x".repeat(PADDING));
    let mut files: Vec<(String, String)> = (0..40)
        .map(|i| (format!("templates/m{i:02}.yaml"), format!("kind: A{i:02}\nseen: {{{{ .Values.late }}}}\n")))
        .collect();
    // Files run backwards by name: z before all others, a after them.
    files.push(("templates/z.yaml".into(), "{{ $_ := set .Values \"late\" \"written\" }}".into()));
    files.push(("templates/a.yaml".into(), format!("{padding}kind: Last\nseen: {{{{ .Values.late }}}}\n")));
    for _ in 0..20 {
        let rendered = render(chart(&files), "late: early\n", Options::default()).expect("renders");
        assert_eq!(rendered.manifests.len(), 41);
        for manifest in texts(&rendered) {
            assert!(manifest.contains("seen: written"), "{manifest}");
        }
    }
}

#[test]
fn files_that_run_before_a_write_do_not_see_it() {
    let padding = format!("{{{{/* {} */}}}}", "x".repeat(PADDING));
    let count = "{{ $_ := set .Values.counted \"files\" (add1 .Values.counted.files) }}";
    // Files run backwards by name: those from 20 downwards count, each once.
    let mut files: Vec<(String, String)> = (0..40)
        .map(|i| {
            let before = if i > 20 { "" } else { count };
            let text = format!("{before}kind: A{i:02}\nseen: {{{{ .Values.counted.files }}}}\n");
            (format!("templates/m{i:02}.yaml"), text)
        })
        .collect();
    files[39].1.push_str(&padding);
    let expected: Vec<String> =
        (0..40).map(|i| format!("kind: A{i:02}\nseen: {}\n", (21_u32).saturating_sub(i))).collect();
    let values = "counted: {files: 0}\n";
    for stack in [Options::default().stack, 2 << 20] {
        for _ in 0..20 {
            let rendered = render(chart(&files), values, Options { stack, ..Options::default() }).expect("renders");
            assert_eq!(texts(&rendered), expected);
        }
    }
    files[3].1 = format!("{count}{{{{ fail (toString .Values.counted.files) }}}}");
    files[30].1 = "{{ if .Values.counted.files }}{{ fail \"too early\" }}{{ end }}".into();
    files[2].1 = "{{ fail \"too late\" }}".into();
    for _ in 0..20 {
        let error = render(chart(&files), values, Options::default()).expect_err("fails").to_string();
        assert!(error.starts_with("execution error at (demo/templates/m03.yaml:"), "{error}");
        assert!(error.ends_with(": 18"), "{error}");
    }
}

#[test]
fn what_was_written_before_the_stack_ended_is_not_forgotten() {
    let files = [
        ("templates/c.yaml", "{{ $_ := set .Values \"seen\" \"written\" }}kind: C\nseen: {{ .Values.seen }}\n"),
        (
            "templates/b.yaml",
            "{{ define \"deep\" }}{{ if . }}{{ include \"deep\" (sub . 1) }}x{{ end }}{{ end }}kind: B\nseen: {{ .Values.seen }}\nmark: {{ include \"deep\" 300 }}\n",
        ),
        ("templates/a.yaml", "kind: A\nseen: {{ .Values.seen }}\n"),
    ]
    .map(|(name, text)| (name.to_string(), text.to_string()));
    for stack in [1, 64 << 10] {
        let rendered = render(chart(&files), "", Options { stack, ..Options::default() }).expect("renders");
        assert_eq!(rendered.manifests.len(), 3);
        for manifest in texts(&rendered) {
            assert!(manifest.contains("seen: written"), "{stack}: {manifest}");
        }
    }
}

#[test]
fn the_first_file_in_order_that_fails_is_the_one_told_of() {
    let padding = format!("{{{{/* {} */}}}}", "x".repeat(PADDING));
    let files = [
        ("templates/a.yaml".to_string(), format!("{padding}{{{{ fail \"second\" }}}}")),
        ("templates/b.yaml".to_string(), "{{ range until 20000 }}{{ end }}{{ fail \"first\" }}".to_string()),
    ];
    for _ in 0..20 {
        let error = render(chart(&files), "", Options::default()).expect_err("fails");
        assert_eq!(error.to_string(), "execution error at (demo/templates/b.yaml:1:35): first");
    }
}

#[test]
fn what_is_too_deep_for_the_callers_stack_is_executed_elsewhere() {
    let calls = |depth: &str| {
        let chain = "{{ define \"deep\" }}{{ if . }}{{ include \"deep\" (sub . 1) }}x{{ end }}{{ end }}";
        [("templates/a.yaml".to_string(), format!("{chain}kind: A\nmark: {{{{ include \"deep\" {depth} }}}}\n"))]
    };
    for stack in [1, 64 << 10, 0] {
        let options = || Options { stack, ..Options::default() };
        let rendered = render(chart(&calls("300")), "", options()).expect("renders");
        assert_eq!(texts(&rendered), [format!("kind: A\nmark: {}\n", "x".repeat(300))], "{stack}");
        let error = render(chart(&calls("-1")), "", options()).expect_err("never ends").to_string();
        assert!(error.contains("rendering template has a nested reference name: deep"), "{stack}: {error}");
    }
}

#[test]
fn lookup_finds_what_it_is_fed_with() {
    let template = "kind: A\n\
        one: {{ (lookup \"v1\" \"ConfigMap\" \"ns\" \"a\").data.x }}\n\
        cluster: {{ (lookup \"v1\" \"Namespace\" \"\" \"ns\").metadata.name }}\n\
        other: {{ lookup \"v1\" \"ConfigMap\" \"elsewhere\" \"a\" | toJson }}\n\
        all: {{ range (lookup \"v1\" \"ConfigMap\" \"ns\" \"\").items }}{{ .metadata.name }} {{ end }}\n\
        none: {{ (lookup \"v1\" \"Secret\" \"ns\" \"\").items | len }}\n";
    let objects = [
        "{apiVersion: v1, kind: ConfigMap, metadata: {name: a, namespace: ns}, data: {x: found}}",
        "{apiVersion: v1, kind: List, items: [{apiVersion: v1, kind: ConfigMap, metadata: {name: b, namespace: ns}}]}",
        "{apiVersion: v1, kind: Namespace, metadata: {name: ns}}",
    ];
    let lookup = objects.iter().map(|o| skeg_go_yaml::read_tree(o.as_bytes()).expect("an object")).collect();
    let files = [("templates/a.yaml".to_string(), template.to_string())];
    let rendered = render(chart(&files), "", Options { lookup, ..Options::default() }).expect("renders");
    assert_eq!(texts(&rendered), ["kind: A\none: found\ncluster: ns\nother: {}\nall: a b \nnone: 0\n"]);
    let without = render(chart(&files), "", Options::default()).expect_err("nothing to look into");
    assert!(without.to_string().contains("nil pointer evaluating interface {}.x"), "{without}");
}

#[test]
fn strict_rendering_refuses_missing_keys() {
    let files = [("templates/a.yaml".to_string(), "kind: A\nx: {{ .Values.nothing }}\n".to_string())];
    assert!(render(chart(&files), "", Options::default()).is_ok());
    let error = render(chart(&files), "", Options { strict: true, ..Options::default() }).expect_err("fails");
    assert!(error.to_string().contains("map has no entry for key \"nothing\""), "{error}");
}

#[test]
fn hooks_notes_and_crds_are_told_apart() {
    let files = [
        ("templates/NOTES.txt", "Hello {{ .Release.Name }}"),
        ("templates/hook.yaml", "kind: Job\nmetadata:\n  name: h\n  annotations:\n    helm.sh/hook: Pre-Install, test-success\n    helm.sh/hook-weight: \"-3\"\n    helm.sh/hook-delete-policy: hook-succeeded,Before-Hook-Creation\n"),
        ("templates/unknown.yaml", "kind: Job\nmetadata:\n  annotations:\n    helm.sh/hook: pre-install,nonsense\n"),
        ("templates/a.yaml", "kind: Service\n---\nkind: ConfigMap\n"),
        ("crds/c.yaml", "kind: CustomResourceDefinition\n"),
    ]
    .map(|(name, text)| (name.to_string(), text.to_string()));
    let rendered = render(chart(&files), "", Options { include_crds: true, ..Options::default() }).expect("renders");
    let kinds: Vec<&str> = rendered.manifests.iter().map(|m| m.kind.as_str()).collect();
    assert_eq!(kinds, ["ConfigMap", "Service"]);
    assert_eq!(rendered.notes, b"Hello rel");
    assert_eq!(rendered.crds.len(), 1);
    let [hook] = rendered.hooks.as_slice() else { panic!("one hook: {:?}", rendered.hooks) };
    assert_eq!(hook.events, ["pre-install", "test"]);
    assert_eq!(hook.weight, -3);
    assert_eq!(hook.delete_policies, ["hook-succeeded", "before-hook-creation"]);
    let without = render(chart(&files), "", Options::default()).expect("renders");
    assert!(without.crds.is_empty(), "crds/ is read only where it is asked for");
}

#[test]
fn kube_versions_are_read_leniently() {
    let parse = |text: &str, compat| KubeVersion::parse(text, compat).map(|v| (v.version, v.major, v.minor));
    let version = |v: &str, major: &str, minor: &str| Ok((v.to_string(), major.to_string(), minor.to_string()));
    assert_eq!(parse("1.29", Compat::V4), version("v1.29", "1", "29"));
    assert_eq!(parse("v1.29.5-gke.100+x", Compat::V4), version("v1.29.5-gke.100+x", "1", "29"));
    assert_eq!(parse("v1.29.5-gke.100+x", Compat::V3), version("v1.29.5", "1", "29"));
    assert_eq!(parse("abc", Compat::V4), Err("could not parse \"abc\" as version".to_string()));
    assert_eq!(parse("1", Compat::V4), Err("illegal version string \"1\"".to_string()));
    assert_eq!(
        parse("01.2", Compat::V4),
        Err("illegal zero-prefixed version component \"01\" in \"01.2\"".to_string())
    );
}

#[test]
fn release_names_can_be_made_by_a_template() {
    assert_eq!(render_name_template("web-{{ \"ABC\" | lower }}", Compat::V4, None), Ok("web-abc".to_string()));
    assert!(
        render_name_template("{{ nosuch }}", Compat::V4, None)
            .is_err_and(|e| e.contains("function \"nosuch\" not defined"))
    );
}

#[test]
fn names_take_little() {
    // A process that grows by 100 MiB from look to look.
    static IN_USE: std::sync::atomic::AtomicUsize = std::sync::atomic::AtomicUsize::new(0);
    let meter = Some((|| IN_USE.fetch_add(100 << 20, std::sync::atomic::Ordering::Relaxed)) as fn() -> usize);
    for (text, expected) in [
        ("{{ range 1000000000 }}{{ end }}", "templates take more than 268435456 bytes of memory"),
        (r#"{{ repeat 2000000 "a" | len }}"#, "larger than 1048576 bytes"),
    ] {
        let meter = meter.filter(|_| text.contains("1000000000"));
        let refused = render_name_template(text, Compat::V4, meter).expect_err(text);
        assert!(refused.contains(expected), "{refused}");
    }
}
