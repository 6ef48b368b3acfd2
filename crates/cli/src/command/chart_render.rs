//! `skeg chart render`: the manifests of a chart, in Helm's order, with errors that show where and what to do.

mod flags;

use skeg_deploy::{ChartRequest, DryRun, Error, Existing, Extra, Origin, Rendered, Target, dress};
use skeg_nearest::nearest;
use skeg_render::Release;
use skeg_report::codes;

use super::{COMMON, Command, Context};
use crate::connection::connection;
use crate::diagnosis;
use crate::error::{CommandError, go_reason};
use crate::flags::accepted::{ACCEPTED, ACCEPTED_OF_CHARTS, ACCEPTED_OF_DEPLOYS, ACCEPTED_OF_RECORDS};
use crate::flags::cluster::CONNECTION;
use crate::flags::shared::{EXTRAS, MESSAGES, SECRETS, SKEG, VALUES};
use crate::flags::{Parsed, Variables};
use crate::output::{self, Folder, Selection};
use crate::plain_file;
use crate::rendering;

pub(super) static COMMAND: Command = Command {
    path: &["chart", "render"],
    arguments: "[CHART]",
    about: "Render a chart and explain what is wrong with it",
    text: "\
CHART is a folder or an archive (default: the current folder). Prints the same manifests as skeg template.

Examples:
  skeg chart render
  skeg chart render ./shop -n shop -r shop -f prod.yaml --set image.tag=2
  skeg chart render ./shop --show-only templates/web.yaml
  skeg chart render ./shop --lookup-resources cluster.yaml --kube-version 1.30
  skeg chart render ./shop --remote --kube-context staging
",
    flags: &[
        &VALUES,
        &EXTRAS,
        &SECRETS,
        &flags::RELEASE,
        &flags::RENDERING,
        &flags::OUTPUT,
        &SKEG,
        &CONNECTION,
        &flags::OF_RELEASES,
        &MESSAGES,
        &ACCEPTED,
        &ACCEPTED_OF_CHARTS,
        &ACCEPTED_OF_DEPLOYS,
        &ACCEPTED_OF_RECORDS,
        &COMMON,
    ],
    variables: Variables { prefixes: &["SKEG_", "NELM_"], command: "CHART_RENDER" },
    speaks_helm: false,
    run,
};

fn run(parsed: &Parsed, context: &mut Context<'_, '_>) -> Result<(), CommandError> {
    let (request, target) = resolve(parsed, context)?;
    let rendered = render(&request, target, parsed, context)?;
    let mut rendered = rendered.map_err(|error| diagnosis::explain(&error, &request, context))?;
    for warning in &rendered.warnings {
        context.printer.warn(warning);
    }
    pick(&mut rendered, &parsed.list("show-only"))?;
    add_extra(&mut rendered, parsed)?;
    print(&rendered, parsed, context)?;
    if context.is_last {
        std::mem::forget(rendered);
    }
    Ok(())
}

/// Renders, with `--remote` for a cluster. An error outside is one of reaching it.
fn render(
    request: &ChartRequest,
    target: Target,
    parsed: &Parsed,
    context: &mut Context<'_, '_>,
) -> Result<Result<Rendered, Error>, CommandError> {
    if !parsed.switch("remote") {
        return Ok(rendering::render(request, target, context));
    }
    let (chart, existing) = (request.clone(), Existing::NotAsked);
    let asking = DryRun { chart, target, capabilities: true, lookup: true, check_kinds: false, existing };
    rendering::render_on_server(connection(parsed, context), asking, context)
}

/// What was typed to what it means.
fn resolve(parsed: &Parsed, context: &mut Context<'_, '_>) -> Result<(ChartRequest, Target), CommandError> {
    let compat = rendering::compat(parsed);
    let capabilities =
        rendering::capabilities(parsed, compat).map_err(|error| error.hint("Write it as 1.30 or v1.30.2."))?;
    let reference = match parsed.arguments.as_slice() {
        [] => ".",
        [chart] => chart,
        [_, more @ ..] => {
            return Err(CommandError::new(
                &codes::UNEXPECTED_ARGUMENT,
                format!("unexpected arguments: {}", more.join(", ")),
            )
            .hint("The release's name is a flag here: skeg chart render -r NAME CHART"));
        }
    };
    let or = |name: &str, default: &str| parsed.filled(name).unwrap_or(default).to_string();
    let release = Release {
        name: or("release", "stub-release"),
        namespace: or("namespace", "stub-namespace"),
        is_upgrade: parsed.switch("is-upgrade"),
        revision: 1,
    };
    let mut request = ChartRequest {
        include_crds: parsed.switch("show-crds"),
        ..rendering::nelm_chart_request(parsed, reference, context)
    };
    rendering::read_stdin(&mut request, context);
    Ok((request, Target { release, capabilities }))
}

/// Leaves only what the wanted templates made.
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

/// Puts annotations and labels on all resources.
fn add_extra(rendered: &mut Rendered, parsed: &Parsed) -> Result<(), CommandError> {
    let extra = Extra { annotations: parsed.map("annotations"), labels: parsed.map("labels") };
    if extra.is_empty() {
        return Ok(());
    }
    let dressed = |path: &str, document: usize, text: &[u8]| {
        let origin = Origin { path: path.to_string(), document };
        dress(&origin, text, &extra).map_err(|error| CommandError::new(&codes::RESOURCE_INVALID, error.to_string()))
    };
    for crd in &mut rendered.crds {
        let documents = skeg_render::split_documents(&crd.content, rendering::compat(parsed));
        let texts = documents.iter().enumerate().map(|(number, text)| dressed(&crd.source, number + 1, text));
        crd.content = texts.collect::<Result<Vec<_>, _>>()?.join(&b"---\n"[..]);
    }
    let hooks = rendered.hooks.iter_mut().map(|hook| &mut hook.manifest);
    for manifest in rendered.manifests.iter_mut().chain(hooks) {
        manifest.content = dressed(&manifest.source, manifest.document, &manifest.content)?.into();
    }
    Ok(())
}

fn print(rendered: &Rendered, parsed: &Parsed, context: &mut Context<'_, '_>) -> Result<(), CommandError> {
    let selection = Selection {
        crds: parsed.switch("show-crds"),
        hooks: !parsed.switch("no-hooks"),
        tests: !parsed.switch("skip-tests"),
    };
    if let Some(shown) = parsed.filled("output-dir") {
        let folder = Folder { shown, directory: context.directory, release: None };
        output::write(rendered, &selection, &folder, context.printer).map_err(|error| {
            CommandError::new(&codes::FILE_UNWRITABLE, format!("writing manifests: {}", error.text))
        })?;
    } else if let Some(file) = parsed.filled("save-output-to") {
        plain_file::write(&context.directory.join(file), &output::stream(rendered, &selection)).map_err(|error| {
            CommandError::new(&codes::FILE_UNWRITABLE, format!("writing manifests: open {file}: {}", go_reason(&error)))
        })?;
    } else {
        output::print(rendered, &selection, context.printer);
    }
    if parsed.switch("show-notes") {
        context.printer.say(format!("NOTES:\n{}", String::from_utf8_lossy(&rendered.notes).trim_end()));
    }
    Ok(())
}
