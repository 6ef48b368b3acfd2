//! Adds annotations and labels to the text of manifests.

use super::extra::Extra;
use super::lists;
use crate::error::{Error, Fault, Problem};
use crate::resource::Origin;
use crate::yaml;

/// A document with annotations and labels added to every object: rewritten, with lists expanded; unchanged if it has no
/// object.
///
/// # Errors
/// What is wrong with the document, or with what is to be added.
pub fn dress(origin: &Origin, text: &[u8], extra: &Extra) -> Result<Vec<u8>, Error> {
    let refuse = |faults: Vec<Fault>| {
        let problem = |fault| Problem { origin: origin.clone(), resource: None, fault };
        Error { problems: faults.into_iter().map(problem).collect() }
    };
    let faults = extra.faults();
    if !faults.is_empty() {
        return Err(refuse(faults));
    }
    let value = yaml::read(text).map_err(|error| refuse(vec![Fault::Yaml(error.to_string())]))?;
    if value.is_null() {
        return Ok(text.to_vec());
    }
    let mut texts = Vec::new();
    for mut object in lists::expand(value).map_err(refuse)? {
        extra.add_to(&mut object);
        texts.push(yaml::to_yaml(&object.into()));
    }
    Ok(texts.join("---\n").into_bytes())
}

#[cfg(test)]
mod tests {
    use super::dress;
    use crate::{Extra, Origin};

    fn dressed(text: &str, label: &str) -> Result<String, String> {
        let annotations = [("note".to_string(), "on all".to_string())].into();
        let labels = [("tier".to_string(), label.to_string())].into();
        let origin = Origin { path: "shop/templates/a.yaml".to_string(), document: 2 };
        let dressed = dress(&origin, text.as_bytes(), &Extra { annotations, labels });
        dressed.map(|text| String::from_utf8(text).unwrap()).map_err(|error| error.to_string())
    }

    #[test]
    fn every_object_is_dressed() {
        let metadata = "metadata:\n  annotations:\n    note: on all\n  labels:\n    tier: web\n  name: ";
        let object = |kind: &str, name: &str| format!("apiVersion: v1\nkind: {kind}\n{metadata}{name}\n");
        let a = object("A", "a");
        assert_eq!(
            dressed("apiVersion: v1\nkind: A\nmetadata: {name: a, labels: {tier: old}} # so\n", "web"),
            Ok(a.clone())
        );
        let item = |kind: &str, name: &str| format!("{{apiVersion: v1, kind: {kind}, metadata: {{name: {name}}}}}");
        let list = format!("apiVersion: v1\nkind: List\nitems: [{}, {}]\n", item("A", "a"), item("B", "b"));
        assert_eq!(dressed(&list, "web"), Ok(format!("{a}---\n{}", object("B", "b"))));
        assert_eq!(dressed("# nothing\n", "web"), Ok("# nothing\n".to_string()));
    }

    #[test]
    fn refusals_name_the_place() {
        for (text, label) in [("kind: A\n", "no good"), ("- a\n", "web")] {
            let error = dressed(text, label).expect_err("a refusal");
            assert!(error.starts_with("shop/templates/a.yaml, document 2"), "{error}");
        }
    }
}
