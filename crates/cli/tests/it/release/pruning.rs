//! What a deploy deletes because the chart dropped it, and what it keeps unless told otherwise.

use super::manifests::config_map;
use super::site::Site;

#[test]
fn what_the_chart_dropped_stays_where_nothing_is_to_be_pruned() {
    let site = Site::new("no-prune");
    let main = ("templates/main.yaml", &*config_map("main", &[]));
    site.chart(&[main, ("templates/old.yaml", &config_map("old", &[]))]);
    site.install(&[]).ended(0);
    site.chart(&[main]);
    let kept = "warning: ConfigMap/old is left in the cluster: --no-prune was given";
    let words = ["plan", "install", "-n", &site.namespace, "-r", "shop", "./shop", "--no-prune", "--exit-code"];
    let plan = site.skeg(["release"].iter().chain(&words)).ended(3).says(kept);
    assert_eq!(plan.stderr.matches("is left in the cluster").count(), 1, "{}", plan.stderr);
    let (ran, trace) = site.traced("install", &["./shop", "--no-prune"]);
    ran.ended(0).says(kept);
    assert_eq!(trace.writes(), [""; 0]);
    assert_eq!(site.history(), "1 superseded, 2 deployed");

    // A rollback deletes what later revisions added.
    site.chart(&[main, ("templates/new.yaml", &config_map("new", &[]))]);
    site.install(&[]).ended(0);
    let kept = "warning: ConfigMap/new is left in the cluster: --no-prune was given";
    site.release("rollback", &["2", "--no-prune"]).ended(0).says(kept);
    assert!(site.object("configmap", "new").is_some());
}

#[test]
fn a_namespace_stays_unless_it_may_go_and_nobody_else_is_in_it() {
    let site = Site::new("prune-namespace");
    let other = format!("{}-games", site.namespace);
    let main = ("templates/main.yaml", &*config_map("main", &[]));
    let namespace = format!("apiVersion: v1\nkind: Namespace\nmetadata: {{name: {other}}}\n");
    let inside = config_map("inside", &[]).replace("name: inside", &format!("name: inside\n  namespace: {other}"));
    let whole = [main, ("templates/space.yaml", &namespace), ("templates/inside.yaml", &inside)];
    let exists = || site.object("namespace", &other).is_some();
    site.chart(&whole);
    site.install(&[]).ended(0);

    // Dropped: its contents are deleted, the namespace stays.
    site.chart(&[main]);
    let kept = format!(
        "warning: Namespace/{other} is left in the cluster: everything in it would be deleted with it; to delete it: \
         --prune-namespaces, or kubectl delete namespace {other}"
    );
    site.install(&[]).ended(0).says(&kept);
    assert!(exists() && site.cluster.kubectl_run(["-n", &other, "get", "configmap", "inside"]).is_err());

    // Others have objects in it.
    site.chart(&whole);
    site.install(&[]).ended(0);
    let with =
        |name: &str, metadata: &str| format!("apiVersion: v1\nkind: ConfigMap\nmetadata: {{name: {name}{metadata}}}\n");
    let foreign = [
        with("free", ""),
        with("chess", ", annotations: {meta.helm.sh/release-name: chess, meta.helm.sh/release-namespace: far}"),
        with("argo", ", annotations: {argocd.argoproj.io/tracking-id: \"go:/ConfigMap:x/argo\"}"),
        with(
            "flux",
            ", labels: {kustomize.toolkit.fluxcd.io/name: apps, kustomize.toolkit.fluxcd.io/namespace: fluxes}",
        ),
        with("kapp", ", labels: {kapp.k14s.io/app: \"17\"}"),
    ];
    site.cluster.apply(&other, &foreign.join("---\n")).unwrap();
    site.chart(&[main]);
    let (ran, trace) = site.traced("install", &["./shop", "--prune-namespaces"]);
    ran.ended(1)
        .says(&format!(
            "error[SKEG-NAMESPACE-OCCUPIED]: Namespace/{other} must not be deleted: it holds 5 objects that the release does \
             not delete"
        ))
        .says("  1 of release \"chess\" in namespace \"far\": ConfigMap/chess\n")
        .says("  1 of Argo CD application \"go\": ConfigMap/argo\n")
        .says("  1 of Flux Kustomization \"apps\" in namespace \"fluxes\": ConfigMap/flux\n")
        .says("  1 of kapp app \"17\": ConfigMap/kapp\n")
        .says("  1 of owner unknown: ConfigMap/free\n")
        .says("Nothing was changed. To keep the namespace: drop --prune-namespaces.");
    assert_eq!(trace.writes(), [""; 0]);
    let refused = site.release("uninstall", &["--prune-namespaces"]).ended(1);
    refused.says("SKEG-NAMESPACE-OCCUPIED");
    let words = ["release", "plan", "install", "-n", &site.namespace, "-r", "shop", "./shop", "--prune-namespaces"];
    let plan = site.skeg(words).ended(1);
    plan.says("would be refused: it holds 5 objects that the release does not delete: ");

    // A plan that was frozen before somebody created something in it.
    let delete: Vec<&str> = ["-n", &other, "delete", "configmap", "free", "chess", "argo", "flux", "kapp"].to_vec();
    site.cluster.kubectl_run(&delete).unwrap();
    site.skeg(words.iter().chain(&["--out", "plan.json"])).ended(0);
    site.cluster.apply(&other, &with("late", "")).unwrap();
    site.skeg(["release", "plan", "execute", "plan.json"]).ended(1).says("  1 of owner unknown: ConfigMap/late\n");
    site.cluster.kubectl_run(["-n", &other, "delete", "configmap", "late"]).unwrap();
    site.skeg(["release", "plan", "execute", "plan.json"]).ended(0);
    assert!(!exists());
}

#[test]
fn an_uninstall_leaves_namespaces_of_the_chart() {
    let site = Site::new("namespace-left");
    let other = format!("{}-left", site.namespace);
    let namespace = format!("apiVersion: v1\nkind: Namespace\nmetadata: {{name: {other}}}\n");
    site.chart(&[("templates/space.yaml", &namespace), ("templates/main.yaml", &config_map("main", &[]))]);
    site.install(&[]).ended(0);
    let left = format!("warning: Namespace/{other} is left in the cluster: everything in it would be deleted with it");
    site.release("uninstall", &[]).ended(0).says(&left);
    assert!(site.object("namespace", &other).is_some() && site.object("configmap", "main").is_none());
}

#[test]
fn data_that_the_chart_dropped_stays_unless_it_may_go() {
    let site = Site::new("prune-data");
    let main = ("templates/main.yaml", &*config_map("main", &[]));
    let claim = "apiVersion: v1
kind: PersistentVolumeClaim
metadata:
  name: claim
  annotations: {werf.io/fail-mode: IgnoreAndContinueDeployProcess, werf.io/track-termination-mode: NonBlocking}
spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}
";
    let marked = config_map("marked", &["skeg.dev/data: \"true\""]);
    let whole = [main, ("templates/claim.yaml", claim), ("templates/marked.yaml", &marked)];
    site.chart(&whole);
    site.install(&[]).ended(0);
    site.chart(&[main]);
    for kept in ["PersistentVolumeClaim/claim", "ConfigMap/marked"] {
        let text = format!(
            "warning: {kept} is left in the cluster: its data would be lost; to delete it: --prune-data, or kubectl"
        );
        site.skeg(["release", "plan", "install", "-n", &site.namespace, "-r", "shop", "./shop"]).ended(0).says(&text);
    }
    let (ran, trace) = site.traced("install", &["./shop"]);
    ran.ended(0).says("ConfigMap/marked is left in the cluster: its data would be lost");
    assert_eq!(trace.writes(), [""; 0]);

    site.chart(&whole);
    site.install(&[]).ended(0);
    site.release("rollback", &["2"]).ended(0).says("PersistentVolumeClaim/claim is left in the cluster");
    assert!(site.object("pvc", "claim").is_some() && site.object("configmap", "marked").is_some());

    // A plan remembers what was allowed.
    site.install(&[]).ended(0);
    site.chart(&[main]);
    site.install(&["--prune-data"]).ended(0);
    assert!(site.object("pvc", "claim").is_none() && site.object("configmap", "marked").is_none());

    // An uninstall deletes the claims of its chart, as in Helm.
    site.chart(&whole);
    site.install(&[]).ended(0);
    site.release("uninstall", &[]).ended(0);
    assert!(site.object("pvc", "claim").is_none() && site.object("configmap", "marked").is_none());
}

#[test]
fn a_release_is_not_emptied_by_accident() {
    let site = Site::new("max-deletes");
    let map = |name: &str| (format!("templates/{name}.yaml"), config_map(name, &[]));
    let write = |names: &[String]| {
        let files: Vec<(String, String)> = names.iter().map(|name| map(name)).collect();
        site.chart(&files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect::<Vec<_>>());
    };
    let names: Vec<String> = (10..22).map(|number| format!("a{number}")).collect();
    write(&names);
    site.install(&[]).ended(0);

    // A chart that renders nothing.
    site.chart(&[("templates/none.yaml", "{{- if .Values.enabled }}\nkind: ConfigMap\n{{- end }}\n")]);
    for more in [&[][..], &["--max-deletes", "50"]] {
        let (ran, trace) = site.traced("install", &[&["./shop"], more].concat());
        ran.ended(1)
            .says(
                "error[SKEG-TOO-MANY-DELETIONS]: the chart has no resources, so all 12 of 12 objects of the release would be \
                 deleted\n  ConfigMap/a10, ConfigMap/a11, ConfigMap/a12, ConfigMap/a13, ConfigMap/a14 and 7 more\n",
            )
            .says("Nothing was changed. If this is meant: --max-deletes 100%.");
        assert_eq!(trace.writes(), [""; 0]);
    }
    let plan = ["release", "plan", "install", "-n", &site.namespace, "-r", "shop", "./shop", "--out", "plan.json"];
    let ran = site.skeg(plan).ended(1).says("SKEG-TOO-MANY-DELETIONS");
    ran.says("would be refused: too much would be deleted at once: 12 of 12 objects of the release");
    assert!(!site.folder().join("plan.json").exists());

    // Most of them are dropped.
    write(&names[..1]);
    site.install(&[])
        .ended(1)
        .says("11 of 12 objects of the release would be deleted, more than half of it and more than 10");
    site.install(&["--max-deletes", "10"]).ended(1).says("more than --max-deletes 10\n");
    site.install(&["--max-deletes", "many"]).ended(1).says("--max-deletes many: neither a number nor a percentage");
    assert_eq!(site.history(), "1 deployed");
    // A frozen plan was confirmed when it was made.
    site.skeg(plan.iter().chain(&["--max-deletes", "11"])).ended(0);
    site.skeg(["release", "plan", "execute", "plan.json"]).ended(0);
    assert_eq!(site.names("configmap"), ["a10"]);

    // A manual rollback is limited too, an automatic one is not.
    write(&names);
    site.install(&[]).ended(0);
    site.release("rollback", &["2"]).ended(1).says("11 of 12 objects of the release would be deleted");
    site.release("rollback", &["2", "--max-deletes", "92%"]).ended(0);
    let failing = "apiVersion: batch/v1\nkind: Job\nmetadata:\n  name: fails\n  annotations: {werf.io/weight: \"1\"}\nspec:\n  \
                   backoffLimit: 0\n  template:\n    metadata: {annotations: {test.skeg.dev/behave: fail}}\n    spec: \
                   {restartPolicy: Never, containers: [{name: a, image: a}]}\n";
    let mut files: Vec<(String, String)> = names.iter().map(|name| map(name)).collect();
    files.push(("templates/fails.yaml".to_string(), failing.to_string()));
    site.chart(&files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect::<Vec<_>>());
    site.install(&["--auto-rollback"]).ended(1);
    assert_eq!(site.names("configmap"), ["a10"]);

    site.chart(&[]);
    site.install(&["--max-deletes", "100%"]).ended(0);
    assert_eq!(site.names("configmap"), [""; 0]);
}
