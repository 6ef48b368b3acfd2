//! `skeg chart render`: the manifests of a chart, in Helm's order, with errors that show the place and a remedy.

pub(super) mod flags;

use skeg_deploy::{ChartRequest, DryRun, Error, Existing, Extra, Origin, Rendered, Target, dress};
use skeg_nearest::nearest;
use skeg_render::Release;
use skeg_report::codes;

use super::{Command, Context};
use crate::connection::connection;
use crate::diagnosis;
use crate::error::{CommandError, go_reason};
use crate::flags::{Settings, Variables};
use crate::output::{self, Folder, Selection};
use crate::plain_file;
use crate::rendering::{self, ChartSettings};
use flags::{OutputFlags, ReleaseFlags, RenderSettings, RenderingFlags};

pub(super) static COMMAND: Command = Command {
    path: &["chart", "render"],
    arguments: "[CHART]",
    about: "Render a chart and explain what is wrong with it",
    text: "\
CHART is a folder or an archive (default: the current folder). Prints the same manifests as skeg template.

Examples:
  skeg chart render
  skeg chart render ./shop -n shop -r shop -f prod.yaml --set image.tag=2.0.0
  skeg chart render ./shop --show-only templates/web.yaml
  skeg chart render ./shop --lookup-resources cluster.yaml --kube-version 1.30
  skeg chart render ./shop --remote --kube-context staging
",
    flags: RenderSettings::FLAGS,
    variables: Variables { prefixes: &["SKEG_", "NELM_"], command: "CHART_RENDER" },
    speaks_helm: false,
    run: |parsed, context| run(&RenderSettings::read(parsed), &parsed.arguments, context),
};

fn run(settings: &RenderSettings, arguments: &[String], context: &mut Context<'_, '_>) -> Result<(), CommandError> {
    let (mut request, target) =
        resolve(&settings.chart, &settings.release, &settings.rendering, arguments, "chart render", context)?;
    (request.include_crds, request.sub_notes) = (settings.output.crds, settings.output.subchart_notes);
    let rendered = render(&request, target, settings, context)?;
    let mut rendered = rendered.map_err(|error| diagnosis::explain(&error, &request, context))?;
    for warning in &rendered.warnings {
        context.printer.warn(warning);
    }
    pick(&mut rendered, &settings.output.show_only)?;
    add_extra(&mut rendered, settings)?;
    print(&rendered, &settings.output, context)?;
    if context.is_last {
        std::mem::forget(rendered);
    }
    Ok(())
}

/// Renders, with `--remote` against a cluster. The outer error is about reaching it.
fn render(
    request: &ChartRequest,
    target: Target,
    settings: &RenderSettings,
    context: &mut Context<'_, '_>,
) -> Result<Result<Rendered, Error>, CommandError> {
    if !settings.remote.remote {
        return Ok(rendering::render(request, target, context));
    }
    let (chart, existing) = (request.clone(), Existing::NotAsked);
    let asking = DryRun { chart, target, capabilities: true, lookup: true, check_kinds: false, existing };
    rendering::render_on_server(connection(&settings.connection, context), asking, context)
}

/// Resolves the settings of a command that renders a chart to a request.
pub(super) fn resolve(
    chart: &ChartSettings,
    release: &ReleaseFlags,
    flags: &RenderingFlags,
    arguments: &[String],
    command: &str,
    context: &mut Context<'_, '_>,
) -> Result<(ChartRequest, Target), CommandError> {
    let capabilities = rendering::capabilities(flags.kube_version.as_deref(), &flags.api_versions, chart.skeg.compat())
        .map_err(|error| error.hint("Write it as 1.30 or v1.30.2."))?;
    let reference = match arguments {
        [] => ".",
        [chart] => chart,
        [_, more @ ..] => {
            return Err(CommandError::new(
                &codes::UNEXPECTED_ARGUMENT,
                format!("unexpected arguments: {}", more.join(", ")),
            )
            .hint(format!("The release's name is a flag here: skeg {command} -r NAME CHART")));
        }
    };
    let or = |given: &Option<String>, default: &str| given.as_deref().unwrap_or(default).to_string();
    let release = Release {
        name: or(&release.name, "stub-release"),
        namespace: or(&release.namespace, "stub-namespace"),
        is_upgrade: release.is_upgrade,
        revision: 1,
    };
    let mut request = ChartRequest {
        strict: flags.strict,
        allow_dns: flags.allow_dns,
        ..rendering::nelm_chart_request(chart, reference, context)
    };
    rendering::read_stdin(&mut request, context);
    Ok((request, Target { release, capabilities }))
}

/// Keeps only the output of the selected templates.
fn pick(rendered: &mut Rendered, patterns: &[String]) -> Result<(), CommandError> {
    if patterns.is_empty() {
        return Ok(());
    }
    let is_wanted = |pattern: &str, source: &str| {
        skeg_chart::path_matches(pattern, source)
            || source.split_once('/').is_some_and(|(_, inner)| skeg_chart::path_matches(pattern, inner))
    };
    let hooks = rendered.hooks.iter().map(|hook| &hook.manifest.source);
    let crds = rendered.crds.iter().map(|crd| &crd.source);
    let sources: Vec<&String> = rendered.manifests.iter().map(|m| &m.source).chain(hooks).chain(crds).collect();
    if let Some(pattern) = patterns.iter().find(|pattern| !sources.iter().any(|source| is_wanted(pattern, source))) {
        let error =
            CommandError::new(&codes::TEMPLATE_NOT_FOUND, format!("could not find template {pattern} in chart"));
        let inner = sources.iter().filter_map(|source| Some(source.split_once('/')?.1));
        return Err(match nearest(pattern, inner) {
            Some(meant) => error.fill("meant", meant),
            None => error.hint("It may exist and render to nothing with these values."),
        });
    }
    let wanted = |source: &str| patterns.iter().any(|pattern| is_wanted(pattern, source));
    rendered.crds.retain(|crd| wanted(&crd.source));
    rendered.manifests.retain(|manifest| wanted(&manifest.source));
    rendered.hooks.retain(|hook| wanted(&hook.manifest.source));
    Ok(())
}

/// Adds annotations and labels to all resources.
fn add_extra(rendered: &mut Rendered, settings: &RenderSettings) -> Result<(), CommandError> {
    let output = &settings.output;
    let extra = Extra { annotations: output.annotations.clone(), labels: output.labels.clone() };
    if extra.is_empty() {
        return Ok(());
    }
    let dressed = |path: &str, document: usize, text: &[u8]| {
        let origin = Origin { path: path.to_string(), document };
        dress(&origin, text, &extra).map_err(|error| CommandError::new(&codes::RESOURCE_INVALID, error.to_string()))
    };
    for crd in &mut rendered.crds {
        let documents = skeg_render::split_documents(&crd.content, settings.chart.skeg.compat());
        let texts = documents.iter().enumerate().map(|(number, text)| dressed(&crd.source, number + 1, text));
        crd.content = texts.collect::<Result<Vec<_>, _>>()?.join(&b"---\n"[..]);
    }
    let hooks = rendered.hooks.iter_mut().map(|hook| &mut hook.manifest);
    for manifest in rendered.manifests.iter_mut().chain(hooks) {
        manifest.content = dressed(&manifest.source, manifest.document, &manifest.content)?.into();
    }
    Ok(())
}

fn print(rendered: &Rendered, flags: &OutputFlags, context: &mut Context<'_, '_>) -> Result<(), CommandError> {
    let selection = Selection { crds: flags.crds, hooks: !flags.no_hooks, tests: !flags.skip_tests };
    if let Some(shown) = &flags.folder {
        let folder = Folder { shown, directory: context.directory, release: None };
        output::write(rendered, &selection, &folder, context.printer).map_err(|error| {
            CommandError::new(&codes::FILE_UNWRITABLE, format!("writing manifests: {}", error.text))
        })?;
    } else if let Some(file) = &flags.file {
        plain_file::write(&context.directory.join(file), &output::stream(rendered, &selection)).map_err(|error| {
            CommandError::new(&codes::FILE_UNWRITABLE, format!("writing manifests: open {file}: {}", go_reason(&error)))
        })?;
    } else {
        output::print(rendered, &selection, context.printer);
    }
    if flags.notes {
        context.printer.say(format!("NOTES:\n{}", String::from_utf8_lossy(&rendered.notes).trim_end()));
    }
    Ok(())
}
