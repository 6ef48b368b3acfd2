//! The same plan in the formats for programs, forges and browsers.

use serde_json::{Value, json};
use skeg_plan::Outdated;
use skeg_report::{PlanDetail, PlanFormat, PlanStyle};

use super::{SETTINGS, Scene};
use crate::schema::faults;

const WANTED: &str = "\
apiVersion: v1
kind: ConfigMap
metadata: {name: settings}
data: {about: two, script: \"a\\nb\\nc\\nd\\ne\\nf\\n```\\n<script>\\n\"}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: fresh}
";
const BEFORE: &str = "\
apiVersion: v1
kind: ConfigMap
metadata: {name: settings}
data: {about: one, script: \"a\\nb\\nc\\nd\\ne\\nf\\n\"}
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata: {name: data}
spec: {accessModes: [ReadWriteOnce]}
";

fn scene() -> Scene {
    Scene { wanted: WANTED, before: BEFORE, ..Scene::default() }
}

fn records_only() -> Scene {
    let record_reasons = &[Outdated::Values, Outdated::EarlierUnsettled];
    Scene { wanted: SETTINGS, before: SETTINGS, record_reasons, ..Scene::default() }
}

fn shown(scene: &Scene, format: PlanFormat) -> String {
    scene.shown(PlanDetail::default(), format, PlanStyle { order: true, ..PlanStyle::default() })
}

#[test]
fn json_is_as_its_schema_says() {
    for scene in [
        scene(),
        Scene { wanted: SETTINGS, ..Scene::default() },
        Scene { before: BEFORE, is_uninstall: true, ..Scene::default() },
        records_only(),
    ] {
        let json: Value = serde_json::from_str(&shown(&scene, PlanFormat::Json)).unwrap();
        assert_eq!(faults("plan.json", &json), [""; 0]);
    }
    let json: Value = serde_json::from_str(&shown(&scene(), PlanFormat::Json)).unwrap();
    assert_eq!(json["verdict"], "changes");
    assert_eq!(json["summary"]["update"], 1);
    let update = json["changes"].as_array().unwrap().iter().find(|change| change["action"] == "update").unwrap();
    assert_eq!(update["fields"][0]["path"], "data.about");
    assert_eq!(update["fields"][0]["after"], "two");
    assert!(update["diff"].as_str().unwrap().contains("-   about: one\n+   about: two\n"));
    let gone = json["changes"].as_array().unwrap().iter().find(|change| change["action"] == "delete").unwrap();
    assert!(gone["risk"].as_str().unwrap().contains("its volume"));
    assert_eq!(json.get("warnings"), None, "said as a risk");
    assert_eq!(json.get("recordReasons"), None);
    let json: Value = serde_json::from_str(&shown(&records_only(), PlanFormat::Json)).unwrap();
    assert_eq!(json["verdict"], "records-only");
    assert_eq!(json["recordReasons"][0], json!({ "because": "values", "reason": "the values changed" }));
    assert_eq!(json["recordReasons"][1]["because"], "earlier-unsettled");
    let yaml = shown(&scene(), PlanFormat::Yaml);
    assert!(yaml.starts_with("changes:\n- action: ") && yaml.contains("\nverdict: changes\n"), "{yaml}");
}

#[test]
fn markdown_folds_diffs_and_cannot_be_broken_out_of() {
    let text = shown(&scene(), PlanFormat::Markdown);
    let title = "### Plan for release shop in namespace shop: revision 2 → 3\n\nrevision 2 deployed 4 minutes ago, chart shop-1.0.0\n\n**1 to create, 1 to update, 1 to delete. Nothing was written.**\n\n> **Data at risk**\n";
    assert!(text.starts_with(title), "{text}");
    for part in [
        "| deleted | why |\n| --- | --- |\n| PersistentVolumeClaim/data | no longer in the chart |\n",
        "<details><summary><code>~ ConfigMap/settings</code> · shop/templates/all.yaml</summary>\n",
        "\n````diff\n",
        "-   about: one\n+   about: two\n",
        "```mermaid\ngraph LR\n",
    ] {
        assert!(text.contains(part), "{part}\nis not in\n{text}");
    }
    assert_eq!(text.matches("<details>").count(), text.matches("</details>").count());
}

#[test]
fn markdown_fits_a_comment() {
    let mut wanted = String::new();
    for number in 0..400 {
        let lines: String = (0..40).map(|line| format!("  key-{line}: value of {number}\n")).collect();
        wanted += &format!("apiVersion: v1\nkind: ConfigMap\nmetadata: {{name: number-{number}}}\ndata:\n{lines}---\n");
    }
    let wanted: &'static str = wanted.trim_end_matches("---\n").to_string().leak();
    let text = shown(&Scene { wanted, ..Scene::default() }, PlanFormat::Markdown);
    assert!(text.chars().count() < 65_536, "{}", text.chars().count());
    assert!(text.contains("<code>+ ConfigMap/number-0</code>"));
    assert!(text.contains("400 to create") && text.contains("`--show-order` shows it as text"), "{text}");
    assert_eq!(text.matches("<details>").count(), text.matches("</details>").count());
}

#[test]
fn a_page_of_many_changes_can_be_searched() {
    let wanted: Vec<String> = (0..6)
        .map(|number| format!("apiVersion: v1\nkind: ConfigMap\nmetadata: {{name: number-{number}}}\n"))
        .collect();
    let evil = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: evil}\ndata: {a: \"</script><script>x\"}\n";
    let wanted: &'static str = [wanted.join("---\n"), evil.to_string()].join("---\n").leak();
    let page = shown(&Scene { wanted, ..Scene::default() }, PlanFormat::Html);
    assert!(page.contains("<input type=\"search\" id=\"find\""), "{page}");
    assert_eq!((page.matches("<script").count(), page.matches("</script").count()), (1, 1), "{page}");
    assert!(page.contains("script-src 'sha256-") && !page.contains("script-src 'unsafe-inline'"), "{page}");
}

#[test]
fn html_is_one_page_that_needs_nothing() {
    let page = shown(&scene(), PlanFormat::Html);
    assert!(page.starts_with("<!doctype html>") && page.ends_with("</html>\n"));
    for foreign in ["<script", " src=", "href=", "url(http", "@import"] {
        assert!(!page.contains(foreign), "{foreign} in\n{page}");
    }
    for part in [
        "<title>Plan for release shop in namespace shop: revision 2 → 3</title>",
        "<del>-   about: one</del>\n<ins>+   about: two</ins>",
        "+     &lt;script&gt;",
        "<aside class=\"risk\">",
        "<svg xmlns=",
        "prefers-color-scheme: dark",
        "<h2>Deleted</h2>",
    ] {
        assert!(page.contains(part), "{part}\nis not in\n{page}");
    }
    // On paper nothing can be opened or typed into, so everything is expanded.
    let print = page.split_once("@media print {").unwrap().1;
    assert!(print.contains("details::details-content { content-visibility: visible; height: auto; }"), "{print}");
    assert!(print.contains("#find { display: none; }"), "{print}");
    for tag in ["details", "svg", "g", "section", "ul", "pre", "del", "ins"] {
        let opened = page.matches(&format!("<{tag}>")).count() + page.matches(&format!("<{tag} ")).count();
        assert_eq!(opened, page.matches(&format!("</{tag}>")).count(), "{tag}");
    }
}
