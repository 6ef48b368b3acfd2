//! The two sides of a change as shown: secrets masked, insignificant fields removed.

use serde_json::{Map, Value};
use skeg_plan::{Change, ChangeKind, significant};
use skeg_resources::{MANAGED_BY, Masker, Object, RELEASE_NAME, RELEASE_NAMESPACE, Sensitive, redact, redact_change};

/// Masks secrets.
pub(super) struct Hiding<'a> {
    pub(super) by: [&'a Sensitive; 2],
    pub(super) masker: &'a Masker,
    pub(super) is_off: bool,
}

impl Hiding<'_> {
    fn one(&self, object: &Object) -> Object {
        if self.is_off {
            return object.clone();
        }
        let hidden = self.by.iter().fold(object.clone(), |object, sensitive| redact(&object, sensitive));
        self.masker.mask_object(&hidden)
    }

    fn both(&self, before: &Object, after: &Object) -> (Object, Object) {
        if self.is_off {
            return (before.clone(), after.clone());
        }
        let both = (before.clone(), after.clone());
        let (before, after) =
            self.by.iter().fold(both, |(before, after), sensitive| redact_change(&before, &after, sensitive));
        self.masker.mask_change(&before, &after)
    }
}

/// Before and after, as far as known and significant.
pub(super) fn sides(change: &Change, hiding: &Hiding<'_>, keep_all: bool) -> (Option<Value>, Option<Value>) {
    let (before, after) = match (&change.before, &change.after) {
        (Some(before), Some(after)) => {
            let (before, after) = hiding.both(before, after);
            (Some(before), Some(after))
        }
        (before, after) => (before.as_ref().map(|it| hiding.one(it)), after.as_ref().map(|it| hiding.one(it))),
    };
    let shown = |object: Object| if keep_all { object.into() } else { Value::Object(cleaned(change, &object)) };
    let (before, after) = (before.map(shown), after.map(shown));
    match (change.kind, before, after) {
        // The wanted side lacks the server's defaults, so only fields that both sides may have are compared.
        (ChangeKind::Recreate | ChangeKind::Apply, Some(before), Some(after)) if !keep_all => {
            (Some(within(&before, &after)), Some(after))
        }
        (_, before, after) => (before, after),
    }
}

fn cleaned(change: &Change, object: &Object) -> Map<String, Value> {
    let mut map = significant(object);
    let Some(metadata) = map.get_mut("metadata").and_then(Value::as_object_mut) else { return map };
    let is_update = change.kind == ChangeKind::Update;
    for place in ["annotations", "labels"] {
        let Some(texts) = metadata.get_mut(place).and_then(Value::as_object_mut) else { continue };
        texts.retain(|key, _| {
            let is_mark = [MANAGED_BY, RELEASE_NAME, RELEASE_NAMESPACE].contains(&key.as_str());
            // Every resource of a release has them; shown only if they change.
            (is_update || !is_mark) && key != "kubectl.kubernetes.io/last-applied-configuration"
        });
        if texts.is_empty() {
            metadata.remove(place);
        }
    }
    map
}

/// The parts of a live value that the wanted one has too.
pub(super) fn within(live: &Value, wanted: &Value) -> Value {
    match (live, wanted) {
        (Value::Object(live), Value::Object(wanted)) => {
            let kept = live.iter().filter_map(|(key, value)| Some((key.clone(), within(value, wanted.get(key)?))));
            Value::Object(kept.collect())
        }
        (Value::Array(live), Value::Array(wanted)) if live.len() == wanted.len() => {
            Value::Array(live.iter().zip(wanted).map(|(live, wanted)| within(live, wanted)).collect())
        }
        (live, _) => live.clone(),
    }
}
