use skeg_resources::{State, Why};

use crate::manifests::read;

/// What must be gone before the first resource is deleted.
fn waits(text: &str) -> Vec<String> {
    let parsed = read(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let shown = parsed.resources[0].rules.delete_dependencies.iter().map(|dependency| {
        assert_eq!(dependency.state, State::Absent);
        let Why::Detected(field) = &dependency.why else { panic!("written") };
        let on = &dependency.on;
        let part = |part: &Option<String>| part.clone().unwrap_or_else(|| "-".to_string());
        format!("{} {} {} {field}", part(&on.kind), part(&on.namespace), part(&on.name))
    });
    shown.collect()
}

#[test]
fn a_definition_goes_after_its_resources() {
    let text = "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: things.x.dev}\n\
                spec: {group: x.dev, scope: Cluster, names: {kind: Thing}}\n";
    assert_eq!(waits(text), ["Thing - - spec.names.kind"]);
}

#[test]
fn a_role_goes_after_its_bindings() {
    let role = |kind: &str| format!("apiVersion: rbac.authorization.k8s.io/v1\nkind: {kind}\nmetadata: {{name: r}}\n");
    let binding = |kind: &str, name: &str, role: &str| {
        format!(
            "---\napiVersion: rbac.authorization.k8s.io/v1\nkind: {kind}\nmetadata: {{name: {name}}}\n\
             roleRef: {{kind: {role}, name: r}}\n"
        )
    };
    let bindings = binding("RoleBinding", "a", "Role")
        + &binding("RoleBinding", "b", "ClusterRole")
        + &binding("ClusterRoleBinding", "c", "ClusterRole");
    assert_eq!(waits(&(role("Role") + &bindings)), ["RoleBinding prod a roleRef of RoleBinding/a"]);
    let expected =
        ["RoleBinding prod b roleRef of RoleBinding/b", "ClusterRoleBinding - c roleRef of ClusterRoleBinding/c"];
    assert_eq!(waits(&(role("ClusterRole") + &bindings)), expected);
}

#[test]
fn a_service_account_goes_after_all_that_use_it() {
    let text = "apiVersion: v1\nkind: ServiceAccount\nmetadata: {name: a}\n\
                ---\napiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec: {serviceAccountName: a}\n\
                ---\napiVersion: v1\nkind: Pod\nmetadata: {name: q, namespace: other}\nspec: {serviceAccountName: a}\n\
                ---\napiVersion: rbac.authorization.k8s.io/v1\nkind: RoleBinding\nmetadata: {name: b}\n\
                subjects: [{kind: ServiceAccount, name: a}]\n";
    let expected = ["Pod prod p spec.serviceAccountName of Pod/p", "RoleBinding prod b subjects[0] of RoleBinding/b"];
    assert_eq!(waits(text), expected);
}
