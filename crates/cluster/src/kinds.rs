//! Discovery: everything once, when first needed, then single groups.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use futures::future::try_join_all;
use serde_json::Value;
use tokio::sync::Mutex;
use tokio::time::Instant;

use crate::discovery::{self, ACCEPT_AGGREGATED, Discovery, Group, Version};
use crate::error::Error;
use crate::path;
use crate::transport::Transport;

/// How long a missing kind is not looked up again.
const MISS_HOLDS: Duration = Duration::from_millis(500);

/// What discovery has found so far.
#[derive(Default)]
pub(crate) struct Kinds(Mutex<State>);

#[derive(Default)]
struct State {
    known: Option<Arc<Discovery>>,
    asked_at: BTreeMap<String, Instant>,
}

impl Kinds {
    /// All groups, requested at the first call.
    pub(crate) async fn all(&self, transport: &Transport) -> Result<Arc<Discovery>, Error> {
        let mut state = self.0.lock().await;
        known(&mut state, transport).await
    }

    /// All groups, with one refreshed unless that was just done.
    pub(crate) async fn with_fresh(&self, transport: &Transport, group: &str) -> Result<Arc<Discovery>, Error> {
        let mut state = self.0.lock().await;
        if state.asked_at.get(group).is_some_and(|at| at.elapsed() < MISS_HOLDS) {
            return known(&mut state, transport).await;
        }
        refresh(&mut state, transport, group).await
    }

    pub(crate) async fn refresh(&self, transport: &Transport, group: &str) -> Result<(), Error> {
        let mut state = self.0.lock().await;
        refresh(&mut state, transport, group).await.map(drop)
    }
}

async fn known(state: &mut State, transport: &Transport) -> Result<Arc<Discovery>, Error> {
    if let Some(known) = &state.known {
        return Ok(known.clone());
    }
    let fresh = Arc::new(everything(transport).await?);
    for version in fresh.stale() {
        transport.warnings.add(format!("the API {version} does not answer: its kinds may be unknown"));
    }
    state.known = Some(fresh.clone());
    Ok(fresh)
}

async fn refresh(state: &mut State, transport: &Transport, group: &str) -> Result<Arc<Discovery>, Error> {
    let mut discovery = (*known(state, transport).await?).clone();
    match one_group(transport, group).await? {
        Some(fresh) => discovery.groups.insert(group.to_string(), fresh),
        None => discovery.groups.remove(group),
    };
    state.asked_at.insert(group.to_string(), Instant::now());
    let discovery = Arc::new(discovery);
    state.known = Some(discovery.clone());
    Ok(discovery)
}

async fn everything(transport: &Transport) -> Result<Discovery, Error> {
    let (core, named) = tokio::try_join!(document(transport, "/api"), document(transport, "/apis"))?;
    let mut groups = match discovery::read_aggregated(&named) {
        Some(groups) => groups,
        None => all_groups(transport, &named).await?,
    };
    groups.extend(match discovery::read_aggregated(&core) {
        Some(groups) => groups,
        None => BTreeMap::from([(String::new(), core_group(transport).await?)]),
    });
    Ok(Discovery { groups })
}

/// The groups of an `APIGroupList`, each asked for on its own.
async fn all_groups(transport: &Transport, list: &Value) -> Result<BTreeMap<String, Group>, Error> {
    let groups = list["groups"].as_array().map(Vec::as_slice).unwrap_or_default();
    let asked = groups.iter().map(|group| async {
        let name = group["name"].as_str().unwrap_or_default();
        Ok::<_, Error>((name.to_string(), versions(transport, name, group).await?))
    });
    Ok(try_join_all(asked).await?.into_iter().collect())
}

async fn core_group(transport: &Transport) -> Result<Group, Error> {
    let resources = document(transport, "/api/v1").await?;
    Ok(Group { versions: vec![discovery::read_resources("", "v1", &resources)] })
}

async fn one_group(transport: &Transport, group: &str) -> Result<Option<Group>, Error> {
    if group.is_empty() {
        return core_group(transport).await.map(Some);
    }
    match document(transport, &format!("/apis/{}", path::escape(group))).await {
        Ok(found) => versions(transport, group, &found).await.map(Some),
        Err(error) if error.is_not_found() => Ok(None),
        Err(error) => Err(error),
    }
}

/// All versions of a group. One that does not answer causes a warning: it may not be needed at all.
async fn versions(transport: &Transport, group: &str, document_of_group: &Value) -> Result<Group, Error> {
    let names = discovery::read_group(document_of_group);
    let asked = names.iter().map(|version| async move {
        match document(transport, &path::group_version(group, version)).await {
            Ok(resources) => Ok(discovery::read_resources(group, version, &resources)),
            Err(Error::Refused(status)) => {
                transport.warnings.add(format!("the API {group}/{version} does not answer: {}", status.message));
                Ok(Version { version: version.clone(), is_stale: true, ..Version::default() })
            }
            Err(error) => Err(error),
        }
    });
    Ok(Group { versions: try_join_all(asked).await? })
}

async fn document(transport: &Transport, path: &str) -> Result<Value, Error> {
    let action = "reading what kinds the cluster serves";
    transport.get_json(path.to_string(), ACCEPT_AGGREGATED, action).await
}
