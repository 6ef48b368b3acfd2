//! References of resources without pods, and those that depend on the whole set of resources.

use skeg_resources::{Resource, Why};

use crate::manifests::read;

/// `Kind namespace name field` of all dependencies of the first resource of a text.
fn detected(text: &str) -> Vec<String> {
    let parsed = read(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    shown(&parsed.resources[0])
}

fn shown(resource: &Resource) -> Vec<String> {
    let shown = resource.rules.deploy_dependencies.iter().map(|dependency| {
        let Why::Detected(field) = &dependency.why else { panic!("written") };
        let on = &dependency.on;
        let part = |part: &Option<String>| part.clone().unwrap_or_else(|| "-".to_string());
        format!("{} {} {} {field}", part(&on.kind), part(&on.namespace), part(&on.name))
    });
    shown.collect()
}

fn object(api_version: &str, kind: &str, body: &str) -> String {
    format!("apiVersion: {api_version}\nkind: {kind}\nmetadata: {{name: it}}\n{body}\n")
}

#[test]
fn bindings_wait_for_roles_and_accounts() {
    let rbac = "rbac.authorization.k8s.io/v1";
    let cases: [(&str, &str, &[&str]); 6] = [
        ("RoleBinding", "roleRef: {kind: Role, name: r}", &["Role prod r roleRef"]),
        ("RoleBinding", "roleRef: {kind: ClusterRole, name: r}", &["ClusterRole - r roleRef"]),
        ("ClusterRoleBinding", "roleRef: {kind: ClusterRole, name: r}", &["ClusterRole - r roleRef"]),
        (
            "RoleBinding",
            "subjects: [{kind: User, name: u}, {kind: ServiceAccount, name: a}]",
            &["ServiceAccount prod a subjects[1]"],
        ),
        (
            "ClusterRoleBinding",
            "subjects: [{kind: ServiceAccount, name: a, namespace: other}]",
            &["ServiceAccount other a subjects[0]"],
        ),
        ("RoleBinding", "roleRef: {kind: Role}\nsubjects: null", &[]),
    ];
    for (kind, body, expected) in cases {
        assert_eq!(detected(&object(rbac, kind, body)), expected, "{kind} {body}");
    }
}

#[test]
fn scalers_wait_for_what_they_scale() {
    let cases = [
        (
            "autoscaling/v2",
            "HorizontalPodAutoscaler",
            "spec: {scaleTargetRef: {apiVersion: apps/v1, kind: StatefulSet, name: db}}",
            "StatefulSet prod db spec.scaleTargetRef",
        ),
        (
            "keda.sh/v1alpha1",
            "ScaledObject",
            "spec: {scaleTargetRef: {name: web}}",
            "Deployment prod web spec.scaleTargetRef",
        ),
        (
            "keda.sh/v1alpha1",
            "ScaledObject",
            "spec: {scaleTargetRef: {apiVersion: x.dev/v1, kind: Thing, name: t}}",
            "Thing prod t spec.scaleTargetRef",
        ),
    ];
    for (api_version, kind, body, expected) in cases {
        assert_eq!(detected(&object(api_version, kind, body)), [expected], "{body}");
    }
}

#[test]
fn an_ingress_waits_for_services_and_certificates() {
    let cases = [
        ("{defaultBackend: {service: {name: s}}}", "Service prod s spec.defaultBackend.service.name"),
        ("{backend: {serviceName: s}}", "Service prod s spec.backend.serviceName"),
        (
            "{rules: [{host: h, http: {paths: [{path: /, backend: {service: {name: s}}}]}}]}",
            "Service prod s spec.rules[0].http.paths[0].backend.service.name",
        ),
        (
            "{rules: [{http: {paths: [{backend: {serviceName: s}}]}}]}",
            "Service prod s spec.rules[0].http.paths[0].backend.serviceName",
        ),
        (
            "{defaultBackend: {resource: {apiGroup: x.dev, kind: Bucket, name: b}}}",
            "Bucket prod b spec.defaultBackend.resource",
        ),
        ("{tls: [{hosts: [h], secretName: s}]}", "Secret prod s spec.tls[0].secretName"),
    ];
    for (spec, expected) in cases {
        let text = object("networking.k8s.io/v1", "Ingress", &format!("spec: {spec}"));
        assert_eq!(detected(&text), [expected], "{spec}");
    }
}

#[test]
fn a_service_account_waits_for_its_secrets_but_not_for_its_tokens() {
    let account = object("v1", "ServiceAccount", "secrets: [{name: s}, {name: t}]\nimagePullSecrets: [{name: i}]");
    let token = "apiVersion: v1\nkind: Secret\nmetadata:\n  name: t\n  annotations: {kubernetes.io/service-account.name: it}\n\
                 type: kubernetes.io/service-account-token\n";
    let parsed = read(&format!("{account}---\n{token}")).unwrap();
    let expected = ["Secret prod s secrets[0].name", "Secret prod i imagePullSecrets[0].name"];
    assert_eq!(shown(&parsed.resources[0]), expected);
    let expected = ["ServiceAccount prod it metadata.annotations[kubernetes.io/service-account.name]"];
    assert_eq!(shown(&parsed.resources[1]), expected);
}

#[test]
fn a_workload_waits_for_the_rights_of_its_account() {
    let binding = |kind: &str, name: &str, namespace: &str| {
        format!(
            "---\napiVersion: rbac.authorization.k8s.io/v1\nkind: {kind}\nmetadata: {{name: {name}}}\n\
             subjects: [{{kind: ServiceAccount, name: a, namespace: {namespace}}}]\n"
        )
    };
    let text = object("apps/v1", "Deployment", "spec: {template: {spec: {serviceAccountName: a}}}")
        + &binding("RoleBinding", "mine", "prod")
        + &binding("ClusterRoleBinding", "wide", "prod")
        + &binding("RoleBinding", "others", "elsewhere");
    let field = "spec.template.spec.serviceAccountName";
    let expected = [
        format!("ServiceAccount prod a {field}"),
        format!("RoleBinding prod mine {field}"),
        format!("ClusterRoleBinding - wide {field}"),
    ];
    assert_eq!(detected(&text), expected);
}

#[test]
fn a_custom_resource_waits_for_a_definition_that_comes_along() {
    let thing = object("x.dev/v1", "Thing", "");
    let definition = "---\napiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\n\
                      metadata: {name: things.x.dev}\nspec: {group: x.dev, scope: Namespaced, names: {kind: Thing}}\n";
    assert!(detected(&thing).is_empty());
    assert_eq!(detected(&(thing + definition)), ["CustomResourceDefinition - things.x.dev kind"]);
}
