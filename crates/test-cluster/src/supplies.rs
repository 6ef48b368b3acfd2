//! Objects of a fresh cluster: a node, volumes, an admission policy for the simulated kubelet, and waiting until pods
//! can be created.

use crate::launch::ControlPlane;
use crate::server::{LIMIT, late};
use crate::{Error, Options, tools, wait_until};

/// Volumes for claims without a storage class.
const VOLUMES: usize = 40;

/// kwok deletes a pod by its name alone. A late deletion would hit the StatefulSet's next pod of the same name.
const DELETE_ONLY_WHAT_GOES: &str = "\
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: {name: kubelet-deletes-only-what-goes}
spec:
  matchConstraints:
    resourceRules: [{apiGroups: [''], apiVersions: [v1], operations: [DELETE], resources: [pods]}]
  matchConditions: [{name: kubelet, expression: \"request.userInfo.username == 'kubelet'\"}]
  validations: [{expression: has(oldObject.metadata.deletionTimestamp), message: nobody asked for it}]
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata: {name: kubelet-deletes-only-what-goes}
spec: {policyName: kubelet-deletes-only-what-goes, validationActions: [Deny]}
";

pub(crate) fn bring(control_plane: &mut ControlPlane, options: &Options) -> Result<(), Error> {
    if options.kwok {
        let volumes = (1..=VOLUMES).map(volume);
        let objects = [node(), DELETE_ONLY_WHAT_GOES.to_owned()].into_iter().chain(volumes).collect::<String>();
        tools::run_with_input(control_plane.kubectl()?.args(["create", "--filename", "-"]), &objects)?;
        let status = "jsonpath={.status.conditions[?(@.type=='Ready')].status}";
        wait_for(control_plane, "the node to be ready", &["get", "node", "node-1", "--output", status], "True")?;
    }
    if options.controllers {
        let account = ["get", "serviceaccount", "default", "--output", "name"];
        wait_for(control_plane, "the controllers", &account, "serviceaccount/default")?;
    }
    Ok(())
}

/// Runs kubectl until it prints what is expected.
fn wait_for(
    control_plane: &mut ControlPlane,
    what: &'static str,
    arguments: &[&str],
    expected: &str,
) -> Result<(), Error> {
    let mut kubectl = control_plane.kubectl()?;
    kubectl.args(arguments);
    let mut detail = String::new();
    let found = wait_until(LIMIT, || {
        match tools::run(&mut kubectl) {
            Ok(text) if text.trim() == expected => return Some(Ok(())),
            Ok(text) => detail = text,
            Err(why) => detail = why.to_string(),
        }
        control_plane.check().err().map(Err)
    });
    found.unwrap_or_else(|| Err(late(what, &detail)))
}

/// Large enough for the requests of any chart.
fn node() -> String {
    let room = "{cpu: 1k, memory: 16Ti, ephemeral-storage: 16Ti, pods: 100k}";
    format!(
        "apiVersion: v1\n\
         kind: Node\n\
         metadata:\n  \
           name: node-1\n  \
           annotations: {{kwok.x-k8s.io/node: fake}}\n  \
           labels: {{kubernetes.io/hostname: node-1, kubernetes.io/os: linux, kubernetes.io/arch: amd64}}\n\
         status: {{capacity: {room}, allocatable: {room}}}\n"
    )
}

fn volume(number: usize) -> String {
    format!(
        "---\n\
         apiVersion: v1\n\
         kind: PersistentVolume\n\
         metadata: {{name: volume-{number}}}\n\
         spec:\n  \
           capacity: {{storage: 1Ti}}\n  \
           accessModes: [ReadWriteOnce, ReadWriteMany, ReadOnlyMany]\n  \
           hostPath: {{path: /volume-{number}}}\n"
    )
}
