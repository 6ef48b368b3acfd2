//! Implicit dependencies: each field that refers to another resource makes that one come first.

use super::site::Site;

/// Objects that others refer to. By name they sort after the referring ones, and they come last in the chart.
const REFERRED: &str = "
apiVersion: v1
kind: ConfigMap
metadata: {name: z-config, namespace: {{ .Release.Namespace }}}
---
apiVersion: v1
kind: Secret
metadata: {name: z-secret}
---
apiVersion: v1
kind: ServiceAccount
metadata: {name: z-account}
---
apiVersion: v1
kind: Service
metadata: {name: z-service}
spec: {ports: [{port: 80}]}
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata: {name: z-claim, annotations: {werf.io/track-termination-mode: NonBlocking}}
spec: {accessModes: [ReadWriteOnce], storageClassName: none, resources: {requests: {storage: 1Gi}}}
---
apiVersion: scheduling.k8s.io/v1
kind: PriorityClass
metadata: {name: \"z-{{ .Release.Namespace }}\"}
value: 1
---
apiVersion: node.k8s.io/v1
kind: RuntimeClass
metadata: {name: \"z-{{ .Release.Namespace }}\"}
handler: x
---
apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata: {name: z-role}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {name: \"z-{{ .Release.Namespace }}\"}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: z-deployment}
spec:
  replicas: 0
  selector: {matchLabels: {app: z}}
  template: {metadata: {labels: {app: z}}, spec: {containers: [{name: main, image: main}]}}
";

/// Fields of a pod that refer to something, and what must be written first.
const POD_FIELDS: &[(&str, &str, &str)] = &[
    (
        "env-config",
        "containers: [{name: main, image: main, env: [{name: A, valueFrom: {configMapKeyRef: {name: z-config, key: a}}}]}]",
        "configmaps/z-config",
    ),
    (
        "env-secret",
        "containers: [{name: main, image: main, env: [{name: A, valueFrom: {secretKeyRef: {name: z-secret, key: a}}}]}]",
        "secrets/z-secret",
    ),
    (
        "from-config",
        "containers: [{name: main, image: main, envFrom: [{configMapRef: {name: z-config}}]}]",
        "configmaps/z-config",
    ),
    (
        "from-secret",
        "containers: [{name: main, image: main, envFrom: [{secretRef: {name: z-secret}}]}]",
        "secrets/z-secret",
    ),
    (
        "init-config",
        "initContainers: [{name: init, image: main, envFrom: [{configMapRef: {name: z-config}}]}], MAIN",
        "configmaps/z-config",
    ),
    ("volume-config", "volumes: [{name: a, configMap: {name: z-config}}], MAIN", "configmaps/z-config"),
    ("volume-secret", "volumes: [{name: a, secret: {secretName: z-secret}}], MAIN", "secrets/z-secret"),
    (
        "projected-config",
        "volumes: [{name: a, projected: {sources: [{configMap: {name: z-config}}]}}], MAIN",
        "configmaps/z-config",
    ),
    (
        "projected-secret",
        "volumes: [{name: a, projected: {sources: [{secret: {name: z-secret}}]}}], MAIN",
        "secrets/z-secret",
    ),
    (
        "volume-claim",
        "volumes: [{name: a, persistentVolumeClaim: {claimName: z-claim}}], MAIN",
        "persistentvolumeclaims/z-claim",
    ),
    (
        "csi-secret",
        "volumes: [{name: a, csi: {driver: x, nodePublishSecretRef: {name: z-secret}}}], MAIN",
        "secrets/z-secret",
    ),
    ("pull-secret", "imagePullSecrets: [{name: z-secret}], MAIN", "secrets/z-secret"),
    ("account", "serviceAccountName: z-account, MAIN", "serviceaccounts/z-account"),
    ("priority", "priorityClassName: \"z-{{ .Release.Namespace }}\", MAIN", "priorityclasses/z-NAMESPACE"),
    ("runtime", "runtimeClassName: \"z-{{ .Release.Namespace }}\", MAIN", "runtimeclasses/z-NAMESPACE"),
];

const MAIN: &str = "containers: [{name: main, image: main}]";

/// Other kinds that refer: what they are, what is written, what must be written first.
const OTHERS: &[(&str, &str, &str)] = &[
    (
        "apiVersion: apps/v1\nkind: StatefulSet\nmetadata: {name: a-set}\nspec: {replicas: 0, serviceName: z-service, selector: {matchLabels: {app: a-set}}, template: {metadata: {labels: {app: a-set}}, spec: {containers: [{name: main, image: main}]}}}\n",
        "statefulsets/a-set",
        "services/z-service",
    ),
    (
        "apiVersion: rbac.authorization.k8s.io/v1\nkind: RoleBinding\nmetadata: {name: a-binding}\nroleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: z-role}\nsubjects: [{kind: ServiceAccount, name: z-account}]\n",
        "rolebindings/a-binding",
        "roles/z-role",
    ),
    (
        "apiVersion: rbac.authorization.k8s.io/v1\nkind: RoleBinding\nmetadata: {name: a-subject}\nroleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: other}\nsubjects: [{kind: ServiceAccount, name: z-account}]\n",
        "rolebindings/a-subject",
        "serviceaccounts/z-account",
    ),
    (
        "apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRoleBinding\nmetadata: {name: \"a-{{ .Release.Namespace }}\"}\nroleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: \"z-{{ .Release.Namespace }}\"}\n",
        "clusterrolebindings/a-NAMESPACE",
        "clusterroles/z-NAMESPACE",
    ),
    (
        "apiVersion: networking.k8s.io/v1\nkind: Ingress\nmetadata: {name: a-ingress}\nspec: {defaultBackend: {service: {name: z-service, port: {number: 80}}}}\n",
        "ingresses/a-ingress",
        "services/z-service",
    ),
    (
        "apiVersion: networking.k8s.io/v1\nkind: Ingress\nmetadata: {name: a-tls}\nspec: {defaultBackend: {service: {name: other, port: {number: 80}}}, tls: [{secretName: z-secret}]}\n",
        "ingresses/a-tls",
        "secrets/z-secret",
    ),
    (
        "apiVersion: autoscaling/v2\nkind: HorizontalPodAutoscaler\nmetadata: {name: a-scaler}\nspec: {maxReplicas: 2, scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: z-deployment}}\n",
        "horizontalpodautoscalers/a-scaler",
        "deployments/z-deployment",
    ),
    (
        "apiVersion: batch/v1\nkind: CronJob\nmetadata: {name: a-cron}\nspec: {schedule: \"0 0 1 1 *\", jobTemplate: {spec: {template: {spec: {restartPolicy: Never, containers: [{name: main, image: main, envFrom: [{configMapRef: {name: z-config}}]}]}}}}}\n",
        "cronjobs/a-cron",
        "configmaps/z-config",
    ),
    (
        "apiVersion: v1\nkind: Pod\nmetadata: {name: a-pod}\nspec: {containers: [{name: main, image: main, envFrom: [{secretRef: {name: z-secret}}]}]}\n",
        "pods/a-pod",
        "secrets/z-secret",
    ),
];

/// A Deployment without pods, so that missing references cause no failures.
fn referring(name: &str, pod: &str) -> String {
    format!(
        "apiVersion: apps/v1\nkind: Deployment\nmetadata: {{name: a-{name}}}\nspec:\n  replicas: 0\n  \
         selector: {{matchLabels: {{app: {name}}}}}\n  template:\n    metadata: {{labels: {{app: {name}}}}}\n    spec: {{{pod}}}\n"
    )
}

#[test]
fn what_fields_refer_to_comes_first() {
    let site = Site::new("detected");
    let pods = POD_FIELDS.iter().map(|(name, pod, _)| referring(name, &pod.replace("MAIN", MAIN)));
    let others = OTHERS.iter().map(|(text, ..)| (*text).to_string());
    let all: Vec<String> = pods.chain(others).chain([REFERRED.to_string()]).collect();
    site.chart(&[("templates/all.yaml", &all.join("---\n"))]);
    let trace = site.traced_install(&[]);
    let place = |title: &str| format!("patch {}", title.replace("NAMESPACE", &site.namespace));
    for (name, _, first) in POD_FIELDS {
        trace.is_before(&place(first), &format!("patch deployments/a-{name}"));
    }
    for (_, then, first) in OTHERS {
        trace.is_before(&place(first), &place(then));
    }
    site.release("uninstall", &[]).ended(0);
}

#[test]
fn resource_claims_come_before_the_pods_that_use_them() {
    let site = Site::new("claims");
    let claims = "
apiVersion: resource.k8s.io/v1
kind: ResourceClaim
metadata: {name: z-claim}
spec: {devices: {}}
---
apiVersion: resource.k8s.io/v1
kind: ResourceClaimTemplate
metadata: {name: z-template}
spec: {spec: {devices: {}}}
";
    let documents = [
        referring("claim", &format!("resourceClaims: [{{name: a, resourceClaimName: z-claim}}], {MAIN}")),
        referring("template", &format!("resourceClaims: [{{name: a, resourceClaimTemplateName: z-template}}], {MAIN}")),
        claims.to_string(),
    ];
    site.chart(&[("templates/all.yaml", &documents.join("---\n"))]);
    let trace = site.traced_install(&[]);
    trace.is_before("patch resourceclaims/z-claim", "patch deployments/a-claim");
    trace.is_before("patch resourceclaimtemplates/z-template", "patch deployments/a-template");
}

#[test]
fn an_optional_reference_orders_nothing() {
    let site = Site::new("optional");
    let optional =
        "containers: [{name: main, image: main, envFrom: [{configMapRef: {name: z-config, optional: true}}]}]";
    // It refers back, which would be a cycle.
    let config = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: z-config\n  annotations: {werf.io/deploy-dependency-a: \"state=present,kind=Deployment,name=a-web\"}\n";
    site.chart(&[("templates/all.yaml", &format!("{}---\n{config}", referring("web", optional)))]);
    let trace = site.traced_install(&[]);
    trace.is_before("patch deployments/a-web", "patch configmaps/z-config");
}
