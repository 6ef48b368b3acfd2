//! Written, detected and external dependencies.

use crate::text::assert_graph;
use crate::world::{config, deployment, initial, job, manifest, upgrade};

/// A Deployment that reads a ConfigMap.
fn reader(name: &str, map: &str, annotations: &[(&str, &str)]) -> String {
    let container = format!("{{name: c, image: one, envFrom: [{{configMapRef: {{name: {map}}}}}]}}");
    let spec = format!("spec: {{template: {{spec: {{containers: [{container}]}}}}}}");
    manifest("apps/v1", "Deployment", name, annotations, &spec)
}

#[test]
fn a_field_that_refers_to_another_waits_until_it_is_there() {
    let chart = reader("web", "settings", &[]) + &config("settings", "1", &[]) + &config("other", "1", &[]);
    assert_graph(&initial().wants(&chart).plan(), "
        init:
          record revision 1 as pending-install
        install:
          create ConfigMap/other <- record revision 1 as pending-install
          wait until ConfigMap/other is ready <- create ConfigMap/other
          create ConfigMap/settings <- record revision 1 as pending-install
          wait until ConfigMap/settings is ready <- create ConfigMap/settings
          create Deployment/web <- create ConfigMap/settings [detected: spec.template.spec.containers[c].envFrom[0].configMapRef.name]
          wait until Deployment/web is ready <- create Deployment/web
        final:
          mark revision 1 deployed <- wait until ConfigMap/other is ready, wait until ConfigMap/settings is ready, wait until Deployment/web is ready
    ");
}

#[test]
fn what_is_there_already_is_not_waited_for() {
    let settings = config("settings", "1", &[]);
    let chart = reader("web", "settings", &[]) + &settings;
    assert_graph(
        &upgrade().wants(&chart).lives(&settings).plan(),
        "
        init:
          record revision 2 as pending-upgrade
        install:
          create Deployment/web <- record revision 2 as pending-upgrade
          wait until Deployment/web is ready <- create Deployment/web
        final:
          mark revision 2 deployed <- wait until Deployment/web is ready
          mark revision 1 superseded <- mark revision 2 deployed
    ",
    );
}

#[test]
fn an_annotation_waits_until_another_is_ready() {
    let dependency = ("werf.io/deploy-dependency-db", "state=ready,kind=Deployment,name=db");
    let chart = deployment("web", "one", &[dependency]) + &deployment("db", "one", &[("werf.io/weight", "7")]);
    assert_graph(
        &initial().wants(&chart).plan(),
        "
        init:
          record revision 1 as pending-install
        install:
          create Deployment/db <- record revision 1 as pending-install
          wait until Deployment/db is ready <- create Deployment/db
          create Deployment/web <- wait until Deployment/db is ready [annotation werf.io/deploy-dependency-db]
          wait until Deployment/web is ready <- create Deployment/web
        final:
          mark revision 1 deployed <- wait until Deployment/web is ready
    ",
    );
    // The database does not change, but others need it ready, so it is tracked and its failure is not ignored.
    let db = deployment(
        "db",
        "one",
        &[("werf.io/track-termination-mode", "NonBlocking"), ("werf.io/fail-mode", "IgnoreAndContinueDeployProcess")],
    );
    let plan = upgrade().wants(&(deployment("web", "one", &[dependency]) + &db)).lives(&db).plan();
    assert_graph(
        &plan,
        "
        init:
          record revision 2 as pending-upgrade
        install:
          wait until Deployment/db is ready <- record revision 2 as pending-upgrade
          create Deployment/web <- wait until Deployment/db is ready [annotation werf.io/deploy-dependency-db]
          wait until Deployment/web is ready <- create Deployment/web
        final:
          mark revision 2 deployed <- wait until Deployment/web is ready
          mark revision 1 superseded <- mark revision 2 deployed
    ",
    );
    let target = plan.targets.iter().find(|target| target.id.name == "db").unwrap();
    assert_eq!(target.tracking.fail_mode, skeg_resources::FailMode::FailWholeDeployProcessImmediately);
    assert_eq!(target.tracking.termination, skeg_resources::Termination::WaitUntilResourceReady);
}

#[test]
fn all_that_match_are_waited_for() {
    let dependency = ("werf.io/deploy-dependency-maps", "state=present,kind=ConfigMap");
    let chart = deployment("web", "one", &[dependency]) + &config("a", "1", &[]) + &config("b", "1", &[]);
    assert_graph(&initial().wants(&chart).plan(), "
        init:
          record revision 1 as pending-install
        install:
          create ConfigMap/a <- record revision 1 as pending-install
          wait until ConfigMap/a is ready <- create ConfigMap/a
          create ConfigMap/b <- record revision 1 as pending-install
          wait until ConfigMap/b is ready <- create ConfigMap/b
          create Deployment/web <- create ConfigMap/a [annotation werf.io/deploy-dependency-maps], create ConfigMap/b [annotation werf.io/deploy-dependency-maps]
          wait until Deployment/web is ready <- create Deployment/web
        final:
          mark revision 1 deployed <- wait until ConfigMap/a is ready, wait until ConfigMap/b is ready, wait until Deployment/web is ready
    ");
}

#[test]
fn an_earlier_stage_needs_no_edge() {
    let dependency = ("werf.io/deploy-dependency-migrate", "state=ready,kind=Job,name=migrate");
    let hook =
        job("migrate", "one", &[("helm.sh/hook", "pre-install"), ("werf.io/track-termination-mode", "NonBlocking")]);
    assert_graph(
        &initial().wants(&(deployment("web", "one", &[dependency]) + &hook)).plan(),
        "
        init:
          record revision 1 as pending-install
        pre-install:
          create Job/migrate <- record revision 1 as pending-install
          wait until Job/migrate is ready <- create Job/migrate
        install:
          create Deployment/web <- wait until Job/migrate is ready
          wait until Deployment/web is ready <- create Deployment/web
        final:
          mark revision 1 deployed <- wait until Deployment/web is ready
    ",
    );
}

#[test]
fn what_is_outside_of_the_release_is_waited_for_once() {
    let external = ("db.external-dependency.werf.io", "v1:Secret:other:password");
    let chart = deployment("a", "one", &[external])
        + &deployment("b", "one", &[external, ("werf.io/weight", "3")])
        + &deployment("c", "one", &[]);
    assert_graph(&initial().wants(&chart).plan(), "
        init:
          record revision 1 as pending-install
        install:
          create Deployment/c <- record revision 1 as pending-install
          wait until Deployment/c is ready <- create Deployment/c
          wait until Secret/password (namespace other) exists <- record revision 1 as pending-install
          create Deployment/a <- wait until Secret/password (namespace other) exists [annotation db.external-dependency.werf.io]
          wait until Deployment/a is ready <- create Deployment/a
          create Deployment/b <- wait until Deployment/c is ready [weight 0 before 3], wait until Deployment/a is ready [weight 0 before 3]
          wait until Deployment/b is ready <- create Deployment/b
        final:
          mark revision 1 deployed <- wait until Deployment/b is ready
    ");
}

#[test]
fn an_annotation_that_matches_nothing_is_told() {
    let dependency = ("werf.io/deploy-dependency-db", "state=ready,kind=StatefulSet,name=postgers");
    let database = manifest("apps/v1", "StatefulSet", "postgres", &[], "spec: {}");
    let world = initial().wants(&(deployment("web", "one", &[dependency]) + &database));
    let text = "Deployment/web: annotation werf.io/deploy-dependency-db matches no resource of the release \
                (kind=StatefulSet,name=postgers); did you mean StatefulSet/postgres?";
    assert_eq!(world.clone().plan().warnings, [text]);
    let refusal = world.policy(|policy| policy.strict = true).refusal();
    assert_eq!(refusal, format!("{text}\n  Nothing was changed. Without --strict it is only a warning."));
    let far = initial().wants(&deployment("web", "one", &[dependency])).plan();
    assert!(far.warnings[0].ends_with("<name>.external-dependency.werf.io"), "{:?}", far.warnings);
}

#[test]
fn a_reference_to_what_comes_later_warns_only_where_nothing_exists() {
    let hook = manifest(
        "batch/v1",
        "Job",
        "migrate",
        &[("helm.sh/hook", "pre-install,pre-upgrade")],
        "spec: {template: {spec: {containers: [{name: c, image: one, envFrom: [{configMapRef: {name: settings}}]}]}}}",
    );
    let chart = hook + &config("settings", "2", &[]);
    let plan = initial().wants(&chart).plan();
    assert_eq!(plan.warnings.len(), 1);
    assert!(
        plan.warnings[0].starts_with("Job/migrate (stage pre-install) needs ConfigMap/settings (detected: ")
            && plan.warnings[0].ends_with("which is created only after it (stage install)"),
        "{:?}",
        plan.warnings
    );
    let plan = upgrade().wants(&chart).lives(&config("settings", "1", &[])).plan();
    assert_eq!(plan.warnings, Vec::<String>::new());
}

#[test]
fn a_reference_against_weights_warns_too() {
    let chart = reader("web", "settings", &[("werf.io/weight", "-1")]) + &config("settings", "1", &[]);
    let plan = initial().wants(&chart).plan();
    assert_graph(
        &plan,
        "
        init:
          record revision 1 as pending-install
        install:
          create Deployment/web <- record revision 1 as pending-install
          wait until Deployment/web is ready <- create Deployment/web
          create ConfigMap/settings <- wait until Deployment/web is ready [weight -1 before 0]
          wait until ConfigMap/settings is ready <- create ConfigMap/settings
        final:
          mark revision 1 deployed <- wait until ConfigMap/settings is ready
    ",
    );
    assert!(plan.warnings[0].starts_with("Deployment/web (weight -1) needs ConfigMap/settings"), "{:?}", plan.warnings);
}
