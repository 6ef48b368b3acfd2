//! Objects as charts write them: quantities in odd forms, defaults omitted, empty maps.

use serde_json::json;
use skeg_resources::Object;

use crate::support::object;

pub(super) fn deployment() -> Object {
    object(json!({
        "apiVersion": "apps/v1", "kind": "Deployment",
        "metadata": {"name": "web", "labels": {"app": "web"}, "annotations": {"note": "a: b"}},
        "spec": {
            "replicas": 0,
            "selector": {"matchLabels": {"app": "web"}},
            "strategy": {"type": "RollingUpdate", "rollingUpdate": {"maxSurge": "25%", "maxUnavailable": 1}},
            "template": {
                "metadata": {"creationTimestamp": null, "labels": {"app": "web"}, "annotations": {"checksum": "abc"}},
                "spec": {
                    "serviceAccountName": "default",
                    "hostNetwork": false,
                    "hostAliases": [],
                    "securityContext": {},
                    "nodeSelector": {"disk": "ssd"},
                    "tolerations": [{"key": "a", "operator": "Exists", "effect": "NoSchedule"}],
                    "affinity": {"podAntiAffinity": {"preferredDuringSchedulingIgnoredDuringExecution": [{
                        "weight": 100,
                        "podAffinityTerm": {"labelSelector": {"matchLabels": {"app": "web"}}, "topologyKey": "zone"},
                    }]}},
                    "topologySpreadConstraints": [{
                        "maxSkew": 1, "topologyKey": "zone", "whenUnsatisfiable": "ScheduleAnyway",
                        "labelSelector": {"matchLabels": {"app": "web"}},
                    }],
                    "imagePullSecrets": [{"name": "pull"}],
                    "initContainers": [{"name": "init", "image": "init:1", "command": ["sh", "-c", "true"]}],
                    "containers": [{
                        "name": "web", "image": "web:1", "args": ["--a", "--b=c"],
                        "ports": [{"name": "http", "containerPort": 8080}, {"name": "dns", "containerPort": 53, "protocol": "UDP"}],
                        "env": [
                            {"name": "A", "value": "1"},
                            {"name": "EMPTY", "value": ""},
                            {"name": "POD", "valueFrom": {"fieldRef": {"fieldPath": "metadata.name"}}},
                            {"name": "CPU", "valueFrom": {"resourceFieldRef": {"resource": "limits.cpu"}}},
                            {"name": "KEY", "valueFrom": {"secretKeyRef": {"name": "s", "key": "k"}}},
                        ],
                        "envFrom": [{"configMapRef": {"name": "c"}}, {"secretRef": {"name": "s"}, "prefix": "S_"}],
                        "resources": {"requests": {"cpu": 0.5, "memory": "1024Mi"}, "limits": {"cpu": "1000m", "memory": "2Gi"}},
                        "livenessProbe": {"httpGet": {"path": "/", "port": "http"}},
                        "readinessProbe": {"tcpSocket": {"port": 8080}, "periodSeconds": 5, "initialDelaySeconds": 0},
                        "securityContext": {"runAsNonRoot": true, "capabilities": {"drop": ["ALL"]}},
                        "volumeMounts": [
                            {"name": "cache", "mountPath": "/cache", "readOnly": false, "subPath": ""},
                            {"name": "all", "mountPath": "/all", "readOnly": true},
                        ],
                    }],
                    "volumes": [
                        {"name": "cache", "emptyDir": {}},
                        {"name": "sized", "emptyDir": {"sizeLimit": "1024Mi", "medium": "Memory"}},
                        {"name": "config", "configMap": {"name": "c", "items": [{"key": "a", "path": "b"}]}},
                        {"name": "secret", "secret": {"secretName": "s"}},
                        {"name": "all", "projected": {"sources": [
                            {"serviceAccountToken": {"path": "token"}},
                            {"configMap": {"name": "c"}},
                            {"downwardAPI": {"items": [{"path": "labels", "fieldRef": {"fieldPath": "metadata.labels"}}]}},
                        ]}},
                    ],
                },
            },
        },
    }))
}

pub(super) fn objects(namespace: &str) -> Vec<Object> {
    let mut all = vec![deployment()];
    all.extend(workloads());
    all.extend(plain());
    all.extend(rights(namespace));
    all.extend(network());
    all.extend(policies(namespace));
    all.extend(custom(namespace));
    all
}

fn workloads() -> Vec<Object> {
    let pod = json!({
        "metadata": {"labels": {"app": "x"}},
        "spec": {"containers": [{"name": "x", "image": "x", "resources": {}, "env": [], "volumeMounts": [], "ports": []}], "volumes": [], "tolerations": [], "imagePullSecrets": []},
    });
    let job = json!({
        "metadata": {},
        "spec": {"restartPolicy": "Never", "containers": [{"name": "x", "image": "x", "command": ["true"]}]},
    });
    [
        json!({
            "apiVersion": "apps/v1", "kind": "StatefulSet", "metadata": {"name": "db"},
            "spec": {
                "replicas": 0, "serviceName": "db", "selector": {"matchLabels": {"app": "x"}}, "template": pod,
                "updateStrategy": {"type": "RollingUpdate"}, "podManagementPolicy": "Parallel",
                "volumeClaimTemplates": [{
                    "metadata": {"name": "data", "labels": {"a": "b"}},
                    "spec": {"accessModes": ["ReadWriteOnce"], "resources": {"requests": {"storage": "1024Mi"}}},
                }],
            },
        }),
        json!({
            "apiVersion": "apps/v1", "kind": "DaemonSet", "metadata": {"name": "agent"},
            "spec": {"selector": {"matchLabels": {"app": "x"}}, "template": pod, "updateStrategy": {"rollingUpdate": {"maxUnavailable": 1}}},
        }),
        json!({
            "apiVersion": "batch/v1", "kind": "CronJob", "metadata": {"name": "tick"},
            "spec": {
                "schedule": "*/5 * * * *", "concurrencyPolicy": "Forbid", "suspend": true,
                "jobTemplate": {"spec": {"backoffLimit": 2, "template": job}},
            },
        }),
        json!({
            "apiVersion": "batch/v1", "kind": "Job", "metadata": {"name": "once"},
            "spec": {"backoffLimit": 2, "suspend": true, "template": job},
        }),
        json!({
            "apiVersion": "v1", "kind": "Pod", "metadata": {"name": "alone"},
            "spec": {"containers": [{"name": "x", "image": "x"}], "restartPolicy": "Always"},
        }),
    ]
    .map(object)
    .to_vec()
}

fn plain() -> Vec<Object> {
    [
        json!({"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "c", "labels": {}}, "data": {"a": "1", "cpu": "1000m", "limits": "1"}, "binaryData": {"b": "AAE="}}),
        json!({"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "empty"}, "data": {}}),
        json!({"apiVersion": "v1", "kind": "Secret", "metadata": {"name": "s"}, "type": "Opaque", "data": {"k": "djE="}}),
        json!({"apiVersion": "v1", "kind": "ServiceAccount", "metadata": {"name": "sa"}, "automountServiceAccountToken": false, "imagePullSecrets": [{"name": "pull"}]}),
        json!({
            "apiVersion": "v1", "kind": "PersistentVolumeClaim", "metadata": {"name": "data"},
            "spec": {"accessModes": ["ReadWriteOnce"], "storageClassName": "none", "resources": {"requests": {"storage": "1000M"}}},
        }),
        json!({"apiVersion": "v1", "kind": "ResourceQuota", "metadata": {"name": "q"}, "spec": {"hard": {"requests.storage": "1048576Gi", "pods": 50}}}),
        json!({
            "apiVersion": "v1", "kind": "LimitRange", "metadata": {"name": "l"},
            "spec": {"limits": [{"type": "PersistentVolumeClaim", "max": {"storage": "1024Gi"}}]},
        }),
    ]
    .map(object)
    .to_vec()
}

fn rights(namespace: &str) -> Vec<Object> {
    let group = "rbac.authorization.k8s.io";
    let version = format!("{group}/v1");
    [
        json!({"apiVersion": version, "kind": "Role", "metadata": {"name": "r"}, "rules": [{"apiGroups": [""], "resources": ["pods"], "verbs": ["get", "list"]}]}),
        json!({
            "apiVersion": version, "kind": "RoleBinding", "metadata": {"name": "r"},
            "roleRef": {"apiGroup": group, "kind": "Role", "name": "r"},
            "subjects": [{"kind": "ServiceAccount", "name": "sa", "namespace": namespace}, {"kind": "User", "name": "u", "apiGroup": group}],
        }),
        json!({"apiVersion": version, "kind": "ClusterRole", "metadata": {"name": format!("{namespace}-r")}, "rules": [{"nonResourceURLs": ["/metrics"], "verbs": ["get"]}]}),
        json!({
            "apiVersion": version, "kind": "ClusterRoleBinding", "metadata": {"name": format!("{namespace}-r")},
            "roleRef": {"apiGroup": group, "kind": "ClusterRole", "name": format!("{namespace}-r")},
            "subjects": [{"kind": "Group", "name": "g", "apiGroup": group}],
        }),
    ]
    .map(object)
    .to_vec()
}

fn network() -> Vec<Object> {
    [
        json!({
            "apiVersion": "v1", "kind": "Service", "metadata": {"name": "web"},
            "spec": {
                "type": "ClusterIP", "selector": {"app": "web"},
                "ports": [{"name": "http", "port": 80, "targetPort": "http"}, {"name": "dns", "port": 53, "protocol": "UDP", "targetPort": 53}],
            },
        }),
        json!({"apiVersion": "v1", "kind": "Service", "metadata": {"name": "headless"}, "spec": {"clusterIP": "None", "selector": {"app": "web"}, "ports": [{"port": 80}]}}),
        json!({
            "apiVersion": "networking.k8s.io/v1", "kind": "Ingress", "metadata": {"name": "web", "annotations": {"a/b": "true"}},
            "spec": {
                "ingressClassName": "nginx", "tls": [{"hosts": ["a.example"], "secretName": "tls"}],
                "rules": [{"host": "a.example", "http": {"paths": [{"path": "/", "pathType": "Prefix", "backend": {"service": {"name": "web", "port": {"number": 80}}}}]}}],
            },
        }),
        json!({
            "apiVersion": "networking.k8s.io/v1", "kind": "NetworkPolicy", "metadata": {"name": "web"},
            "spec": {
                "podSelector": {}, "policyTypes": ["Ingress", "Egress"], "egress": [{}],
                "ingress": [{"from": [{"namespaceSelector": {}}], "ports": [{"port": 80}, {"port": 53, "protocol": "UDP"}]}],
            },
        }),
    ]
    .map(object)
    .to_vec()
}

fn policies(namespace: &str) -> Vec<Object> {
    [
        json!({"apiVersion": "policy/v1", "kind": "PodDisruptionBudget", "metadata": {"name": "p"}, "spec": {"minAvailable": "50%", "selector": {"matchLabels": {"app": "web"}}}}),
        json!({
            "apiVersion": "autoscaling/v2", "kind": "HorizontalPodAutoscaler", "metadata": {"name": "h"},
            "spec": {
                "minReplicas": 1, "maxReplicas": 3, "scaleTargetRef": {"apiVersion": "apps/v1", "kind": "Deployment", "name": "web"},
                "metrics": [
                    {"type": "Resource", "resource": {"name": "cpu", "target": {"type": "Utilization", "averageUtilization": 80}}},
                    {"type": "Resource", "resource": {"name": "memory", "target": {"type": "AverageValue", "averageValue": "1024Mi"}}},
                ],
                "behavior": {"scaleDown": {"stabilizationWindowSeconds": 60}},
            },
        }),
        json!({"apiVersion": "scheduling.k8s.io/v1", "kind": "PriorityClass", "metadata": {"name": format!("{namespace}-high")}, "value": 1000, "description": "high"}),
        json!({"apiVersion": "storage.k8s.io/v1", "kind": "StorageClass", "metadata": {"name": format!("{namespace}-fast")}, "provisioner": "example.com/none", "parameters": {"a": "b"}}),
        json!({"apiVersion": "networking.k8s.io/v1", "kind": "IngressClass", "metadata": {"name": format!("{namespace}-class")}, "spec": {"controller": "example.com/none"}}),
        json!({
            "apiVersion": "admissionregistration.k8s.io/v1", "kind": "ValidatingWebhookConfiguration", "metadata": {"name": format!("{namespace}-hook")},
            "webhooks": [{
                "name": "a.example.com", "admissionReviewVersions": ["v1"], "sideEffects": "None", "failurePolicy": "Ignore",
                "clientConfig": {"service": {"namespace": namespace, "name": "none", "path": "/"}},
                "rules": [{"apiGroups": ["nowhere.example.com"], "apiVersions": ["v1"], "operations": ["CREATE"], "resources": ["things"]}],
            }],
        }),
        json!({"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": format!("{namespace}-more"), "labels": {"a": "b"}}}),
    ]
    .map(object)
    .to_vec()
}

fn custom(namespace: &str) -> Vec<Object> {
    let group = format!("{namespace}.example.com");
    let schema = json!({
        "type": "object",
        "properties": {
            "spec": {
                "type": "object",
                "properties": {
                    "size": {"type": "integer"},
                    "ratio": {"type": "number"},
                    "mode": {"type": "string", "default": "calm"},
                    "cpu": {"x-kubernetes-int-or-string": true},
                    "resources": {"type": "object", "x-kubernetes-preserve-unknown-fields": true},
                    "tags": {"type": "array", "items": {"type": "string"}, "x-kubernetes-list-type": "set"},
                    "crew": {
                        "type": "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["name"],
                        "items": {"type": "object", "required": ["name"], "properties": {"name": {"type": "string"}, "rank": {"type": "string", "default": "mate"}}},
                    },
                    "holds": {"type": "array", "items": {"type": "object", "properties": {"load": {"type": "string", "default": "none"}, "at": {"type": "integer"}}}},
                },
            },
        },
    });
    [
        json!({
            "apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "metadata": {"name": format!("ships.{group}")},
            "spec": {
                "group": group, "scope": "Namespaced", "names": {"kind": "Ship", "plural": "ships", "singular": "ship", "shortNames": ["sh"]},
                "versions": [{"name": "v1", "served": true, "storage": true, "schema": {"openAPIV3Schema": schema}, "additionalPrinterColumns": [{"name": "Size", "type": "integer", "jsonPath": ".spec.size"}]}],
            },
        }),
        json!({
            "apiVersion": format!("{group}/v1"), "kind": "Ship", "metadata": {"name": "one"},
            "spec": {
                "size": 3, "ratio": 1.5, "cpu": "1000m", "resources": {"limits": {"cpu": "1000m"}}, "tags": ["b", "a"],
                "crew": [{"name": "x"}, {"name": "y", "rank": "captain"}], "holds": [{"at": 1, "load": "corn"}],
            },
        }),
    ]
    .map(object)
    .to_vec()
}
