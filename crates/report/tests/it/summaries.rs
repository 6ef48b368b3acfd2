use std::time::Duration;

use skeg_plan::{Action, Ending, Failure, FailureKind, Progress};
use skeg_report::{DeployEnding, DeployResult, summary};
use skeg_resources::DeployType;

use crate::sample::{Run, SHOP, crash, operation, plan_of};

const WEB: &str = "wait until Deployment/web is ready";

#[test]
fn a_failure_shows_the_cause_what_is_left_and_the_way_on() {
    let run = Run::up_to(WEB, Ending::Failed(crash()));
    assert_eq!(
        summary(&run.ending(DeployResult::Failed)),
        "\
✗ Release shop, revision 3, failed after 41s: Deployment/web did not become ready. [SKEG-RESOURCE-FAILED]

  Deployment/web › pod web-7d9f-x2x › container api crashed 3 times (exit code 1)
    last log lines
      2026-11-15T10:02:11Z panic: missing DATABASE_URL
    last events
      10:02:12  BackOff  Back-off restarting failed container

  Done before the failure: Job/migrate, ConfigMap/settings (kept). Not started: 1 resource that came after Deployment/web.

  Next: fix and install again, or go back with: skeg release rollback -n shop -r shop 2
"
    );
}

#[test]
fn a_refused_write_names_no_pod() {
    let refusal = Failure {
        message: "admission webhook \"no\" denied the request".to_string(),
        kind: FailureKind::Forbidden,
        ..Failure::default()
    };
    let run = Run::up_to("create Job/migrate", Ending::Failed(refusal));
    let ending = DeployEnding { earlier: None, ..run.ending(DeployResult::Failed) };
    assert_eq!(
        summary(&ending),
        "\
✗ Release shop, revision 3, failed after 41s: Job/migrate could not be created. [SKEG-FORBIDDEN]

  Job/migrate: admission webhook \"no\" denied the request
    Ask for the rights, or use another user: --kube-context NAME.

  Not started: 3 resources that came after Job/migrate.

  Next: fix and install again; it continues from what is there.
"
    );
}

#[test]
fn a_timeout_says_who_was_waited_for() {
    let run = Run::up_to(WEB, Ending::Cancelled);
    assert_eq!(
        summary(&run.ending(DeployResult::TimedOut)),
        "\
✗ Release shop, revision 3, timed out after 41s: --timeout expired before everything was done. [SKEG-TIMEOUT]

  Done before the failure: Job/migrate, ConfigMap/settings (kept). Not ready yet: Deployment/web. Not started: 1 resource.

  Next: fix and install again, or go back with: skeg release rollback -n shop -r shop 2
"
    );
}

fn waiting(title: &str, waits: &str) -> Run {
    let mut run = Run::up_to(title, Ending::Cancelled);
    let progress = Progress { ready: Some(1), wanted: Some(3), waits: waits.to_string(), ..Progress::default() };
    run.waits.insert(operation(&run.plan, title), progress);
    run
}

#[test]
fn a_timeout_says_why_it_was_waited_for() {
    let run = waiting(WEB, "pods cannot be created: exceeded quota: small");
    assert_eq!(
        summary(&run.ending(DeployResult::TimedOut)),
        "\
✗ Release shop, revision 3, timed out after 41s: --timeout expired while waiting until Deployment/web is ready. [SKEG-TIMEOUT]

  Deployment/web is not ready, 1 of 3; it waits for: pods cannot be created: exceeded quota: small

  Done before the failure: Job/migrate, ConfigMap/settings (kept). Not started: 1 resource.

  Next: fix and install again, or go back with: skeg release rollback -n shop -r shop 2
"
    );
    let text = summary(&run.ending(DeployResult::Interrupted));
    assert!(text.contains("Deployment/web is not ready, 1 of 3; it waits for: pods cannot be created"), "{text}");
    // The failure of another resource is the cause, not what was still being waited for.
    assert!(!summary(&run.ending(DeployResult::Failed)).contains("quota"));
}

#[test]
fn a_finalizer_comes_with_a_way_out() {
    let mut run = waiting(WEB, "finalizer example.org/held");
    let held = operation(&run.plan, WEB);
    run.waits.entry(held).and_modify(|progress| progress.finalizers = vec!["example.org/held".to_string()]);
    let at = operation(&run.plan, WEB);
    let Action::TrackReadiness { target } = run.plan.operations[at].action else { unreachable!() };
    run.plan.operations[at].action = Action::TrackAbsence { target };
    let text = summary(&run.ending(DeployResult::TimedOut));
    assert!(text.contains("--timeout expired while waiting until Deployment/web is gone. [SKEG-TIMEOUT]\n"), "{text}");
    assert!(text.contains("  Deployment/web is not gone yet; it waits for: finalizer example.org/held\n"), "{text}");
    assert!(text.contains("is it running?") && text.contains("kubectl edit"), "{text}");
}

#[test]
fn a_cleanup_that_was_not_finished_is_told() {
    let run = Run::up_to(WEB, Ending::Cancelled);
    let cleanup = waiting(WEB, "finalizer example.org/held");
    let ending = DeployEnding { cleanup: Some(cleanup.view()), ..run.ending(DeployResult::Failed) };
    let text = summary(&ending);
    assert!(text.contains("Cleanup was not finished: "), "{text}");
    assert!(text.contains("Deployment/web (waits for: finalizer example.org/held)"), "{text}");
    assert!(text.contains("could not be marked failed; the next run does it."), "{text}");
    let done = Run::done();
    let ending = DeployEnding { cleanup: Some(done.view()), ..run.ending(DeployResult::Failed) };
    assert!(!summary(&ending).contains("Cleaning up"));
}

#[test]
fn a_rollback_is_told() {
    let run = Run::up_to(WEB, Ending::Failed(crash()));
    let again = Run::up_to(WEB, Ending::Failed(crash()));
    let good = DeployEnding { revision: 4, ..run.ending(DeployResult::Deployed) };
    let text = summary(&DeployEnding { rollback: Some(&good), ..run.ending(DeployResult::Failed) });
    assert!(text.ends_with("\n  The release was rolled back to what was deployed before, as revision 4.\n"), "{text}");
    let bad = DeployEnding { revision: 4, ..again.ending(DeployResult::Failed) };
    let text = summary(&DeployEnding { rollback: Some(&bad), ..run.ending(DeployResult::Failed) });
    assert!(
        text.contains("  The rollback, as revision 4, failed too:\n\n✗ Release shop, revision 4, failed"),
        "{text}"
    );
}

#[test]
fn an_interruption_says_what_was_marked() {
    let run = Run::up_to(WEB, Ending::Cancelled);
    // The cleanup plan succeeded.
    let cleanup = Run::done();
    assert_eq!(
        summary(&DeployEnding { cleanup: Some(cleanup.view()), ..run.ending(DeployResult::Interrupted) }),
        "\
Stopped. Revision 3 is marked failed; 5 of 8 operations were done; the lock is free.
Run the same command again to continue from what is there.
"
    );
    assert!(
        summary(&run.ending(DeployResult::Interrupted))
            .starts_with("Stopped. 5 of 8 operations were done; the lock is free.\n")
    );
}

#[test]
fn success_is_one_line() {
    let mut run = Run::done();
    run.plan.unchanged = 20;
    let ending = |kind| DeployEnding { took: Duration::from_millis(240), ..run.ending(kind) };
    for (kind, text) in [
        (DeployResult::Deployed, "Release shop is deployed: revision 3, 4 created, 20 unchanged (0.2s).\n"),
        (
            DeployResult::UpToDate,
            "Release shop is up to date: revision 3, nothing to change (20 resources checked in 0.2s).\n",
        ),
        (DeployResult::Uninstalled, "Release shop is uninstalled: 0 resources deleted (0.2s).\n"),
    ] {
        assert_eq!(summary(&ending(kind)), text);
    }
}

#[test]
fn hooks_that_ran_are_counted_apart() {
    let hook = SHOP.replace("werf.io/weight: \"-5\"", "helm.sh/hook: pre-install");
    let count = |mut run: Run, unchanged| {
        run.plan.unchanged = unchanged;
        summary(&run.ending(DeployResult::Deployed))
    };
    let run = Run::done_with(plan_of(&hook, DeployType::Initial));
    let text = "Release shop is deployed: revision 3, 3 created, 2 unchanged · 1 hook ran (41s).\n";
    assert_eq!(count(run, 2), text);
    let only = hook.split("---\n").next().unwrap();
    let run = Run::done_with(plan_of(only, DeployType::Initial));
    let text = "Release shop is deployed: revision 3, no resource changed, 1 hook ran (3 resources checked in 41s).\n";
    assert_eq!(count(run, 3), text);
    let run = Run::done_with(plan_of(&only.replace("pre-install", "pre-delete"), DeployType::Uninstall));
    let text = "Release shop is uninstalled: 0 resources deleted · 1 hook ran (41s).\n";
    assert_eq!(summary(&run.ending(DeployResult::Uninstalled)), text);
}

#[test]
fn ignored_failures_are_named() {
    let mut run = Run::done();
    let web = operation(&run.plan, WEB);
    run.endings[web] = Some(Ending::Ignored(crash()));
    assert_eq!(
        summary(&run.ending(DeployResult::Deployed)),
        "Release shop is deployed: revision 3, 4 created (41s).\nFailed, but ignored because of their annotations: Deployment/web.\n"
    );
}

#[test]
fn a_failed_uninstall_offers_no_rollback() {
    let mut run = Run::up_to(WEB, Ending::Failed(crash()));
    run.plan.deploy_type = DeployType::Uninstall;
    let text = summary(&run.ending(DeployResult::Failed));
    assert!(text.ends_with("  Next: fix and uninstall again; it continues from what is there.\n"), "{text}");
}

/// A hook that is deleted after it ran has two turns, and is still one resource.
#[test]
fn a_hook_is_told_once() {
    let hook = "apiVersion: batch/v1\nkind: Job\nmetadata:\n  name: hook\n  annotations: {werf.io/weight: \"-5\", werf.io/delete-policy: succeeded}\n\
                spec: {template: {spec: {restartPolicy: Never, containers: [{name: main, image: one}]}}}\n";
    let web = crate::sample::SHOP.split("---\n").nth(2).unwrap();
    let mut run = Run::of(
        crate::sample::plan_of(&format!("{hook}---\n{web}"), DeployType::Initial),
        WEB,
        Ending::Failed(crash()),
    );
    let text = summary(&run.ending(DeployResult::Failed));
    assert!(text.contains("  Done before the failure: Job/hook (kept).\n"), "{text}");
    assert!(!text.contains("Not started"), "{text}");
    for (index, operation) in run.plan.operations.iter().enumerate() {
        if matches!(operation.action, Action::Delete { .. } | Action::TrackAbsence { .. }) {
            run.endings[index] = Some(Ending::Done);
        }
    }
    let text = summary(&run.ending(DeployResult::Failed));
    assert!(text.contains("  Done and deleted again: Job/hook.\n"), "{text}");
}
