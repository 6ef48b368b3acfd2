//! Dependencies detected from fields of resources. One file per family of fields.
//!
//! What a resource refers to must exist before it, and outlive it. The planner checks whether a reference matches a
//! resource of the release; references to others are common and have no effect.

mod containers;
mod custom;
mod field;
mod ingress;
mod pod;
mod rbac;
mod references;
mod scaling;
mod service_account;
mod volumes;
mod workload;

use crate::resource::Resource;
use crate::rules::Dependency;
use references::References;

/// Adds the detected dependencies.
pub(crate) fn add_detected(resources: &mut [Resource]) {
    let detected = detect(resources);
    for (resource, (deploy, delete)) in resources.iter_mut().zip(detected) {
        resource.rules.deploy_dependencies.extend(deploy);
        resource.rules.delete_dependencies.extend(delete);
    }
}

/// For each resource what it waits for when it is deployed, and when it is deleted.
fn detect(resources: &[Resource]) -> Vec<(Vec<Dependency>, Vec<Dependency>)> {
    let definitions = custom::Definitions::new(resources);
    let accounts = service_account::Accounts::new(resources);
    let roles = rbac::Roles::new(resources);
    let detect_one = |resource: &Resource| {
        let mut deploy = References::new(resource);
        workload::find(resource, &mut deploy);
        rbac::find(resource, &mut deploy);
        scaling::find(resource, &mut deploy);
        ingress::find(resource, &mut deploy);
        service_account::find(resource, &accounts, &mut deploy);
        definitions.find(resource, &mut deploy);
        let mut delete = References::absent(resource);
        custom::find_instances(resource, &mut delete);
        roles.find_bindings(resource, &mut delete);
        accounts.find_users(resource, &mut delete);
        (deploy.found(), delete.found())
    };
    resources.iter().map(detect_one).collect()
}
