//! `skeg template`: the whole of `helm template`, with its flags, its output and its messages.

mod checks;
mod flags;
mod name;
mod post_render;

use std::path::PathBuf;

use skeg_chart::Compat;
use skeg_deploy::{
    ChartReference, ChartRequest, DryRun, Error, Existing, GroupFrame, Rendered, Repositories, Target, put_in_order,
};
use skeg_render::Error as RenderError;
use skeg_report::codes;

use super::{Command, Context};
use crate::connection::helm_connection;
use crate::diagnosis::{explain_release, explain_source};
use crate::error::CommandError;
use crate::flags::{Flags, Settings, Variables};
use crate::output::{self, Folder, Selection, WriteError};
use crate::platform;
use crate::quote::quote;
use crate::rendering;
use checks::Asks;
use flags::{GlobalSettings, OutputFlags, TemplateSettings, Waiting};
use post_render::PostRenderer;

pub(crate) use flags::HelmConnectionFlags;

pub(super) static COMMAND: Command = Command {
    path: &["template"],
    arguments: "[NAME] CHART",
    about: "Render a chart exactly as helm template does",
    text: "\
CHART is a folder or an archive. Output, messages and exit status are those of Helm, byte for byte.

Examples:
  skeg template shop ./shop
  skeg template shop ./shop -n shop -f prod.yaml --set image.tag=2.0.0,replicas=3
  skeg template shop ./shop -s templates/web.yaml
  skeg template shop shop-1.2.3.tgz --include-crds --output-dir out
  skeg template shop ./shop --dry-run=server
  skeg template shop ./shop --helm-compat v3
",
    flags: TemplateSettings::FLAGS,
    variables: Variables { prefixes: &["SKEG_"], command: "TEMPLATE" },
    speaks_helm: true,
    run: |parsed, context| run(&TemplateSettings::read(parsed), &parsed.arguments, context),
};

/// Flags that may precede a command.
pub(super) static GLOBAL: Flags = GlobalSettings::FLAGS;

fn run(settings: &TemplateSettings, arguments: &[String], context: &mut Context<'_, '_>) -> Result<(), CommandError> {
    let post_renderer = PostRenderer::find(&settings.cluster, settings.skeg.compat(), context)?;
    let (request, target, asks) = resolve(settings, arguments, context)?;
    let name = target.release.name.clone();
    let rendered = match asks {
        Asks::Nothing => rendering::render(&request, target, context),
        asks => render_on_server(&request, target, asks, settings, context)?,
    };
    // Helm checks labels after it has loaded the chart and its values, and before it renders.
    if !matches!(&rendered, Err(error) if comes_before_rendering(error)) {
        checks::labels(&settings.installing.labels)?;
    }
    match rendered {
        Ok(mut rendered) => {
            let frames = order(&mut rendered, settings, context)?;
            print(&rendered, &frames, post_renderer.as_ref(), &settings.output, (&name, request.compat), context)?;
            if context.is_last {
                std::mem::forget(rendered);
            }
            Ok(())
        }
        Err(Error::Render(error)) if settings.global.flags.debug => {
            print_invalid(&error, &settings.output.show_only, request.compat, context)
        }
        Err(Error::Render(error)) => Err(refuse(&error, request.compat, context)),
        Err(Error::Chart(error)) => Err(explain_source(&error)),
        Err(error) => Err(CommandError::new(&codes::RENDERING, explain_release(&error).message)),
    }
}

/// `--dry-run=server` and `--validate`.
fn render_on_server(
    request: &ChartRequest,
    target: Target,
    asks: Asks,
    settings: &TemplateSettings,
    context: &mut Context<'_, '_>,
) -> Result<Result<Rendered, Error>, CommandError> {
    let validates = matches!(asks, Asks::Validation | Asks::Everything);
    let asking = DryRun {
        chart: request.clone(),
        target,
        capabilities: validates,
        lookup: matches!(asks, Asks::Lookup | Asks::Everything),
        check_kinds: validates,
        existing: match validates && !settings.rendering.is_upgrade {
            false => Existing::NotAsked,
            true if settings.installing.take_ownership => Existing::Anybodys,
            true => Existing::Ours,
        },
    };
    let connection = helm_connection(&settings.global.connection, context);
    rendering::render_on_server(connection, asking, context)
        .map_err(|error| CommandError::new(&codes::RENDERING, error.message))
}

/// Resolves the settings to a request.
fn resolve(
    settings: &TemplateSettings,
    arguments: &[String],
    context: &mut Context<'_, '_>,
) -> Result<(ChartRequest, Target, Asks), CommandError> {
    let compat = settings.skeg.compat();
    let TemplateSettings { rendering: flags, cluster, global, .. } = settings;
    checks::arguments(arguments)?;
    checks::exclusive_flags(settings, compat)?;
    let capabilities = rendering::capabilities(flags.kube_version.as_deref(), &flags.api_versions, compat)?;
    let asks = checks::dry_run(cluster, compat, context.printer)?;
    let (release, chart) = name::name_and_chart(flags, arguments, compat)?;
    let chart = reference(chart, settings, context);
    warn_of_local_chart(&chart, context);
    let namespace = match &global.flags.namespace {
        Some(namespace) => namespace.clone(),
        None => helm_connection(&global.connection, context).namespace().unwrap_or_else(|| "default".to_string()),
    };
    let release = skeg_render::Release { name: release, namespace, is_upgrade: flags.is_upgrade, revision: 1 };
    let mut request = ChartRequest {
        allow_dns: flags.allow_dns,
        include_crds: settings.output.crds,
        update_dependencies: cluster.update_dependencies,
        order_lists: cluster.wait == Some(Waiting::Ordered),
        ..rendering::chart_request(&settings.values, &settings.skeg, chart, context)
    };
    rendering::read_stdin(&mut request, context);
    Ok((request, Target { release, capabilities }, asks))
}

/// The chart as Helm's flags name it.
fn reference(name: String, settings: &TemplateSettings, context: &Context<'_, '_>) -> ChartReference {
    let variable = |name: &str| context.environment.get(name).map(PathBuf::from);
    let home = || Some(platform::home(context.environment)?.join(".config/helm"));
    let xdg = || Some(variable("XDG_CONFIG_HOME")?.join("helm"));
    let folder = || variable("HELM_CONFIG_HOME").or_else(xdg).or_else(home);
    let config = match &settings.global.flags.repository_config {
        Some(file) => Some(PathBuf::from(file)),
        None => folder().map(|folder| folder.join("repositories.yaml")),
    };
    let (compat, cluster) = (settings.skeg.compat(), &settings.cluster);
    let repositories = Some(Repositories { compat, url: cluster.repository.clone(), verify: cluster.verify, config });
    ChartReference { name, directory: context.directory.to_path_buf(), repositories }
}

/// Helm 3 prefers the local path even if a repository is given, and says so.
fn warn_of_local_chart(chart: &ChartReference, context: &mut Context<'_, '_>) {
    let name = chart.name.trim();
    let Some(url) =
        chart.repositories.as_ref().filter(|known| known.compat.is_v3()).and_then(|known| known.url.as_ref())
    else {
        return;
    };
    if !name.is_empty() && chart.directory.join(name).exists() {
        context.printer.say(format!(
            "install.go:759: WARN local chart found in current working directory. repository url ignored chart={name} repository={url}"
        ));
    }
}

/// `--wait=ordered`: sorts the manifests; returns the resource group of each.
fn order(
    rendered: &mut Rendered,
    settings: &TemplateSettings,
    context: &mut Context<'_, '_>,
) -> Result<Vec<GroupFrame>, CommandError> {
    if settings.cluster.wait != Some(Waiting::Ordered) {
        return Ok(Vec::new());
    }
    let ordered = put_in_order(rendered, &mut |note| context.printer.debug(note));
    let (frames, warnings) = ordered.map_err(|error| explain_release(&error))?;
    warnings.iter().for_each(|warning| context.printer.warn(warning));
    Ok(frames)
}

/// Prints or writes the result.
fn print(
    rendered: &Rendered,
    frames: &[GroupFrame],
    post_renderer: Option<&PostRenderer>,
    flags: &OutputFlags,
    (release, compat): (&str, Compat),
    context: &mut Context<'_, '_>,
) -> Result<(), CommandError> {
    for warning in &rendered.warnings {
        context.printer.say(rendering::warning_line(warning, compat));
    }
    let selection = Selection { crds: flags.crds, hooks: !flags.no_hooks, tests: !flags.skip_tests };
    let directory = context.directory;
    let run = |program: &PostRenderer, manifests: Vec<u8>| {
        program.run(manifests, directory).map_err(|why| CommandError::new(&codes::RENDERING, with_advice(why)))
    };
    let text = match &flags.folder {
        Some(shown) => {
            let folder = Folder { shown, directory, release: flags.in_folder_of_release.then_some(release) };
            output::write(rendered, &selection, &folder, context.printer).map_err(unwritten)?;
            // Then Helm passes nothing to the program, and prints its output.
            let said = post_renderer.map_or(Ok(Vec::new()), |program| run(program, Vec::new()))?;
            [said.trim_ascii(), b"\n"].concat()
        }
        None if let Some(program) = post_renderer => {
            let made = run(program, output::manifests(rendered, &selection))?;
            output::after_program(&made, rendered, &selection)
        }
        None if frames.iter().any(Option::is_some) => output::framed_stream(rendered, frames, &selection),
        None if flags.show_only.is_empty() => {
            output::print(rendered, &selection, context.printer);
            return Ok(());
        }
        None => output::stream(rendered, &selection),
    };
    show(text, &flags.show_only, compat, context).map_err(|message| CommandError::new(&codes::RENDERING, message))
}

/// Prints the stream, or the documents that `--show-only` selects. The error names a pattern without a match.
fn show(text: Vec<u8>, patterns: &[String], compat: Compat, context: &mut Context<'_, '_>) -> Result<(), String> {
    if patterns.is_empty() {
        context.printer.data(text);
        return Ok(());
    }
    let picked = output::show_only(&text, patterns, compat)
        .map_err(|pattern| format!("could not find template {pattern} in chart"))?;
    context.printer.data(picked);
    Ok(())
}

/// `--debug`: prints the invalid output, and then the error.
fn print_invalid(
    error: &RenderError,
    patterns: &[String],
    compat: Compat,
    context: &mut Context<'_, '_>,
) -> Result<(), CommandError> {
    if happened_while_rendering(error) {
        let files = match error {
            RenderError::Manifest(bad) => bad.rendered.as_slice(),
            _ => &[],
        };
        // A pattern without a match matters less than the error itself.
        let _ = show(output::invalid_stream(files), patterns, compat, context);
    }
    Err(CommandError::new(&codes::RENDERING, error.to_string()))
}

/// An error in Helm's words.
fn refuse(error: &RenderError, compat: Compat, context: &mut Context<'_, '_>) -> CommandError {
    if let RenderError::Chart(inner @ skeg_chart::Error::ReleaseName { .. }) = error
        && compat.is_v4()
    {
        let text = inner.to_string();
        let reason = text.strip_prefix("release name check failed: ").unwrap_or(&text);
        context.printer.say(format!("level=ERROR msg=\"release name check failed\" error={}", quote(reason)));
    }
    CommandError::new(
        &codes::RENDERING,
        if happened_while_rendering(error) { with_advice(error) } else { error.to_string() },
    )
}

/// The chart or its values are wrong, whatever the templates say.
fn comes_before_rendering(error: &Error) -> bool {
    match error {
        Error::Render(error) => !happened_while_rendering(error),
        _ => true,
    }
}

/// Helm gives its advice about `--debug` once templates are being rendered.
fn happened_while_rendering(error: &RenderError) -> bool {
    match error {
        RenderError::Chart(error) => matches!(error, skeg_chart::Error::KubeVersion { .. }),
        RenderError::Parse { .. } | RenderError::Exec { .. } | RenderError::Manifest(_) => true,
        RenderError::Secret { .. } | RenderError::Other(_) => false,
    }
}

fn with_advice(error: impl std::fmt::Display) -> String {
    format!("{error}\n\nUse --debug flag to render out invalid YAML")
}

fn unwritten(error: WriteError) -> CommandError {
    CommandError::new(&codes::RENDERING, if error.is_hook { error.text } else { with_advice(error.text) })
}
