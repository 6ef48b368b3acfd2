//! Finds out before anything is written which objects the API server would refuse for what they are.
//!
//! What exists was tried out when it was looked at; what does not is tried out here, by applying it without effect. Only
//! faults of the object itself count: what is missing around it may still come with the deploy.

use std::fmt;

use futures::future::try_join_all;
use serde_json::Value;
use skeg_cluster::{Apply, Cluster, Error, Kind, Status};
use skeg_plan::{Cause, Plan, Target};
use skeg_resources::{Object, Origin, ResourceId};

/// An object that the API server would not take, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Faulty {
    pub id: ResourceId,
    pub faults: Vec<String>,
    pub origin: Origin,
}

/// The objects of a plan that cannot be deployed whatever else is.
pub(crate) async fn faulty(cluster: &Cluster, plan: &Plan) -> Result<Vec<Faulty>, Error> {
    let judged = plan.changes.iter().filter_map(|change| Some((change, plan.targets.get(change.target)?)));
    let judged = judged.map(|(change, target)| async {
        let faults = match (&change.cause, &target.object) {
            (Cause::DryRunRefused { message }, _) => faults_of_form(message),
            (Cause::Missing, Some(object)) if !is_plain(target, object) => {
                try_out(cluster, plan, target, object).await?
            }
            _ => Vec::new(),
        };
        Ok::<_, Error>(Faulty { id: target.id.clone(), faults, origin: target.origin.clone() })
    });
    let judged = try_join_all(judged).await?;
    Ok(judged.into_iter().filter(|each| !each.faults.is_empty()).collect())
}

/// Of these there may be thousands, and their few fields are known.
fn is_plain(target: &Target, object: &Object) -> bool {
    let is_secret = target.id.is_kind("", "Secret");
    let is_text = |value: &Value| value.as_object().is_some_and(|map| map.values().all(Value::is_string));
    let is_known = |(key, value): (&String, &Value)| match key.as_str() {
        "apiVersion" | "kind" | "metadata" => true,
        "immutable" => value.is_boolean(),
        "data" | "binaryData" => is_text(value),
        "type" => is_secret && value.is_string(),
        _ => false,
    };
    (is_secret || target.id.is_kind("", "ConfigMap")) && object.as_map().iter().all(is_known)
}

async fn try_out(cluster: &Cluster, plan: &Plan, target: &Target, object: &Object) -> Result<Vec<String>, Error> {
    let options = Apply { dry_run: true, ..Apply::default() };
    match cluster.apply(object, target.id.namespace.as_deref(), &options).await {
        Err(Error::Refused(status)) => Ok(faults_of_new(&status)),
        Err(Error::UnknownKind { group, kind }) if !is_defined(plan, &group, &kind) => {
            // Of a kind that is unknown in all versions the plan says more.
            let served = cluster.kind(&group, &kind, "").await?;
            let fault = |served: Kind| {
                let group = if group.is_empty() { String::new() } else { format!("{group}/") };
                let (wanted, served) = (object.version(), served.version);
                format!("apiVersion: the cluster has no {kind} in {group}{wanted}, only in {group}{served}")
            };
            Ok(served.map(fault).into_iter().collect())
        }
        Err(error @ Error::Unreachable { .. }) => Err(error),
        // What else is wrong shows when it is really applied.
        _ => Ok(Vec::new()),
    }
}

/// Whether the plan brings a definition of the kind.
fn is_defined(plan: &Plan, group: &str, kind: &str) -> bool {
    let defines = |target: &Target| {
        let text = |path: &[&str]| target.object.as_ref().and_then(|object| object.text_at(path));
        target.id.is_kind("apiextensions.k8s.io", "CustomResourceDefinition")
            && text(&["spec", "group"]) == Some(group)
            && text(&["spec", "names", "kind"]) == Some(kind)
    };
    plan.targets.iter().any(defines)
}

fn faults_of_new(status: &Status) -> Vec<String> {
    let faults = faults_of_form(&status.message);
    let is_invalid = status.code == 422 && status.causes.iter().all(|cause| is_own_fault(&cause.message));
    if !faults.is_empty() || !is_invalid {
        return faults;
    }
    let named = status.causes.iter().filter(|cause| !cause.field.is_empty());
    named.map(|cause| format!("{}: {}", cause.field, cause.message)).collect()
}

/// Whether the value is wrong by itself. A port or an address that is taken may be free by then.
fn is_own_fault(message: &str) -> bool {
    let kinds = ["Invalid value", "Required value", "Unsupported value", "Duplicate value", "Too long", "Too many"];
    kinds.iter().any(|kind| message.starts_with(kind)) && !message.contains("already allocated")
}

/// Fields that the kind does not have, and values of the wrong type: told by text alone.
fn faults_of_form(message: &str) -> Vec<String> {
    let told = match message.split_once("failed to create typed patch object (") {
        Some((_, rest)) => rest.split_once("): ").map(|(_, faults)| faults),
        None => message.split_once("strict decoding error: ").map(|(_, faults)| faults),
    };
    let lines = told.unwrap_or_default().lines().map(str::trim);
    lines.filter(|line| !line.is_empty() && *line != "errors:").map(str::to_string).collect()
}

impl fmt::Display for Faulty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = self.id.namespace.as_ref().map(|namespace| format!(" in namespace {namespace}"));
        write!(f, "{}{} is not valid", self.id, place.unwrap_or_default())?;
        for fault in &self.faults {
            write!(f, "\n  {fault}")?;
        }
        if !self.origin.path.is_empty() {
            write!(f, "\n  chart: {}", self.origin.path)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{Status, faults_of_form, faults_of_new};

    #[test]
    fn faults_of_form_are_read_from_texts() {
        let two = "failed to create typed patch object (/a; apps/v1, Kind=Deployment): errors:\n  \
                   .spec.a: field not declared in schema\n  .spec.b: expected string";
        let cases: &[(&str, &[&str])] = &[
            (
                "failed to create typed patch object (/web; /v1, Kind=Service): .spec.prots: field not declared in schema",
                &[".spec.prots: field not declared in schema"],
            ),
            (two, &[".spec.a: field not declared in schema", ".spec.b: expected string"]),
            ("strict decoding error: unknown field \"spec.x\"", &["unknown field \"spec.x\""]),
            ("admission webhook \"a.b\" does not support dry run", &[]),
            ("namespaces \"x\" not found", &[]),
        ];
        for (message, faults) in cases {
            assert_eq!(faults_of_form(message), *faults, "{message}");
        }
    }

    #[test]
    fn what_may_be_free_by_then_is_no_fault() {
        let status = |message: &str| {
            let cause =
                skeg_cluster::Cause { field: "spec.port".into(), reason: String::new(), message: message.into() };
            Status { code: 422, causes: vec![cause], ..Status::default() }
        };
        let refused = faults_of_new(&status("Invalid value: 7: provided port is not in the valid range"));
        assert_eq!(refused, ["spec.port: Invalid value: 7: provided port is not in the valid range"]);
        assert!(faults_of_new(&status("Invalid value: 30000: provided port is already allocated")).is_empty());
        assert!(faults_of_new(&status("Forbidden: not now")).is_empty());
    }
}
