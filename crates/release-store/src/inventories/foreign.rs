//! Finds inventories that OPM keeps. They are read, never written.

use skeg_inventory::{Inventory, decode};
use skeg_resources::Object;

use super::{Inventories, Place};
use crate::error::Error;
use crate::objects::Form;

const LABEL: &str = "opmodel.dev/component=inventory";
const SECRET_TYPE: &str = "opmodel.dev/release";

impl Inventories {
    /// OPM's inventory of a release, with the name of the Secret that holds it.
    ///
    /// # Errors
    /// It cannot be read.
    pub async fn read_foreign(&self, release: &str, namespace: &str) -> Result<Option<(String, Inventory)>, Error> {
        let Place::Cluster(cluster, _) = &self.place else { return Ok(None) };
        let pick = |object: Object| is_of(&object, release).then_some(object);
        let found = Form::Secret.labelled(cluster, Some(namespace), LABEL.to_string(), false, pick).await?;
        let Some(object) = found.into_iter().next() else { return Ok(None) };
        let key = object.name().unwrap_or_default().to_string();
        match decode(&Form::Secret.data(&object), &Default::default()) {
            Ok(inventory) => Ok(Some((key, inventory))),
            Err(error) => Err(Error::Inventory { key, error }),
        }
    }
}

/// Named `opm.<release>.<uuid>`, where the release's name may have dots of its own.
fn is_of(object: &Object, release: &str) -> bool {
    let name = object.name().unwrap_or_default().strip_prefix("opm.").and_then(|rest| rest.strip_prefix(release));
    let id = name.and_then(|rest| rest.strip_prefix('.'));
    object.text_at(&["type"]) == Some(SECRET_TYPE) && id.is_some_and(|id| !id.contains('.'))
}
