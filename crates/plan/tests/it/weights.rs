//! Groups by weight: which borders stay and which are removed.

use crate::text::assert_graph;
use crate::world::{config, deployment, initial, job, upgrade};

fn weight(weight: &'static str) -> Vec<(&'static str, &'static str)> {
    vec![("werf.io/weight", weight)]
}

#[test]
fn lighter_ones_come_first_and_the_reason_stays() {
    let chart = job("migrate", "one", &weight("-5"))
        + &deployment("web", "one", &[])
        + &deployment("late", "one", &weight("10"));
    let plan = initial().wants(&chart).plan();
    assert_graph(
        &plan,
        "
        init:
          record revision 1 as pending-install
        install:
          create Job/migrate <- record revision 1 as pending-install
          wait until Job/migrate is ready <- create Job/migrate
          create Deployment/web <- wait until Job/migrate is ready [weight -5 before 0]
          wait until Deployment/web is ready <- create Deployment/web
          create Deployment/late <- wait until Deployment/web is ready [weight 0 before 10]
          wait until Deployment/late is ready <- create Deployment/late
        final:
          mark revision 1 deployed <- wait until Deployment/late is ready
    ",
    );
    let web = plan.operations.iter().position(|operation| operation.weight == Some(0)).unwrap();
    let edge = &plan.operations[web].after[0];
    assert_eq!(plan.explain(web, edge), "Deployment/web waits for Job/migrate: weight -5 before 0");
    let first = &plan.operations[1].after[0];
    assert_eq!(
        plan.explain(1, first),
        "Job/migrate waits for record revision 1 as pending-install: stage init before install"
    );
}

#[test]
fn a_border_stays_where_it_saves_edges() {
    let many = |prefix: &str, weight: &'static str| -> String {
        (1..=3).map(|at| config(&format!("{prefix}{at}"), "1", &[("werf.io/weight", weight)])).collect()
    };
    let plan = initial().wants(&(many("a", "1") + &many("b", "2"))).plan();
    assert_graph(&plan, "
        init:
          record revision 1 as pending-install
        install:
          create ConfigMap/a1 <- record revision 1 as pending-install
          wait until ConfigMap/a1 is ready <- create ConfigMap/a1
          create ConfigMap/a2 <- record revision 1 as pending-install
          wait until ConfigMap/a2 is ready <- create ConfigMap/a2
          create ConfigMap/a3 <- record revision 1 as pending-install
          wait until ConfigMap/a3 is ready <- create ConfigMap/a3
          install/weight:2/start <- wait until ConfigMap/a1 is ready [weight 1 before 2], wait until ConfigMap/a2 is ready [weight 1 before 2], wait until ConfigMap/a3 is ready [weight 1 before 2]
          create ConfigMap/b1 <- install/weight:2/start [weight 1 before 2]
          wait until ConfigMap/b1 is ready <- create ConfigMap/b1
          create ConfigMap/b2 <- install/weight:2/start [weight 1 before 2]
          wait until ConfigMap/b2 is ready <- create ConfigMap/b2
          create ConfigMap/b3 <- install/weight:2/start [weight 1 before 2]
          wait until ConfigMap/b3 is ready <- create ConfigMap/b3
        final:
          mark revision 1 deployed <- wait until ConfigMap/b1 is ready, wait until ConfigMap/b2 is ready, wait until ConfigMap/b3 is ready
    ");
}

#[test]
fn nothing_in_a_group_but_what_stays_is_no_group() {
    let chart = config("a", "1", &weight("-1")) + &config("b", "1", &[]) + &config("c", "1", &weight("1"));
    let new = chart.replace("name: a\n", "name: a2\n").replace("name: c\n", "name: c2\n");
    assert_graph(
        &upgrade().wants(&new).lives(&chart).plan(),
        "
        init:
          record revision 2 as pending-upgrade
        install:
          create ConfigMap/a2 <- record revision 2 as pending-upgrade
          wait until ConfigMap/a2 is ready <- create ConfigMap/a2
          create ConfigMap/c2 <- wait until ConfigMap/a2 is ready [weight -1 before 1]
          wait until ConfigMap/c2 is ready <- create ConfigMap/c2
        final:
          mark revision 2 deployed <- wait until ConfigMap/c2 is ready
          mark revision 1 superseded <- mark revision 2 deployed
    ",
    );
}

#[test]
fn waiting_that_nothing_follows_is_left_out_on_demand() {
    let chart = job("migrate", "one", &weight("-5")) + &deployment("web", "one", &[]);
    let plan = initial().wants(&chart).policy(|policy| policy.no_final_tracking = true).plan();
    assert_graph(
        &plan,
        "
        init:
          record revision 1 as pending-install
        install:
          create Job/migrate <- record revision 1 as pending-install
          wait until Job/migrate is ready <- create Job/migrate
          create Deployment/web <- wait until Job/migrate is ready [weight -5 before 0]
        final:
          mark revision 1 deployed <- create Deployment/web
    ",
    );
}
