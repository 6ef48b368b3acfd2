//! The requests that clients sent to the API server, from its audit log.
//!
//! The control plane's own requests are not in the log: the audit policy excludes them.

use crate::kubeconfig::AUDITOR;
use crate::server::{LIMIT, late};
use crate::{Error, TestCluster, ports, tools, wait_until};
use serde_json::Value;
use skeg_go_programs::KUBECTL;
use std::collections::{BTreeMap, HashSet};
use std::path::PathBuf;

/// A position in the audit log.
#[derive(Debug, Clone, Copy)]
pub struct AuditMark(usize);

/// One request, as the API server saw it. Watches count once, from their start.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Request {
    /// In the API server's words: `get`, `list`, `watch`, `create`, `update`, `patch`, `delete`, `deletecollection`.
    pub verb: String,
    /// Such as `deployments`; empty for requests without a resource, such as discovery.
    pub resource: String,
    /// `status`, `scale`; empty for the object itself.
    pub subresource: String,
    /// Empty for cluster-wide objects.
    pub namespace: String,
    /// Empty for lists.
    pub name: String,
    /// Who sent it.
    pub user: String,
    /// The impersonated user; empty without impersonation.
    pub acts_as: String,
    /// The program that sent it.
    pub user_agent: String,
    /// Path and query.
    pub uri: String,
    /// The HTTP status.
    pub status: Option<u64>,
    /// When the request arrived, in UTC; the texts sort like the times.
    pub began: String,
    /// When the response was sent, in RFC 3339.
    pub ended: String,
}

impl TestCluster {
    /// The file that the API server writes.
    pub fn audit_log(&self) -> PathBuf {
        self.folder().join("audit.log")
    }

    /// The current end of the log.
    pub fn audit_mark(&self) -> Result<AuditMark, Error> {
        self.settle_audit().map(|log| AuditMark(log.len()))
    }

    /// The requests since a mark, in the order in which they ended.
    pub fn requests_since(&self, mark: AuditMark) -> Result<Vec<Request>, Error> {
        let log = self.settle_audit()?;
        let mut seen = HashSet::new();
        let mut requests = Vec::new();
        for line in log.get(mark.0..).unwrap_or_default().lines() {
            let event: Value =
                serde_json::from_str(line).map_err(|source| Error::Audit { line: line.to_owned(), source })?;
            let request = Request::of(&event);
            if request.user != AUDITOR.name && seen.insert(text(&event["auditID"])) {
                requests.push(request);
            }
        }
        Ok(requests)
    }

    /// The log, once it has all requests that were answered before. A line may be written after its response, so we
    /// send a request of our own and wait for its line.
    fn settle_audit(&self) -> Result<String, Error> {
        let path = format!("/version?mark={:016x}", ports::random());
        let kubeconfig = self.folder().join("control-plane.kubeconfig");
        let mut kubectl = tools::secluded(&KUBECTL.installed()?, self.folder(), &kubeconfig);
        tools::run(kubectl.args(["--context", AUDITOR.name, "get", "--raw", &path]))?;
        let log = wait_until(LIMIT, || {
            let log = std::fs::read_to_string(self.audit_log()).ok()?;
            (log.contains(&path) && log.ends_with('\n')).then_some(log)
        });
        log.ok_or_else(|| late("the audit log", ""))
    }
}

impl Request {
    fn of(event: &Value) -> Self {
        let object = &event["objectRef"];
        Self {
            verb: text(&event["verb"]),
            resource: text(&object["resource"]),
            subresource: text(&object["subresource"]),
            namespace: text(&object["namespace"]),
            name: text(&object["name"]),
            user: text(&event["user"]["username"]),
            acts_as: text(&event["impersonatedUser"]["username"]),
            user_agent: text(&event["userAgent"]),
            uri: text(&event["requestURI"]),
            status: event["responseStatus"]["code"].as_u64(),
            began: text(&event["requestReceivedTimestamp"]),
            ended: text(&event["stageTimestamp"]),
        }
    }
}

/// How many requests of each kind, by names such as `patch deployments`, `get pods/log` and, without a resource, `get
/// /version`.
pub fn tally<'a>(requests: impl IntoIterator<Item = &'a Request>) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    for request in requests {
        let what = match (request.resource.as_str(), request.subresource.as_str()) {
            ("", _) => request.uri.split('?').next().unwrap_or_default().to_owned(),
            (resource, "") => resource.to_owned(),
            (resource, subresource) => format!("{resource}/{subresource}"),
        };
        *counts.entry(format!("{} {what}", request.verb)).or_default() += 1;
    }
    counts
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}
