//! Flags of `helm template` about installing or fetching: accepted without effect, as in Helm.

use crate::shell::{folder, shop, skeg};

/// The output is the same as without the flag.
#[test]
fn flags_that_change_nothing() {
    let dir = shop("helm-flags");
    let plain = skeg(&dir, &["template", "rel", "shop"]).printed().to_string();
    for flag in [
        "--create-namespace",
        "--description=x",
        "--disable-openapi-validation",
        "--force-conflicts",
        "--force-replace",
        "--labels=a=b",
        "--replace",
        "--rollback-on-failure",
        "--server-side=false",
        "--skip-crds",
        "--take-ownership",
        "--timeout=5s",
        "--wait",
        "--wait-for-jobs",
        "--devel",
        "--dependency-update",
        "--keyring=x",
        "--username=x",
        "--password=x",
        "--ca-file=x",
        "--cert-file=x",
        "--key-file=x",
        "--insecure-skip-tls-verify",
        "--pass-credentials",
        "--plain-http",
        "--burst-limit=5",
        "--qps=0.5",
        "--color=never",
        "--colour=always",
        "--content-cache=x",
        "--registry-config=x",
        "--repository-cache=x",
        "--repository-config=x",
        "--kube-apiserver=https://127.0.0.1:1",
        "--kube-as-user=x",
        "--kube-as-group=x",
        "--kube-ca-file=x",
        "--kube-insecure-skip-tls-verify",
        "--kube-tls-server-name=x",
        "--kube-token=x",
        "-v=5",
    ] {
        assert_eq!(skeg(&dir, &["template", "rel", "shop", flag]).printed(), plain, "{flag}");
    }
    for (flag, instead) in [
        ("--force", "use --force-replace instead"),
        ("--atomic", "use --rollback-on-failure instead"),
        ("--hide-notes", "this flag has no effect for 'helm template' and will be removed in Helm 5"),
        ("--render-subchart-notes", "this flag has no effect for 'helm template' and will be removed in Helm 5"),
    ] {
        let outcome = skeg(&dir, &["template", "rel", "shop", flag]);
        let printed = String::from_utf8_lossy(&outcome.stdout).into_owned();
        let warning = format!("Flag {flag} has been deprecated, {instead}\n");
        assert_eq!((outcome.status, printed.as_str(), outcome.stderr.as_str()), (0, plain.as_str(), warning.as_str()));
        // Helm 3 prints no such message.
        let v3 = skeg(&dir, &["template", "rel", "shop", flag, "--helm-compat", "v3"]);
        assert_eq!((v3.status, v3.stderr.as_str()), (0, ""), "{flag}");
    }
}

#[test]
fn names_are_looked_up_on_demand() {
    let template = "kind: X\nmetadata: {name: a}\naddress: {{ getHostByName \"localhost\" | quote }}\n";
    let meta = ("c/Chart.yaml", "apiVersion: v2\nname: c\nversion: 1.0.0\n");
    let dir = folder("helm-flags-dns", &[meta, ("c/templates/a.yaml", template)]);
    let address = |words: &[&str]| {
        let printed = skeg(&dir, words).printed().to_string();
        printed.lines().find_map(|line| line.strip_prefix("address: ").map(str::to_string)).expect("an address")
    };
    for (command, flags) in
        [("template", &["--enable-dns"][..]), ("chart render", &["--enable-dns", "--templates-allow-dns"])]
    {
        let words: Vec<&str> = command.split(' ').chain(["c"]).collect();
        assert_eq!(address(&words), "\"\"");
        for flag in flags {
            let words: Vec<&str> = words.iter().copied().chain([*flag]).collect();
            assert!(["\"127.0.0.1\"", "\"::1\""].contains(&address(&words).as_str()), "{command} {flag}");
        }
    }
}

#[test]
fn versions_that_templates_see() {
    let template = "kind: X\nmetadata: {name: a}\nhas: {{ .Capabilities.APIVersions.Has \"sea/v1\" }}\n";
    let meta = ("c/Chart.yaml", "apiVersion: v2\nname: c\nversion: 1.0.0\n");
    let dir = folder("helm-flags-versions", &[meta, ("c/templates/a.yaml", template)]);
    let has = |words: &[&str]| skeg(&dir, words).printed().contains("has: true");
    assert!(!has(&["template", "c"]) && !has(&["chart", "render", "c"]));
    assert!(has(&["template", "c", "--api-versions", "sea/v1"]));
    assert!(has(&["chart", "render", "c", "--extra-apiversions", "sea/v1"]));
    assert!(has(&["chart", "render", "c", "--api-versions", "sea/v1"]));
}
