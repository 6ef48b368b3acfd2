//! The namespace that Helm takes from where it runs: the kubeconfig's context, or the pod it runs in.

use std::path::Path;

use skeg_go_yaml::Tree;

use crate::command::Context;
use crate::flags::Parsed;
use crate::rendering::LARGEST_FILE;

const DEFAULT: &str = "default";
const SERVICE_ACCOUNT: &str = "/var/run/secrets/kubernetes.io/serviceaccount";

/// The namespace of a release for which none was given. A kubeconfig that cannot be read is no reason to fail.
pub(crate) fn namespace(parsed: &Parsed, context: &Context<'_, '_>) -> String {
    let configs = read_configs(parsed, context);
    let names = configs.iter().filter_map(|config| text(config, "current-context"));
    let current = parsed.filled("kube-context").map(str::to_string).or_else(|| names.into_iter().next());
    let chosen = current.and_then(|current| configs.iter().find_map(|config| context_namespace(config, &current)));
    chosen.or_else(|| pod_namespace(context)).unwrap_or_else(|| DEFAULT.to_string())
}

/// The files that Kubernetes' clients merge; what an earlier one says counts.
fn read_configs(parsed: &Parsed, context: &Context<'_, '_>) -> Vec<Tree> {
    let read = |path: &Path| {
        let bytes = skeg_chart::read_bounded(&context.directory.join(path), LARGEST_FILE).ok();
        let bytes = bytes.filter(|bytes| !bytes.is_empty())?;
        skeg_go_yaml::read_tree(&bytes).ok()
    };
    if let Some(path) = parsed.filled("kubeconfig") {
        return read(Path::new(path)).into_iter().collect();
    }
    match (context.environment.get("KUBECONFIG"), context.environment.get("HOME")) {
        (Some(paths), _) => std::env::split_paths(paths).filter_map(|path| read(&path)).collect(),
        (None, Some(home)) => read(&Path::new(home).join(".kube/config")).into_iter().collect(),
        (None, None) => Vec::new(),
    }
}

fn context_namespace(config: &Tree, name: &str) -> Option<String> {
    let Some(Tree::List(contexts)) = config.get("contexts") else { return None };
    let named = contexts.iter().find(|context| text(context, "name").as_deref() == Some(name))?;
    text(named.get("context")?, "namespace")
}

/// Inside a cluster: where this pod runs.
fn pod_namespace(context: &Context<'_, '_>) -> Option<String> {
    context.environment.get("KUBERNETES_SERVICE_HOST")?;
    context.environment.get("KUBERNETES_SERVICE_PORT")?;
    let folder = Path::new(SERVICE_ACCOUNT);
    std::fs::metadata(folder.join("token")).ok().filter(|token| token.is_file())?;
    if let Some(namespace) = context.environment.get("POD_NAMESPACE") {
        return Some(namespace.to_string());
    }
    let text = std::fs::read_to_string(folder.join("namespace")).ok()?;
    Some(text.trim().to_string()).filter(|namespace| !namespace.is_empty())
}

fn text(tree: &Tree, key: &str) -> Option<String> {
    tree.get(key)?.as_str().map(|text| text.to_string()).filter(|text| !text.is_empty())
}
