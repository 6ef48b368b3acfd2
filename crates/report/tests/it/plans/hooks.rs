//! Hooks run in every deploy: they are not changes of resources, and every format counts them separately.

use serde_json::Value;
use skeg_plan::Outdated;
use skeg_report::{PlanDetail, PlanFormat, PlanStyle, Verdict};

use super::{SETTINGS, Scene};
use crate::schema::faults;

const MIGRATE: &str = "\
apiVersion: batch/v1
kind: Job
metadata: {name: migrate, annotations: {helm.sh/hook: \"pre-upgrade,post-upgrade\", helm.sh/hook-delete-policy: hook-failed}}
spec: {template: {spec: {restartPolicy: Never, containers: [{name: x, image: x}]}}}
";

fn with(other: &str) -> &'static str {
    format!("{MIGRATE}---\n{other}").leak()
}

/// Nothing differs, but the hook runs.
fn only_hooks() -> Scene {
    Scene { wanted: with(SETTINGS), before: with(SETTINGS), ..Scene::default() }
}

fn verdict(scene: &Scene) -> Verdict {
    scene.view(PlanDetail::default(), |view, _| view.verdict())
}

fn shown(scene: &Scene, format: PlanFormat) -> String {
    scene.shown(PlanDetail::default(), format, PlanStyle::default())
}

#[test]
fn a_plan_of_hooks_alone_says_so() {
    assert_eq!(verdict(&only_hooks()), Verdict::HooksOnly);
    let text = only_hooks().text();
    let (head, body) = text.split_once("\n\n").unwrap();
    assert!(head.contains(": revision 2 → 3 ("), "{head}");
    assert_eq!(
        body,
        "\
Hooks that run:
± Job/migrate                                   shop/templates/all.yaml
    recreate: hooks run at every deploy

± Job/migrate                                   shop/templates/all.yaml
    recreate: hooks run at every deploy

No resource changes planned (1 unchanged), only hooks: 1 hook runs, and revision 3 is recorded. Nothing was written.
"
    );
    let reasons = &[Outdated::Values];
    let text = Scene { record_reasons: reasons, ..only_hooks() }.text();
    assert!(text.ends_with("1 hook runs, and revision 3 is recorded: the values changed. Nothing was written.\n"));
}

#[test]
fn beside_changes_hooks_are_counted_apart() {
    let changed = SETTINGS.replace("tag: one", "tag: two");
    let scene = Scene { wanted: with(&changed), before: with(SETTINGS), ..Scene::default() };
    assert_eq!(verdict(&scene), Verdict::Changes);
    assert!(scene.text().ends_with("\n1 to update · 1 hook runs. Nothing was written.\n"), "{}", scene.text());
}

#[test]
fn every_form_tells_hooks_from_changes() {
    let scene = only_hooks();
    let json: Value = serde_json::from_str(&shown(&scene, PlanFormat::Json)).unwrap();
    assert_eq!(faults("plan.json", &json), [""; 0]);
    assert_eq!(json["verdict"], "hooks-only");
    assert_eq!((&json["summary"]["recreate"], &json["summary"]["hooks"]), (&0.into(), &1.into()));
    assert_eq!((&json["changes"][0]["hook"], &json["changes"][0]["because"]), (&true.into(), &"hook-runs".into()));
    let markdown = shown(&scene, PlanFormat::Markdown);
    assert!(markdown.contains("<code>± Job/migrate</code> · hook · shop"), "{markdown}");
    assert!(markdown.contains("only hooks: 1 hook runs"), "{markdown}");
    let html = shown(&scene, PlanFormat::Html);
    for part in ["<h2>Hooks that run</h2>", "<span class=\"badge\">1 hook runs</span>", "only hooks: 1 hook runs"] {
        assert!(html.contains(part), "{part} is not in\n{html}");
    }
    assert!(!html.contains("<h2>Changes</h2>") && !html.contains("to recreate"), "{html}");
}

/// A resource that a hook left is deleted with the release: that is a change.
#[test]
fn an_uninstall_tells_hooks_that_run_from_what_hooks_left() {
    let left = MIGRATE;
    let scene = Scene { before: left, is_uninstall: true, ..Scene::default() };
    assert_eq!(verdict(&scene), Verdict::Changes);
    assert!(scene.text().ends_with("\n1 to delete. Nothing was written.\n"), "{}", scene.text());
    let runs: &'static str = MIGRATE.replace("pre-upgrade,post-upgrade", "pre-delete").leak();
    let scene = Scene { before: runs, is_uninstall: true, ..Scene::default() };
    assert_eq!(verdict(&scene), Verdict::HooksOnly);
    let end = "No resource changes planned, only hooks: 1 hook runs, and the records of release shop are deleted. \
               Nothing was written.\n";
    assert!(scene.text().ends_with(end), "{}", scene.text());
}
