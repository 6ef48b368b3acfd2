//! Expands `kind: List` and similar kinds: every item is a resource of its own.

use serde_json::Value;

use crate::error::Fault;
use crate::object::Object;
use crate::yaml::name_of;

/// The objects of a document: the items of a list, or the single one.
///
/// # Errors
/// One fault per invalid item; the other items are dropped.
pub(crate) fn expand(value: Value) -> Result<Vec<Object>, Vec<Fault>> {
    let object = Object::try_from(value).map_err(|error| vec![Fault::from(error)])?;
    let mut objects = Vec::new();
    let mut faults = Vec::new();
    expand_into(object, &mut objects, &mut faults);
    if faults.is_empty() { Ok(objects) } else { Err(faults) }
}

/// A kind that ends with `List` and has `items`: `List`, `ConfigMapList`.
pub(super) fn is_list(object: &Object) -> bool {
    object.kind().ends_with("List") && object.at(&["items"]).is_some_and(|items| items.is_array() || items.is_null())
}

fn expand_into(list: Object, objects: &mut Vec<Object>, faults: &mut Vec<Fault>) {
    if !is_list(&list) {
        objects.push(list);
        return;
    }
    let hook_annotations: Vec<(String, String)> = list
        .annotations()
        .filter(|(key, _)| key.starts_with("helm.sh/"))
        .map(|(key, value)| (key.to_string(), value.to_string()))
        .collect();
    let mut list = list;
    let Some(Value::Array(items)) = list.as_map_mut().remove("items") else { return };
    for item in items {
        if !item.is_object() {
            let found = name_of(&item);
            faults.push(Fault::BadShape { field: "an item of the list", found, expected: "an object" });
            continue;
        }
        match Object::try_from(with_type_of(&list, item)) {
            Ok(mut item) => {
                // Helm runs a list as one hook; its items become hooks of the same kind.
                for (key, value) in &hook_annotations {
                    if item.annotation(key).is_none() {
                        item.set_annotation(key, value);
                    }
                }
                expand_into(item, objects, faults);
            }
            Err(error) => faults.push(error.into()),
        }
    }
}

/// Items of a typed list such as `ConfigMapList` may omit their type.
fn with_type_of(list: &Object, mut item: Value) -> Value {
    let item_kind = list.kind().trim_end_matches("List");
    if let (Some(map), false) = (item.as_object_mut(), item_kind.is_empty()) {
        map.entry("apiVersion").or_insert_with(|| Value::from(list.api_version()));
        map.entry("kind").or_insert_with(|| Value::from(item_kind));
    }
    item
}
