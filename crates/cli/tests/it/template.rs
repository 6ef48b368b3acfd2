//! `skeg template`: what it prints and writes. The expected texts were printed by Helm 4.2.4 and 3.21.4 for the same chart.

use std::fs;

use crate::shell::{folder, shop, skeg, skeg_with};

const WEB: &str = "---\n# Source: shop/templates/web.yaml\napiVersion: v1\nkind: Pod\nmetadata:\n  name: web\nspec:\n  image: nginx:one\n  release: rel.ns\n";
const PRE: &str = "---\n# Source: shop/templates/hooks.yaml\napiVersion: v1\nkind: Pod\nmetadata:\n  name: pre\n  annotations:\n    helm.sh/hook: pre-install\n\n";
const TRY: &str = "---\n# Source: shop/templates/hooks.yaml\napiVersion: v1\nkind: Pod\nmetadata:\n  name: try\n  annotations:\n    helm.sh/hook: test\n\n";
const CRD: &str = "---\n# Source: shop/crds/crd.yaml\nkind: CustomResourceDefinition\n\n";

#[test]
fn prints_manifests_then_hooks() {
    let dir = shop("template-prints");
    let base = ["template", "rel", "shop", "-n", "ns"];
    for (more, want) in [
        (&[][..], format!("{WEB}{PRE}{TRY}")),
        (&["--no-hooks"], WEB.to_string()),
        (&["--skip-tests"], format!("{WEB}{PRE}")),
        (&["--include-crds", "--no-hooks"], format!("{CRD}{WEB}")),
        (&["-s", "templates/web.yaml"], format!("{WEB}\n")),
        (&["-s", "templates/w*.yaml", "--show-only=templates/web.yaml"], format!("{WEB}\n{WEB}\n")),
        (&["--show-only", "templates/hooks.yaml"], format!("{PRE}\n{TRY}\n")),
    ] {
        let words = [&base[..], more].concat();
        assert_eq!(skeg(&dir, &words).printed(), want, "{more:?}");
    }
    let v3 = skeg(&dir, &["template", "rel", "shop", "-n", "ns", "--helm-compat", "v3"]);
    let hook = |text: &str| format!("{}\n", text.trim_end());
    assert_eq!(v3.printed(), format!("{WEB}{}{}", hook(PRE), hook(TRY)));
}

#[cfg(unix)]
#[test]
fn a_program_may_change_what_helm_3_prints() {
    let dir = shop("template-post-renderer");
    let programs = [
        ("add", "echo; echo \"# $# arguments: $*\"; cat; echo; echo '# end'; echo"),
        ("bad", "cat > /dev/null; echo 'no good' >&2; exit 3"),
        ("deaf", "exit 0"),
    ];
    for (name, text) in programs {
        skeg_test_cluster::write_program(&dir.join(name), &format!("#!/bin/sh\n{text}\n")).expect("a program");
    }
    fs::write(dir.join("plain"), "").expect("a file");
    let path = dir.display().to_string();
    let run = |more: &[&str]| {
        let base = ["template", "rel", "shop", "-n", "ns", "--helm-compat", "v3", "--skip-tests"];
        skeg_with(&dir, &[&base[..], more].concat(), &[("PATH", &format!("{path}:/bin:/usr/bin"))], b"")
    };
    let pre = format!("{}\n", PRE.trim_end());
    let made = |arguments: &str| format!("# {arguments}\n{WEB}\n# end\n");
    for (more, want) in [
        (&["--post-renderer", "./add"][..], format!("{}{pre}", made("0 arguments: "))),
        (&["--post-renderer", "add", "--no-hooks"], made("0 arguments: ")),
        (
            &["--post-renderer-args", "x", "--post-renderer-args", "y z", "--post-renderer", "./add", "--no-hooks"],
            made("2 arguments: x y z"),
        ),
        (&["--post-renderer", "./deaf"], format!("\n{pre}")),
        (&["--post-renderer", "./add", "-s", "templates/web.yaml"], format!("{WEB}\n# end\n")),
        (&["--post-renderer-args", "x"], format!("{WEB}{pre}")),
    ] {
        assert_eq!(run(more).printed(), want, "{more:?}");
    }
    let flag = |name: &str, why: &str| {
        format!(
            "Error: invalid argument \"{name}\" for \"--post-renderer\" flag: unable to find binary at {name}: exec: \"{name}\": {why}\n"
        )
    };
    for (program, want) in [
        ("none", flag("none", "executable file not found in $PATH")),
        ("./none", flag("./none", "stat ./none: no such file or directory")),
        ("./plain", flag("./plain", "permission denied")),
        ("./shop", flag("./shop", "is a directory")),
        (
            "./bad",
            format!(
                "Error: error while running post render on files: error while running command {path}/bad. error output:\nno good\n: exit status 3\n\nUse --debug flag to render out invalid YAML\n"
            ),
        ),
    ] {
        assert_eq!(run(&["--post-renderer", program]).refused(), want, "{program}");
    }
}

#[test]
fn takes_values_from_everywhere() {
    let dir = shop("template-values");
    fs::write(dir.join("a.yaml"), "name: a\nimages: {tag: two}\n").expect("a file");
    fs::write(dir.join("b,c.yaml"), "name: b\n").expect("a file");
    fs::write(dir.join("text"), "from-file").expect("a file");
    for (more, variables, want) in [
        (&["-f", "a.yaml"][..], &[][..], "name: a\n"),
        (&["-f", "a.yaml,\"b,c.yaml\""], &[], "name: b\n"),
        (&["-f", "-"], &[], "name: piped\n"),
        (&["-f", "a.yaml", "--set", "name=set"], &[], "name: set\n"),
        (&["--set-file", "name=text"], &[], "name: from-file\n"),
        (&["--set-literal", "name=x,y={z}"], &[], "name: x,y={z}\n"),
        (&["--set-json", "name=\"json\""], &[], "name: json\n"),
        (&[], &[("SKEG_SET", "name=variable")], "name: variable\n"),
        (&["--set", "name=typed"], &[("SKEG_TEMPLATE_SET", "name=variable")], "name: typed\n"),
        (&[], &[("NELM_SET", "name=nelm")], "name: web\n"),
    ] {
        let words = [&["template", "rel", "shop", "-s", "templates/web.yaml"][..], more].concat();
        let outcome = skeg_with(&dir, &words, variables, b"name: piped\n");
        assert!(outcome.printed().contains(want), "{more:?}: {}", outcome.printed());
    }
}

#[test]
fn names_releases_and_namespaces() {
    let dir = shop("template-names");
    let config = "current-context: two\ncontexts:\n- name: one\n  context: {namespace: first}\n- name: two\n  context: {namespace: second}\n";
    fs::write(dir.join("config"), config).expect("a file");
    for (words, variables, want) in [
        (&["template", "shop"][..], &[][..], "release-name.default"),
        (&["template", "shop", "-g"], &[], "release-name.default"),
        (&["template", "shop", "--name-template", "{{ lower \"ABC\" }}"], &[], "abc.default"),
        (&["-n", "ns", "template", "rel", "shop"], &[], "rel.ns"),
        (&["--namespace=ns", "template", "rel", "shop"], &[], "rel.ns"),
        (&["template", "rel", "shop"], &[("HELM_NAMESPACE", "env")], "rel.env"),
        (&["template", "rel", "shop"], &[("HELM_NAMESPACE", "env"), ("SKEG_NAMESPACE", "ours")], "rel.ours"),
        (&["template", "rel", "shop"], &[("KUBECONFIG", "config")], "rel.second"),
        (&["template", "rel", "shop", "--kube-context", "one"], &[("KUBECONFIG", "none:config")], "rel.first"),
        (&["template", "rel", "shop", "--kubeconfig", "config"], &[], "rel.second"),
        (&["template", "rel", "shop", "--kube-context", "three", "--kubeconfig", "config"], &[], "rel.default"),
    ] {
        let outcome = skeg_with(&dir, words, variables, b"");
        assert!(outcome.printed().contains(&format!("release: {want}\n")), "{words:?} {}", outcome.printed());
    }
}

#[test]
fn writes_files() {
    let dir = shop("template-files");
    let words = ["template", "rel", "shop", "-n", "ns", "--output-dir", "out", "--release-name", "--include-crds"];
    assert_eq!(
        skeg(&dir, &words).printed(),
        "wrote out/shop/crds/crd.yaml\nwrote out/rel/shop/templates/web.yaml\nwrote out/rel/shop/templates/hooks.yaml\nwrote out/rel/shop/templates/hooks.yaml\n\n"
    );
    let read = |path: &str| fs::read_to_string(dir.join("out").join(path)).expect("a file");
    assert_eq!(read("rel/shop/templates/web.yaml"), format!("{WEB}\n"));
    assert_eq!(read("rel/shop/templates/hooks.yaml"), format!("{PRE}{TRY}"));
    assert_eq!(read("shop/crds/crd.yaml"), CRD);
    let outcome = skeg(&dir, &["template", "rel", "shop", "--output-dir", "shop/Chart.yaml"]);
    assert_eq!(
        outcome.refused(),
        "Error: stat shop/Chart.yaml/shop/templates: not a directory\n\nUse --debug flag to render out invalid YAML\n"
    );
}

#[test]
fn shows_invalid_output_with_debug() {
    let files = [
        ("bad/Chart.yaml", "apiVersion: v2\nname: bad\nversion: 1.0.0\n"),
        ("bad/templates/a.yaml", "a: b: c\n"),
        ("bad/templates/b.yaml", "kind: Pod\n"),
    ];
    let dir = folder("template-debug", &files);
    let error = "Error: YAML parse error on bad/templates/a.yaml: error converting YAML to JSON: yaml: mapping values are not allowed in this context\n";
    let quiet = skeg(&dir, &["template", "rel", "bad"]);
    assert_eq!(quiet.refused(), format!("{error}\nUse --debug flag to render out invalid YAML\n"));
    let outcome = skeg(&dir, &["template", "rel", "bad", "--debug"]);
    assert_eq!((outcome.status, outcome.stderr.as_str()), (1, error));
    let stdout = String::from_utf8_lossy(&outcome.stdout).into_owned();
    assert_eq!(
        stdout,
        "---\n# Source: bad/templates/a.yaml\na: b: c\n\n---\n# Source: bad/templates/b.yaml\nkind: Pod\n"
    );
}

#[test]
fn finds_looked_up_objects() {
    let files = [
        ("l/Chart.yaml", "apiVersion: v2\nname: l\nversion: 1.0.0\n"),
        ("l/templates/a.yaml", "a: {{ ((lookup \"v1\" \"Secret\" \"ns\" \"s\").data).key }}\n"),
        ("cluster.yaml", "apiVersion: v1\nkind: Secret\nmetadata: {name: s, namespace: ns}\ndata: {key: found}\n"),
    ];
    let dir = folder("template-lookup", &files);
    let found = skeg(&dir, &["template", "rel", "l", "--lookup-resources", "cluster.yaml"]);
    assert_eq!(found.printed(), "---\n# Source: l/templates/a.yaml\na: found\n");
    assert_eq!(skeg(&dir, &["template", "rel", "l"]).printed(), "---\n# Source: l/templates/a.yaml\na:\n");
}
