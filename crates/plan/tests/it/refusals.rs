//! Requests for which no plan can be made, and the messages.

use skeg_plan::{Error, Occupant, OccupiedNamespace};

use crate::world::{config, deployment, initial, job, manifest, resources, upgrade};

#[track_caller]
fn assert_text(actual: &str, expected: &[&str]) {
    assert_eq!(actual, expected.join("\n"));
}

#[test]
fn objects_of_others_are_all_named() {
    let map = |name| config(name, "1", &[]);
    let world = upgrade().wants(&(map("alien") + &map("free") + &map("ours"))).lives(&map("ours"));
    let world = world.lives_with(&map("alien"), |object| {
        object["metadata"]["annotations"]["meta.helm.sh/release-name"] = "legacy".into();
    });
    let world = world.lives_with(&map("free"), |object| object["metadata"]["annotations"] = serde_json::json!({}));
    assert_text(
        &world.clone().refusal(),
        &[
            "ConfigMap/alien in namespace prod belongs to another release",
            "  owner: release \"legacy\" in namespace \"prod\" (managed by Helm)",
            "  chart: shop/templates/all.yaml",
            "  Nothing was changed. To take it over: --adopt-from prod/legacy, or --force-adoption. To rename ours: change metadata.name in the template.",
            "ConfigMap/free in namespace prod exists already and belongs to no release",
            "  owner: none, it lacks the annotations meta.helm.sh/release-name and meta.helm.sh/release-namespace",
            "  chart: shop/templates/all.yaml",
            "  Nothing was changed. To take it over: --adopt=ConfigMap/free, or --adopt for all that have no owner. To rename ours: change metadata.name in the template.",
        ],
    );
    assert_eq!(world.policy(|policy| policy.force_adoption = true).plan().changes.len(), 2);
}

#[test]
fn whose_objects_keep_a_namespace_is_counted() {
    let id = |kind: &str, name: &str| skeg_resources::ResourceId::new("", kind, Some("games"), name);
    let occupants = vec![
        Occupant {
            owner: "release \"chess\" in namespace \"games\"".into(),
            objects: (0..7).map(|number| id("ConfigMap", &format!("c{number}"))).collect(),
        },
        Occupant { owner: "owner unknown".into(), objects: vec![id("Secret", "a")] },
    ];
    let origin = resources(&config("a", "1", &[]))[0].origin.clone();
    let id = skeg_resources::ResourceId::new("", "Namespace", None, "games");
    let error = Error::OccupiedNamespaces(vec![OccupiedNamespace { id, origin, occupants }]);
    assert_text(
        &error.to_string(),
        &[
            "Namespace/games must not be deleted: it holds 8 objects that the release does not delete",
            "  7 of release \"chess\" in namespace \"games\": ConfigMap/c0, ConfigMap/c1, ConfigMap/c2, ConfigMap/c3, \
             ConfigMap/c4 and 2 more",
            "  1 of owner unknown: Secret/a",
            "  chart: shop/templates/all.yaml",
            "  Nothing was changed. To keep the namespace: drop --prune-namespaces. To delete it: first delete or move \
             what is in it.",
        ],
    );
    assert_eq!(
        error.blocked()[0].1,
        "it holds 8 objects that the release does not delete: 7 of release \"chess\" in namespace \"games\", 1 of owner \
         unknown"
    );
}

#[test]
fn a_hook_does_not_replace_what_another_release_owns() {
    let hook = job("migrate", "one", &[("helm.sh/hook", "pre-upgrade")]);
    let marked_by = |release: Option<&str>| {
        upgrade().wants(&hook).lives_with(&hook, |object| {
            if let Some(release) = release {
                object["metadata"]["labels"]["app.kubernetes.io/managed-by"] = "Helm".into();
                object["metadata"]["annotations"]["meta.helm.sh/release-name"] = release.into();
                object["metadata"]["annotations"]["meta.helm.sh/release-namespace"] = "prod".into();
            }
        })
    };
    let refusal = marked_by(Some("legacy")).refusal();
    assert!(refusal.starts_with("Job/migrate in namespace prod belongs to another release"), "{refusal}");
    assert_eq!(marked_by(Some("legacy")).policy(|policy| policy.force_adoption = true).plan().changes.len(), 1);
    assert_eq!(marked_by(None).plan().changes.len(), 1, "what a hook left carries no marks");
}

#[test]
fn what_is_anyones_is_taken() {
    let map = config("a", "1", &[("werf.io/ownership", "anyone")]);
    let plan = upgrade().wants(&map).lives_with(&map, |object| object["data"]["key"] = "2".into()).plan();
    assert_eq!(plan.changes.len(), 1);
}

#[test]
fn immutable_fields_are_named_with_the_way_out() {
    let set = |name: &str, storage: &str| {
        let templates = format!("[{{metadata: {{name: data}}, spec: {{storageClassName: {storage}}}}}]");
        manifest(
            "apps/v1",
            "StatefulSet",
            name,
            &[],
            &format!("spec: {{replicas: 1, serviceName: db, volumeClaimTemplates: {templates}}}"),
        )
    };
    let world = upgrade().wants(&set("db", "fast")).lives(&set("db", "slow"));
    let message = "Forbidden: updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template', \
                   'updateStrategy', 'revisionHistoryLimit', 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden";
    assert_text(
        &world.refused("StatefulSet/db", "spec", message).refusal(),
        &[
            "StatefulSet/db in namespace prod cannot be changed in place: spec.volumeClaimTemplates cannot be changed once set",
            "  chart: shop/templates/all.yaml",
            "  data at risk: its pods stop, and its claims are deleted if their retention policy is Delete",
            "  Nothing was changed. To recreate it: --recreate-immutable, or annotation werf.io/delete-policy: \
             before-creation-if-immutable, or delete it by hand and deploy again. To keep it: restore the old value in the template.",
        ],
    );
}

#[test]
fn nobody_is_told_to_recreate_what_is_anothers() {
    let map = config("a", "1", &[]);
    let world =
        upgrade().wants(&map).lives_with(&map, |object| object["metadata"]["annotations"] = serde_json::json!({}));
    let text = world.refused("ConfigMap/a", "data", "Forbidden: field is immutable when `immutable` is set").refusal();
    assert!(text.contains("belongs to no release") && !text.contains("delete-policy"), "{text}");
}

#[test]
fn a_cycle_is_reported_step_by_step() {
    let web = deployment("web", "one", &[("werf.io/deploy-dependency-db", "state=ready,kind=Job,name=migrate")]);
    let migrate =
        job("migrate", "one", &[("werf.io/deploy-dependency-map", "state=present,kind=ConfigMap,name=settings")]);
    let settings =
        config("settings", "1", &[("werf.io/deploy-dependency-web", "state=present,kind=Deployment,name=web")]);
    assert_text(
        &initial().wants(&(web + &migrate + &settings)).refusal(),
        &[
            "these resources wait for each other",
            "  ConfigMap/settings  waits for  Deployment/web      annotation werf.io/deploy-dependency-web  (shop/templates/all.yaml)",
            "  Deployment/web      waits for  Job/migrate         annotation werf.io/deploy-dependency-db   (shop/templates/all.yaml)",
            "  Job/migrate         waits for  ConfigMap/settings  annotation werf.io/deploy-dependency-map  (shop/templates/all.yaml)",
            "  Break one of them. Nothing was changed.",
        ],
    );
}

#[test]
fn a_cycle_through_weights_names_them() {
    let web = deployment("web", "one", &[("werf.io/weight", "5")]);
    let job = job("migrate", "one", &[("werf.io/deploy-dependency-web", "state=ready,kind=Deployment,name=web")]);
    let reader = manifest(
        "apps/v1",
        "Deployment",
        "reader",
        &[],
        "spec: {template: {spec: {serviceAccountName: sa, containers: [{name: c, image: one}]}}}",
    );
    let account = manifest(
        "v1",
        "ServiceAccount",
        "sa",
        &[("werf.io/deploy-dependency-job", "state=ready,kind=Job,name=migrate")],
        "",
    );
    assert_text(
        &initial().wants(&(web + &job + &reader + &account)).refusal(),
        &[
            "these resources wait for each other",
            "  ServiceAccount/sa  waits for  Job/migrate        annotation werf.io/deploy-dependency-job         (shop/templates/all.yaml)",
            "  Job/migrate        waits for  Deployment/web     annotation werf.io/deploy-dependency-web         (shop/templates/all.yaml)",
            "  Deployment/web     waits for  Deployment/reader  weight 0 before 5                                (shop/templates/all.yaml)",
            "  Deployment/reader  waits for  ServiceAccount/sa  detected: spec.template.spec.serviceAccountName  (shop/templates/all.yaml)",
            "  Break one of them. Nothing was changed.",
        ],
    );
}

#[test]
fn an_annotation_against_the_order_of_stages_is_a_cycle() {
    let hook = job(
        "migrate",
        "one",
        &[("helm.sh/hook", "pre-install"), ("werf.io/deploy-dependency-web", "state=ready,kind=Deployment,name=web")],
    );
    assert_text(
        &initial().wants(&(hook + &deployment("web", "one", &[]))).refusal(),
        &[
            "these resources wait for each other",
            "  Job/migrate     waits for  Deployment/web  annotation werf.io/deploy-dependency-web  (shop/templates/all.yaml)",
            "  Deployment/web  waits for  Job/migrate     stage pre-install before install          (shop/templates/all.yaml)",
            "  Break one of them. Nothing was changed.",
        ],
    );
}
