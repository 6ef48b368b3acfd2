//! Dependencies that fields of resources tell, without anybody writing them down. One file a family of fields.
//!
//! What a resource refers to must be there before it; what others refer to must outlive them. Whether a reference meets a
//! resource of the release is for the planner to see; references to others are usual and mean nothing.

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

/// Adds what the fields of the resources tell.
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
