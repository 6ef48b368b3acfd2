//! A small API server in the process: objects by path, just enough for releases of ConfigMaps.
//!
//! It proves that everything above the transport needs no network. It merges applied objects without tracking field
//! owners, and its watches report nothing.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use bytes::Bytes;
use http::{Method, Request, Response};
use http_body_util::{BodyExt, Full};
use serde_json::{Value, json};
use skeg_deploy::{AnswerBody, Connection, InProcess, RequestBody};

/// The objects of a cluster and the requests that were made. Clones share them.
#[derive(Clone, Default)]
pub(crate) struct StandIn(Arc<Mutex<State>>);

#[derive(Default)]
struct State {
    objects: BTreeMap<String, Value>,
    version: u64,
    requests: Vec<String>,
}

/// Code and document.
type Answer = (u16, Value);

impl StandIn {
    /// A cluster with these namespaces.
    pub(crate) fn new(namespaces: &[&str]) -> StandIn {
        let stand_in = StandIn::default();
        for name in namespaces {
            let path = format!("/api/v1/namespaces/{name}");
            stand_in.state().put(&path, json!({"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": name}}));
        }
        stand_in
    }

    pub(crate) fn connection(&self) -> Connection {
        let state = self.clone();
        let service = tower::service_fn(move |request: Request<RequestBody>| {
            let state = state.clone();
            async move { Ok(state.serve(request).await) }
        });
        Connection { in_process: Some(InProcess::new("stand-in", service)), ..Connection::default() }
    }

    pub(crate) fn object(&self, path: &str) -> Option<Value> {
        self.state().objects.get(path).cloned()
    }

    /// Paths of the objects below a path.
    pub(crate) fn paths(&self, below: &str) -> Vec<String> {
        self.state().objects.keys().filter(|path| path.starts_with(below)).cloned().collect()
    }

    /// `METHOD path` of each request since the last look.
    pub(crate) fn take_requests(&self) -> Vec<String> {
        std::mem::take(&mut self.state().requests)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn serve(&self, request: Request<RequestBody>) -> Response<AnswerBody> {
        let (head, body) = request.into_parts();
        let Ok(body) = body.collect().await;
        let body = serde_json::from_slice(&body.to_bytes()).unwrap_or(Value::Null);
        let (path, query) = (head.uri.path().to_string(), head.uri.query().unwrap_or_default().to_string());
        let (code, document) = {
            let mut state = self.state();
            state.requests.push(format!("{} {path}", head.method));
            match fixed(&path) {
                Some(document) => (200, document),
                None => state.answer(&head.method, &path, &query, body),
            }
        };
        let is_watch = query.contains("watch=");
        let body = match is_watch {
            true => Full::new(Bytes::new()),
            false => Full::new(document.to_string().into()),
        };
        let body = body.map_err(|never| match never {}).boxed_unsync();
        let mut response = Response::new(body);
        *response.status_mut() = http::StatusCode::from_u16(code).unwrap_or_default();
        response
    }
}

impl State {
    fn answer(&mut self, method: &Method, path: &str, query: &str, body: Value) -> Answer {
        let is_trial = query.contains("dryRun=All");
        let found = self.objects.get(path).cloned();
        let is_list = matches!(path.rsplit('/').next(), Some("configmaps" | "secrets" | "namespaces"));
        match *method {
            Method::GET if is_list => (200, self.list(path, query)),
            Method::GET => found.map_or_else(|| missing(path), |object| (200, object)),
            Method::POST => {
                let path = format!("{path}/{}", body["metadata"]["name"].as_str().unwrap_or_default());
                match self.objects.contains_key(&path) {
                    true => refusal(409, "AlreadyExists", &format!("{path} already exists")),
                    false => (201, self.write(&path, body, is_trial)),
                }
            }
            Method::PUT if found.is_none() => missing(path),
            Method::PUT => (200, self.write(path, body, is_trial)),
            Method::PATCH if body.is_array() => match found {
                None => missing(path),
                Some(mut object) => match body
                    .as_array()
                    .is_some_and(|steps| steps.iter().all(|step| patch(&mut object, step)))
                {
                    true => (200, self.write(path, object, is_trial)),
                    false => refusal(422, "Invalid", "the server rejected our request due to an error in our request"),
                },
            },
            Method::PATCH => {
                let mut object = found.unwrap_or(Value::Null);
                merge(&mut object, body);
                (200, self.write(path, object, is_trial))
            }
            Method::DELETE => match self.objects.remove(path) {
                Some(object) => (200, object),
                None => missing(path),
            },
            _ => refusal(405, "MethodNotAllowed", "not here"),
        }
    }

    fn list(&self, path: &str, query: &str) -> Value {
        let (_, plural) = path.rsplit_once('/').unwrap_or_default();
        let is_inside = |key: &str| match path.matches('/').count() {
            // In all namespaces.
            3 => key.contains(&format!("/{plural}/")),
            _ => key.starts_with(&format!("{path}/")),
        };
        let is_wanted = |object: &Value| match query.split_once("labelSelector=") {
            Some((_, rest)) if rest.starts_with("owner") => object["metadata"]["labels"]["owner"] == "helm",
            _ => true,
        };
        let objects = self.objects.iter().filter(|(key, object)| is_inside(key) && is_wanted(object));
        let items: Vec<&Value> = objects.map(|(_, object)| object).collect();
        json!({"apiVersion": "v1", "kind": "List", "metadata": {"resourceVersion": self.version.to_string()}, "items": items})
    }

    fn write(&mut self, path: &str, mut object: Value, is_trial: bool) -> Value {
        if let Some((_, rest)) = path.split_once("/namespaces/")
            && let Some((namespace, _)) = rest.split_once('/')
        {
            object["metadata"]["namespace"] = json!(namespace);
        }
        match is_trial {
            true => object,
            false => self.put(path, object),
        }
    }

    fn put(&mut self, path: &str, mut object: Value) -> Value {
        self.version += 1;
        let uid = self.objects.get(path).map(|old| old["metadata"]["uid"].clone());
        object["metadata"]["uid"] = uid.unwrap_or_else(|| json!(format!("uid-{}", self.version)));
        object["metadata"]["resourceVersion"] = json!(self.version.to_string());
        self.objects.insert(path.to_string(), object.clone());
        object
    }
}

/// Responses that never change, such as discovery.
fn fixed(path: &str) -> Option<Value> {
    let resource = |plural: &str, kind: &str, scope: &str| {
        let verbs = ["create", "delete", "get", "list", "patch", "update", "watch"];
        json!({"resource": plural, "responseKind": {"kind": kind}, "scope": scope, "verbs": verbs})
    };
    let groups = |items: Value| json!({"kind": "APIGroupDiscoveryList", "items": items});
    let everything = json!([{"verbs": ["*"], "apiGroups": ["*"], "resources": ["*"]}]);
    match path {
        "/version" => Some(json!({"major": "1", "minor": "34", "gitVersion": "v1.34.0"})),
        "/api" => Some(groups(json!([{"metadata": {"name": ""}, "versions": [{"version": "v1", "resources": [
            resource("configmaps", "ConfigMap", "Namespaced"),
            resource("secrets", "Secret", "Namespaced"),
            resource("namespaces", "Namespace", "Cluster"),
        ]}]}]))),
        "/apis" => Some(groups(json!([]))),
        "/apis/authorization.k8s.io/v1/selfsubjectrulesreviews" => {
            Some(json!({"status": {"resourceRules": everything, "nonResourceRules": [], "incomplete": false}}))
        }
        "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews" => Some(json!({"status": {"allowed": true}})),
        _ => None,
    }
}

fn missing(path: &str) -> Answer {
    refusal(404, "NotFound", &format!("{path} not found"))
}

fn refusal(code: u16, reason: &str, message: &str) -> Answer {
    (code, json!({"kind": "Status", "status": "Failure", "code": code, "reason": reason, "message": message}))
}

/// Merges one object over another; null removes a key.
fn merge(onto: &mut Value, from: Value) {
    match (onto, from) {
        (Value::Object(onto), Value::Object(from)) => {
            for (key, value) in from {
                match value {
                    Value::Null => drop(onto.remove(&key)),
                    value => merge(onto.entry(key).or_insert(Value::Null), value),
                }
            }
        }
        (onto, from) => *onto = from,
    }
}

/// One step of a JSON patch; false if it does not fit.
fn patch(object: &mut Value, step: &Value) -> bool {
    let path = step["path"].as_str().unwrap_or_default();
    if step["op"] == "test" {
        return object.pointer(path).unwrap_or(&Value::Null) == &step["value"];
    }
    let Some((parent, key)) = path.rsplit_once('/') else { return false };
    let Some(parent) = object.pointer_mut(parent).and_then(Value::as_object_mut) else { return false };
    let key = key.replace("~1", "/").replace("~0", "~");
    match step["op"].as_str() {
        Some("add") => drop(parent.insert(key, step["value"].clone())),
        Some("remove") => return parent.remove(&key).is_some(),
        _ => return false,
    }
    true
}
