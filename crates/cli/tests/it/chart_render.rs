//! `skeg chart render`: the same manifests as `template`, and errors that help people.

use std::fs;

use crate::shell::{folder, shop, skeg, skeg_with};

#[test]
fn renders_what_template_renders() {
    let dir = shop("render-same");
    let template = skeg(&dir, &["template", "rel", "shop", "-n", "ns", "--include-crds"]);
    let render = skeg(&dir, &["chart", "render", "shop", "-r", "rel", "-n", "ns", "--show-crds"]);
    assert_eq!(render.printed(), template.printed());
    let here = skeg(&dir.join("shop"), &["chart", "render", "--no-hooks"]);
    assert!(here.printed().ends_with("release: stub-release.stub-namespace\n"));
    let variables = [("NELM_RELEASE", "rel"), ("SKEG_CHART_RENDER_NAMESPACE", "ns"), ("NELM_NAMESPACE", "other")];
    let by_variables = skeg_with(&dir, &["chart", "render", "shop", "--include-crds"], &variables, b"");
    assert_eq!(by_variables.printed(), template.printed());
}

#[test]
fn picks_and_saves() {
    let dir = shop("render-picks");
    let picked = skeg(&dir, &["chart", "render", "shop", "-s", "templates/hooks.yaml", "--skip-tests"]);
    assert!(picked.printed().contains("name: pre") && !picked.printed().contains("name: try"), "{}", picked.printed());
    let saved = skeg(&dir, &["chart", "render", "shop", "--save-output-to", "all.yaml", "--no-hooks"]);
    assert_eq!(saved.printed(), "");
    let text = fs::read_to_string(dir.join("all.yaml")).expect("a file");
    assert_eq!(text, skeg(&dir, &["chart", "render", "shop", "--no-hooks"]).printed());
    let notes = skeg(&dir, &["chart", "render", "shop", "--show-notes"]);
    assert_eq!((notes.status, notes.stderr.as_str()), (0, "NOTES:\nVisit web.\n"));
    let missing = skeg(&dir, &["chart", "render", "shop", "-s", "templates/wep.yaml"]);
    assert_eq!(
        missing.refused(),
        "error[SKEG-TEMPLATE-NOT-FOUND]: could not find template templates/wep.yaml in chart\n  Did you mean: --show-only templates/web.yaml\n"
    );
}

#[test]
fn more_can_be_said_of_a_chart_than_its_values() {
    let sees = "kind: A\nvalue: {{ .Values.name }}\napp: {{ .Chart.AppVersion }}\nroot: {{ .extra | toJson }}\nruntime: {{ .Runtime | toJson }}\nrelease: {{ .Release.Name }}\n";
    let dir = folder(
        "render-extras",
        &[
            ("shop/Chart.yaml", "apiVersion: v2\nname: shop\nversion: 1.0.0\nappVersion: \"1\"\n"),
            ("shop/values.yaml", "name: web\n"),
            ("shop/templates/a.yaml", sees),
            ("shop/charts/sub/Chart.yaml", "apiVersion: v2\nname: sub\nversion: 1.0.0\nappVersion: \"5\"\n"),
            ("shop/charts/sub/values.yaml", "name: below\n"),
            ("shop/charts/sub/templates/b.yaml", &sees.replace("kind: A", "kind: B")),
        ],
    );
    let seen = |kind: &str, value: &str, app: &str, root: &str, runtime: &str| {
        format!("kind: {kind}\nvalue: {value}\napp: {app}\nroot: {root}\nruntime: {runtime}\nrelease: stub-release\n")
    };
    for (more, root, sub) in [
        (&[][..], seen("A", "web", "1", "null", "{}"), seen("B", "below", "5", "null", "{}")),
        (&["--no-default-values"], seen("A", "", "1", "null", "{}"), seen("B", "below", "5", "null", "{}")),
        (&["--app-version", "2"], seen("A", "web", "2", "null", "{}"), seen("B", "below", "5", "null", "{}")),
        (
            &["--set-root-json", "extra.a=[1,\"x,y\"]", "--set-root-json", "Release={\"Name\":\"no\"}"],
            seen("A", "web", "1", "{\"a\":[1,\"x,y\"]}", "{}"),
            seen("B", "below", "5", "{\"a\":[1,\"x,y\"]}", "{}"),
        ),
        (
            &["--set-runtime-json", "env=\"test\""],
            seen("A", "web", "1", "null", "{\"env\":\"test\"}"),
            seen("B", "below", "5", "null", "{\"env\":\"test\"}"),
        ),
    ] {
        let outcome = skeg(&dir, &[&["chart", "render", "shop"], more].concat());
        assert!(
            outcome.printed().contains(&root) && outcome.printed().contains(&sub),
            "{more:?}: {}",
            outcome.printed()
        );
    }
    let bad = skeg(&dir, &["chart", "render", "shop", "--set-root-json", "a={"]);
    assert!(
        bad.refused().starts_with("error[SKEG-RENDERING]: failed parsing --set-root-json data a={"),
        "{}",
        bad.refused()
    );
    // Helm's command ignores it.
    let template = skeg(&dir, &["template", "rel", "shop", "-s", "templates/a.yaml"]);
    assert!(template.printed().contains("runtime: null\n"), "{}", template.printed());
}

#[test]
fn puts_annotations_and_labels_on_everything() {
    let dir = shop("render-dressed");
    let words = ["chart", "render", "shop", "--labels", "tier=web", "--annotations", "note=on all", "--show-crds"];
    let outcome = skeg(&dir, &words);
    // The shop's CRD has no apiVersion.
    assert!(
        outcome
            .refused()
            .starts_with("error[SKEG-RESOURCE-INVALID]: shop/crds/crd.yaml, document 1: apiVersion is missing")
    );
    let printed = skeg(&dir, &words[..7]);
    let documents = printed.printed().matches("# Source: ").count();
    assert_eq!(documents, 3, "{}", printed.printed());
    assert_eq!(printed.printed().matches("  labels:\n    tier: web\n").count(), documents, "{}", printed.printed());
    assert_eq!(printed.printed().matches("    note: on all\n").count(), documents, "{}", printed.printed());
}

/// A chart with this template and helper, whose rendering fails.
fn failing(name: &str, template: &str, helper: &str, words: &[&str]) -> String {
    let dir = folder(
        name,
        &[
            ("shop/Chart.yaml", "apiVersion: v2\nname: shop\nversion: 1.0.0\n"),
            ("shop/values.yaml", "images:\n  repository: nginx\nreplicas: 2\nname: web\n"),
            ("shop/templates/web.yaml", template),
            ("shop/templates/_helpers.tpl", helper),
        ],
    );
    skeg(&dir, &[&["chart", "render", "shop"], words].concat()).refused().to_string()
}

#[test]
fn shows_the_line_and_the_missing_value() {
    let helper = "{{ define \"shop.image\" }}\n{{ .Values.image.tag }}\n{{ end }}\n";
    assert_eq!(
        failing("render-missing", "kind: Pod\n\nimage: {{ include \"shop.image\" . }}\n", helper, &[]),
        "\
error[SKEG-TEMPLATE-FAILED]: template: shop/templates/_helpers.tpl:2:10: executing \"shop.image\" at <.Values.image.tag>: nil pointer evaluating interface {}.tag
   ╭ shop/templates/_helpers.tpl:2
 2 │ {{ .Values.image.tag }}
   │            ^^^^^ .Values.image is not set; values.yaml has `images`
  called from shop/templates/web.yaml:3 (include \"shop.image\")
"
    );
}

#[test]
fn shows_values_of_a_wrong_type() {
    assert_eq!(
        failing("render-type", "x: {{ .Values.images.repository }}\n", "", &["--set", "images=text"]),
        "\
error[SKEG-TEMPLATE-FAILED]: template: shop/templates/web.yaml:1:13: executing \"shop/templates/web.yaml\" at <.Values.images.repository>: can't evaluate field repository in type interface {}
   ╭ shop/templates/web.yaml:1
 1 │ x: {{ .Values.images.repository }}
   │               ^^^^^^ .Values.images is the text \"text\", not a map
"
    );
}

#[test]
fn shows_texts_given_to_tpl() {
    assert_eq!(
        failing("render-tpl", "x: {{ tpl .Values.name . }}\n", "", &["--set-literal", "name={{ .Values.nam.x }}"]),
        "\
error[SKEG-TEMPLATE-FAILED]: template: gotpl:1:10: executing \"gotpl\" at <.Values.nam.x>: nil pointer evaluating interface {}.x
   ╭ text given to tpl:1
 1 │ {{ .Values.nam.x }}
   │            ^^^ .Values.nam is not set; values.yaml has `name`
  called from shop/templates/web.yaml:1 (tpl)
"
    );
}

#[test]
fn shows_what_the_chart_demands() {
    assert_eq!(
        failing("render-required", "x: {{ required \"a tag is needed\" .Values.images.tag }}\n", "", &[]),
        "\
error[SKEG-TEMPLATE-REFUSED]: execution error at (shop/templates/web.yaml:1:6): a tag is needed
   ╭ shop/templates/web.yaml:1
 1 │ x: {{ required \"a tag is needed\" .Values.images.tag }}
   │       ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  Set it: --set images.tag=…, or in a file for -f.
"
    );
}

#[test]
fn messages_fit_a_screen() {
    let long = "a: {{ fail (repeat 1000000 \"x\") }}\n";
    let error = failing("render-long", long, "", &[]);
    assert!(error.len() < 4000 && error.contains("bytes left out"), "{}", error.len());
    let mutual = "{{ define \"a\" }}{{ include \"b\" . }}{{ end }}{{ define \"b\" }}{{ include \"a\" . }}{{ end }}";
    let error = failing("render-endless", "a: {{ include \"a\" . }}\n", mutual, &[]);
    assert!(error.len() < 4000 && error.contains("more calls …"), "{error}");
}

#[test]
fn finds_templates_of_similar_names() {
    let helper = "{{ define \"shop.labels\" }}a: b{{ end }}\n";
    let error = failing("render-template", "{{ include \"shop.lables\" . }}\n", helper, &[]);
    let hint = "  No template is named \"shop.lables\"; there is \"shop.labels\".\n";
    assert!(error.ends_with(hint), "{error}");
    let error = failing("render-template-action", "{{ template \"shop.lables\" . }}\n", helper, &[]);
    assert!(error.ends_with(hint), "{error}");
    // A text that only looks like an error of that kind.
    let error = failing("render-template-text", "{{ fail \"no template \\\"shop.lables\\\"\" }}\n", helper, &[]);
    assert!(!error.contains("is named"), "{error}");
}

#[test]
fn shows_templates_that_do_not_parse() {
    assert_eq!(
        failing("render-parse", "a: b\n{{ if .Values.name }}\nx: y\n", "", &[]),
        "\
error[SKEG-TEMPLATE-SYNTAX]: parse error at (shop/templates/web.yaml:4): unexpected EOF
   ╭ shop/templates/web.yaml:2
 2 │ {{ if .Values.name }}
   │ ^^^^^^^^^^^^^^^^^^^^^ this if has no {{ end }}
"
    );
    assert_eq!(
        failing("render-function", "a: {{ toYml .Values.name }}\n", "", &[]),
        "\
error[SKEG-TEMPLATE-SYNTAX]: parse error at (shop/templates/web.yaml:1): function \"toYml\" not defined
   ╭ shop/templates/web.yaml:1
 1 │ a: {{ toYml .Values.name }}
   │       ^^^^^
  No function is named toYml; there is toYaml.
"
    );
    assert_eq!(
        failing("render-open", "a: {{ .Values.name\nb: 1\n", "", &[]),
        "\
error[SKEG-TEMPLATE-SYNTAX]: parse error at (shop/templates/web.yaml:2): function \"b\" not defined
   ╭ shop/templates/web.yaml:1
 1 │ a: {{ .Values.name
   │    ^^^^^^^^^^^^^^^ is not closed with }}
"
    );
}

#[test]
fn shows_output_that_is_no_yaml() {
    assert_eq!(
        failing("render-yaml", "kind: Pod\nmetadata:\n  name: {{ .Values.name }}\nspec: {}\n", "", &["--set", "name=a: b"]),
        "\
error[SKEG-MANIFEST-INVALID]: YAML parse error on shop/templates/web.yaml: error converting YAML to JSON: yaml: line 3: mapping values are not allowed in this context
   ╭ what shop/templates/web.yaml renders to
 1 │ kind: Pod
 2 │ metadata:
 3 │   name: a: b
   │   ^^^^^^^^^^
 4 │ spec: {}
  A text with `: ` inside needs quotes: pipe the value through `quote`.
"
    );
}

#[test]
fn says_what_to_do_about_values_and_charts() {
    let schema = r#"{"properties": {"replicas": {"type": "integer"}, "tag": {"type": "string"}}}"#;
    let dir = folder(
        "render-remedies",
        &[
            ("shop/Chart.yaml", "apiVersion: v2\nname: shop\nversion: 1.0.0\nkubeVersion: '>=1.30'\n"),
            ("shop/values.schema.json", schema),
            (
                "deps/Chart.yaml",
                "apiVersion: v2\nname: deps\nversion: 1.0.0\ndependencies:\n- {name: db, version: 1.0.0, repository: ''}\n",
            ),
            ("lib/Chart.yaml", "apiVersion: v2\nname: lib\nversion: 1.0.0\ntype: library\n"),
            ("bad.yaml", "a: b\n c: d\n"),
            ("list.yaml", "- a\n"),
            ("second.yaml", "a: 1\n---\nb: 2\nc: d: e\n"),
            ("broken.tgz", "no archive"),
            ("empty/README", ""),
        ],
    );
    for (line, last) in [
        (
            "shop --set a",
            "  --set \"a\"\n  Write --set key=value. A comma, brace or dot that belongs to a text needs a \\ before it.\n",
        ),
        (
            "shop --set replicas=x",
            "  .Values.replicas is the text \"x\"\n  Fix the values, or skip the check: --skip-schema-validation\n",
        ),
        (
            "shop --set tag=3",
            "  .Values.tag is the number 3\n  For a number or boolean as text: --set-string tag=…\n  \
             Fix the values, or skip the check: --skip-schema-validation\n",
        ),
        ("shop -f list.yaml", "  list.yaml must be a map of values at the top level.\n"),
        ("shop -f bad.yaml", " 2 │  c: d\n   │  ^^^^\n  Check indentation and quotes around there.\n"),
        ("shop -f second.yaml", " 4 │ c: d: e\n   │ ^^^^^^^\n  Check indentation and quotes around there.\n"),
        ("shop --set a.b[70000]=1", "  --set \"a.b[70000]=1\"\n  Set the list as a whole: --set-json 'key=[…]'\n"),
        ("shop --set a=1,a.b=1", "  The path goes through a value that is not a map or list; set that one first.\n"),
        ("shop --kube-version 1.20", "  Render for another version: --kube-version VERSION\n"),
        ("lib", "  It only provides templates to other charts: use a chart that depends on it.\n"),
        ("shp", "error[SKEG-CHART-NOT-FOUND]: path \"shp\" not found\n  There is shop next to it.\n"),
        ("shop -r Not_Good", "  Choose another name: -r NAME (lower-case letters, digits, - and .)\n"),
    ] {
        let words: Vec<&str> = ["chart", "render"].into_iter().chain(line.split_whitespace()).collect();
        let outcome = skeg(&dir, &words);
        assert!(outcome.refused().ends_with(last), "{line}: {}", outcome.stderr);
    }
    for (line, part) in [
        ("deps", "Get them with: helm dependency build "),
        ("broken.tgz", "was the download complete?"),
        ("empty", "A chart is a folder with a Chart.yaml, or a .tgz of one"),
    ] {
        let outcome = skeg(&dir, &["chart", "render", line]);
        assert!(outcome.refused().contains(part), "{line}: {}", outcome.stderr);
    }
}
