//! Reads kubeconfig files and chooses a cluster and a user from them.

use std::path::{Path, PathBuf};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use kube::config::{AuthInfo, Cluster, Context, Kubeconfig, KubeconfigError};
use serde_json::Value;

use super::place::{Place, Source};
use super::{file, refuse};
use crate::connection::Connection;
use crate::error::Error;

/// A context with its cluster and user, before flags override anything.
#[derive(Default)]
pub(crate) struct Chosen {
    pub(crate) cluster: Cluster,
    pub(crate) user: AuthInfo,
    pub(crate) namespace: Option<String>,
    pub(crate) place: Place,
}

/// The selected context; `None` if there is no kubeconfig, or if flags name the server and no context is selected.
pub(crate) fn choose(connection: &Connection) -> Result<Option<Chosen>, Error> {
    let Some((kubeconfig, source)) = read(connection)? else { return Ok(None) };
    let current = kubeconfig.current_context.clone().filter(|name| !name.is_empty());
    let Some(name) = connection.context.clone().or(current) else {
        if connection.api_server.is_some() {
            return Ok(None);
        }
        let names = names(kubeconfig.contexts.iter().map(|context| &context.name), "contexts");
        return Err(refuse(format!(
            "there is no current context in {source}: choose one with --kube-context; {names}"
        )));
    };
    let context = context(&kubeconfig, &source, &name)?;
    let cluster = connection.context_cluster.as_ref().unwrap_or(&context.cluster);
    let mut place = Place { source, context: Some(name), cluster: Some(cluster.clone()), user: None };
    let cluster = cluster_of(&kubeconfig, &place, cluster, connection)?;
    place.user = connection.context_user.clone().or(context.user).filter(|name| !name.is_empty());
    let user = match &place.user {
        Some(user) => user_of(&kubeconfig, &place, user)?,
        None => AuthInfo::default(),
    };
    Ok(Some(Chosen { cluster, user, namespace: context.namespace, place }))
}

fn context(kubeconfig: &Kubeconfig, source: &Source, name: &str) -> Result<Context, Error> {
    let found = kubeconfig.contexts.iter().find(|context| context.name == name);
    let found = found.ok_or_else(|| {
        let names = names(kubeconfig.contexts.iter().map(|context| &context.name), "contexts");
        refuse(format!("there is no context {name:?} in {source}; {names}"))
    })?;
    found.context.clone().ok_or_else(|| refuse(format!("context {name:?} of {source} is empty")))
}

fn cluster_of(kubeconfig: &Kubeconfig, place: &Place, name: &str, connection: &Connection) -> Result<Cluster, Error> {
    let found = kubeconfig.clusters.iter().find(|cluster| cluster.name == name);
    match found.map(|found| found.cluster.clone().unwrap_or_default()) {
        Some(cluster) if cluster.server.as_deref().is_some_and(|server| !server.is_empty()) => Ok(cluster),
        Some(cluster) if connection.api_server.is_some() => Ok(cluster),
        Some(_) => Err(refuse(format!("cluster {name:?}, which {place} names, has no server"))),
        None => {
            let names = names(kubeconfig.clusters.iter().map(|cluster| &cluster.name), "clusters");
            Err(refuse(format!("there is no cluster {name:?} for {place}; {names}")))
        }
    }
}

fn user_of(kubeconfig: &Kubeconfig, place: &Place, name: &str) -> Result<AuthInfo, Error> {
    let found = kubeconfig.auth_infos.iter().find(|user| user.name == name);
    found.map(|user| user.auth_info.clone().unwrap_or_default()).ok_or_else(|| {
        let names = names(kubeconfig.auth_infos.iter().map(|user| &user.name), "users");
        refuse(format!("there is no user {name:?} for {place}; {names}"))
    })
}

/// The alternatives, for messages.
fn names<'a>(names: impl Iterator<Item = &'a String>, what: &str) -> String {
    match names.map(String::as_str).collect::<Vec<_>>().as_slice() {
        [] => format!("it has no {what} at all"),
        names => format!("known {what}: {}", names.join(", ")),
    }
}

/// All contexts with the names of their clusters.
pub(crate) fn contexts(connection: &Connection) -> Vec<(String, String)> {
    let Ok(Some((kubeconfig, _))) = read(connection) else { return Vec::new() };
    let cluster = |context: Option<Context>| context.map(|context| context.cluster).unwrap_or_default();
    kubeconfig.contexts.into_iter().map(|known| (known.name, cluster(known.context))).collect()
}

/// The namespace of the context. Helm renders with it even if the cluster or user is missing in the files, so nothing
/// more is read.
pub(super) fn namespace(connection: &Connection) -> Option<String> {
    let text = |value: &Value| value.as_str().filter(|text| !text.is_empty()).map(str::to_string);
    let read = |path: &PathBuf| skeg_resources::from_yaml(decode(&file::read(path).ok()?)?.as_bytes()).ok();
    let (paths, _) = paths(connection);
    let files: Vec<Value> = paths.iter().filter_map(read).collect();
    let current = || files.iter().find_map(|file| text(&file["current-context"]));
    let name = connection.context.clone().or_else(current)?;
    let of_context = |file: &Value| {
        let contexts = file["contexts"].as_array()?;
        text(&contexts.iter().find(|context| context["name"] == *name)?["context"]["namespace"])
    };
    files.iter().find_map(of_context)
}

/// The files to read, and whether one must exist.
fn paths(connection: &Connection) -> (&[PathBuf], bool) {
    match connection.kubeconfigs.as_slice() {
        [] => (&connection.default_kubeconfigs, false),
        paths => (paths, true),
    }
}

fn read(connection: &Connection) -> Result<Option<(Kubeconfig, Source)>, Error> {
    if let Some(encoded) = &connection.kubeconfig_base64 {
        let bytes = STANDARD.decode(encoded.expose().split_whitespace().collect::<String>());
        let bytes = bytes.map_err(|_| refuse(format!("{} is no base64", Source::Base64)))?;
        let kubeconfig = parse(&bytes).map_err(|why| refuse(format!("reading {}: {why}", Source::Base64)))?;
        return Ok(Some((kubeconfig, Source::Base64)));
    }
    let (paths, needed) = paths(connection);
    let mut merged = Kubeconfig::default();
    let mut files = Vec::new();
    for path in paths {
        let next = match file::read(path) {
            Ok(bytes) => parse(&bytes),
            // As with kubectl, some of several files may be missing.
            Err(error) if error.kind() == std::io::ErrorKind::NotFound && (paths.len() > 1 || !needed) => continue,
            Err(error) => Err(error.to_string()),
        };
        let mut next = next.map_err(|why| refuse(format!("reading the kubeconfig {}: {why}", path.display())))?;
        if let Some(folder) = path.parent() {
            anchor(&mut next, folder);
        }
        let both = merged.merge(next);
        merged = both.map_err(|error| refuse(format!("merging the kubeconfig {}: {error}", path.display())))?;
        files.push(path.clone());
    }
    if files.is_empty() && needed {
        let source = Source::Files(paths.to_vec());
        return Err(refuse(format!("{source} do not exist: give one that does with --kube-config or KUBECONFIG")));
    }
    Ok((!files.is_empty()).then_some((merged, Source::Files(files))))
}

/// Errors name only the position in the file: it is full of secrets.
fn parse(bytes: &[u8]) -> Result<Kubeconfig, String> {
    let text = decode(bytes).ok_or("it is not UTF-8 or UTF-16 text")?;
    let mut kubeconfig = Kubeconfig::from_yaml(&text).map_err(|error| match &error {
        KubeconfigError::Parse(error) => error.without_snippet().to_string(),
        error => error.to_string(),
    })?;
    kubeconfig.current_context = kubeconfig.current_context.filter(|name| !name.is_empty());
    Ok(kubeconfig)
}

fn decode(bytes: &[u8]) -> Option<String> {
    let wide = |bytes: &[u8], read: fn([u8; 2]) -> u16| {
        let units: Vec<u16> = bytes.chunks_exact(2).map(|pair| read([pair[0], pair[1]])).collect();
        String::from_utf16(&units).ok()
    };
    match bytes {
        [0xff, 0xfe, rest @ ..] => wide(rest, u16::from_le_bytes),
        [0xfe, 0xff, rest @ ..] => wide(rest, u16::from_be_bytes),
        [0xef, 0xbb, 0xbf, rest @ ..] => String::from_utf8(rest.to_vec()).ok(),
        _ => String::from_utf8(bytes.to_vec()).ok(),
    }
}

/// Resolves relative paths against the file's folder, and commands too unless they are found in `PATH`.
fn anchor(kubeconfig: &mut Kubeconfig, folder: &Path) {
    let join = |path: &mut Option<String>| {
        if let Some(path) = path.as_mut().filter(|path| !path.is_empty()) {
            *path = folder.join(&*path).to_string_lossy().into_owned();
        }
    };
    for cluster in kubeconfig.clusters.iter_mut().filter_map(|named| named.cluster.as_mut()) {
        join(&mut cluster.certificate_authority);
    }
    for user in kubeconfig.auth_infos.iter_mut().filter_map(|named| named.auth_info.as_mut()) {
        join(&mut user.client_certificate);
        join(&mut user.client_key);
        join(&mut user.token_file);
        if let Some(exec) = user.exec.as_mut()
            && exec.command.as_deref().is_some_and(|command| command.contains(std::path::MAIN_SEPARATOR))
        {
            join(&mut exec.command);
        }
    }
}
