//! The plan after a failure.

use skeg_plan::{Ending, Failure, Plan, failure_plan};
use skeg_resources::DeployType;

use crate::text::assert_graph;
use crate::world::{config, deploy, deployment, initial, job};

/// Endings in which this operation fails and all before it are done.
fn failing(plan: &Plan, title: &str) -> Vec<Option<Ending>> {
    let titles: Vec<String> = (0..plan.operations.len()).map(|index| plan.title(index)).collect();
    let failed = titles.iter().position(|other| other == title).unwrap_or_else(|| panic!("{title}: {titles:#?}"));
    let failure = Failure { message: "container api crashed".into(), ..Failure::default() };
    let mut endings = vec![None; titles.len()];
    endings[..failed].fill(Some(Ending::Done));
    endings[failed] = Some(Ending::Failed(failure));
    endings
}

fn chart() -> String {
    job("migrate", "one", &[("helm.sh/hook", "pre-install"), ("helm.sh/hook-delete-policy", "hook-failed")])
        + &deployment("web", "one", &[("werf.io/delete-policy", "failed")])
        + &deployment("kept", "one", &[("werf.io/delete-policy", "failed"), ("helm.sh/resource-policy", "keep")])
}

#[test]
fn what_failed_goes_if_it_asks_for_it() {
    let plan = initial().wants(&chart()).plan();
    let after = failure_plan(&plan, &failing(&plan, "wait until Job/migrate is ready"), "");
    assert_graph(
        &after,
        "
        init:
          mark revision 1 failed
        uninstall:
          delete Job/migrate <- mark revision 1 failed
          wait until Job/migrate is gone <- delete Job/migrate
    ",
    );
    let skeg_plan::Action::UpdateRelease { description, .. } = &after.operations[0].action else { panic!() };
    assert_eq!(description, "Release \"shop\" failed: wait until Job/migrate is ready: container api crashed");
    assert_eq!(after.changes.len(), 1);
}

#[test]
fn what_is_kept_or_did_not_fail_stays() {
    let plan = initial().wants(&chart()).plan();
    let after = failure_plan(&plan, &failing(&plan, "wait until Deployment/kept is ready"), "");
    assert_graph(
        &after,
        "
        init:
          mark revision 1 failed
    ",
    );
}

#[test]
fn what_was_never_made_is_not_deleted() {
    let plan = initial().wants(&chart()).plan();
    let mut endings = failing(&plan, "wait until Job/migrate is ready");
    let create = (0..endings.len()).find(|index| plan.title(*index) == "create Job/migrate").unwrap();
    endings[create] = Some(Ending::Cancelled);
    assert_graph(
        &failure_plan(&plan, &endings, ""),
        "
        init:
          mark revision 1 failed
    ",
    );
}

#[test]
fn a_record_that_was_not_written_is_not_touched() {
    let plan = initial().wants(&chart()).plan();
    let after = failure_plan(&plan, &failing(&plan, "record revision 1 as pending-install"), "");
    assert!(after.operations.is_empty());
}

#[test]
fn a_revision_that_is_deployed_stays_so() {
    let chart = config("settings", "1", &[]);
    let plan = deploy(DeployType::Upgrade).wants(&chart).lives(&chart).plan();
    assert!(failure_plan(&plan, &failing(&plan, "mark revision 1 superseded"), "").operations.is_empty());
    let endings = failing(&plan, "mark revision 2 deployed");
    assert_graph(
        &failure_plan(&plan, &endings, ""),
        "
        init:
          mark revision 2 failed
    ",
    );
}

#[test]
fn an_uninstall_that_fails_is_marked() {
    let chart = config("settings", "1", &[]);
    let plan = deploy(DeployType::Uninstall).wants(&chart).lives(&chart).plan();
    let after = failure_plan(&plan, &failing(&plan, "delete ConfigMap/settings"), "");
    assert_graph(
        &after,
        "
        init:
          mark revision 1 failed
    ",
    );
}

#[test]
fn waiting_that_was_left_out_deletes_nothing() {
    let plan = initial().wants(&chart()).policy(|policy| policy.no_final_tracking = true).plan();
    let after = failure_plan(&plan, &failing(&plan, "create Deployment/web"), "");
    assert!(after.changes.is_empty());
}

#[test]
fn why_it_was_stopped_is_recorded() {
    let plan = initial().wants(&chart()).plan();
    let mut endings = vec![None; plan.operations.len()];
    endings[0] = Some(Ending::Done);
    endings[1] = Some(Ending::Cancelled);
    let after = failure_plan(&plan, &endings, "timed out");
    let skeg_plan::Action::UpdateRelease { description, .. } = &after.operations[0].action else { panic!() };
    assert_eq!(description, "Release \"shop\" failed: timed out");
}
