//! Inventories as Secrets or ConfigMaps.

use std::collections::BTreeMap;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use skeg_cluster::{Cluster, Delete, Query};
use skeg_inventory::{
    COMPONENT, Inventory, NAME, RELEASE_ID, SECRET_TYPE, SHARD_KEY, Shard, apply_set, labels, release_id,
};
use skeg_resources::{NotAnObject, Object, Propagation};

use super::KeptInventory;
use crate::error::Error;
use crate::objects::Form;

/// The value of [`COMPONENT`] on objects that hold the rest of an inventory.
const SHARD: &str = "inventory-shard";

impl Form {
    /// The keys of an object; invalid base64 in a Secret is left out.
    pub(super) fn data(self, object: &Object) -> BTreeMap<String, Vec<u8>> {
        let data = object.at(&["data"]).and_then(Value::as_object);
        let values = data.into_iter().flatten().filter_map(|(key, value)| {
            let text = value.as_str()?;
            let bytes = match self {
                Form::Secret => STANDARD.decode(text).ok()?,
                Form::ConfigMap => text.as_bytes().to_vec(),
            };
            Some((key.clone(), bytes))
        });
        values.collect()
    }

    pub(super) fn inventory(self, kept: &KeptInventory, data: &BTreeMap<String, Vec<u8>>) -> Result<Object, Error> {
        let set = apply_set(&kept.inventory, self.kind(), env!("CARGO_PKG_VERSION"));
        let labels = labels(&kept.inventory, self.kind());
        let mut object = self.object(kept, &kept.object, labels, data)?;
        set.annotations.iter().for_each(|(key, value)| object.set_annotation(key, value));
        if let (Some(version), Some(metadata)) = (&kept.version, object.metadata_mut()) {
            metadata.insert("resourceVersion".to_string(), json!(version));
        }
        Ok(object)
    }

    pub(super) fn shard(self, kept: &KeptInventory, shard: &Shard) -> Result<Object, Error> {
        let Inventory { release, namespace, .. } = &kept.inventory;
        let labels = [
            ("app.kubernetes.io/managed-by", "skeg".to_string()),
            (COMPONENT, SHARD.to_string()),
            (NAME, release.clone()),
            (RELEASE_ID, release_id(release, namespace)),
        ];
        let labels = labels.map(|(key, value)| (key.to_string(), value)).into();
        self.object(kept, &shard.name, labels, &[(SHARD_KEY.to_string(), shard.data.clone())].into())
    }

    fn object(
        self,
        kept: &KeptInventory,
        name: &str,
        labels: BTreeMap<String, String>,
        data: &BTreeMap<String, Vec<u8>>,
    ) -> Result<Object, Error> {
        let text = |bytes: &Vec<u8>| match self {
            Form::Secret => STANDARD.encode(bytes),
            Form::ConfigMap => String::from_utf8_lossy(bytes).into_owned(),
        };
        let data: BTreeMap<&String, String> = data.iter().map(|(key, bytes)| (key, text(bytes))).collect();
        let mut object = json!({
            "apiVersion": "v1",
            "kind": self.kind(),
            "metadata": { "name": name, "namespace": kept.inventory.namespace, "labels": labels },
            "data": data,
        });
        if self == Form::Secret {
            object["type"] = json!(SECRET_TYPE);
        }
        let unencodable = |error: NotAnObject| Error::Unencodable { key: name.to_string(), problem: error.to_string() };
        Object::try_from(object).map_err(unencodable)
    }

    pub(super) async fn delete(self, cluster: &Cluster, namespace: &str, name: &str) -> Result<(), Error> {
        let options = Delete { propagation: Propagation::Background, uid: None };
        cluster.delete(&self.id(namespace, name), "v1", &options).await?;
        Ok(())
    }

    pub(super) async fn labelled<T>(
        self,
        cluster: &Cluster,
        namespace: Option<&str>,
        labels: String,
        metadata_only: bool,
        pick: impl FnMut(Object) -> Option<T>,
    ) -> Result<Vec<T>, Error> {
        let query = Query { labels, metadata_only, by_size: true, ..Query::default() };
        self.list(cluster, namespace, &query, pick).await
    }
}
