//! From flags to a request to render a chart, for every command that renders.

mod server;

use std::io::Read;

use skeg_chart::{Compat, UserValues};
use skeg_deploy::{
    ChartReference, ChartRequest, LoadNote, LoadedChart, LocalCharts, Overrides, Process, Rendered, SecretRequest,
    Target, ValueFiles,
};
use skeg_render::{Capabilities, KubeVersion};
use skeg_report::codes;
use skeg_secret_values::Accept;

use crate::command::Context;
use crate::error::CommandError;
use crate::flags::Parsed;
use crate::printer::Printer;
use crate::quote::quote;
use crate::secret_key::key_sources;
use crate::secret_place::accepted;

pub(crate) use server::render_on_server;
pub(crate) use skeg_deploy::LARGEST_FILE;

/// Takes what all commands name alike from their flags.
pub(crate) fn chart_request(
    parsed: &Parsed,
    compat: Compat,
    chart: ChartReference,
    context: &Context<'_, '_>,
) -> ChartRequest {
    ChartRequest {
        chart,
        compat,
        values: user_values(parsed),
        files: ValueFiles { directory: context.directory.to_path_buf(), stdin: Vec::new() },
        skip_schema: parsed.switch("skip-schema-validation"),
        no_outside_links: parsed.switch("no-outside-links"),
        lookup_files: parsed.list("lookup-resources"),
        process: Process { memory_in_use: crate::memory::METER, stack: context.stack, is_last: context.is_last },
        ..ChartRequest::default()
    }
}

/// The same, with what Nelm's grammar has besides Helm's. The chart is a path.
pub(crate) fn nelm_chart_request(parsed: &Parsed, name: &str, context: &Context<'_, '_>) -> ChartRequest {
    let chart =
        ChartReference { name: name.to_string(), directory: context.directory.to_path_buf(), repositories: None };
    ChartRequest {
        find_unused: true,
        strict: parsed.switch("strict"),
        allow_dns: parsed.switch("templates-allow-dns"),
        sub_notes: parsed.switch("show-subchart-notes"),
        overrides: Some(Overrides {
            no_default_values: parsed.switch("no-default-values"),
            app_version: parsed.filled("app-version").map(str::to_string),
            root: parsed.list("set-root-json"),
            runtime: parsed.list("set-runtime-json"),
        }),
        secrets: Some(SecretRequest {
            key: key_sources(parsed, context),
            files: parsed.list("secret-values"),
            no_default_values: parsed.switch("no-default-secret-values"),
            no_decrypt: parsed.switch("no-decrypt-secrets"),
            allow_foreign: accepted(parsed) == Accept::Foreign,
        }),
        ..chart_request(parsed, compat(parsed), chart, context)
    }
}

/// Reads stdin where a file is named `-`.
pub(crate) fn read_stdin(request: &mut ChartRequest, context: &mut Context<'_, '_>) {
    if request.wants_stdin() {
        // What could be read counts; Helm would fail here only for a broken terminal.
        let _ = context.input.take(LARGEST_FILE + 1).read_to_end(&mut request.files.stdin);
    }
}

/// Renders on this thread, without a cluster.
pub(crate) fn render(
    request: &ChartRequest,
    target: Target,
    context: &mut Context<'_, '_>,
) -> Result<Rendered, skeg_deploy::Error> {
    let secrets = context.printer.secrets().clone();
    skeg_deploy::render(request, target, &LocalCharts, &secrets, &mut tell(context.printer))
}

/// Loads chart and values once more, to look closer at a failure.
pub(crate) fn load_again(request: &ChartRequest, context: &Context<'_, '_>) -> Option<LoadedChart> {
    skeg_deploy::load(request, &LocalCharts, context.printer.secrets(), &mut |_| {}).ok()
}

/// Says what was noticed while a chart was loaded.
pub(crate) fn tell(printer: &mut Printer<'_>) -> impl FnMut(LoadNote) {
    |note| match note {
        LoadNote::Warning(text) => printer.warn(text),
        LoadNote::Detail(text) => printer.debug(text),
    }
}

/// Whose output is wanted.
pub(crate) fn compat(parsed: &Parsed) -> Compat {
    match parsed.text("helm-compat") {
        Some("v3") => Compat::V3,
        _ => Compat::V4,
    }
}

fn user_values(parsed: &Parsed) -> UserValues {
    UserValues {
        files: parsed.list("values"),
        set_json: parsed.list("set-json"),
        set: parsed.list("set"),
        set_string: parsed.list("set-string"),
        set_file: parsed.list("set-file"),
        set_literal: parsed.list("set-literal"),
    }
}

/// What templates see of a cluster.
pub(crate) fn capabilities(parsed: &Parsed, compat: Compat) -> Result<Capabilities, CommandError> {
    let mut capabilities = Capabilities::offline();
    if let Some(version) = parsed.filled("kube-version") {
        capabilities.kube_version = KubeVersion::parse(version, compat)
            .map_err(|why| CommandError::new(&codes::BAD_VALUE, format!("invalid kube version '{version}': {why}")))?;
    }
    capabilities.api_versions.extend(parsed.list("api-versions"));
    Ok(capabilities)
}

/// A warning as Helm's log has it.
pub(crate) fn warning_line(warning: &str, compat: Compat) -> String {
    match compat {
        Compat::V4 => format!("level=WARN msg={}", quote(warning)),
        Compat::V3 => format!("warning: {warning}"),
    }
}
