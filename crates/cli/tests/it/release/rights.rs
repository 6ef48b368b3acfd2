//! Missing rights are reported before the first write, all at once.

use skeg_test_cluster::tally;

use super::manifests::config_map;
use super::site::{Ran, Site};

/// Grants the site's user these rights in its namespace.
fn grant(site: &Site, rules: &str) {
    let name = &site.namespace;
    let role = format!(
        "apiVersion: rbac.authorization.k8s.io/v1\nkind: Role\nmetadata: {{name: some}}\nrules:\n{rules}---\n\
         apiVersion: rbac.authorization.k8s.io/v1\nkind: RoleBinding\nmetadata: {{name: some}}\n\
         roleRef: {{apiGroup: rbac.authorization.k8s.io, kind: Role, name: some}}\n\
         subjects: [{{apiGroup: rbac.authorization.k8s.io, kind: User, name: {name}-user}}]\n"
    );
    site.cluster.apply(name, &role).unwrap();
}

/// Runs a command as the site's user; also returns what was written, except for the lock.
fn as_user(site: &Site, word: &str, more: &[&str]) -> (Ran, Vec<String>) {
    let mark = site.cluster.audit_mark().unwrap();
    let user = format!("{}-user", site.namespace);
    let words: Vec<&str> = more.iter().copied().chain(["--kube-impersonate-user", &user]).collect();
    let ran = site.release(word, &words);
    let mut requests = site.cluster.requests_since(mark).unwrap();
    requests.retain(|request| {
        let is_write = !matches!(request.verb.as_str(), "get" | "list" | "watch") && !request.uri.contains("dryRun=");
        let is_aside = request.name == "werf-synchronization" || request.resource.starts_with("selfsubject");
        // The lock's ConfigMap is created if missing; its name is not in the URI then.
        let is_lock = request.verb == "create" && request.resource == "configmaps";
        request.acts_as == user && is_write && !is_aside && !is_lock
    });
    (ran, tally(&requests).into_keys().collect())
}

fn service(name: &str) -> String {
    format!("apiVersion: v1\nkind: Service\nmetadata: {{name: {name}}}\nspec: {{ports: [{{port: 80}}]}}\n")
}

const LOCK: &str =
    "- {apiGroups: [\"\"], resources: [configmaps], resourceNames: [werf-synchronization], verbs: [\"*\"]}\n";

#[test]
fn all_missing_rights_are_told_before_anything_is_written() {
    let site = Site::new("no-rights");
    site.chart(&[("templates/old.yaml", &config_map("old", &[])), ("templates/web.yaml", &service("web"))]);
    site.install(&[]).ended(0);
    grant(
        &site,
        &format!(
            "{LOCK}- {{apiGroups: [\"\"], resources: [configmaps], verbs: [get, list, watch, create]}}\n\
             - {{apiGroups: [\"\"], resources: [secrets], verbs: [get, list, watch]}}\n\
             - {{apiGroups: [\"\"], resources: [services], verbs: [get, list, watch, delete], resourceNames: [other]}}\n\
             - {{apiGroups: [\"\"], resources: [services], verbs: [get, list, watch]}}\n\
             - {{apiGroups: [rbac.authorization.k8s.io], resources: [clusterroles], verbs: [\"*\"]}}\n"
        ),
    );
    site.chart(&[("templates/a.yaml", &config_map("a", &[])), ("templates/b.yaml", &config_map("b", &[]))]);
    let (ran, writes) = as_user(&site, "install", &["./shop"]);
    let namespace = &site.namespace;
    let ran = ran
        .ended(1)
        .says("error[SKEG-RIGHTS-MISSING]: some rights are missing\n")
        .says(&format!("\n  delete, patch configmaps in namespace {namespace}, for ConfigMap/a, ConfigMap/b, ConfigMap/old\n"))
        .says(&format!(
            "\n  create, update secrets in namespace {namespace}, for the inventory of release shop, the record of revision 1, the record of revision 2\n"
        ))
        .says(&format!("\n  delete services in namespace {namespace}, for Service/web\n"))
        .says("Nothing was changed. Ask for these rights")
        .says(&format!("kubectl auth can-i delete configmaps -n {namespace}"));
    assert!(!ran.stderr.contains("Service/other"), "{}", ran.stderr);
    assert_eq!(writes, [""; 0]);
    assert_eq!(site.history(), "1 deployed");

    // A plan is shown together with the rights that its execution needs.
    let plan = ["release", "plan", "install", "-n", namespace, "-r", "shop", "./shop", "--out", "plan.json"];
    let user = format!("{namespace}-user");
    let user = ["--kube-impersonate-user", &user];
    let shown = site.skeg(plan.iter().chain(&user)).ended(1).says("you may not delete services in namespace");
    assert!(shown.stdout.contains("- Service/web"), "{}", shown.stdout);
    // A user without the rights is refused with a frozen plan too.
    site.skeg(plan).ended(0);
    let words = ["release", "plan", "execute", "plan.json"];
    site.skeg(words.iter().chain(&user)).ended(1).says("some rights are missing").says("Nothing was changed.");
    let (ran, writes) = as_user(&site, "uninstall", &[]);
    ran.ended(1).says("delete configmaps in namespace").says("for ConfigMap/old").says("Nothing was changed.");
    assert_eq!((writes, site.history().as_str()), (Vec::new(), "1 deployed"));
    site.skeg(["release", "plan", "execute", "plan.json"]).ended(0);
}

#[test]
fn rights_that_come_with_the_deploy_are_waited_for() {
    let site = Site::new("own-rights");
    grant(
        &site,
        "- {apiGroups: [\"\"], resources: [secrets, configmaps], verbs: [\"*\"]}\n\
         - {apiGroups: [\"\"], resources: [services], verbs: [get, list, watch, patch]}\n\
         - {apiGroups: [rbac.authorization.k8s.io], resources: [roles, rolebindings], verbs: [\"*\"]}\n",
    );
    let role = format!(
        "apiVersion: rbac.authorization.k8s.io/v1\nkind: Role\nmetadata: {{name: more, annotations: {{werf.io/weight: \"-1\"}}}}\n\
         rules: [{{apiGroups: [\"\"], resources: [services], verbs: [create]}}]\n---\n\
         apiVersion: rbac.authorization.k8s.io/v1\nkind: RoleBinding\nmetadata: {{name: more, annotations: {{werf.io/weight: \"-1\"}}}}\n\
         roleRef: {{apiGroup: rbac.authorization.k8s.io, kind: Role, name: more}}\n\
         subjects: [{{apiGroup: rbac.authorization.k8s.io, kind: User, name: {}-user}}]\n",
        site.namespace
    );
    site.chart(&[("templates/role.yaml", &role), ("templates/web.yaml", &service("web"))]);
    let (ran, _) = as_user(&site, "install", &["./shop"]);
    ran.ended(0).says("you may not create services").says("trying anyway");
    assert!(site.object("service", "web").is_some());
}

/// The right to create the lock's ConfigMap is not enough: a lock that cannot be renewed is lost half-way, with the
/// revision pending.
#[test]
fn a_lock_that_could_not_be_renewed_is_told_before_anything_is_written() {
    let site = Site::new("lock-rights");
    site.chart(&[("templates/web.yaml", &service("web"))]);
    let rules = "- {apiGroups: [\"\"], resources: [secrets, services], verbs: [\"*\"]}\n";
    grant(&site, rules);
    let (ran, _) = as_user(&site, "install", &["./shop"]);
    ran.ended(1)
        .says("reading ConfigMap/werf-synchronization in namespace")
        .says("SKEG-LOCK-FORBIDDEN")
        .says("Nothing was changed. This ConfigMap holds the locks")
        .says("Ask for the rights to get, create, patch and watch configmaps");
    grant(&site, &format!("{rules}- {{apiGroups: [\"\"], resources: [configmaps], verbs: [get, create, update]}}\n"));
    let (ran, writes) = as_user(&site, "install", &["./shop"]);
    ran.ended(1).says("some rights are missing").says(&format!(
        "\n  patch configmaps in namespace {}, for the release's lock (ConfigMap/werf-synchronization)\n",
        site.namespace
    ));
    assert_eq!((writes, site.history().as_str()), (Vec::new(), ""));
    grant(&site, &format!("{rules}- {{apiGroups: [\"\"], resources: [configmaps], verbs: [get, create, patch]}}\n"));
    let (ran, _) = as_user(&site, "install", &["./shop"]);
    ran.ended(0);
}

/// One request per namespace, none if there is nothing to do.
#[test]
fn rights_cost_one_request() {
    let site = Site::new("cheap-rights");
    let chart: Vec<(String, String)> =
        (0..20).map(|i| (format!("templates/{i}.yaml"), config_map(&format!("a{i}"), &[]))).collect();
    let chart: Vec<(&str, &str)> = chart.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    site.chart(&chart);
    let reviews = |more: &[&str]| {
        let (count, shown) = site.traced_install(more).count();
        (
            count,
            shown
                .lines()
                .filter(|line| line.contains("selfsubject"))
                .map(str::trim)
                .map(str::to_string)
                .collect::<Vec<_>>(),
        )
    };
    assert_eq!(reviews(&[]).1, ["\"create selfsubjectrulesreviews\": 1,"]);
    assert_eq!(reviews(&[]).1, [""; 0]);
}

/// examples/rbac, which docs/rights.md recommends.
#[test]
fn the_rights_of_the_example_suffice() {
    let site = Site::new("example-rights");
    let examples = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    let read = |name: &str| std::fs::read_to_string(examples.join("rbac").join(name)).unwrap();
    let (namespace, chart) = (&site.namespace, examples.join("shop"));
    let user = format!("system:serviceaccount:{namespace}:skeg-deployer");
    let run = |word: &str, more: &[&str]| {
        let chart = (word == "install").then(|| chart.to_str().unwrap());
        let words: Vec<&str> = chart.iter().chain(more).copied().chain(["--kube-impersonate-user", &user]).collect();
        site.release(word, &words)
    };
    let forbidden_since = |mark| {
        let requests = site.cluster.requests_since(mark).unwrap();
        let forbidden = requests.iter().filter(|request| request.acts_as == user && request.status == Some(403));
        forbidden.map(|request| request.resource.clone()).collect::<Vec<_>>()
    };

    site.cluster.apply(namespace, &read("deployer.yaml")).unwrap();
    run("install", &[]).ended(1).says("customresourcedefinitions.apiextensions.k8s.io");
    let whole = read("administrator.yaml").replace("skeg-deployer", &format!("skeg-deployer-{namespace}"));
    let binding = format!("name: skeg-deployer-{namespace}\n    namespace: shop");
    let whole = whole.replace(&binding, &format!("name: skeg-deployer\n    namespace: {namespace}"));
    site.cluster.apply(namespace, &whole).unwrap();
    let mark = site.cluster.audit_mark().unwrap();
    run("install", &["--set", "web.ingress.host=shop.example,api.autoscaling.enabled=true"]).ended(0);
    run("install", &["--set-string", "image.tag=2"]).ended(0);
    run("rollback", &["1"]).ended(0);
    run("status", &[]).ended(0);
    run("uninstall", &[]).ended(0);
    assert_eq!(forbidden_since(mark), [""; 0]);

    site.kubectl(&["delete", "clusterrolebinding", &format!("skeg-deployer-{namespace}")]);
    let mark = site.cluster.audit_mark().unwrap();
    run("install", &["--no-install-crds", "--no-create-namespace"]).ended(0);
    run("uninstall", &[]).ended(0);
    // Optional reads: without them a problem is only reported later.
    assert!(
        forbidden_since(mark)
            .iter()
            .all(|resource| resource.starts_with("validating") || resource.starts_with("mutating"))
    );
}
