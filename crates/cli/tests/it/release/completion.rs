//! Completion that asks a cluster: namespaces, releases, revisions.

use super::site::Site;

const SETTINGS: (&str, &str) = (
    "templates/settings.yaml",
    "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: {{ .Release.Name }}\ndata:\n  tag: {{ .Values.tag | quote }}\n",
);

impl Site {
    fn offered(&self, words: &[&str]) -> String {
        let ran = self.skeg(["__complete"].iter().chain(words)).ended(0);
        assert_eq!(ran.stderr, "", "{words:?}");
        ran.stdout
    }
}

#[test]
fn releases_namespaces_and_revisions_are_offered() {
    let site = Site::new("complete");
    site.chart(&[SETTINGS, ("values.yaml", "tag: one\n")]);
    site.install(&[]).ended(0);
    site.install(&["--set", "tag=two"]).ended(0);
    let here = ["release", "install", "-n", &site.namespace, "-r", "till", "./shop"];
    site.skeg(here).ended(0);

    let namespace = site.namespace.as_str();
    let releases = "shop\tdeployed, shop-1.0.0\ntill\tdeployed, shop-1.0.0\n";
    assert_eq!(site.offered(&["release", "status", "-n", namespace, ""]), releases);
    assert_eq!(site.offered(&["release", "status", "-n", namespace, "-r", "s"]), "shop\tdeployed, shop-1.0.0\n");
    // If a name is the first argument, it is an existing release or a new one.
    assert_eq!(site.offered(&["release", "install", "-n", namespace, "t"]), "till\tdeployed, shop-1.0.0\n");
    let revisions = "2\tdeployed, shop-1.0.0\n1\tsuperseded, shop-1.0.0\n";
    assert_eq!(site.offered(&["release", "rollback", "shop", "-n", namespace, ""]), revisions);
    assert_eq!(site.offered(&["release", "get", "-r", "shop", "-n", namespace, ""]), revisions);
    assert_eq!(site.offered(&["release", "get", "-r", "nobody", "-n", namespace, ""]), "");

    let namespaces = site.offered(&["release", "list", "-n", ""]);
    assert!(namespaces.lines().any(|line| line == namespace), "{namespaces}");
    assert_eq!(site.offered(&["release", "list", "-n", namespace]), format!("{namespace}\n"));
    // The preceding flags select the cluster and the records.
    assert_eq!(site.offered(&["release", "status", "--kube-context", "nothing", "-n", namespace, ""]), "");
    let elsewhere = ["release", "status", "--release-storage", "configmap", "-n", namespace, ""];
    assert_eq!(site.offered(&elsewhere), "");
    assert_eq!(site.offered(&["release", "status", "--kube-token", "wrong", "-n", namespace, ""]), "");
}
