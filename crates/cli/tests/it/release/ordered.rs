//! `--wait=ordered`: subcharts and resource groups in the order that charts declare, on a real control plane.

use skeg_test_cluster::{Helm, wait_until};

use super::manifests::{config_map, job};
use super::running::{Running, is_killed_after};
use super::site::Site;

const LIMIT: std::time::Duration = std::time::Duration::from_secs(60);
const ORDERED: &str = "--wait=ordered";

/// The shop's Chart.yaml.
const SHOP: &str = "apiVersion: v2
name: shop
version: 1.0.0
annotations:
  helm.sh/depends-on/subcharts: [\"web\"]
dependencies:
  - name: db
    version: 1.0.0
  - name: web
    version: 1.0.0
    condition: web.enabled
    depends-on: [db]
  - name: mail
    version: 1.0.0
  - name: loose
    version: 1.0.0
";

/// A shop whose web waits for its db, and the shop itself for web; nothing waits for mail, nor for loose.
fn write_shop(site: &Site, chart: &str, db: &str) {
    let subchart = |name: &str| format!("apiVersion: v2\nname: {name}\nversion: 1.0.0\n");
    let tagged = |name: &str| {
        format!(
            "apiVersion: v1\nkind: ConfigMap\nmetadata: {{name: {name}}}\ndata: {{tag: {{{{ .Values.global.tag | quote }}}}}}\n"
        )
    };
    let web_values = "enabled: true\n";
    let files = [
        ("Chart.yaml", chart.to_string()),
        ("values.yaml", "global: {tag: one}\nweb: {enabled: true}\n".to_string()),
        ("templates/own.yaml", tagged("own")),
        ("charts/db/Chart.yaml", subchart("db")),
        ("charts/db/templates/db.yaml", db.to_string()),
        ("charts/db/templates/settings.yaml", tagged("db-settings")),
        ("charts/web/Chart.yaml", subchart("web")),
        ("charts/web/values.yaml", web_values.to_string()),
        ("charts/web/templates/web.yaml", tagged("web")),
        ("charts/mail/Chart.yaml", subchart("mail")),
        ("charts/mail/templates/mail.yaml", tagged("mail")),
        ("charts/loose/Chart.yaml", subchart("loose")),
        ("charts/loose/templates/loose.yaml", tagged("loose")),
    ];
    let files: Vec<(&str, &str)> = files.iter().map(|(name, text)| (*name, text.as_str())).collect();
    site.chart(&files);
}

fn slow_job() -> String {
    job("migrate", &[], &["test.skeg.dev/after: 300ms"])
}

#[test]
fn subcharts_come_one_after_the_other_and_are_waited_for() {
    let site = Site::new("ordered");
    write_shop(&site, SHOP, &slow_job());
    let trace = site.traced_install(&[ORDERED]);
    for first in ["patch jobs/migrate", "patch configmaps/db-settings"] {
        trace.is_before(first, "patch configmaps/web");
    }
    for last in ["patch configmaps/own", "patch configmaps/loose", "patch configmaps/mail"] {
        trace.is_before("patch configmaps/web", last);
    }
    let done = site.object("job", "migrate").unwrap()["status"]["completionTime"].as_str().unwrap().to_string();
    let begun = trace.second_of("patch configmaps/web");
    assert!(begun.as_str() >= &done[..19], "web begun at {begun}, migrate done at {done}");

    // The record is in the order of the deploy, and Helm can read it.
    let record = site.record(1);
    assert_eq!(record["sequenced"], true);
    let manifest = record["manifest"].as_str().unwrap();
    let place = |name: &str| manifest.find(&format!("charts/{name}/")).unwrap_or_else(|| panic!("{name}: {manifest}"));
    assert!(place("db") < place("web") && place("web") < place("loose"), "{manifest}");
    for generation in [Helm::V3, Helm::V4] {
        site.helm(generation, &["get", "manifest", "shop"]).unwrap();
    }

    // Nothing to change: no revision, no waiting.
    site.install(&[ORDERED]).ended(0).says("up to date");
    let (ran, trace) = site.traced("uninstall", &[]);
    ran.ended(0);
    for first in ["delete configmaps/own", "delete configmaps/loose"] {
        trace.is_before(first, "delete configmaps/web");
    }
    for last in ["delete jobs/migrate", "delete configmaps/db-settings"] {
        trace.is_before("delete configmaps/web", last);
    }
}

#[test]
fn without_the_word_the_order_means_nothing_and_is_not_recorded() {
    let site = Site::new("unordered");
    write_shop(&site, SHOP, &job("migrate", &[], &["test.skeg.dev/behave: hang"]));
    let running = Running::install(&site, &[]);
    wait_until(LIMIT, || site.object("configmap", "own")).unwrap_or_else(|| panic!("{}", running.said()));
    site.kubectl(&["annotate", "pods", "--all", "--overwrite", "test.skeg.dev/behave=complete"]);
    running.end().ended(0);
    assert_eq!(site.record(1).get("sequenced"), None);
    // Recording the order for the first time is worth a revision.
    site.install(&[ORDERED]).ended(0);
    assert_eq!(site.history(), "1 superseded, 2 deployed");
    assert_eq!(site.record(2)["sequenced"], true);
}

#[test]
fn an_independent_branch_finishes_though_another_fails() {
    let site = Site::new("branches");
    // The shop's own resources wait for mail, whose Job is slow; db fails long before.
    let chart = SHOP.replace("[\"web\"]", "[mail]");
    write_shop(&site, &chart, &job("migrate", &[], &["test.skeg.dev/behave: fail"]));
    let slow = job("send", &[], &["test.skeg.dev/after: 3s"]);
    std::fs::write(site.folder().join("shop/charts/mail/templates/send.yaml"), slow).unwrap();
    site.install(&[ORDERED]).ended(1).says("Job/migrate");
    for there in ["own", "loose", "mail", "db-settings"] {
        assert!(site.object("configmap", there).is_some(), "{there} does not depend on what failed");
    }
    assert_eq!(site.object("configmap", "web"), None, "it depends on what failed");
    assert_eq!(site.history(), "1 failed");
}

#[test]
fn an_upgrade_drops_a_subchart_in_reverse_and_a_rollback_brings_it_back_in_order() {
    let site = Site::new("dropped");
    write_shop(&site, SHOP, &slow_job());
    site.install(&[ORDERED]).ended(0);
    let trace = site.traced_install(&[ORDERED, "--set", "web.enabled=false"]);
    assert_eq!(trace.writes(), ["delete configmaps/web"]);
    let (ran, trace) = site.traced("rollback", &["1"]);
    ran.ended(0);
    assert_eq!(trace.writes(), ["patch configmaps/web"]);
    assert_eq!(site.record(3)["sequenced"], true, "a rollback goes by the record");

    // Both db and web change: in order without the flag, since the record has it.
    site.install(&[ORDERED, "--set", "global.tag=two"]).ended(0);
    let (ran, trace) = site.traced("rollback", &["3"]);
    ran.ended(0);
    trace.is_in_order(&["patch configmaps/db-settings", "patch configmaps/web", "patch configmaps/own"]);
}

#[test]
fn what_cannot_be_followed_is_refused_before_anything_is_written() {
    let site = Site::new("orders-refused");
    write_shop(&site, &SHOP.replace("depends-on: [db]", "depends-on: [bd]"), &slow_job());
    let (ran, trace) = site.traced("install", &["./shop", ORDERED]);
    ran.ended(1)
        .says("SKEG-CHART-ORDER")
        .says("shop/Chart.yaml:12: chart \"shop\" has no subchart \"bd\"; did you mean \"db\"?");
    assert_eq!(trace.writes(), [""; 0]);
    let cycle = SHOP.replace("name: db\n", "name: db\n    depends-on: [web]\n");
    write_shop(&site, &cycle, &slow_job());
    let (ran, trace) = site.traced("install", &["./shop", ORDERED]);
    assert_eq!(trace.writes(), [""; 0]);
    ran.ended(1)
        .says("subcharts of shop wait for each other: db → web → db")
        .says("db waits for web: depends-on in shop/Chart.yaml:8")
        .says("web waits for db: depends-on in shop/Chart.yaml:13");
    assert_eq!(site.history(), "");
    // Without the flag the declarations are ignored.
    site.install(&[]).ended(0);
    // As in Helm, what follows `--wait` is an argument.
    site.install(&["--wait", "ordered"])
        .ended(1)
        .says("unexpected arguments: ordered")
        .says("Join them: --wait=ordered");
}

#[test]
fn resource_groups_come_one_after_the_other() {
    let site = Site::new("groups");
    let group = |name: &str, group: &str, after: &str| {
        let mut annotations = vec![format!("helm.sh/resource-group: {group}")];
        if !after.is_empty() {
            annotations.push(format!("helm.sh/depends-on/resource-groups: '[\"{after}\"]'"));
        }
        config_map(name, &annotations.iter().map(String::as_str).collect::<Vec<_>>())
    };
    let documents = [group("a-app", "app", "queue"), group("b-queue", "queue", "disk"), group("c-disk", "disk", "")];
    let rest = config_map("a-rest", &[]);
    site.chart(&[("templates/all.yaml", &documents.join("---\n")), ("templates/rest.yaml", &rest)]);
    let trace = site.traced_install(&[ORDERED]);
    trace.is_in_order(&[
        "patch configmaps/c-disk",
        "patch configmaps/b-queue",
        "patch configmaps/a-app",
        "patch configmaps/a-rest",
    ]);
    let manifest = site.record(1)["manifest"].as_str().unwrap().to_string();
    assert!(manifest.contains("helm.sh/depends-on/resource-groups"), "it is kept in the record");
    assert!(manifest.find("c-disk") < manifest.find("a-app"), "{manifest}");
    let (ran, trace) = site.traced("uninstall", &[]);
    ran.ended(0);
    trace.is_in_order(&[
        "delete configmaps/a-rest",
        "delete configmaps/a-app",
        "delete configmaps/b-queue",
        "delete configmaps/c-disk",
    ]);
}

#[test]
fn helm_goes_on_with_an_ordered_release() {
    for (name, generation) in [("ordered-helm-3", Helm::V3), ("ordered-helm-4", Helm::V4)] {
        let site = Site::new(name);
        // Helm refuses a list as an annotation, so its chart has a text.
        write_shop(&site, &SHOP.replace("[\"web\"]", "'[\"web\"]'"), &slow_job());
        site.install(&[ORDERED]).ended(0);
        let more: &[&str] = if generation == Helm::V4 { &["--force-conflicts"] } else { &[] };
        let upgrade = [&["upgrade", "shop", "./shop", "--set", "global.tag=two"], more].concat();
        site.helm(generation, &upgrade).unwrap();
        assert_eq!(site.object("configmap", "web").unwrap()["data"]["tag"], "two");
        // Of the revision that Helm upgraded to, only the annotation is known.
        let plan = ["release", "plan", "uninstall", "-n", &site.namespace, "-r", "shop"];
        site.skeg([&plan[..], &[ORDERED]].concat())
            .ended(0)
            .says("revision 2 was not deployed in order")
            .says("web waits until shop's own resources are gone");
        // A Helm rollback keeps our record of the order, and Skeg follows it.
        site.helm(generation, &[&["rollback", "shop", "1"], more].concat()).unwrap();
        let (ran, trace) = site.traced("uninstall", &[]);
        ran.ended(0);
        trace.is_in_order(&["delete configmaps/own", "delete configmaps/web", "delete configmaps/db-settings"]);

        site.install(&[ORDERED]).ended(0);
        site.helm(generation, &["uninstall", "shop"]).unwrap();
        assert_eq!(site.object("configmap", "web"), None);
    }
}

#[test]
fn an_ordered_install_killed_at_any_write_goes_on_in_order() {
    for after in 1.. {
        let site = Site::new(&format!("ordered-killed-{after}"));
        write_shop(&site, SHOP, &slow_job());
        let words = ["release", "install", "-n", &site.namespace, "-r", "shop", "./shop", ORDERED];
        if !is_killed_after(after, &site, &words) {
            assert!(after > 9, "it has {after} writes only");
            break;
        }
        site.install(&[ORDERED]).ended(0);
        assert_eq!(site.record(site.history().split(", ").count() as u64)["sequenced"], true);
        let there: Vec<String> =
            site.names("configmap").into_iter().filter(|name| name != "kube-root-ca.crt").collect();
        for name in ["own", "web", "db-settings", "mail", "loose"] {
            assert!(there.contains(&name.to_string()), "after {after} writes: {there:?}");
        }
    }
}

#[test]
fn an_ordered_upgrade_killed_at_any_write_goes_on_in_order() {
    for after in 1.. {
        let site = Site::new(&format!("ordered-upgrade-killed-{after}"));
        // Without web, the shop still waits for db.
        write_shop(&site, &SHOP.replace("[\"web\"]", "[web, db]"), &slow_job());
        site.install(&[ORDERED]).ended(0);
        let upgrade = [ORDERED, "--set", "global.tag=two", "--set", "web.enabled=false"];
        let words = ["release", "install", "-n", &site.namespace, "-r", "shop", "./shop"];
        if !is_killed_after(after, &site, &[&words[..], &upgrade].concat()) {
            assert!(after > 9, "it has {after} writes only");
            break;
        }
        let (ran, trace) = site.traced("install", &[&["./shop"], &upgrade[..]].concat());
        ran.ended(0);
        // The remaining writes come in order.
        let left = ["patch configmaps/db-settings", "patch configmaps/own", "delete configmaps/web"];
        trace.is_in_order(
            &left.into_iter().filter(|write| trace.writes().contains(&write.to_string())).collect::<Vec<_>>(),
        );
        for name in ["own", "db-settings", "mail", "loose"] {
            let tag = &site.object("configmap", name).unwrap_or_else(|| panic!("{name} is gone"))["data"]["tag"];
            assert_eq!(tag, "two", "{name} after {after} writes");
        }
        assert_eq!(site.object("configmap", "web"), None, "after {after} writes");
        let revision = site.history().split(", ").count() as u64;
        assert_eq!(site.record(revision)["sequenced"], true);
    }
}

#[test]
fn an_ordered_uninstall_killed_at_any_write_goes_on_in_reverse() {
    for after in 1.. {
        let site = Site::new(&format!("ordered-uninstall-killed-{after}"));
        write_shop(&site, SHOP, &slow_job());
        site.install(&[ORDERED]).ended(0);
        if !is_killed_after(after, &site, &["release", "uninstall", "-n", &site.namespace, "-r", "shop"]) {
            assert!(after > 8, "it has {after} writes only");
            break;
        }
        let (ran, trace) = site.traced("uninstall", &[]);
        ran.ended(0);
        let left = ["delete configmaps/own", "delete configmaps/web", "delete configmaps/db-settings"];
        trace.is_in_order(
            &left.into_iter().filter(|write| trace.writes().contains(&write.to_string())).collect::<Vec<_>>(),
        );
        for name in ["own", "web", "db-settings", "mail", "loose"] {
            assert_eq!(site.object("configmap", name), None, "after {after} writes");
        }
        assert_eq!((site.object("job", "migrate"), site.history()), (None, String::new()), "after {after} writes");
    }
}

#[test]
fn a_frozen_plan_keeps_the_order() {
    let site = Site::new("ordered-frozen");
    write_shop(&site, SHOP, &slow_job());
    let plan = site.folder().join("plan.json");
    let plan = plan.to_str().unwrap();
    site.skeg(["release", "plan", "install", "-n", &site.namespace, "-r", "shop", "./shop", ORDERED, "--out", plan])
        .ended(0);
    let (ran, trace) = site.traced("install", &["--use-plan", plan]);
    ran.ended(0);
    trace.is_in_order(&["patch configmaps/db-settings", "patch configmaps/web", "patch configmaps/own"]);
    assert_eq!(site.record(1)["sequenced"], true);
}

#[test]
fn a_readiness_expression_holds_up_who_waits_for_it() {
    let site = Site::new("ordered-stated");
    let group = format!("{}.skeg.dev", site.namespace);
    let definition = format!(
        "apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {{name: stores.{group}}}
spec:
  group: {group}
  names: {{kind: Store, plural: stores, singular: store}}
  scope: Namespaced
  versions:
    - {{name: v1, served: true, storage: true, schema: {{openAPIV3Schema: {{type: object, x-kubernetes-preserve-unknown-fields: true}}}}}}
"
    );
    let store = format!(
        "apiVersion: {group}/v1
kind: Store
metadata:
  name: main
  annotations:
    helm.sh/readiness-success: '[\"{{.phase}} == \\\"Open\\\"\"]'
    helm.sh/readiness-failure: '[\"{{.phase}} == \\\"Broken\\\"\"]'
"
    );
    write_shop(&site, SHOP, &store);
    std::fs::create_dir_all(site.folder().join("shop/crds")).unwrap();
    std::fs::write(site.folder().join("shop/crds/store.yaml"), definition).unwrap();
    let running = Running::install(&site, &[ORDERED]);
    let resource = format!("stores.{group}");
    // The kind can be queried once its CRD is served.
    let is_served =
        || site.kubectl(&["api-resources", "--api-group", &group, "-o", "name"]).contains("stores").then_some(());
    wait_until(LIMIT, is_served).unwrap_or_else(|| panic!("{}", running.said()));
    wait_until(LIMIT, || site.object(&resource, "main")).unwrap_or_else(|| panic!("{}", running.said()));
    assert_eq!(site.object("configmap", "web"), None, "it waits for the store");
    site.kubectl(&["patch", &resource, "main", "--type=merge", "-p", r#"{"status":{"phase":"Open"}}"#]);
    running.end().ended(0);
    assert!(site.object("configmap", "web").is_some());

    // Failure takes precedence over everything, and dependents do not start.
    site.kubectl(&["patch", &resource, "main", "--type=merge", "-p", r#"{"status":{"phase":"Broken"}}"#]);
    site.install(&[ORDERED, "--set", "global.tag=two"]).ended(1).says("Broken");
    assert_eq!(site.object("configmap", "web").unwrap()["data"]["tag"], "one");
    assert_eq!(site.object("configmap", "db-settings").unwrap()["data"]["tag"], "two");
}
