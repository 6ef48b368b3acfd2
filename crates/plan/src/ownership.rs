//! Which release owns a live object, and the refusal to touch objects of others.

use skeg_resources::{Class, Object, Owner, Ownership, field_managers, holders};

use crate::error::Foreign;
use crate::install::stages;
use crate::observation::Live;
use crate::request::Request;

/// The owner of a live object.
pub(crate) fn owner(request: &Request, live: &Object) -> Owner {
    skeg_resources::owner(live, &request.release.name, &request.release.namespace)
}

/// All objects that this deploy would touch although another release owns them. The wanted resources must be sorted.
pub(crate) fn foreign(request: &Request) -> Vec<Foreign> {
    let mut found: Vec<Foreign> = Vec::new();
    for resource in request.desired.iter().filter(|resource| !stages(resource, request.deploy_type).is_empty()) {
        let Some(Live::Present { object, .. }) = request.live.get(&resource.id) else { continue };
        let owner = owner(request, object);
        let is_ours = match &owner {
            Owner::This => true,
            Owner::Nobody => resource.rules.ownership == Ownership::Anyone,
            // Hooks carry no ownership marks, so an object with another release's marks is a regular resource there.
            // Running the hook would delete it.
            Owner::Other { .. } => resource.rules.ownership == Ownership::Anyone && resource.class != Class::Hook,
        };
        if !is_ours && found.last().is_none_or(|last| last.id != resource.id) {
            let (holders, managers) = (holders(object), field_managers(object));
            found.push(Foreign { id: resource.id.clone(), owner, holders, managers, origin: resource.origin.clone() });
        }
    }
    found
}
