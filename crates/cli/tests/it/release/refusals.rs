//! What is wrong with a chart is told before anything is written.

use super::manifests::config_map;
use super::site::Site;

/// Nothing is written for a chart that has this template, and these texts are said.
#[track_caller]
fn refused(name: &str, template: &str, texts: &[&str]) {
    let site = Site::new(name);
    site.chart(&[("templates/a.yaml", &config_map("a", &[])), ("templates/bad.yaml", template)]);
    let (ran, trace) = site.traced("install", &["./shop"]);
    let ran = texts.iter().fold(ran.ended(1), |ran, text| ran.says(text));
    drop(ran);
    assert_eq!(trace.writes(), [""; 0]);
    assert_eq!(site.history(), "");
}

#[test]
fn a_field_that_does_not_exist() {
    let bad = "apiVersion: v1\nkind: Service\nmetadata: {name: web}\nspec: {prots: [{port: 80}]}\n";
    refused("unknown-field", bad, &["Service/web", "prots", "shop/templates/bad.yaml", "Nothing was changed"]);
}

#[test]
fn a_field_that_does_not_exist_in_an_update() {
    let site = Site::new("unknown-field-update");
    let web = "apiVersion: v1\nkind: Service\nmetadata: {name: web}\nspec: {ports: [{port: 80}]}\n";
    site.chart(&[("templates/web.yaml", web)]);
    site.install(&[]).ended(0);
    site.chart(&[("templates/web.yaml", &web.replace("port: 80", "prot: 80, port: 81"))]);
    let (ran, trace) = site.traced("install", &["./shop"]);
    ran.ended(1)
        .says("Service/web")
        .says(".spec.ports[port=81,protocol=\"TCP\"].prot: field not declared in schema")
        .says("shop/templates/web.yaml")
        .says("Nothing was changed");
    assert_eq!(trace.writes(), [""; 0]);
    assert_eq!(site.history(), "1 deployed");
}

#[test]
fn a_value_that_is_not_allowed() {
    let bad = "apiVersion: v1\nkind: Service\nmetadata: {name: web}\nspec: {ports: [{port: 80000}]}\n";
    let texts =
        ["Service/web", "spec.ports[0].port: Invalid value: 80000", "shop/templates/bad.yaml", "Nothing was changed"];
    refused("bad-value", bad, &texts);
}

#[test]
fn a_version_that_is_not_served() {
    let bad = "apiVersion: apps/v7\nkind: Deployment\nmetadata: {name: web}\nspec: {}\n";
    refused("bad-version", bad, &["Deployment/web", "apps/v7", "shop/templates/bad.yaml", "Nothing was changed"]);
}

/// What is missing around a resource may come with the deploy, and is no fault of its own.
#[test]
fn what_lacks_its_surroundings_is_not_refused() {
    let site = Site::new("surroundings");
    let other = format!("{}-other", site.namespace);
    let all = format!(
        "apiVersion: v1\nkind: Namespace\nmetadata: {{name: {other}}}\n---\n\
         apiVersion: v1\nkind: ServiceAccount\nmetadata: {{name: account}}\n---\n\
         apiVersion: v1\nkind: Pod\nmetadata: {{name: web}}\nspec: {{serviceAccountName: account, containers: [{{name: main, image: main}}]}}\n---\n\
         apiVersion: v1\nkind: Service\nmetadata: {{name: web, namespace: {other}}}\nspec: {{ports: [{{port: 80}}]}}\n"
    );
    site.chart(&[("templates/all.yaml", &all)]);
    site.install(&[]).ended(0);
    site.release("uninstall", &[]).ended(0);
}

#[test]
fn a_manifest_without_a_kind() {
    refused(
        "no-kind",
        "apiVersion: v1\nmetadata: {name: x}\n",
        &["shop/templates/bad.yaml", "kind", "Nothing was changed"],
    );
}

#[test]
fn a_broken_chart_is_explained_as_rendering_explains_it() {
    let site = Site::new("broken");
    for template in [
        "a: {{ .Values.image.tag }}\n",
        "a: {{ if }}\n",
        "a: b: c\n",
        "{{ fail \"no\" }}",
        "kind: {{ include \"x\" . }}",
    ] {
        site.chart(&[("templates/a.yaml", template), ("values.yaml", "images: {tag: 1}\n")]);
        let installed = site.install(&[]).ended(1);
        let rendered = site.skeg(["chart", "render", "./shop", "-n", &site.namespace, "-r", "shop"]).ended(1);
        assert_eq!(installed.stderr, rendered.stderr);
        assert_eq!(installed.stdout, "");
    }
    assert_eq!(site.history(), "");
}
