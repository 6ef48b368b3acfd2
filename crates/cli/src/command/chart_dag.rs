//! `skeg chart dag`: the order in which a chart's subcharts and resource groups are deployed, without a cluster.

use skeg_deploy::order_view;
use skeg_report::{order_dot, order_json, order_mermaid, order_text};

use super::chart_render::flags::{ReleaseFlags, RenderingFlags};
use super::chart_render::resolve;
use super::{Command, Context};
use crate::diagnosis;
use crate::error::CommandError;
use crate::flags::accepted::{ACCEPTED, ACCEPTED_OF_CHARTS};
use crate::flags::shared::{COMMON, MessageFlags};
use crate::flags::{Settings, Variables, command_settings, flag, flag_settings, words};
use crate::rendering::{self, ChartSettings};

pub(super) static COMMAND: Command = Command {
    path: &["chart", "dag"],
    arguments: "[CHART]",
    about: "Show in what order subcharts and resource groups are deployed",
    text: "\
Renders the chart and prints, for every chart in it, the batches in which its subcharts are deployed with --wait=ordered,
which subchart waits for which and where that is declared, and its resource groups. CHART is a folder or an archive
(default: the current folder). No cluster is needed.
Batches are only a view: a deploy starts a subchart as soon as its dependencies are ready.

Examples:
  skeg chart dag ./shop
  skeg chart dag ./shop -f prod.yaml -o mermaid
  skeg chart dag ./shop -o dot | dot -Tsvg > order.svg
",
    flags: DagSettings::FLAGS,
    variables: Variables { prefixes: &["SKEG_"], command: "CHART_DAG" },
    speaks_helm: false,
    run: |parsed, context| run(&DagSettings::read(parsed), &parsed.arguments, context),
};

/// The output format.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Form {
    #[default]
    Text,
    Json,
    Dot,
    Mermaid,
}

words! {
    Form {
        "text" => Form::Text,
        "json" => Form::Json,
        "dot" => Form::Dot,
        "mermaid" => Form::Mermaid,
    }
}

flag_settings! {
    struct FormFlags: "Output" {
        form: Option<Form> = flag("output-format", "text (default), json, dot or mermaid").also(&["output"]).short('o'),
    }
}

command_settings! {
    struct DagSettings {
        chart: ChartSettings,
        release: ReleaseFlags,
        rendering: RenderingFlags,
        output: FormFlags,
    }
    also [MessageFlags::FLAGS, ACCEPTED, ACCEPTED_OF_CHARTS, COMMON]
}

fn run(settings: &DagSettings, arguments: &[String], context: &mut Context<'_, '_>) -> Result<(), CommandError> {
    let (request, target) =
        resolve(&settings.chart, &settings.release, &settings.rendering, arguments, "chart dag", context)?;
    let rendered =
        rendering::render(&request, target, context).map_err(|error| diagnosis::explain(&error, &request, context))?;
    for warning in &rendered.warnings {
        context.printer.warn(warning);
    }
    let view = order_view(&rendered, &mut |note| context.printer.debug(note));
    let view = view.map_err(|error| diagnosis::explain(&error, &request, context))?;
    match settings.output.form.unwrap_or_default() {
        Form::Text => context.printer.text(&order_text(&view)),
        Form::Json => context.printer.data(order_json(&view)),
        Form::Dot => draw(order_dot(&view), &view.warnings, context),
        Form::Mermaid => draw(order_mermaid(&view), &view.warnings, context),
    }
    Ok(())
}

/// Prints a graph. A graph has no place for warnings, so they go to stderr.
fn draw(graph: String, warnings: &[String], context: &mut Context<'_, '_>) {
    warnings.iter().for_each(|warning| context.printer.warn(warning));
    context.printer.data(graph);
}
