//! `skeg release status`: the current state of a release and its resources.

use skeg_deploy::{Assessment, KnownSecrets, Release, ResourceStatus, Subchart};
use skeg_report::{ChartLine, Format, ResourceLine};

use super::{reading, settings, view};
use crate::command::{Command, Context};
use crate::error::CommandError;
use crate::flags::accepted::OF_READERS;
use crate::flags::cluster::{ConnectionFlags, OUTPUT, ReleaseFlags};
use crate::flags::helm::{self, RevisionFlags};
use crate::flags::{Settings, Variables, command_settings, flag_settings};

pub(in crate::command) static COMMAND: Command = Command {
    path: &["release", "status"],
    arguments: "[NAME] [REVISION]",
    about: "Show the state of a release and its resources",
    text: "\
Checks every resource of the last revision (or of REVISION) and shows whether it is ready.

Examples:
  skeg release status shop -n shop
  skeg release status -n shop -r shop -o json
",
    flags: StatusSettings::FLAGS,
    variables: Variables { prefixes: &["SKEG_", "NELM_"], command: "RELEASE_STATUS" },
    speaks_helm: false,
    run: |parsed, context| run(&StatusSettings::read(parsed), &parsed.arguments, context),
};

flag_settings! {
    struct StatusFlags: "Status" {
        format: Option<Format> = OUTPUT,
    }
}

command_settings! {
    struct StatusSettings {
        release: ReleaseFlags,
        status: StatusFlags,
        connection: ConnectionFlags,
        helm: RevisionFlags,
    }
    also [helm::STATUS, OF_READERS]
}

fn run(settings: &StatusSettings, arguments: &[String], context: &mut Context<'_, '_>) -> Result<(), CommandError> {
    let (name, rest) = settings::name_and_rest(&settings.release, arguments, "skeg release status shop")?;
    let revision = settings::revision_or(settings.helm.revision, &rest)?;
    let release = settings::release_name(&settings.release, &name);
    let (what, driver) = (settings::named(&name, revision), settings::driver(&settings.release));
    let screen = &mut reading::of_release(what, &release.namespace, settings.status.format, context);
    let report = reading::ask(screen, &settings.connection, driver, context, move |world| async move {
        skeg_deploy::status(&release, revision, &world).await
    })?;
    let namespace = &report.record.namespace;
    let secrets = context.printer.secrets();
    let mut view = view::of_record(&report.record, secrets);
    view.charts = charts(&report.record, secrets);
    let line =
        |resource| ResourceLine { chart: chart_of(resource, &view.charts), ..line(resource, namespace, secrets) };
    let lines: Vec<ResourceLine> = report.resources.iter().map(line).collect();
    let format = settings.status.format.unwrap_or(Format::Table);
    reading::print(&skeg_report::status(&view, &lines, format), format, context);
    Ok(())
}

fn line(resource: &ResourceStatus, home: &str, secrets: &KnownSecrets) -> ResourceLine {
    let (state, info) = match &resource.state {
        None => ("missing", String::new()),
        Some(Assessment::Ready) => ("ready", String::new()),
        Some(Assessment::Progressing(progress)) => ("progressing", progress.waits.clone()),
        Some(Assessment::Failed { message }) => ("failed", message.clone()),
    };
    let info = secrets.mask(&info).into_owned();
    ResourceLine { resource: resource.id.shown(home), state: state.to_string(), info, ..ResourceLine::default() }
}

/// The outcome of each chart, if the revision was deployed in order.
fn charts(record: &Release, secrets: &KnownSecrets) -> Vec<ChartLine> {
    let line = |chart: Subchart| ChartLine {
        state: chart.status,
        started: chart.started_at.to_string(),
        ended: chart.completed_at.to_string(),
        error: secrets.mask(&chart.error).into_owned(),
        path: chart.path,
    };
    record.subcharts().into_iter().map(line).collect()
}

/// The path of the innermost chart that the resource's template is in.
fn chart_of(resource: &ResourceStatus, charts: &[ChartLine]) -> String {
    let is_in = |chart: &&ChartLine| {
        let rest = resource.source.strip_prefix(chart.path.as_str());
        rest.is_some_and(|rest| rest.starts_with('/'))
    };
    let innermost = charts.iter().filter(is_in).max_by_key(|chart| chart.path.len());
    innermost.map(|chart| chart.path.clone()).unwrap_or_default()
}
