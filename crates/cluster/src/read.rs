//! Reads objects: one by one, or all of a kind.

use serde_json::Value;
use skeg_resources::{Object, ResourceId};

use crate::action;
use crate::cluster::Cluster;
use crate::error::Error;
use crate::kind::Kind;
use crate::page;
use crate::paging::Paging;
use crate::path::Target;
use crate::transport::Call;

pub(crate) const JSON: &str = "application/json";
const METADATA_LIST: &str = "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,application/json";

/// Selects objects of a kind.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Query {
    /// A label selector; empty: all.
    pub labels: String,
    /// A field selector; empty: all.
    pub fields: String,
    /// Read only `metadata`.
    pub metadata_only: bool,
    /// Objects may be large or very many: size pages by the bytes of earlier ones.
    pub by_size: bool,
}

/// Objects as they were at one moment.
#[derive(Clone, Debug, Default)]
pub struct Listing {
    /// In the server's order.
    pub objects: Vec<Object>,
    /// Where a watch can start.
    pub resource_version: String,
}

impl Cluster {
    /// Reads an object; `None` if it does not exist.
    pub async fn get(&self, id: &ResourceId, version: &str) -> Result<Option<Object>, Error> {
        let kind = self.kind_of(id, version).await?;
        self.get_of(&kind, id.namespace.as_deref(), &id.name).await
    }

    pub(crate) async fn get_of(
        &self,
        kind: &Kind,
        namespace: Option<&str>,
        name: &str,
    ) -> Result<Option<Object>, Error> {
        let namespace = namespace_for(kind, namespace, "reading", name)?;
        let action = action::on_object("reading", &kind.kind, name, namespace);
        match self.transport().get_json(kind.path_of(namespace, name), JSON, &action).await {
            Ok(value) => object(value, kind, &action).map(Some),
            Err(error) if error.is_not_found() => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// All matching objects of a kind; in all namespaces without one.
    pub async fn list(&self, kind: &Kind, namespace: Option<&str>, query: &Query) -> Result<Listing, Error> {
        let (objects, resource_version) = self.list_with(kind, namespace, query, Some).await?;
        Ok(Listing { objects, resource_version })
    }

    /// Applies `pick` to each matching object of a kind, and returns the results with the resource version. Objects are
    /// read one by one, so keeping little of many needs little memory.
    pub async fn list_with<T>(
        &self,
        kind: &Kind,
        namespace: Option<&str>,
        query: &Query,
        mut pick: impl FnMut(Object) -> Option<T>,
    ) -> Result<(Vec<T>, String), Error> {
        let paging = Paging::new(query.by_size);
        match self.pages(kind, namespace, query, paging, &mut pick).await {
            // The pages expired while they were read: read everything at once.
            Err(Error::Refused(status)) if status.code == 410 => {
                self.pages(kind, namespace, query, Paging::Whole, &mut pick).await
            }
            listed => listed,
        }
    }

    async fn pages<T>(
        &self,
        kind: &Kind,
        namespace: Option<&str>,
        query: &Query,
        mut paging: Paging,
        pick: &mut impl FnMut(Object) -> Option<T>,
    ) -> Result<(Vec<T>, String), Error> {
        let action = action::on_kind("listing", kind, namespace);
        let accept = if query.metadata_only { METADATA_LIST } else { JSON };
        let mut picked = Vec::new();
        let mut next = String::new();
        loop {
            let target = selected(kind, namespace, query)
                .with_some("limit", paging.limit().as_deref())
                .with_some("continue", Some(&next));
            let answer = self.transport().send(&Call::get(target.finish(), accept, &action), None).await?;
            let mut count = 0;
            let take = |item| {
                count += 1;
                picked.extend(pick(object(item, kind, &action)?));
                Ok(())
            };
            let end = page::read(&answer.body, &action, take)?;
            if end.next.is_empty() {
                return Ok((picked, end.resource_version));
            }
            next = end.next;
            paging = paging.after(count, answer.body.len());
        }
    }
}

/// The path of all matching objects of a kind.
pub(crate) fn selected(kind: &Kind, namespace: Option<&str>, query: &Query) -> Target {
    Target::new(kind.path(namespace))
        .with_some("labelSelector", Some(&query.labels))
        .with_some("fieldSelector", Some(&query.fields))
}

/// An object from a response. Objects in lists or of metadata only lack their kind.
pub(crate) fn object(mut value: Value, kind: &Kind, action: &str) -> Result<Object, Error> {
    if let Value::Object(map) = &mut value {
        let is_metadata = map.get("kind").is_some_and(|kind| kind == "PartialObjectMetadata");
        if is_metadata || !map.contains_key("kind") {
            map.insert("apiVersion".to_string(), kind.api_version().into());
            map.insert("kind".to_string(), kind.kind.clone().into());
        }
    }
    Object::try_from(value).map_err(|error| unreadable(action, error))
}

pub(crate) fn unreadable(action: &str, error: impl std::fmt::Display) -> Error {
    Error::Unreachable {
        action: action.to_string(),
        message: format!("the answer cannot be read: {error}"),
        sent: true,
    }
}

/// The namespace of a path: `None` for cluster-wide kinds.
pub(crate) fn namespace_for<'a>(
    kind: &Kind,
    namespace: Option<&'a str>,
    verb: &str,
    name: &str,
) -> Result<Option<&'a str>, Error> {
    match namespace.filter(|namespace| !namespace.is_empty()) {
        _ if !kind.namespaced => Ok(None),
        Some(namespace) => Ok(Some(namespace)),
        None => Err(Error::bad_object(
            action::on_object(verb, &kind.kind, name, None),
            format!("{} is namespaced, and no namespace was given", kind.kind),
        )),
    }
}
