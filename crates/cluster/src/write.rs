//! Writes objects: apply, create, replace. Every write checks the fence first.

use std::time::Duration;

use bytes::Bytes;
use http::Method;
use serde_json::Value;
use skeg_resources::Object;
use skeg_resources::managed_fields::FIELD_MANAGER;
use tokio::time::Instant;

use crate::action;
use crate::backoff::Backoff;
use crate::cluster::Cluster;
use crate::compare::{is_same, is_within};
use crate::error::Error;
use crate::kind::Kind;
use crate::path::Target;
use crate::random;
use crate::read::{JSON, namespace_for, object, unreadable};
use crate::retry;
use crate::service_account;
use crate::transport::{Answer, Call};

/// How long to wait for an unreachable webhook, as Nelm does: it may be part of the same deploy.
const WEBHOOK_PATIENCE: Duration = Duration::from_secs(4 * 60);

/// How an object is applied.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Apply {
    /// Change nothing, only return the result.
    pub dry_run: bool,
    /// The live object must have this uid.
    pub uid: Option<String>,
    /// Unknown fields are an error instead of a warning.
    pub strict: bool,
}

/// The result of an apply.
#[derive(Clone, Debug)]
pub struct Applied {
    /// The object as the server stored it.
    pub object: Object,
    /// It did not exist before. May be false for a new object if a response was lost.
    pub created: bool,
}

/// An object and where to send it.
struct Parcel {
    kind: Kind,
    /// `None` for cluster-wide objects.
    namespace: Option<String>,
    name: String,
    action: String,
}

impl Cluster {
    /// Server-side apply as field manager `helm`, with force. `namespace` is used if the object names none.
    pub async fn apply(&self, wanted: &Object, namespace: Option<&str>, options: &Apply) -> Result<Applied, Error> {
        let mut applied = self.apply_as_it_is(wanted, namespace, options).await?;
        if !service_account::stayed(wanted, &applied.object) {
            return Ok(applied);
        }
        if options.dry_run {
            let kind = self.kind_for(wanted).await?;
            let name = wanted.name().unwrap_or_default();
            let live = self.get_of(&kind, applied.object.namespace(), name).await?;
            if live.is_some_and(|live| service_account::is_ours(&live)) {
                service_account::take_away(&mut applied.object);
            }
            return Ok(applied);
        }
        if let Some(with_both) = service_account::with_both(wanted, &applied.object) {
            self.apply_as_it_is(&with_both, namespace, options).await?;
            applied.object = self.apply_as_it_is(wanted, namespace, options).await?.object;
        }
        Ok(applied)
    }

    async fn apply_as_it_is(
        &self,
        wanted: &Object,
        namespace: Option<&str>,
        options: &Apply,
    ) -> Result<Applied, Error> {
        let verb = if options.dry_run { "planning" } else { "applying" };
        let parcel = self.parcel(wanted, namespace, verb).await?;
        let target = Target::new(parcel.kind.path_of(parcel.namespace.as_deref(), &parcel.name))
            .with("fieldManager", FIELD_MANAGER)
            .with("force", "true")
            .with("fieldValidation", if options.strict { "Strict" } else { "Warn" })
            .with_some("dryRun", options.dry_run.then_some("All"));
        let call = Call {
            method: Method::PATCH,
            target: target.finish(),
            accept: JSON,
            content_type: "application/apply-patch+yaml",
            body: body_to_apply(wanted, options.uid.as_deref()),
            action: parcel.action.clone(),
            repeatable: true,
        };
        let deadline = Instant::now() + if options.dry_run { Duration::ZERO } else { WEBHOOK_PATIENCE };
        let mut backoff = Backoff::webhook();
        let answer = loop {
            match self.write(&call, options.dry_run).await {
                Err(Error::Refused(status)) if retry::is_webhook_down(&status) && Instant::now() < deadline => {
                    if !self.patience.pause(backoff.step()).await {
                        return Err(Error::Refused(status));
                    }
                }
                answer => break answer.map_err(as_conflict)?,
            }
        };
        Ok(Applied { created: answer.code == 201, object: read(&answer, &parcel)? })
    }

    /// Creates an object that must not exist yet.
    pub async fn create(&self, wanted: &Object, namespace: Option<&str>) -> Result<Object, Error> {
        let parcel = self.parcel(wanted, namespace, "creating").await?;
        let target = Target::new(parcel.kind.path(parcel.namespace.as_deref())).with("fieldManager", FIELD_MANAGER);
        let call = Call {
            method: Method::POST,
            target: target.finish(),
            accept: JSON,
            content_type: JSON,
            body: body(wanted),
            action: parcel.action.clone(),
            repeatable: false,
        };
        let deadline = Instant::now() + self.transport().retry_budget();
        let mut rounds = 0;
        loop {
            let error = match self.write(&call, false).await {
                Ok(answer) => return read(&answer, &parcel),
                Err(error) => error,
            };
            // An existing object may be our own, if an earlier response was lost.
            let may_be_done = is_lost(&error) || (rounds > 0 && error.is_already_exists());
            if !may_be_done {
                return Err(error);
            }
            match self.get_of(&parcel.kind, parcel.namespace.as_deref(), &parcel.name).await {
                Ok(Some(live)) if is_within(wanted, &live) => return Ok(live),
                Ok(Some(_)) if error.is_already_exists() => return Err(error),
                Ok(_) => {}
                Err(_) => return Err(error),
            }
            rounds += 1;
            let pause = retry::pause(rounds, None, random::fraction());
            if is_settled(&error, rounds) || Instant::now() + pause > deadline {
                return Err(error);
            }
            if !self.patience.pause(pause).await {
                return Err(error);
            }
        }
    }

    /// Replaces an object. A `resourceVersion` in it protects the changes of others: a conflict is an error.
    pub async fn replace(&self, wanted: &Object, namespace: Option<&str>) -> Result<Object, Error> {
        let parcel = self.parcel(wanted, namespace, "replacing").await?;
        let target = Target::new(parcel.kind.path_of(parcel.namespace.as_deref(), &parcel.name));
        let call = Call {
            method: Method::PUT,
            target: target.with("fieldManager", FIELD_MANAGER).finish(),
            accept: JSON,
            content_type: JSON,
            body: body(wanted),
            action: parcel.action.clone(),
            repeatable: true,
        };
        match self.write_counted(&call, false).await {
            (Ok(answer), _) => read(&answer, &parcel),
            // The first attempt may have succeeded, and the second then finds a newer version: its own.
            (Err(error), true) if error.is_conflict() => {
                let live = self.get_of(&parcel.kind, parcel.namespace.as_deref(), &parcel.name).await?;
                live.filter(|live| is_same(wanted, live)).ok_or(error)
            }
            (Err(error), _) => Err(error),
        }
    }

    /// Resolves where to send an object.
    async fn parcel(&self, wanted: &Object, namespace: Option<&str>, verb: &str) -> Result<Parcel, Error> {
        let Some(name) = wanted.name() else {
            let action = action::on_object(verb, wanted.kind(), "<unnamed>", namespace);
            return Err(Error::bad_object(action, "the object has no metadata.name"));
        };
        let kind = self.kind_for(wanted).await?;
        let namespace = namespace_for(&kind, wanted.namespace().or(namespace), verb, name)?.map(str::to_string);
        let action = action::on_object(verb, &kind.kind, name, namespace.as_deref());
        Ok(Parcel { name: name.to_string(), action, kind, namespace })
    }

    pub(crate) async fn write(&self, call: &Call, dry_run: bool) -> Result<Answer, Error> {
        self.write_counted(call, dry_run).await.0
    }

    /// Also returns whether an earlier attempt of the same call may have had an effect.
    async fn write_counted(&self, call: &Call, dry_run: bool) -> (Result<Answer, Error>, bool) {
        let fence = self.fence.as_ref().filter(|_| !dry_run);
        self.transport().send_counted(call, fence, &self.patience).await
    }
}

/// The server reports a wrong uid as an attempt to change it.
fn as_conflict(error: Error) -> Error {
    match error {
        Error::Refused(mut status) if status.causes.iter().any(|cause| cause.field == "metadata.uid") => {
            (status.code, status.reason) = (409, "Conflict".to_string());
            Error::Refused(status)
        }
        error => error,
    }
}

/// Whether the effect of a call is unknown.
fn is_lost(error: &Error) -> bool {
    match error {
        Error::Unreachable { .. } => true,
        Error::Refused(status) => status.code >= 500 && !retry::is_webhook_down(status),
        _ => false,
    }
}

/// Whether the server has given the same answer often enough.
fn is_settled(error: &Error, rounds: u32) -> bool {
    error.status().is_some_and(|status| status.code >= 500 && !retry::is_worth_it(status, rounds))
}

fn read(answer: &Answer, parcel: &Parcel) -> Result<Object, Error> {
    let value: Value = serde_json::from_slice(&answer.body).map_err(|error| unreadable(&parcel.action, error))?;
    object(value, &parcel.kind, &parcel.action)
}

fn body(object: &Object) -> Bytes {
    // A map with text keys always becomes JSON.
    for_yaml(serde_json::to_string(object.as_map()).unwrap_or_default()).into()
}

/// Escapes characters in JSON for the API server, which reads applied objects as YAML: there some characters are
/// refused, and others are line breaks that become blanks.
fn for_yaml(json: String) -> String {
    let is_other_in_yaml =
        |c: char| matches!(c, '\u{7f}'..='\u{9f}' | '\u{2028}' | '\u{2029}' | '\u{feff}' | '\u{fffe}' | '\u{ffff}');
    if !json.contains(is_other_in_yaml) {
        return json;
    }
    let mut escaped = String::with_capacity(json.len() + 64);
    for c in json.chars() {
        match is_other_in_yaml(c) {
            true => escaped.push_str(&format!("\\u{:04x}", u32::from(c))),
            false => escaped.push(c),
        }
    }
    escaped
}

fn body_to_apply(wanted: &Object, uid: Option<&str>) -> Bytes {
    let has_managed_fields = wanted.at(&["metadata", "managedFields"]).is_some();
    if uid.is_none() && !has_managed_fields {
        return body(wanted);
    }
    let mut wanted = wanted.clone();
    if let Some(metadata) = wanted.metadata_mut() {
        metadata.remove("managedFields");
        if let Some(uid) = uid {
            metadata.insert("uid".to_string(), uid.into());
        }
    }
    body(&wanted)
}
