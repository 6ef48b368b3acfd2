//! Records of revisions, in an order that survives an interruption.

use skeg_resources::{DeployType, ReleaseStatus};

use crate::text::assert_graph;
use crate::world::{config, deploy, upgrade};

#[test]
fn interrupted_revisions_are_marked_and_all_deployed_ones_superseded() {
    let history = [
        (1, ReleaseStatus::Superseded),
        (2, ReleaseStatus::Deployed),
        (3, ReleaseStatus::Deployed),
        (4, ReleaseStatus::PendingUpgrade),
    ];
    let chart = config("settings", "1", &[]);
    let plan = upgrade().history(&history).wants(&chart).lives(&chart).plan();
    assert_graph(
        &plan,
        "
        init:
          mark revision 4 failed
          record revision 5 as pending-upgrade <- mark revision 4 failed
        install:
          wait until ConfigMap/settings is ready <- record revision 5 as pending-upgrade
        final:
          mark revision 5 deployed <- wait until ConfigMap/settings is ready
          mark revision 2 superseded <- mark revision 5 deployed
          mark revision 3 superseded <- mark revision 5 deployed
    ",
    );
}

#[test]
fn after_a_failure_all_that_stays_is_tracked_again() {
    let history = [(1, ReleaseStatus::Deployed), (2, ReleaseStatus::Failed)];
    let chart = config("settings", "1", &[]);
    let plan = upgrade().history(&history).wants(&chart).lives(&chart).plan();
    assert_graph(
        &plan,
        "
        init:
          record revision 3 as pending-upgrade
        install:
          wait until ConfigMap/settings is ready <- record revision 3 as pending-upgrade
        final:
          mark revision 3 deployed <- wait until ConfigMap/settings is ready
          mark revision 1 superseded <- mark revision 3 deployed
    ",
    );
    assert_eq!((plan.unchanged, plan.is_empty()), (1, false));
}

#[test]
fn an_uninstall_deletes_the_record_that_tells_of_it_last() {
    let history = [(1, ReleaseStatus::Superseded), (2, ReleaseStatus::Failed), (3, ReleaseStatus::Deployed)];
    let mut world = deploy(DeployType::Uninstall).history(&history);
    world.request.revision = 3;
    assert_graph(
        &world.clone().plan(),
        "
        init:
          mark revision 3 uninstalling
        final:
          delete the record of revision 1 <- mark revision 3 uninstalling
          delete the record of revision 2 <- mark revision 3 uninstalling
          delete the record of revision 3 <- delete the record of revision 1, delete the record of revision 2
    ",
    );
    let history = [(1, ReleaseStatus::Deployed), (2, ReleaseStatus::Failed)];
    let mut world = deploy(DeployType::Uninstall).history(&history).policy(|policy| policy.keep_history = true);
    world.request.revision = 2;
    assert_graph(
        &world.plan(),
        "
        init:
          mark revision 2 uninstalling
        final:
          mark revision 1 superseded <- mark revision 2 uninstalling
          mark revision 2 uninstalled <- mark revision 1 superseded
    ",
    );
}
