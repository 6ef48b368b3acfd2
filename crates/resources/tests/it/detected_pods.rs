//! References of pods: one row per field, each in its own manifest.

use skeg_resources::{State, Why};

use crate::manifests::only;

/// `Kind.group/name` and the field it was found in, of all detected dependencies.
fn detected(text: &str) -> Vec<String> {
    let dependencies = only(text).rules.deploy_dependencies;
    let shown = dependencies.into_iter().map(|dependency| {
        assert_eq!(dependency.state, State::Present);
        let Why::Detected(field) = dependency.why else { panic!("written") };
        let on = dependency.on;
        let part = |part: Option<String>| part.unwrap_or_else(|| "-".to_string());
        format!("{} {} {} {} {field}", part(on.group), part(on.kind), part(on.namespace), part(on.name))
    });
    shown.collect()
}

fn pod(spec: &str) -> String {
    format!("apiVersion: v1\nkind: Pod\nmetadata: {{name: it}}\nspec: {spec}\n")
}

#[test]
fn every_field_of_a_pod() {
    let cases = [
        (
            "{containers: [{name: a, env: [{name: K, valueFrom: {configMapKeyRef: {name: c, key: k}}}]}]}",
            " ConfigMap prod c spec.containers[a].env[K].valueFrom.configMapKeyRef.name",
        ),
        (
            "{containers: [{name: a, env: [{name: K, valueFrom: {secretKeyRef: {name: s, key: k}}}]}]}",
            " Secret prod s spec.containers[a].env[K].valueFrom.secretKeyRef.name",
        ),
        (
            "{containers: [{name: a, envFrom: [{configMapRef: {name: c}}]}]}",
            " ConfigMap prod c spec.containers[a].envFrom[0].configMapRef.name",
        ),
        (
            "{containers: [{name: a, envFrom: [{prefix: X}, {secretRef: {name: s}}]}]}",
            " Secret prod s spec.containers[a].envFrom[1].secretRef.name",
        ),
        (
            "{initContainers: [{name: a, envFrom: [{secretRef: {name: s}}]}]}",
            " Secret prod s spec.initContainers[a].envFrom[0].secretRef.name",
        ),
        (
            "{ephemeralContainers: [{name: a, envFrom: [{secretRef: {name: s}}]}]}",
            " Secret prod s spec.ephemeralContainers[a].envFrom[0].secretRef.name",
        ),
        ("{volumes: [{name: v, configMap: {name: c}}]}", " ConfigMap prod c spec.volumes[v].configMap.name"),
        ("{volumes: [{name: v, secret: {secretName: s}}]}", " Secret prod s spec.volumes[v].secret.secretName"),
        (
            "{volumes: [{name: v, projected: {sources: [{configMap: {name: c}}]}}]}",
            " ConfigMap prod c spec.volumes[v].projected.sources[0].configMap.name",
        ),
        (
            "{volumes: [{name: v, projected: {sources: [{serviceAccountToken: {}}, {secret: {name: s}}]}}]}",
            " Secret prod s spec.volumes[v].projected.sources[1].secret.name",
        ),
        (
            "{volumes: [{name: v, persistentVolumeClaim: {claimName: p}}]}",
            " PersistentVolumeClaim prod p spec.volumes[v].persistentVolumeClaim.claimName",
        ),
        (
            "{volumes: [{name: v, csi: {driver: d, nodePublishSecretRef: {name: s}}}]}",
            " Secret prod s spec.volumes[v].csi.nodePublishSecretRef.name",
        ),
        ("{volumes: [{name: v, rbd: {secretRef: {name: s}}}]}", " Secret prod s spec.volumes[v].rbd.secretRef.name"),
        ("{volumes: [{name: v, azureFile: {secretName: s}}]}", " Secret prod s spec.volumes[v].azureFile.secretName"),
        ("{imagePullSecrets: [{name: s}]}", " Secret prod s spec.imagePullSecrets[s].name"),
        ("{serviceAccountName: a}", " ServiceAccount prod a spec.serviceAccountName"),
        ("{serviceAccount: a}", " ServiceAccount prod a spec.serviceAccount"),
        ("{priorityClassName: p}", "scheduling.k8s.io PriorityClass - p spec.priorityClassName"),
        ("{runtimeClassName: r}", "node.k8s.io RuntimeClass - r spec.runtimeClassName"),
        ("{nodeName: n1}", " Node - n1 spec.nodeName"),
        (
            "{resourceClaims: [{name: c, resourceClaimName: r}]}",
            "resource.k8s.io ResourceClaim prod r spec.resourceClaims[c].resourceClaimName",
        ),
        (
            "{resourceClaims: [{name: c, resourceClaimTemplateName: r}]}",
            "resource.k8s.io ResourceClaimTemplate prod r spec.resourceClaims[c].resourceClaimTemplateName",
        ),
        (
            "{resourceClaims: [{name: c, source: {resourceClaimName: r}}]}",
            "resource.k8s.io ResourceClaim prod r spec.resourceClaims[c].source.resourceClaimName",
        ),
        (
            "{resourceClaims: [{name: c, source: {resourceClaimTemplateName: r}}]}",
            "resource.k8s.io ResourceClaimTemplate prod r spec.resourceClaims[c].source.resourceClaimTemplateName",
        ),
    ];
    for (spec, expected) in cases {
        assert_eq!(detected(&pod(spec)), [expected], "{spec}");
    }
}

#[test]
fn optional_and_odd_references_are_none() {
    let cases = [
        "{containers: [{name: a, env: [{name: K, valueFrom: {secretKeyRef: {name: s, key: k, optional: true}}}]}]}",
        "{containers: [{name: a, envFrom: [{configMapRef: {name: c, optional: true}}]}]}",
        "{volumes: [{name: v, configMap: {name: c, optional: true}}]}",
        "{volumes: [{name: v, secret: {secretName: s, optional: true}}]}",
        "{volumes: [{name: v, projected: {sources: [{secret: {name: s, optional: true}}]}}]}",
        "{serviceAccountName: ''}",
        "{serviceAccountName: null}",
        "{serviceAccountName: 5}",
        "{containers: {}, volumes: 1, imagePullSecrets: [1, null, {}]}",
        "null",
        "[]",
    ];
    for spec in cases {
        assert!(detected(&pod(spec)).is_empty(), "{spec}");
    }
    let once = "{containers: [{name: a, envFrom: [{secretRef: {name: s}}, {secretRef: {name: s}}]}]}";
    assert_eq!(detected(&pod(once)).len(), 1);
}

#[test]
fn every_workload_is_looked_into() {
    let template = "{template: {spec: {priorityClassName: p}}}";
    let cases = [
        ("v1", "ReplicationController", format!("spec: {template}"), "spec.template.spec"),
        ("v1", "PodTemplate", "template: {spec: {priorityClassName: p}}".to_string(), "template.spec"),
        ("apps/v1", "Deployment", format!("spec: {template}"), "spec.template.spec"),
        ("apps/v1", "DaemonSet", format!("spec: {template}"), "spec.template.spec"),
        ("apps/v1", "ReplicaSet", format!("spec: {template}"), "spec.template.spec"),
        ("apps/v1", "StatefulSet", format!("spec: {template}"), "spec.template.spec"),
        ("batch/v1", "Job", format!("spec: {template}"), "spec.template.spec"),
        ("argoproj.io/v1alpha1", "Rollout", format!("spec: {template}"), "spec.template.spec"),
        (
            "batch/v1",
            "CronJob",
            format!("spec: {{jobTemplate: {{spec: {template}}}}}"),
            "spec.jobTemplate.spec.template.spec",
        ),
        (
            "keda.sh/v1alpha1",
            "ScaledJob",
            format!("spec: {{jobTargetRef: {template}}}"),
            "spec.jobTargetRef.template.spec",
        ),
    ];
    for (api_version, kind, body, path) in cases {
        let text = format!("apiVersion: {api_version}\nkind: {kind}\nmetadata: {{name: it}}\n{body}\n");
        let expected = format!("scheduling.k8s.io PriorityClass - p {path}.priorityClassName");
        assert_eq!(detected(&text), [expected], "{kind}");
    }
}

#[test]
fn references_stay_in_the_namespace() {
    let text = "apiVersion: v1\nkind: Pod\nmetadata: {name: it, namespace: other}\nspec: {serviceAccountName: a}\n";
    assert_eq!(detected(text), [" ServiceAccount other a spec.serviceAccountName"]);
    let text = "apiVersion: apps/v1\nkind: StatefulSet\nmetadata: {name: it}\nspec: {serviceName: db}\n";
    assert_eq!(detected(text), [" Service prod db spec.serviceName"]);
}
