//! Resolves flags to a request to render a chart, for every command that renders.

mod server;

use std::io::Read;

use skeg_chart::{Compat, UserValues};
use skeg_deploy::{
    ChartReference, ChartRequest, LoadNote, LoadedChart, LocalCharts, Overrides, Process, Rendered, SecretRequest,
    Target, ValueFiles,
};
use skeg_render::{Capabilities, KubeVersion};
use skeg_report::codes;

use crate::command::Context;
use crate::error::CommandError;
use crate::flags::command_settings;
use crate::flags::shared::{OverrideFlags, SecretFlags, SkegFlags, ValuesFlags};
use crate::printer::Printer;
use crate::quote::quote;
use crate::secret_key::key_sources;

pub(crate) use server::render_on_server;
pub(crate) use skeg_deploy::LARGEST_FILE;

command_settings! {
    /// Nelm's settings of a chart.
    pub(crate) struct ChartSettings {
        values: ValuesFlags,
        overrides: OverrideFlags,
        secrets: SecretFlags,
        skeg: SkegFlags,
    }
}

/// The flags that all commands share.
pub(crate) fn chart_request(
    values: &ValuesFlags,
    skeg: &SkegFlags,
    chart: ChartReference,
    context: &Context<'_, '_>,
) -> ChartRequest {
    ChartRequest {
        chart,
        compat: skeg.compat(),
        values: user_values(values),
        files: ValueFiles { directory: context.directory.to_path_buf(), stdin: Vec::new() },
        skip_schema: values.skip_schema,
        no_outside_links: skeg.no_outside_links,
        lookup_files: skeg.lookup_files.clone(),
        process: Process { memory_in_use: crate::memory::METER, stack: context.stack, is_last: context.is_last },
        ..ChartRequest::default()
    }
}

/// The same with Nelm's additions. The chart is a path.
pub(crate) fn nelm_chart_request(settings: &ChartSettings, name: &str, context: &Context<'_, '_>) -> ChartRequest {
    let chart =
        ChartReference { name: name.to_string(), directory: context.directory.to_path_buf(), repositories: None };
    let ChartSettings { values, overrides, secrets, skeg } = settings;
    ChartRequest {
        find_unused: true,
        order_lists: true,
        overrides: Some(Overrides {
            no_default_values: overrides.no_default_values,
            app_version: overrides.app_version.clone(),
            root: overrides.root.clone(),
            runtime: overrides.runtime.clone(),
        }),
        secrets: Some(SecretRequest {
            key: key_sources(secrets.key.as_deref(), context),
            files: secrets.values.clone(),
            no_default_values: secrets.no_default_values,
            no_decrypt: secrets.no_decrypt,
            allow_foreign: secrets.allow_foreign,
        }),
        ..chart_request(values, skeg, chart, context)
    }
}

/// Reads stdin if a file is named `-`.
pub(crate) fn read_stdin(request: &mut ChartRequest, context: &mut Context<'_, '_>) {
    if request.wants_stdin() {
        // Helm would fail here only for a broken terminal.
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

/// Loads chart and values again, to analyse a failure.
pub(crate) fn load_again(request: &ChartRequest, context: &Context<'_, '_>) -> Option<LoadedChart> {
    skeg_deploy::load(request, &LocalCharts, context.printer.secrets(), &mut |_| {}).ok()
}

/// Prints notes about loading a chart.
pub(crate) fn tell(printer: &mut Printer<'_>) -> impl FnMut(LoadNote) {
    |note| match note {
        LoadNote::Warning(text) => printer.warn(text),
        LoadNote::Detail(text) => printer.debug(text),
    }
}

fn user_values(flags: &ValuesFlags) -> UserValues {
    UserValues {
        files: flags.files.clone(),
        set_json: flags.set_json.clone(),
        set: flags.set.clone(),
        set_string: flags.set_string.clone(),
        set_file: flags.set_file.clone(),
        set_literal: flags.set_literal.clone(),
    }
}

/// The capabilities that templates see.
pub(crate) fn capabilities(
    kube_version: Option<&str>,
    api_versions: &[String],
    compat: Compat,
) -> Result<Capabilities, CommandError> {
    let mut capabilities = Capabilities::offline();
    if let Some(version) = kube_version {
        capabilities.kube_version = KubeVersion::parse(version, compat)
            .map_err(|why| CommandError::new(&codes::BAD_VALUE, format!("invalid kube version '{version}': {why}")))?;
    }
    capabilities.api_versions.extend_from_slice(api_versions);
    Ok(capabilities)
}

/// A warning in the format of Helm's log.
pub(crate) fn warning_line(warning: &str, compat: Compat) -> String {
    match compat {
        Compat::V4 => format!("level=WARN msg={}", quote(warning)),
        Compat::V3 => format!("warning: {warning}"),
    }
}
