//! Deletions: resources dropped from the chart, or uninstalled with the release.

use skeg_plan::Action;
use skeg_resources::{DeployType, Propagation};

use crate::text::assert_graph;
use crate::world::{config, deploy, deployment, job, manifest, upgrade};

#[test]
fn what_the_chart_dropped_goes_when_what_is_new_is_ready() {
    let plan = upgrade().wants(&deployment("new", "one", &[])).had(&deployment("old", "one", &[])).plan();
    assert_graph(
        &plan,
        "
        init:
          record revision 2 as pending-upgrade
        install:
          create Deployment/new <- record revision 2 as pending-upgrade
          wait until Deployment/new is ready <- create Deployment/new
        uninstall:
          delete Deployment/old <- wait until Deployment/new is ready
          wait until Deployment/old is gone <- delete Deployment/old
        final:
          mark revision 2 deployed <- wait until Deployment/old is gone
          mark revision 1 superseded <- mark revision 2 deployed
    ",
    );
    let old = plan.targets.iter().find(|target| target.id.name == "old").unwrap();
    assert_eq!(old.uid.as_deref(), Some("uid-of-Deployment/old"));
}

#[test]
fn deleting_data_is_warned_of() {
    let claim = manifest("v1", "PersistentVolumeClaim", "data", &[], "spec: {}");
    let plan = upgrade().had(&claim).policy(|policy| policy.pruning.data = true).plan();
    assert_eq!(
        plan.warnings,
        ["PersistentVolumeClaim/data is deleted: deleting the claim deletes its volume unless the volume is retained"]
    );
    let plan = deploy(DeployType::Uninstall).wants(&claim).lives(&claim).plan();
    assert_eq!((plan.warnings.len(), plan.changes.len()), (0, 1));
}

#[test]
fn on_demand_it_goes_first() {
    let world = upgrade().wants(&deployment("new", "one", &[])).had(&deployment("old", "one", &[]));
    assert_graph(
        &world.policy(|policy| policy.prune_first = true).plan(),
        "
        init:
          record revision 2 as pending-upgrade
        pre-pre-uninstall:
          delete Deployment/old <- record revision 2 as pending-upgrade
          wait until Deployment/old is gone <- delete Deployment/old
        install:
          create Deployment/new <- wait until Deployment/old is gone
          wait until Deployment/new is ready <- create Deployment/new
        final:
          mark revision 2 deployed <- wait until Deployment/new is ready
          mark revision 1 superseded <- mark revision 2 deployed
    ",
    );
}

#[test]
fn what_must_not_go_stays() {
    let keep = config("kept", "1", &[("helm.sh/resource-policy", "keep")]);
    let anyone = config("anyones", "1", &[("werf.io/ownership", "anyone")]);
    let hook = job("hook", "one", &[("helm.sh/hook", "pre-install")]);
    let world = upgrade().had(&(keep + &anyone + &hook));
    let world = world.had(&config("taken", "1", &[])).lives_with(&config("taken", "1", &[]), |object| {
        object["metadata"]["annotations"]["meta.helm.sh/release-name"] = "other".into();
    });
    let world = world.had(&config("freed", "1", &[])).lives_with(&config("freed", "1", &[]), |object| {
        object["metadata"]["annotations"] = serde_json::json!({});
    });
    let world = world.had(&config("kept-live", "1", &[])).lives_with(&config("kept-live", "1", &[]), |object| {
        object["metadata"]["annotations"]["werf.io/resource-policy"] = "skip-update,skip-delete".into();
    });
    let plan = world.plan();
    assert!(plan.is_empty());
    assert_eq!(
        plan.warnings,
        [
            "ConfigMap/freed is left in the cluster: it is no longer labelled as part of this release",
            "ConfigMap/kept is left in the cluster: its resource policy keeps it",
            "ConfigMap/kept-live is left in the cluster: its resource policy keeps it",
            "ConfigMap/taken is left in the cluster: it belongs to release \"other\"",
        ]
    );
}

#[test]
fn nothing_is_pruned_where_nobody_wants_it() {
    let keep = config("kept", "1", &[("helm.sh/resource-policy", "keep")]);
    let dropped = config("old", "1", &[]) + &keep + &job("hook", "one", &[("helm.sh/hook", "pre-install")]);
    for deploy_type in [DeployType::Upgrade, DeployType::Rollback] {
        let world = deploy(deploy_type).wants(&config("new", "1", &[])).had(&dropped);
        let plan = world.policy(|policy| policy.pruning.is_off = true).plan();
        assert!(plan.changes.iter().all(|change| plan.name(change.target) == "ConfigMap/new"), "{:?}", plan.changes);
        assert_eq!(
            plan.warnings,
            [
                "ConfigMap/kept is left in the cluster: its resource policy keeps it",
                "ConfigMap/old is left in the cluster: --no-prune was given",
            ]
        );
        assert_eq!(serde_json::to_value(&plan).unwrap()["left"][1]["why"], "no-prune");
    }
    // An uninstall has nothing else to do than deleting.
    let world = deploy(DeployType::Uninstall).wants(&dropped).lives(&dropped);
    let plan = world.policy(|policy| policy.pruning.is_off = true).plan();
    assert_eq!(plan.changes.len(), 2);
}

#[test]
fn a_namespace_goes_only_where_somebody_asks_for_it() {
    let games = manifest("v1", "Namespace", "games", &[], "");
    let warning = "Namespace/games is left in the cluster: everything in it would be deleted with it; to delete it: \
                   --prune-namespaces, or kubectl delete namespace games";
    let dropped = upgrade().wants(&config("a", "1", &[])).had(&games);
    let rolled_back = deploy(DeployType::Rollback).wants(&config("a", "1", &[])).had(&games);
    let uninstalled = deploy(DeployType::Uninstall).wants(&games).lives(&games);
    let turn = manifest("v1", "Namespace", "games", &[("werf.io/deploy-on", "install,delete")], "");
    let deployed_again = deploy(DeployType::Uninstall).wants(&turn).lives(&turn);
    for (what, world) in
        [("dropped", dropped), ("rolled back", rolled_back), ("uninstalled", uninstalled), ("again", deployed_again)]
    {
        let deletions = |plan: &skeg_plan::Plan| {
            plan.operations.iter().filter(|each| matches!(each.action, Action::Delete { .. })).count()
        };
        let plan = world.clone().plan();
        assert_eq!((deletions(&plan), &plan.warnings[..]), (0, &[warning.to_string()][..]), "{what}");
        assert_eq!(serde_json::to_value(&plan).unwrap()["left"][0]["why"], "namespace");
        let plan = world.policy(|policy| policy.pruning.namespaces = true).plan();
        assert_eq!((deletions(&plan), plan.kept.len()), (1, 0), "{what}");
    }
}

#[test]
fn data_that_the_chart_dropped_stays() {
    let snapshots = "snapshot.storage.k8s.io/v1";
    let set = |policy: &str| format!("spec: {{persistentVolumeClaimRetentionPolicy: {{whenDeleted: {policy}}}}}");
    let data = |word: &'static str| [("skeg.dev/data", word)];
    let table = [
        (manifest("v1", "PersistentVolumeClaim", "x", &[], "spec: {}"), true),
        (manifest("v1", "PersistentVolumeClaim", "x", &data("false"), "spec: {}"), false),
        (manifest("v1", "PersistentVolume", "x", &[], "spec: {}"), true),
        (manifest(snapshots, "VolumeSnapshot", "x", &[], "spec: {}"), true),
        (manifest(snapshots, "VolumeSnapshotContent", "x", &[], "spec: {}"), true),
        (manifest("apps/v1", "StatefulSet", "x", &[], &set("Delete")), true),
        (manifest("apps/v1", "StatefulSet", "x", &[], &set("Retain")), false),
        (manifest("apps/v1", "StatefulSet", "x", &data("true"), &set("Retain")), true),
        (manifest("postgresql.cnpg.io/v1", "Cluster", "x", &data("true"), ""), true),
        (manifest("v1", "Secret", "x", &data("true"), ""), true),
        (manifest("v1", "Secret", "x", &[], ""), false),
    ];
    for (dropped, is_kept) in table {
        for deploy_type in [DeployType::Upgrade, DeployType::Rollback] {
            let world = deploy(deploy_type).wants(&config("a", "1", &[])).had(&dropped);
            let plan = world.clone().plan();
            let deletes = |plan: &skeg_plan::Plan| plan.changes.iter().any(|change| change.after.is_none());
            assert_eq!((deletes(&plan), plan.kept.len()), (!is_kept, usize::from(is_kept)), "{dropped}");
            if is_kept {
                let warning = &plan.warnings[0];
                assert!(warning.contains(
                    "x is left in the cluster: its data would be lost; to delete it: --prune-data, or kubectl"
                ));
                assert_eq!(serde_json::to_value(&plan).unwrap()["left"][0]["why"], "dropped-data");
            }
            let plan = world.policy(|policy| policy.pruning.data = true).plan();
            assert!(deletes(&plan) && plan.kept.is_empty(), "{dropped}");
        }
        // With the whole release everything goes that is its own, as with Helm.
        let plan = deploy(DeployType::Uninstall).wants(&dropped).lives(&dropped).plan();
        assert_eq!((plan.changes.len(), plan.kept.len()), (1, 0), "{dropped}");
    }
}

#[test]
fn what_the_live_object_says_of_its_data_counts_too() {
    let secret = manifest("v1", "Secret", "x", &[], "");
    let claim = manifest("v1", "PersistentVolumeClaim", "x", &[], "spec: {}");
    let set = manifest("apps/v1", "StatefulSet", "x", &[], "spec: {}");
    let says = |manifest: &str, word: &str| {
        let marked = |object: &mut serde_json::Value| object["metadata"]["annotations"]["skeg.dev/data"] = word.into();
        upgrade().wants(&config("a", "1", &[])).had(manifest).lives_with(manifest, marked).plan().kept.len()
    };
    assert_eq!([says(&secret, "true"), says(&claim, "false"), says(&claim, "perhaps")], [1, 0, 1]);
    let deletes = serde_json::json!({"persistentVolumeClaimRetentionPolicy": {"whenDeleted": "Delete"}});
    let world = upgrade().wants(&config("a", "1", &[])).had(&set);
    let plan = world.lives_with(&set, |object| object["spec"] = deletes.clone()).plan();
    assert_eq!(plan.kept.len(), 1);
}

#[test]
fn what_is_gone_is_not_deleted() {
    let mut world = upgrade().had(&config("old", "1", &[]));
    world.request.live.clear();
    assert!(world.plan().is_empty());
}

#[test]
fn an_object_that_is_served_by_another_group_now_stays() {
    let ingress = |version: &str| manifest(version, "Ingress", "web", &[], "spec: {}");
    let same_uid = |object: &mut serde_json::Value| object["metadata"]["labels"] = serde_json::json!({});
    let world = upgrade().wants(&ingress("networking.k8s.io/v1")).had(&ingress("extensions/v1beta1"));
    let plan = world.lives_with(&ingress("networking.k8s.io/v1"), same_uid).plan();
    assert!(plan.changes.iter().all(|change| change.kind != skeg_plan::ChangeKind::Delete), "{:?}", plan.changes);
}

#[test]
fn an_uninstall_deletes_in_the_reverse_order_of_kinds() {
    let chart = manifest("v1", "Namespace", "extra", &[], "")
        + &manifest(
            "apiextensions.k8s.io/v1",
            "CustomResourceDefinition",
            "boats.shop.dev",
            &[],
            "spec: {group: shop.dev, names: {kind: Boat}}",
        )
        + &manifest("shop.dev/v1", "Boat", "titanic", &[], "spec: {}")
        + &manifest("admissionregistration.k8s.io/v1", "MutatingWebhookConfiguration", "edit", &[], "webhooks: []")
        + &deployment("web", "one", &[])
        + &config("settings", "1", &[]);
    let world = deploy(DeployType::Uninstall).wants(&chart).lives(&chart);
    let world = world.policy(|policy| policy.pruning.namespaces = true);
    assert_graph(&world.clone().plan(), "
        init:
          mark revision 1 uninstalling
        uninstall:
          delete MutatingWebhookConfiguration/edit <- mark revision 1 uninstalling
          wait until MutatingWebhookConfiguration/edit is gone <- delete MutatingWebhookConfiguration/edit
          delete Boat/titanic <- wait until MutatingWebhookConfiguration/edit is gone [webhooks are deleted before custom resources]
          wait until Boat/titanic is gone <- delete Boat/titanic
          delete Deployment/web <- wait until Boat/titanic is gone [custom resources are deleted before workloads]
          wait until Deployment/web is gone <- delete Deployment/web
          delete ConfigMap/settings <- wait until Deployment/web is gone [workloads are deleted before other resources]
          wait until ConfigMap/settings is gone <- delete ConfigMap/settings
          delete CustomResourceDefinition/boats.shop.dev <- wait until ConfigMap/settings is gone [other resources are deleted before definitions of kinds]
          wait until CustomResourceDefinition/boats.shop.dev is gone <- delete CustomResourceDefinition/boats.shop.dev
          delete Namespace/extra <- wait until CustomResourceDefinition/boats.shop.dev is gone [definitions of kinds are deleted before namespaces]
          wait until Namespace/extra is gone <- delete Namespace/extra
        final:
          delete the record of revision 1 <- wait until Namespace/extra is gone
    ");
    let kept = world.policy(|policy| policy.keep_history = true).plan();
    assert_eq!(kept.title(kept.operations.len() - 1), "mark revision 1 uninstalled");
}

#[test]
fn annotations_order_deletes_instead_of_kinds() {
    let before = [("werf.io/delete-dependency-settings", "state=absent,kind=ConfigMap,name=settings")];
    let chart = deployment("web", "one", &before) + &config("settings", "1", &[]);
    assert_graph(
        &deploy(DeployType::Uninstall).wants(&chart).lives(&chart).plan(),
        "
        init:
          mark revision 1 uninstalling
        uninstall:
          delete ConfigMap/settings <- mark revision 1 uninstalling
          wait until ConfigMap/settings is gone <- delete ConfigMap/settings
          delete Deployment/web <- wait until ConfigMap/settings is gone [annotation werf.io/delete-dependency-settings]
          wait until Deployment/web is gone <- delete Deployment/web
        final:
          delete the record of revision 1 <- wait until Deployment/web is gone
    ",
    );
}

/// Helm leaves what hooks created. We delete what can be recreated, and warn about the rest.
#[test]
fn data_that_a_hook_made_stays() {
    let claim = |hook: &str, policy: &str| {
        let marks = [("helm.sh/hook", hook), ("helm.sh/hook-delete-policy", policy)];
        manifest("v1", "PersistentVolumeClaim", "data", &marks, "spec: {}")
    };
    let warning = "PersistentVolumeClaim/data is left in the cluster: a hook created it, and its data would be lost; \
                   to delete it: kubectl delete persistentvolumeclaim data -n prod";
    let settings = config("settings", "1", &[("helm.sh/hook", "pre-install")]);
    let chart = claim("pre-install", "hook-failed") + &settings;
    let plan = deploy(DeployType::Uninstall).wants(&chart).lives(&chart).plan();
    let deleted: Vec<String> = plan.changes.iter().map(|change| plan.name(change.target)).collect();
    assert_eq!(
        (deleted, plan.warnings.as_slice()),
        (vec!["ConfigMap/settings".to_string()], &[warning.to_string()][..])
    );
    // The name of the field in stored plans.
    assert_eq!(serde_json::to_value(&plan).unwrap()["left"][0]["why"], "data");
    // A hook that runs in the uninstall is not deleted after its turn either.
    for lives in [true, false] {
        let claim = claim("pre-delete", "hook-failed");
        let world = deploy(DeployType::Uninstall).wants(&claim);
        let plan = if lives { world.lives(&claim) } else { world }.plan();
        let deletes = plan.operations.iter().any(|each| matches!(each.action, skeg_plan::Action::Delete { .. }));
        assert!(!deletes && plan.warnings == [warning], "{:?}", plan.warnings);
    }
    // Unless its own policy deletes it.
    let claim = claim("pre-delete", "hook-succeeded");
    let plan = deploy(DeployType::Uninstall).wants(&claim).plan();
    assert!(plan.changes[0].then_deleted && plan.kept.is_empty());
}

#[test]
fn what_owns_nothing_is_deleted_directly_unless_somebody_says_otherwise() {
    let annotated = config("annotated", "one", &[("werf.io/delete-propagation", "Orphan")]);
    let world = || {
        let world = upgrade().had(&deployment("web", "one", &[])).had(&config("settings", "one", &[]));
        world.had(&annotated)
    };
    let propagations = |plan: skeg_plan::Plan| -> Vec<(String, Propagation)> {
        let deletions = plan.operations.iter().filter_map(|operation| match operation.action {
            Action::Delete { target, propagation } => Some((plan.name(target), propagation)),
            _ => None,
        });
        let mut deletions: Vec<_> = deletions.collect();
        deletions.sort_by(|one, other| one.0.cmp(&other.0));
        deletions
    };
    let expected = |settings, web| {
        let names = ["ConfigMap/annotated", "ConfigMap/settings", "Deployment/web"].map(str::to_string);
        names.into_iter().zip([Propagation::Orphan, settings, web]).collect::<Vec<_>>()
    };
    assert_eq!(propagations(world().plan()), expected(Propagation::Background, Propagation::Foreground));
    for asked in [Propagation::Foreground, Propagation::Background] {
        let plan = world().policy(|policy| policy.propagation = Some(asked)).plan();
        assert_eq!(propagations(plan), expected(asked, asked));
    }
}
