//! The declared order of a chart without a cluster: `skeg chart dag` and `skeg template --wait=ordered`.

use std::path::PathBuf;

use crate::shell::{folder, skeg};

const CHART: &str = "apiVersion: v2
name: foo
version: 1.0.0
annotations:
  helm.sh/depends-on/subcharts: ANNOTATION
dependencies:
  - name: nginx
    version: 1.0.0
  - name: rabbitmq
    version: 1.0.0
  - name: bar
    version: 1.0.0
    condition: bar.enabled
    depends-on: [\"nginx\", \"rabbitmq\"]
  - name: orphaned
    version: 1.0.0
";

/// A ConfigMap in a resource group, or in none.
fn config(name: &str, group: &str, after: &str) -> String {
    let mut text = format!("apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: {name}\n");
    if !group.is_empty() {
        text += &format!("  annotations:\n    helm.sh/resource-group: {group}\n");
    }
    if !after.is_empty() {
        text += &format!("    helm.sh/depends-on/resource-groups: '[\"{after}\"]'\n");
    }
    text
}

/// The chart of the requirement, with the annotation in this form.
fn foo(name: &str, annotation: &str) -> PathBuf {
    let subchart = |name: &str| format!("apiVersion: v2\nname: {name}\nversion: 1.0.0\n");
    let mut files = vec![
        ("foo/Chart.yaml".to_string(), CHART.replace("ANNOTATION", annotation)),
        ("foo/values.yaml".to_string(), "bar: {enabled: true}\n".to_string()),
        ("foo/templates/a-app.yaml".to_string(), config("app", "app", "disk")),
        ("foo/templates/b-disk.yaml".to_string(), config("disk", "disk", "")),
        ("foo/templates/c-disk.yaml".to_string(), config("more-disk", "disk", "")),
        ("foo/templates/a-rest.yaml".to_string(), config("rest", "", "")),
    ];
    for name in ["nginx", "rabbitmq", "bar", "orphaned"] {
        files.push((format!("foo/charts/{name}/Chart.yaml"), subchart(name)));
        files.push((format!("foo/charts/{name}/templates/a.yaml"), config(name, "", "")));
    }
    files.push(("foo/charts/bar/values.yaml".to_string(), "enabled: true\n".to_string()));
    let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    folder(name, &files)
}

#[test]
fn the_order_of_the_requirement_is_shown() {
    let dir = foo("dag", "[\"bar\", \"rabbitmq\"]");
    let shown = skeg(&dir, &["chart", "dag", "foo"]);
    assert_eq!(
        shown.printed(),
        "foo
  batch 1: nginx, rabbitmq
  batch 2: bar
  batch 3: orphaned, foo (its own resources)
  bar waits for nginx: depends-on in foo/Chart.yaml:14
  bar waits for rabbitmq: depends-on in foo/Chart.yaml:14
  orphaned waits for rabbitmq: subcharts without order go with the parent's own resources
  orphaned waits for bar: subcharts without order go with the parent's own resources
  foo (its own resources) waits for rabbitmq: annotation helm.sh/depends-on/subcharts in foo/Chart.yaml:5
  foo (its own resources) waits for bar: annotation helm.sh/depends-on/subcharts in foo/Chart.yaml:5
  group disk: ConfigMap/disk, ConfigMap/more-disk
  group app, after disk: ConfigMap/app
  after all groups: ConfigMap/rest
"
    );
    let json: serde_json::Value =
        serde_json::from_str(skeg(&dir, &["chart", "dag", "foo", "-o", "json"]).printed()).unwrap();
    let path = |name: &str| format!("foo/charts/{name}");
    let last = [path("orphaned"), "foo".to_string()];
    let batches = serde_json::json!([[path("nginx"), path("rabbitmq")], [path("bar")], last]);
    assert_eq!(json["charts"][0]["batches"], batches);
    assert!(skeg(&dir, &["chart", "dag", "foo", "-o", "dot"]).printed().starts_with("digraph order {"));
    assert!(skeg(&dir, &["chart", "dag", "foo", "-o", "mermaid"]).printed().starts_with("flowchart LR\n"));
}

#[test]
fn a_subchart_that_is_called_like_its_parent_is_told_from_it() {
    let dir = foo("dag-alike", "bar");
    let chart = std::fs::read_to_string(dir.join("foo/Chart.yaml")).unwrap();
    let chart = chart.replace("name: bar\n", "name: bar\n    alias: foo\n").replace("subcharts: bar", "subcharts: foo");
    std::fs::write(dir.join("foo/Chart.yaml"), chart).unwrap();
    let shown = skeg(&dir, &["chart", "dag", "foo"]);
    let shown = shown.printed();
    assert!(shown.contains("\n  batch 2: foo\n  batch 3: orphaned, foo (its own resources)\n"), "{shown}");
    assert!(shown.contains("\n  foo (its own resources) waits for foo: annotation"), "{shown}");
    let graph = skeg(&dir, &["chart", "dag", "foo", "-o", "dot"]);
    assert!(graph.printed().contains("\"foo/charts/foo\" -> \"foo (own resources)\""), "{}", graph.printed());
}

#[test]
fn what_is_switched_off_is_left_out_and_noted_for_those_who_look_closely() {
    let dir = foo("dag-off", "bar");
    let shown = skeg(&dir, &["chart", "dag", "foo", "--set", "bar.enabled=false"]);
    assert!(shown.printed().starts_with("foo\n  batch 1: nginx, rabbitmq, orphaned, foo (its own resources)\n"));
    let shown = skeg(&dir, &["chart", "dag", "foo", "--set", "bar.enabled=false", "--log-level", "debug"]);
    assert!(
        shown.stderr.contains("foo/Chart.yaml:5: bar is disabled, so the wait of its own resources has no effect"),
        "{}",
        shown.stderr
    );
}

#[test]
fn a_wrong_order_is_refused_with_the_way_out() {
    let dir = foo("dag-wrong", "baz");
    let refused = skeg(&dir, &["chart", "dag", "foo"]);
    let text = refused.refused();
    assert!(text.contains("SKEG-CHART-ORDER"), "{text}");
    assert!(text.contains("foo/Chart.yaml:5: chart \"foo\" has no subchart \"baz\"; did you mean \"bar\"?"), "{text}");
    let refused = skeg(&dir, &["template", "rel", "foo", "--wait=ordered"]);
    assert!(refused.refused().contains("has no subchart \"baz\""), "{}", refused.stderr);
    // Rendering as Helm does ignores all of it.
    assert_eq!(skeg(&dir, &["template", "rel", "foo"]).status, 0);
}

#[test]
fn a_template_can_be_printed_in_the_order_of_the_deploy() {
    let dir = foo("ordered-template", "'[\"bar\"]'");
    let plain = skeg(&dir, &["template", "rel", "foo"]);
    let others = ["--wait", "--wait=watcher", "--wait=legacy", "--wait=hookOnly"];
    for word in others {
        assert_eq!(skeg(&dir, &["template", "rel", "foo", word]).stdout, plain.stdout, "{word}");
    }
    let ordered = skeg(&dir, &["template", "rel", "foo", "--wait=ordered"]);
    let text = ordered.printed();
    let lines: Vec<&str> = text.lines().filter(|line| line.starts_with('#') || line.starts_with("  name:")).collect();
    assert_eq!(
        lines,
        [
            "# Source: foo/charts/nginx/templates/a.yaml",
            "  name: nginx",
            "# Source: foo/charts/rabbitmq/templates/a.yaml",
            "  name: rabbitmq",
            "# Source: foo/charts/bar/templates/a.yaml",
            "  name: bar",
            "# Source: foo/charts/orphaned/templates/a.yaml",
            "  name: orphaned",
            "## START resource-group: foo disk",
            "# Source: foo/templates/b-disk.yaml",
            "  name: disk",
            "# Source: foo/templates/c-disk.yaml",
            "  name: more-disk",
            "## END resource-group: foo disk",
            "## START resource-group: foo app",
            "# Source: foo/templates/a-app.yaml",
            "  name: app",
            "## END resource-group: foo app",
            "# Source: foo/templates/a-rest.yaml",
            "  name: rest",
        ]
    );
    assert!(!text.contains("helm.sh/depends-on/resource-groups"), "no API server accepts it: {text}");
    assert!(text.contains("helm.sh/resource-group: app"), "{text}");
}

#[test]
fn a_list_as_annotation_is_read_only_where_helm_is_not_copied() {
    let dir = foo("order-list", "[bar]");
    let refused = skeg(&dir, &["template", "rel", "foo"]);
    assert!(
        refused.refused().contains("cannot unmarshal array into Go struct field Metadata.annotations of type string")
    );
    assert_eq!(skeg(&dir, &["template", "rel", "foo", "--wait=ordered"]).status, 0);
    assert_eq!(skeg(&dir, &["chart", "render", "foo"]).status, 0);
}

/// A chart with these subcharts, each with a ConfigMap.
fn umbrella(name: &str, chart: &str, files: &[(&str, &str)]) -> PathBuf {
    let chart = format!("apiVersion: v2\nname: foo\nversion: 1.0.0\n{chart}");
    let files: Vec<(String, &str)> = files.iter().map(|(path, text)| (format!("foo/{path}"), *text)).collect();
    let files = files.iter().map(|(path, text)| (path.as_str(), *text));
    folder(name, &files.chain([("foo/Chart.yaml", chart.as_str())]).collect::<Vec<_>>())
}

#[test]
fn library_charts_pass_the_order_on() {
    let chart = "dependencies:
  - {name: db, version: 1.0.0}
  - {name: common, version: 1.0.0, depends-on: [db]}
  - {name: web, version: 1.0.0, depends-on: [common]}
";
    let subchart = |name: &str| format!("apiVersion: v2\nname: {name}\nversion: 1.0.0\n");
    let library = subchart("common") + "type: library\n";
    let (db, web) = (config("z-db", "", ""), config("a-web", "", ""));
    let files = [
        ("charts/db/Chart.yaml", subchart("db")),
        ("charts/db/templates/a.yaml", db),
        ("charts/common/Chart.yaml", library),
        ("charts/common/templates/_names.tpl", "{{ define \"n\" }}n{{ end }}".to_string()),
        ("charts/web/Chart.yaml", subchart("web")),
        ("charts/web/templates/a.yaml", web),
    ];
    let dir = umbrella("dag-library", chart, &files.each_ref().map(|(path, text)| (*path, text.as_str())));
    let shown = skeg(&dir, &["chart", "dag", "foo"]);
    assert!(
        shown.printed().starts_with("foo\n  batch 1: db\n  batch 2: common\n  batch 3: web\n"),
        "{}",
        shown.printed()
    );
    let ordered = skeg(&dir, &["template", "rel", "foo", "--wait=ordered"]);
    let place = |name: &str| ordered.printed().find(name).unwrap();
    assert!(place("z-db") < place("a-web"), "{}", ordered.printed());
}

/// Hooks are printed too, and a server must accept all of it.
#[test]
fn an_ordered_template_can_be_applied() {
    let key = "helm.sh/depends-on/resource-groups";
    let hook = format!("{{helm.sh/hook: pre-install, {key}: db}}");
    let items = format!("[{{apiVersion: v1, kind: ConfigMap, metadata: {{name: a, annotations: {{{key}: db}}}}}}]");
    let hook = format!("apiVersion: v1\nkind: ConfigMap\nmetadata: {{name: hook, annotations: {hook}}}\n");
    let list = format!("apiVersion: v1\nkind: List\nitems: {items}\n");
    let dir = umbrella("ordered-applied", "", &[("templates/hook.yaml", &hook), ("templates/list.yaml", &list)]);
    let plain = skeg(&dir, &["template", "rel", "foo"]);
    assert_eq!(plain.printed().matches(key).count(), 2, "{}", plain.printed());
    let ordered = String::from_utf8(skeg(&dir, &["template", "rel", "foo", "--wait=ordered"]).stdout).unwrap();
    assert!(!ordered.contains(key) && ordered.contains("name: hook") && ordered.contains("name: a"), "{ordered}");
}

/// Names come from charts: they must not end a comment, a label or a line.
#[test]
fn a_group_is_named_on_one_line() {
    let evil = |name: &str, group: &str| {
        format!(
            "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: {name}\n  annotations:\n    helm.sh/resource-group: {group}\n"
        )
    };
    let (first, second) = (evil("a", "'\"x\\nkind: Evil\"'"), evil("b", "'\"q\\u001b[31m\"'"));
    let quoted = evil("c", "'a \"b\" \\c'") + "    helm.sh/depends-on/resource-groups: nowhere\n";
    let more = evil("d", "d") + "    helm.sh/depends-on/resource-groups: e\n";
    let last = evil("e", "e");
    let files = [("a", &first), ("b", &second), ("c", &quoted), ("d", &more), ("e", &last)];
    let files = files.map(|(name, text)| (format!("templates/{name}.yaml"), text.as_str()));
    let dir = umbrella("dag-evil", "", &files.each_ref().map(|(path, text)| (path.as_str(), *text)));
    let ordered = printed_with_warnings(&dir, &["template", "rel", "foo", "--wait=ordered"]);
    assert!(!ordered.contains("\nkind: Evil") && ordered.contains("START resource-group: foo d"), "{ordered}");
    for form in ["text", "json", "dot", "mermaid"] {
        // Graphs have no place for a warning, so it goes to stderr.
        let shown = printed_with_warnings(&dir, &["chart", "dag", "foo", "-o", form]);
        assert!(!shown.contains("\nkind: Evil") && !shown.contains('\u{1b}'), "{form}: {shown}");
        assert!(shown.contains("waits for resource group") && shown.contains("nowhere"), "{form}: {shown}");
    }
}

/// Both streams of a command that succeeded.
fn printed_with_warnings(dir: &std::path::Path, words: &[&str]) -> String {
    let outcome = skeg(dir, words);
    assert_eq!(outcome.status, 0, "{}", outcome.stderr);
    format!("{}{}", String::from_utf8_lossy(&outcome.stdout), outcome.stderr)
}

#[test]
fn a_chart_that_cannot_be_rendered_has_no_order_to_show() {
    let dir = umbrella("dag-broken", "", &[("templates/a.yaml", "{{ fail \"no\" }}")]);
    let refused = skeg(&dir, &["chart", "dag", "foo"]);
    assert!(refused.refused().contains("foo/templates/a.yaml:1:3"), "{}", refused.stderr);
}
