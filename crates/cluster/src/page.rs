//! Reads a page of a list item by item: as JSON values, all of its objects would take many times the memory of their
//! text.

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error as _, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::Value;

use crate::error::Error;
use crate::read::unreadable;

/// What follows the items of a page.
#[derive(Debug, Default)]
pub(crate) struct End {
    /// The token for the next page; empty on the last.
    pub(crate) next: String,
    pub(crate) resource_version: String,
}

/// Reads a list; `take` gets each of its items.
pub(crate) fn read(text: &[u8], action: &str, take: impl FnMut(Value) -> Result<(), Error>) -> Result<End, Error> {
    let mut reading = Reading { take, end: End::default(), refused: None };
    let mut json = serde_json::Deserializer::from_slice(text);
    let outcome = json.deserialize_map(&mut reading).and_then(|()| json.end());
    match (reading.refused, outcome) {
        (Some(error), _) => Err(error),
        (None, Err(error)) => Err(unreadable(action, error)),
        (None, Ok(())) => Ok(reading.end),
    }
}

struct Reading<F> {
    take: F,
    end: End,
    /// The error of `take`, if it rejected an item.
    refused: Option<Error>,
}

impl<'de, F: FnMut(Value) -> Result<(), Error>> Visitor<'de> for &mut Reading<F> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of objects")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(key) = map.next_key::<String>()? {
            match key.as_str() {
                "items" => map.next_value_seed(Items(self))?,
                "metadata" => {
                    let metadata: Value = map.next_value()?;
                    let text = |key: &str| metadata[key].as_str().unwrap_or_default().to_string();
                    self.end = End { next: text("continue"), resource_version: text("resourceVersion") };
                }
                _ => drop(map.next_value::<IgnoredAny>()?),
            }
        }
        Ok(())
    }
}

/// The items; none if the list has null instead.
struct Items<'r, F>(&'r mut Reading<F>);

impl<'de, F: FnMut(Value) -> Result<(), Error>> DeserializeSeed<'de> for Items<'_, F> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de, F: FnMut(Value) -> Result<(), Error>> Visitor<'de> for Items<'_, F> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("objects")
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<(), A::Error> {
        while let Some(item) = items.next_element()? {
            if let Err(error) = (self.0.take)(item) {
                self.0.refused = Some(error);
                return Err(A::Error::custom("an item was refused"));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::read;

    #[test]
    fn items_come_one_by_one() {
        for (text, expected, next) in [
            (r#"{"kind":"PodList","metadata":{"continue":"c","resourceVersion":"7"},"items":[{"a":1},2]}"#, 2, "c"),
            (r#"{"items":[{}],"metadata":{"resourceVersion":"7"},"else":[{"items":[1]}]}"#, 1, ""),
            (r#"{"metadata":{"resourceVersion":"7"},"items":null}"#, 0, ""),
        ] {
            let mut items = Vec::new();
            let end = read(text.as_bytes(), "listing", |item: Value| {
                items.push(item);
                Ok(())
            });
            let end = end.unwrap();
            assert_eq!(
                (items.len(), end.next.as_str(), end.resource_version.as_str()),
                (expected, next, "7"),
                "{text}"
            );
        }
    }

    #[test]
    fn what_is_no_list_is_an_error() {
        for text in ["", "[]", "{\"items\":[{}", "{\"items\":3}", "{} x"] {
            let error = read(text.as_bytes(), "listing Pods", |_| Ok(())).unwrap_err();
            assert!(error.to_string().contains("listing Pods"), "{text}: {error}");
        }
        let refused = read(br#"{"items":[1]}"#, "listing", |item| {
            assert_eq!(item, json!(1));
            Err(super::unreadable("listing", "no object"))
        });
        assert!(refused.unwrap_err().to_string().contains("no object"));
    }
}
