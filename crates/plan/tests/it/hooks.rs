//! Hooks of each kind: their stages, turns and deletion.

use skeg_plan::{Cause, ChangeKind};
use skeg_resources::DeployType;

use crate::text::assert_graph;
use crate::world::{World, config, deploy, deployment, initial, job, manifest, upgrade};

const HOOKS: &[&str] = &[
    "pre-install",
    "post-install",
    "pre-upgrade",
    "post-upgrade",
    "pre-rollback",
    "post-rollback",
    "pre-delete",
    "post-delete",
    "test",
];

/// A chart with a hook of each kind, and what was installed of it before.
fn with_all_hooks(world: World) -> World {
    let hooks: String = HOOKS.iter().map(|hook| job(hook, "one", &[("helm.sh/hook", hook)])).collect();
    world.wants(&(config("settings", "2", &[]) + &hooks)).lives(&config("settings", "1", &[]))
}

#[test]
fn hooks_of_an_install() {
    assert_graph(
        &with_all_hooks(initial()).plan(),
        "
        init:
          record revision 1 as pending-install
        pre-install:
          create Job/pre-install <- record revision 1 as pending-install
          wait until Job/pre-install is ready <- create Job/pre-install
        install:
          update ConfigMap/settings <- wait until Job/pre-install is ready
          wait until ConfigMap/settings is ready <- update ConfigMap/settings
        post-install:
          create Job/post-install <- wait until ConfigMap/settings is ready
          wait until Job/post-install is ready <- create Job/post-install
        final:
          mark revision 1 deployed <- wait until Job/post-install is ready
    ",
    );
}

#[test]
fn hooks_of_an_upgrade() {
    assert_graph(
        &with_all_hooks(upgrade()).plan(),
        "
        init:
          record revision 2 as pending-upgrade
        pre-install:
          create Job/pre-upgrade <- record revision 2 as pending-upgrade
          wait until Job/pre-upgrade is ready <- create Job/pre-upgrade
        install:
          update ConfigMap/settings <- wait until Job/pre-upgrade is ready
          wait until ConfigMap/settings is ready <- update ConfigMap/settings
        post-install:
          create Job/post-upgrade <- wait until ConfigMap/settings is ready
          wait until Job/post-upgrade is ready <- create Job/post-upgrade
        final:
          mark revision 2 deployed <- wait until Job/post-upgrade is ready
          mark revision 1 superseded <- mark revision 2 deployed
    ",
    );
}

#[test]
fn hooks_of_a_rollback() {
    assert_graph(
        &with_all_hooks(deploy(DeployType::Rollback)).plan(),
        "
        init:
          record revision 2 as pending-rollback
        pre-install:
          create Job/pre-rollback <- record revision 2 as pending-rollback
          wait until Job/pre-rollback is ready <- create Job/pre-rollback
        install:
          update ConfigMap/settings <- wait until Job/pre-rollback is ready
          wait until ConfigMap/settings is ready <- update ConfigMap/settings
        post-install:
          create Job/post-rollback <- wait until ConfigMap/settings is ready
          wait until Job/post-rollback is ready <- create Job/post-rollback
        final:
          mark revision 2 deployed <- wait until Job/post-rollback is ready
          mark revision 1 superseded <- mark revision 2 deployed
    ",
    );
}

#[test]
fn hooks_of_an_uninstall() {
    assert_graph(
        &with_all_hooks(deploy(DeployType::Uninstall)).plan(),
        "
        init:
          mark revision 1 uninstalling
        pre-install:
          create Job/pre-delete <- mark revision 1 uninstalling
          wait until Job/pre-delete is ready <- create Job/pre-delete
        pre-uninstall:
          delete Job/pre-delete <- wait until Job/pre-delete is ready
          wait until Job/pre-delete is gone <- delete Job/pre-delete
        uninstall:
          delete ConfigMap/settings <- wait until Job/pre-delete is gone
          wait until ConfigMap/settings is gone <- delete ConfigMap/settings
        post-install:
          create Job/post-delete <- wait until ConfigMap/settings is gone
          wait until Job/post-delete is ready <- create Job/post-delete
        post-uninstall:
          delete Job/post-delete <- wait until Job/post-delete is ready
          wait until Job/post-delete is gone <- delete Job/post-delete
        final:
          delete the record of revision 1 <- wait until Job/post-delete is gone
    ",
    );
    let kept = with_all_hooks(deploy(DeployType::Uninstall)).policy(|policy| policy.keep_hooks = true).plan();
    assert_graph(
        &kept,
        "
        init:
          mark revision 1 uninstalling
        pre-install:
          create Job/pre-delete <- mark revision 1 uninstalling
          wait until Job/pre-delete is ready <- create Job/pre-delete
        uninstall:
          delete ConfigMap/settings <- wait until Job/pre-delete is ready
          wait until ConfigMap/settings is gone <- delete ConfigMap/settings
        post-install:
          create Job/post-delete <- wait until ConfigMap/settings is gone
          wait until Job/post-delete is ready <- create Job/post-delete
        final:
          delete the record of revision 1 <- wait until Job/post-delete is ready
    ",
    );
}

#[test]
fn hooks_of_a_test_change_no_records() {
    assert_graph(
        &with_all_hooks(deploy(DeployType::Test)).plan(),
        "
        install:
          create Job/test
          wait until Job/test is ready <- create Job/test
    ",
    );
}

#[test]
fn a_hook_is_deleted_before_it_runs_again_and_after_it_succeeded() {
    let policy = ("helm.sh/hook-delete-policy", "before-hook-creation,hook-succeeded");
    let hook = job("migrate", "one", &[("helm.sh/hook", "pre-upgrade"), policy]);
    let plan = upgrade().wants(&(hook.clone() + &deployment("web", "one", &[]))).lives(&hook).plan();
    assert_graph(
        &plan,
        "
        init:
          record revision 2 as pending-upgrade
        pre-install:
          recreate Job/migrate <- record revision 2 as pending-upgrade
          wait until Job/migrate is ready <- recreate Job/migrate
        pre-uninstall:
          delete Job/migrate <- wait until Job/migrate is ready
          wait until Job/migrate is gone <- delete Job/migrate
        install:
          create Deployment/web <- wait until Job/migrate is gone
          wait until Deployment/web is ready <- create Deployment/web
        final:
          mark revision 2 deployed <- wait until Deployment/web is ready
          mark revision 1 superseded <- mark revision 2 deployed
    ",
    );
    assert!(plan.changes[0].then_deleted);
    // The object deleted at the end is not the one that existed at the start.
    let uids: Vec<_> =
        plan.targets.iter().filter(|target| target.id.name == "migrate").map(|target| &target.uid).collect();
    assert_eq!(uids, [&Some("uid-of-Job/migrate".to_string()), &None]);
}

#[test]
fn a_hook_with_two_turns_is_recreated_for_the_second() {
    let hook = job("check", "one", &[("helm.sh/hook", "pre-install,post-install")]);
    assert_graph(
        &initial().wants(&hook).plan(),
        "
        init:
          record revision 1 as pending-install
        pre-install:
          create Job/check <- record revision 1 as pending-install
          wait until Job/check is ready <- create Job/check
        post-install:
          recreate Job/check <- wait until Job/check is ready
          wait until Job/check is ready <- recreate Job/check
        final:
          mark revision 1 deployed <- wait until Job/check is ready
    ",
    );
}

#[test]
fn a_hook_that_is_deleted_between_its_turns_is_created_again() {
    let policy = ("helm.sh/hook-delete-policy", "hook-succeeded");
    let hook = job("check", "one", &[("helm.sh/hook", "pre-install,post-install"), policy]);
    assert_graph(
        &initial().wants(&hook).plan(),
        "
        init:
          record revision 1 as pending-install
        pre-install:
          create Job/check <- record revision 1 as pending-install
          wait until Job/check is ready <- create Job/check
        pre-uninstall:
          delete Job/check <- wait until Job/check is ready
          wait until Job/check is gone <- delete Job/check
        post-install:
          create Job/check <- wait until Job/check is gone
          wait until Job/check is ready <- create Job/check
        post-uninstall:
          delete Job/check <- wait until Job/check is ready
          wait until Job/check is gone <- delete Job/check
        final:
          mark revision 1 deployed <- wait until Job/check is gone
    ",
    );
}

#[test]
fn a_hook_runs_in_each_of_its_turns_whatever_its_delete_policy() {
    let policy = ("helm.sh/hook-delete-policy", "hook-failed");
    let hook = job("check", "one", &[("helm.sh/hook", "pre-install,post-install"), policy]);
    let plan = initial().wants(&hook).plan();
    assert_graph(
        &plan,
        "
        init:
          record revision 1 as pending-install
        pre-install:
          create Job/check <- record revision 1 as pending-install
          wait until Job/check is ready <- create Job/check
        post-install:
          recreate Job/check <- wait until Job/check is ready
          wait until Job/check is ready <- recreate Job/check
        final:
          mark revision 1 deployed <- wait until Job/check is ready
    ",
    );
    assert!(plan.targets[0].delete_if_failed && plan.targets[0].is_hook);
}

/// An object of an earlier run does not count as this deploy's run, whatever it contains.
#[test]
fn what_an_earlier_run_of_a_hook_left_is_replaced() {
    let hook = |kind: &str, image: &str, policy: &str| {
        let version = if kind == "Job" { "batch/v1" } else { "v1" };
        let spec = format!("spec: {{template: {{spec: {{containers: [{{name: c, image: {image:?}}}]}}}}}}");
        let policy = ("helm.sh/hook-delete-policy", policy);
        manifest(version, kind, "check", &[("helm.sh/hook", "pre-upgrade"), policy], &spec)
    };
    for kind in ["Job", "Pod"] {
        for policy in ["hook-failed", "hook-succeeded", "hook-succeeded,hook-failed"] {
            for left in ["one", "other"] {
                let plan = upgrade().wants(&hook(kind, "one", policy)).lives(&hook(kind, left, policy)).plan();
                assert_eq!(plan.changes.len(), 1, "{kind} {policy} {left}");
                assert_eq!((plan.changes[0].kind, &plan.changes[0].cause), (ChangeKind::Recreate, &Cause::HookRuns));
                assert_eq!(plan.targets[0].uid, Some(format!("uid-of-{kind}/check")));
            }
        }
        let asked = upgrade().wants(&hook(kind, "one", "before-hook-creation")).lives(&hook(kind, "one", "x")).plan();
        assert_eq!(asked.changes[0].cause, Cause::DeletePolicy);
    }
}

#[test]
fn a_hook_that_is_no_run_is_applied_again() {
    let policy = ("helm.sh/hook-delete-policy", "hook-failed");
    let hook = |value: &str| config("settings", value, &[("helm.sh/hook", "pre-upgrade"), policy]);
    assert!(upgrade().wants(&hook("1")).lives(&hook("1")).plan().is_empty());
    let plan = upgrade().wants(&hook("2")).lives(&hook("1")).plan();
    assert_eq!((plan.changes[0].kind, &plan.changes[0].cause), (ChangeKind::Update, &Cause::Differs));
}

/// A hook may ask to run only if it differs, but never keeps the failed Job of an earlier deploy.
#[test]
fn a_hook_may_ask_to_run_only_where_it_differs() {
    let policy = ("werf.io/delete-policy", "before-creation-if-immutable");
    let hook = job("check", "one", &[("helm.sh/hook", "pre-upgrade"), policy]);
    assert!(upgrade().wants(&hook).lives(&hook).plan().is_empty());
    let failed = upgrade().wants(&hook).lives_with(&hook, |object| {
        object["status"] = serde_json::json!({"conditions": [{"type": "Failed", "status": "True"}]});
    });
    assert_eq!(failed.plan().changes[0].cause, Cause::HookRuns);
}

#[test]
fn a_hook_that_must_not_be_recreated_does_not_run_and_that_is_told() {
    let marks = [("helm.sh/hook", "pre-upgrade"), ("werf.io/resource-policy", "skip-recreate")];
    let hook = job("check", "one", &marks);
    let plan = upgrade().wants(&hook).lives(&hook).plan();
    assert!(plan.is_empty());
    assert_eq!(plan.warnings, ["Job/check is a hook and does not run: its resource policy says so"]);
}

#[test]
fn hooks_that_are_still_there_go_with_the_release() {
    let hook = job("check", "one", &[("helm.sh/hook", "post-install")]);
    let world = deploy(DeployType::Uninstall).wants(&hook).lives(&hook);
    assert_graph(
        &world.clone().plan(),
        "
        init:
          mark revision 1 uninstalling
        uninstall:
          delete Job/check <- mark revision 1 uninstalling
          wait until Job/check is gone <- delete Job/check
        final:
          delete the record of revision 1 <- wait until Job/check is gone
    ",
    );
    assert!(world.policy(|policy| policy.keep_hooks = true).plan().is_empty());
}
