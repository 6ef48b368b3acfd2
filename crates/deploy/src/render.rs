//! Rendering a chart without a cluster: the one use case that needs no runtime.

use skeg_render::{Capabilities, Release, Rendered};
use skeg_resources::KnownSecrets;

use crate::chart_request::ChartRequest;
use crate::chart_source::ChartSource;
use crate::error::Error;
use crate::load::{LoadNote, load};

/// The release and cluster to render for.
#[derive(Clone, Debug)]
pub struct Target {
    /// `.Release`.
    pub release: Release,
    /// `.Capabilities`.
    pub capabilities: Capabilities,
}

impl Target {
    /// A first install into an unknown cluster, as in `helm template`.
    pub fn offline(name: &str, namespace: &str) -> Target {
        let (name, namespace) = (name.to_string(), namespace.to_string());
        let release = Release { name, namespace, is_upgrade: false, revision: 1 };
        Target { release, capabilities: Capabilities::offline() }
    }
}

/// Loads and renders a chart on this thread.
///
/// ```
/// use skeg_deploy::{ChartReference, ChartRequest, KnownSecrets, LocalCharts, Target, UserValues, render};
///
/// # let folder = std::env::temp_dir().join(format!("skeg-deploy-doc-{}", std::process::id()));
/// # std::fs::create_dir_all(folder.join("templates"))?;
/// # std::fs::write(folder.join("Chart.yaml"), "apiVersion: v2\nname: shop\nversion: 1.0.0\n")?;
/// # let template = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata: {colour: {{ .Values.colour }}}\n";
/// # std::fs::write(folder.join("templates/a.yaml"), template)?;
/// let request = ChartRequest {
///     values: UserValues { set: vec!["colour=blue".to_string()], ..UserValues::default() },
///     ..ChartRequest::new(ChartReference::path(&folder))
/// };
/// let target = Target::offline("shop", "default");
/// let rendered = render(&request, target, &LocalCharts, &KnownSecrets::default(), &mut |note| drop(note))?;
///
/// let manifest = String::from_utf8_lossy(&rendered.manifests[0].content);
/// assert!(manifest.contains("colour: blue"));
/// # std::fs::remove_dir_all(&folder)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// As [`load`](crate::load()), or [`Error::Render`].
pub fn render(
    request: &ChartRequest,
    target: Target,
    charts: &dyn ChartSource,
    secrets: &KnownSecrets,
    tell: &mut dyn FnMut(LoadNote),
) -> Result<Rendered, Error> {
    let loaded = load(request, charts, secrets, tell)?;
    let begun = std::time::Instant::now();
    let Target { release, capabilities } = target;
    let rendered = loaded.render(release, capabilities, None, request.process.stack);
    tell(LoadNote::Detail(format!("rendering took {} ms", begun.elapsed().as_millis())));
    Ok(rendered?)
}
