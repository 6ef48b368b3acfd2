//! Removes a service account that was dropped from a pod template.
//!
//! The API server keeps it in two fields, `serviceAccountName` and the older `serviceAccount`, and fills each from the
//! other. An apply without the field we owned removes it, and the server restores it from the other one.

use serde_json::{Map, Value};
use skeg_resources::Object;
use skeg_resources::managed_fields::owners;

const KEYS: [&str; 2] = ["serviceAccountName", "serviceAccount"];

/// The path of an object's pod spec. Pods themselves get their account from the server.
fn place(object: &Object) -> Option<&'static [&'static str]> {
    match (object.group(), object.kind()) {
        ("apps", "Deployment" | "StatefulSet" | "DaemonSet" | "ReplicaSet") => Some(&["spec", "template", "spec"]),
        ("batch", "CronJob") => Some(&["spec", "jobTemplate", "spec", "template", "spec"]),
        _ => None,
    }
}

/// Whether an account remained that neither we nor anybody else wants.
pub(crate) fn stayed(wanted: &Object, applied: &Object) -> bool {
    let Some(place) = place(wanted) else { return false };
    let says = |object: &Object, key: &str| object.at(&[place, &[key]].concat()).is_some();
    !KEYS.iter().any(|key| says(wanted, key))
        && KEYS.iter().any(|key| says(applied, key))
        && !is_owned(applied, place, |_| true)
}

/// Whether our last apply set it.
pub(crate) fn is_ours(live: &Object) -> bool {
    place(live).is_some_and(|place| is_owned(live, place, |is_ours| is_ours))
}

fn is_owned(object: &Object, place: &[&str], whose: impl Fn(bool) -> bool) -> bool {
    KEYS.iter().any(|key| owners(object, &[place, &[*key]].concat()).any(&whose))
}

/// The object with both fields, so that applying it makes them ours, to be dropped by the next apply.
pub(crate) fn with_both(wanted: &Object, applied: &Object) -> Option<Object> {
    let place = place(wanted)?;
    let mut whole = wanted.clone();
    let pods = pods_mut(&mut whole, place)?;
    for key in KEYS {
        if let Some(value) = applied.at(&[place, &[key]].concat()) {
            pods.insert(key.to_string(), value.clone());
        }
    }
    Some(whole)
}

/// The object as it will be once the account is gone.
pub(crate) fn take_away(applied: &mut Object) {
    let Some(pods) = place(applied).and_then(|place| pods_mut(applied, place)) else { return };
    for key in KEYS {
        pods.remove(key);
    }
}

fn pods_mut<'a>(object: &'a mut Object, place: &[&str]) -> Option<&'a mut Map<String, Value>> {
    let (first, rest) = place.split_first()?;
    let start = object.as_map_mut().get_mut(*first)?;
    rest.iter().try_fold(start, |value, key| value.get_mut(*key))?.as_object_mut()
}
