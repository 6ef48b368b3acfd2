//! `skeg template`: the whole of `helm template`, with its flags, its output and its messages.

mod checks;
mod flags;
mod name;
mod post_render;

use skeg_chart::Compat;
use skeg_deploy::{DryRun, Existing};
use skeg_render::{Error, Rendered, Request};

use super::{COMMON, Command, Context};
use crate::chart_reference::{self, Lookup};
use crate::connection::helm_connection;
use crate::error::CommandError;
use crate::flags::shared::{SKEG, VALUES};
use crate::flags::{Flags, Parsed, Variables};
use crate::output::{self, Folder, Selection, WriteError};
use crate::quote::quote;
use crate::rendering::{self, Rendering};
use checks::Asks;
use post_render::PostRenderer;

pub(super) static COMMAND: Command = Command {
    path: &["template"],
    arguments: "[NAME] CHART",
    about: "Render a chart exactly as helm template does",
    text: "\
CHART is a folder or an archive. Output, messages and exit status are those of Helm, byte for byte.

Examples:
  skeg template shop ./shop
  skeg template shop ./shop -n shop -f prod.yaml --set image.tag=2,replicas=3
  skeg template shop ./shop -s templates/web.yaml
  skeg template shop shop-1.2.3.tgz --include-crds --output-dir out
  skeg template shop ./shop --dry-run=server
  skeg template shop ./shop --helm-compat v3
",
    flags: &[
        &VALUES,
        &flags::RENDERING,
        &flags::OUTPUT,
        &SKEG,
        &flags::INSTALLING,
        &flags::CLUSTER,
        &flags::GLOBAL,
        &COMMON,
    ],
    variables: Variables { prefixes: &["SKEG_"], command: "TEMPLATE" },
    speaks_helm: true,
    run,
};

/// Flags that may stand before a command.
pub(super) static GLOBAL: Flags = &[&flags::GLOBAL];

fn run(parsed: &Parsed, context: &mut Context<'_, '_>) -> Result<(), CommandError> {
    let post_renderer = PostRenderer::find(parsed, rendering::compat(parsed), context)?;
    let (rendering, asks) = resolve(parsed, context)?;
    let mut request = rendering.load(context).map_err(|error| refuse(&error, &rendering, context))?;
    let rendered = if asks == Asks::Nothing {
        request.options.stack = context.stack;
        skeg_render::render(request)
    } else {
        render_on_server(request, asks, parsed, context)?
    };
    match rendered {
        Ok(rendered) => {
            print(&rendered, post_renderer.as_ref(), parsed, &rendering, context)?;
            if context.is_last {
                std::mem::forget(rendered);
            }
            Ok(())
        }
        Err(error) if parsed.switch("debug") => print_invalid(&error, parsed, &rendering, context),
        Err(error) => Err(refuse(&error, &rendering, context)),
    }
}

/// `--dry-run=server` and `--validate`; a refusal is told without advice about flags that Helm does not have.
fn render_on_server(
    rendering: Request,
    asks: Asks,
    parsed: &Parsed,
    context: &mut Context<'_, '_>,
) -> Result<Result<Rendered, Error>, CommandError> {
    let validates = matches!(asks, Asks::Validation | Asks::Everything);
    let request = DryRun {
        rendering,
        capabilities: validates,
        lookup: matches!(asks, Asks::Lookup | Asks::Everything),
        check_kinds: validates,
        existing: match validates && !parsed.switch("is-upgrade") {
            false => Existing::NotAsked,
            true if parsed.switch("take-ownership") => Existing::Anybodys,
            true => Existing::Ours,
        },
    };
    let connection = helm_connection(parsed, context);
    rendering::render_on_server(connection, request, context).map_err(|error| CommandError::failure(error.message))
}

/// What was typed to what it means.
fn resolve(parsed: &Parsed, context: &mut Context<'_, '_>) -> Result<(Rendering, Asks), CommandError> {
    let compat = rendering::compat(parsed);
    checks::arguments(parsed)?;
    checks::exclusive_flags(parsed, compat)?;
    let capabilities = rendering::capabilities(parsed, compat)?;
    let asks = checks::dry_run(parsed, compat, context.printer)?;
    let (release, chart) = name::name_and_chart(parsed, compat)?;
    let located = chart_reference::locate(&chart, &Lookup::new(parsed, compat, context))?;
    located.warning.iter().for_each(|warning| context.printer.say(warning));
    checks::labels(parsed)?;
    let namespace = match parsed.filled("namespace") {
        Some(namespace) => namespace.to_string(),
        None => crate::kubeconfig::namespace(parsed, context),
    };
    let release =
        skeg_render::Release { name: release, namespace, is_upgrade: parsed.switch("is-upgrade"), revision: 1 };
    let rendering = Rendering {
        allow_dns: parsed.switch("enable-dns"),
        include_crds: parsed.switch("include-crds"),
        update_dependencies: parsed.switch("dependency-update"),
        ..Rendering::new(parsed, compat, located.path, release, capabilities)
    };
    Ok((rendering, asks))
}

/// Prints or writes what came out.
fn print(
    rendered: &Rendered,
    post_renderer: Option<&PostRenderer>,
    parsed: &Parsed,
    rendering: &Rendering,
    context: &mut Context<'_, '_>,
) -> Result<(), CommandError> {
    for warning in &rendered.warnings {
        context.printer.say(rendering::warning_line(warning, rendering.compat));
    }
    let selection = Selection {
        crds: parsed.switch("include-crds"),
        hooks: !parsed.switch("no-hooks"),
        tests: !parsed.switch("skip-tests"),
    };
    let directory = context.directory;
    let run = |program: &PostRenderer, manifests: Vec<u8>| {
        program.run(manifests, directory).map_err(|why| CommandError::failure(with_advice(why)))
    };
    let text = match parsed.filled("output-dir") {
        Some(shown) => {
            let folder = Folder {
                shown,
                directory,
                release: parsed.switch("release-name").then_some(rendering.release.name.as_str()),
            };
            output::write(rendered, &selection, &folder, context.printer).map_err(unwritten)?;
            // Helm gives the program nothing then, and prints what it says.
            let said = post_renderer.map_or(Ok(Vec::new()), |program| run(program, Vec::new()))?;
            [said.trim_ascii(), b"\n"].concat()
        }
        None if let Some(program) = post_renderer => {
            let made = run(program, output::manifests(rendered, &selection))?;
            output::after_program(&made, rendered, &selection)
        }
        None if parsed.list("show-only").is_empty() => {
            output::print(rendered, &selection, context.printer);
            return Ok(());
        }
        None => output::stream(rendered, &selection),
    };
    show(text, parsed, rendering.compat, context).map_err(CommandError::failure)
}

/// Prints the stream, or what `--show-only` picks from it. The error names a pattern that nothing matches.
fn show(text: Vec<u8>, parsed: &Parsed, compat: Compat, context: &mut Context<'_, '_>) -> Result<(), String> {
    let patterns = parsed.list("show-only");
    if patterns.is_empty() {
        context.printer.data(text);
        return Ok(());
    }
    let picked = output::show_only(&text, &patterns, compat)
        .map_err(|pattern| format!("could not find template {pattern} in chart"))?;
    context.printer.data(picked);
    Ok(())
}

/// `--debug`: the output although it is no use, and then the error.
fn print_invalid(
    error: &Error,
    parsed: &Parsed,
    rendering: &Rendering,
    context: &mut Context<'_, '_>,
) -> Result<(), CommandError> {
    if happened_while_rendering(error) {
        let files = match error {
            Error::Manifest { rendered, .. } => rendered.as_slice(),
            _ => &[],
        };
        // A pattern without a match counts for less than the error itself.
        let _ = show(output::invalid_stream(files), parsed, rendering.compat, context);
    }
    Err(CommandError::failure(error.to_string()))
}

/// An error in Helm's words.
fn refuse(error: &Error, rendering: &Rendering, context: &mut Context<'_, '_>) -> CommandError {
    if let Error::Chart(inner @ skeg_chart::Error::ReleaseName { .. }) = error
        && rendering.compat.is_v4()
    {
        let text = inner.to_string();
        let reason = text.strip_prefix("release name check failed: ").unwrap_or(&text);
        context.printer.say(format!("level=ERROR msg=\"release name check failed\" error={}", quote(reason)));
    }
    CommandError::failure(if happened_while_rendering(error) { with_advice(error) } else { error.to_string() })
}

/// Helm gives its advice about `--debug` once templates are being rendered.
fn happened_while_rendering(error: &Error) -> bool {
    match error {
        Error::Chart(error) => matches!(error, skeg_chart::Error::KubeVersion { .. }),
        Error::Parse { .. } | Error::Exec { .. } | Error::Manifest { .. } => true,
        Error::Secret { .. } | Error::Other(_) => false,
    }
}

fn with_advice(error: impl std::fmt::Display) -> String {
    format!("{error}\n\nUse --debug flag to render out invalid YAML")
}

fn unwritten(error: WriteError) -> CommandError {
    CommandError::failure(if error.is_hook { error.text } else { with_advice(error.text) })
}
