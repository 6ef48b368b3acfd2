//! Bodies of requests and responses as they may be shown: without Secrets and records of releases, with known and
//! marked secrets masked, and cut.

use serde_json::Value;
use skeg_deploy::{HIDDEN, KnownSecrets, Object, Sensitive};

use crate::error::shortened;

/// The prefix of records' names.
const RECORD: &str = "sh.helm.release.";

pub(super) struct Bodies {
    /// Secrets known to the command.
    known: KnownSecrets,
    /// Secrets marked in objects seen here. Kept apart: the command must not know more at this level than at others, or
    /// it would print other plans.
    marked: KnownSecrets,
}

impl Bodies {
    pub(super) fn new(known: &KnownSecrets) -> Bodies {
        Bodies { known: known.clone(), marked: KnownSecrets::default() }
    }

    /// The body of a request such as `GET /api/v1/pods`, or of its response.
    pub(super) fn shown(&self, request: &str, body: &[u8]) -> String {
        let size = body.len();
        let path = request.split('?').next().unwrap_or_default();
        let is_of_secrets = path.split('/').any(|part| part == "secrets");
        let text = match serde_json::from_slice::<Value>(body) {
            _ if is_of_secrets => return format!("{HIDDEN}, {size} bytes"),
            Ok(mut json) => {
                self.learn(&json);
                hide(&mut json);
                // JSON within a text would be escaped twice in the whole.
                self.mask_texts(&mut json);
                json.to_string()
            }
            Err(_) => String::from_utf8_lossy(body).into_owned(),
        };
        // Masked before cutting: a cut could split a secret so that it is not recognized.
        let text = self.known.mask(&text);
        shortened(&self.marked.mask(&text)).into_owned()
    }

    fn mask_texts(&self, json: &mut Value) {
        match json {
            Value::String(text) => {
                let masked = self.marked.mask(&self.known.mask(text)).into_owned();
                *text = masked;
            }
            Value::Array(items) => items.iter_mut().for_each(|item| self.mask_texts(item)),
            Value::Object(map) => map.values_mut().for_each(|item| self.mask_texts(item)),
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }

    /// Adds the secrets marked in an object, or in all objects of a list.
    fn learn(&self, json: &Value) {
        let items = json["items"].as_array().map_or(std::slice::from_ref(json), Vec::as_slice);
        for item in items {
            let mut item = item.clone();
            if let Value::Object(map) = &mut item {
                // Items of lists have no kind; only that of Secrets would matter, and those are hidden anyway.
                map.entry("apiVersion").or_insert("v1".into());
                map.entry("kind").or_insert("Unknown".into());
            }
            if let Ok(object) = Object::try_from(item) {
                self.marked.add_object(&object, &Sensitive::Nothing);
            }
        }
    }
}

/// Removes what must not be seen, and noise.
fn hide(json: &mut Value) {
    if is_secret(json) {
        *json = HIDDEN.into();
    }
    match json {
        Value::Object(map) => {
            map.remove("managedFields");
            map.values_mut().for_each(hide);
        }
        Value::Array(items) => items.iter_mut().for_each(hide),
        _ => {}
    }
}

fn is_secret(json: &Value) -> bool {
    let is_record = json["metadata"]["name"].as_str().is_some_and(|name| name.starts_with(RECORD));
    is_record || matches!(json["kind"].as_str(), Some("Secret" | "SecretList"))
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use skeg_deploy::KnownSecrets;

    use super::Bodies;

    #[test]
    fn nothing_secret_is_shown() {
        let known = KnownSecrets::default();
        known.add("swordfish");
        let marked = json!({"metadata": {"annotations": {"werf.io/sensitive": "true"}}, "data": {"a": "hunter22"}});
        let record = json!({"metadata": {"name": "sh.helm.release.v1.shop.v1"}, "data": {"release": "H4sIAAAA"}});
        let secret = json!({"kind": "Secret", "metadata": {"name": "key"}, "data": {"a": "aHVudGVyMjI="}});
        let plain = json!({"metadata": {"name": "plain", "managedFields": [1]}, "data": {"a": "swordfish"}});
        for (request, body) in [
            ("GET /api/v1/namespaces/a/secrets/key", json!({"data": {"a": "aHVudGVyMjI="}})),
            ("POST /api/v1/namespaces/a/secrets?fieldManager=helm", json!({"stringData": {"a": "hunter22"}})),
            ("GET /api/v1/secrets?limit=500", json!({"items": [secret]})),
            ("GET /api/v1/things", secret),
            ("GET /api/v1/things", json!({"kind": "SecretList", "items": [{"data": {"a": "aHVudGVyMjI="}}]})),
            ("GET /api/v1/namespaces/a/configmaps/x", record.clone()),
            ("GET /api/v1/configmaps?limit=500", json!({"kind": "ConfigMapList", "items": [record, marked, plain]})),
            ("PATCH /api/v1/namespaces/a/configmaps/x", marked),
            ("GET /api/v1/namespaces/a/pods/x", json!({"env": "swordfish"})),
        ] {
            let shown = Bodies::new(&known).shown(request, body.to_string().as_bytes());
            assert!(shown.contains("<hidden>"), "{request}: {shown}");
            for secret in ["hunter22", "aHVudGVyMjI", "H4sIAAAA", "swordfish", "managedFields"] {
                assert!(!shown.contains(secret), "{request}: {shown}");
            }
        }
    }

    #[test]
    fn a_copy_of_what_is_marked_is_hidden_too() {
        let bodies = Bodies::new(&KnownSecrets::default());
        let marked = json!({"metadata": {"annotations": {"werf.io/sensitive": "true"}}, "data": {"a": "hunter22"}});
        bodies.shown("GET /a", marked.to_string().as_bytes());
        assert_eq!(bodies.shown("GET /b", br#"{"log":"it is hunter22"}"#), r#"{"log":"it is <hidden>"}"#);
        assert_eq!(bodies.shown("GET /b/log", b"it is hunter22\n"), "it is <hidden>\n");
    }

    #[test]
    fn escapes_within_escapes_hide_nothing_from_us() {
        let secret = "q\"uo\\te&am<p>s 'all'";
        let known = KnownSecrets::default();
        known.add(secret);
        // Go escapes more than others do.
        let as_go = |text: &str| {
            let json = json!(text).to_string();
            json.replace('&', "\\u0026").replace('<', "\\u003c").replace('>', "\\u003e")
        };
        for escape in [as_go, |text: &str| json!(text).to_string()] {
            let mut text = secret.to_string();
            for depth in 0..3 {
                let object = json!({"data": {"a": format!("before {text} after")}});
                let shown = Bodies::new(&known).shown("GET /a", object.to_string().as_bytes());
                assert_eq!(shown.matches("<hidden>").count(), 1, "{depth}: {shown}");
                assert!(!shown.contains("uo") && !shown.contains("all"), "{depth}: {shown}");
                text = escape(&text);
            }
        }
    }

    #[test]
    fn a_secret_at_the_cut_is_hidden() {
        let known = KnownSecrets::default();
        known.add("swordfish");
        for before in 1990..2005 {
            let body = format!("{}swordfish{}", "x".repeat(before), "y".repeat(2000));
            let shown = Bodies::new(&known).shown("GET /a/log", body.as_bytes());
            assert!(shown.len() < 3000 && !shown.contains("swo") && !shown.contains("fish"), "{before}: {shown}");
        }
    }
}
