//! Which release an object in the cluster belongs to, and refusing to touch that of others.

use skeg_resources::{Object, Owner, Ownership};

use crate::error::Foreign;
use crate::install::Install;
use crate::observation::Live;
use crate::request::Request;

/// Whose a live object is.
pub(crate) fn owner(request: &Request, live: &Object) -> Owner {
    skeg_resources::owner(live, &request.release.name, &request.release.namespace)
}

/// All objects that this deploy would touch although they are not the release's.
pub(crate) fn foreign(request: &Request, installs: &[Install]) -> Vec<Foreign> {
    let mut found: Vec<Foreign> = Vec::new();
    for install in installs {
        let resource = &request.desired[install.resource];
        let Some(Live::Present { object, .. }) = request.live.get(&resource.id) else { continue };
        let owner = owner(request, object);
        let is_ours = resource.rules.ownership == Ownership::Anyone || owner == Owner::This;
        if is_ours || found.last().is_some_and(|last| last.id == resource.id) {
            continue;
        }
        found.push(Foreign { id: resource.id.clone(), owner, origin: resource.origin.clone() });
    }
    found
}
