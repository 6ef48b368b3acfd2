//! Which release an object in the cluster belongs to, and refusing to touch that of others.

use skeg_resources::{Object, Ownership};

use crate::error::Foreign;
use crate::install::Install;
use crate::observation::Live;
use crate::plan::ReleaseName;
use crate::request::Request;

/// The release that the object says it belongs to, with its namespace.
pub(crate) fn owner(object: &Object) -> Option<(String, String)> {
    let name = object.annotation("meta.helm.sh/release-name")?;
    let namespace = object.annotation("meta.helm.sh/release-namespace")?;
    Some((name.to_string(), namespace.to_string()))
}

pub(crate) fn belongs_to(object: &Object, release: &ReleaseName) -> bool {
    object.annotation("meta.helm.sh/release-name") == Some(&release.name)
        && object.annotation("meta.helm.sh/release-namespace") == Some(&release.namespace)
}

/// All objects that this deploy would touch although they are not the release's.
pub(crate) fn foreign(request: &Request, installs: &[Install]) -> Vec<Foreign> {
    let mut found: Vec<Foreign> = Vec::new();
    for install in installs {
        let resource = &request.desired[install.resource];
        let Some(Live::Present { object, .. }) = request.live.get(&resource.id) else { continue };
        let is_ours = resource.rules.ownership == Ownership::Anyone || belongs_to(object, &request.release);
        if is_ours || found.last().is_some_and(|last| last.id == resource.id) {
            continue;
        }
        found.push(Foreign {
            id: resource.id.clone(),
            owner: owner(object),
            managed_by: object.label("app.kubernetes.io/managed-by").map(str::to_string),
            origin: resource.origin.clone(),
        });
    }
    found
}
